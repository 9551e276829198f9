package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: gen-eval-tables FOLDER")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "gen-eval-tables:", err)
		os.Exit(1)
	}
}

func run(folder string) error {
	files, err := generate()
	if err != nil {
		return err
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// Slots of the two rank tables: hands of seven cards have one of their own, so that the
// common case fills as few cache lines as possible.
const (
	sevenSlots = 1 << 16
	smallSlots = 1 << 15
)

// tables is everything package eval embeds.
type tables struct {
	keys                     [numRanks]key
	seed                     uint64 // of the keys
	steps                    []value
	sevenShifts, smallShifts []uint16
	flushes, seven, small    []uint16
}

// generate returns the generated files by name.
func generate() (map[string][]byte, error) {
	t := tables{steps: ladder(), flushes: make([]uint16, 1<<numRanks)}
	for ranks := range flushSets {
		t.flushes[ranks] = t.strength(flushValue(ranks))
	}
	if err := t.chooseKeys(); err != nil {
		return nil, err
	}
	source, err := t.source()
	if err != nil {
		return nil, err
	}
	return map[string][]byte{"tables.go": source, "tables.bin": t.binary()}, nil
}

// strength returns the place of a value in the list of all, from 1.
func (t *tables) strength(v value) uint16 {
	i, _ := slices.BinarySearch(t.steps, v)
	return uint16(i + 1)
}

// maxSeed ends the search for keys; seed 1 does.
const maxSeed = 1000

// chooseKeys takes the first seed, from 1 on, whose keys tell hands with different ranks
// apart and whose rows fit into the tables.
func (t *tables) chooseKeys() (err error) {
	for t.seed = 1; t.seed <= maxSeed; t.seed++ {
		t.keys = drawKeys(t.seed)
		if err = t.placeRanks(); err == nil {
			return nil
		}
	}
	return err
}

// placeRanks fills the rank tables and their shifts.
func (t *tables) placeRanks() (err error) {
	// The empty hand is looked up as if it had seven cards, with sum 0. No hand of seven
	// may share its slot, which keeps strength 0.
	seven := append([]entry{{}}, t.entries(maxCards)...)
	if t.sevenShifts, t.seven, err = displace(seven, sevenSlots); err != nil {
		return fmt.Errorf("hands of seven cards: %w", err)
	}
	var small []entry
	for size := 1; size < maxCards; size++ {
		small = append(small, t.entries(size)...)
	}
	if t.smallShifts, t.small, err = displace(small, smallSlots); err != nil {
		return fmt.Errorf("hands of one to six cards: %w", err)
	}
	return nil
}

// entries lists the rank multisets of a number of cards with their strengths, 0 for fewer than five cards.
func (t *tables) entries(size int) []entry {
	var out []entry
	for counts := range multisets(size) {
		e := entry{sum: sumOf(&t.keys, counts)}
		if size >= minCards {
			e.strength = t.strength(valueOf(counts))
		}
		out = append(out, e)
	}
	return out
}
