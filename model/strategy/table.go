package strategy

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"feltlab/model/game"
)

// Table is a bucketed strategy for both seats of a game. Once filled it is safe for concurrent use.
type Table struct {
	game      game.Game
	buckets   [2]Bucketing
	decisions []*game.Node
	rows      [][]float64 // by decision; action i of bucket b at b*actions + i; NaN where not set
	scratch   sync.Pool   // of *[]int32
}

// Errors of tables and their files.
var (
	ErrMissing   = errors.New("a decision has no probabilities")
	ErrDuplicate = errors.New("a decision has probabilities twice")
	ErrState     = errors.New("unknown public state")
	ErrBucket    = errors.New("unknown bucket")
	ErrGame      = errors.New("made for another game")
)

// NewTable returns a table without probabilities for a game, with a bucketing for each seat.
func NewTable(g game.Game, buckets [2]Bucketing) *Table {
	t := &Table{game: g, buckets: buckets, decisions: g.Root().Decisions()}
	for _, n := range t.decisions {
		row := make([]float64, buckets[n.Actor].Len(n.Round)*len(n.Actions))
		for i := range row {
			row[i] = math.NaN()
		}
		t.rows = append(t.rows, row)
	}
	t.scratch.New = func() any {
		of := make([]int32, max(g.Hands().Len(0), g.Hands().Len(1)))
		return &of
	}
	return t
}

// Game returns the game the table is for.
func (t *Table) Game() game.Game { return t.game }

// Buckets returns a seat's bucketing.
func (t *Table) Buckets(seat int) Bucketing { return t.buckets[seat] }

// Row returns the probabilities of the actions at a decision, given by its node's ID, for a bucket of
// the seat that acts. Writing to the row changes the table.
func (t *Table) Row(decision, bucket int) []float64 {
	n := len(t.decisions[decision].Actions)
	return t.rows[decision][bucket*n : (bucket+1)*n]
}

// Check returns an error that names the first decision without probabilities or with improper ones.
func (t *Table) Check() error {
	for id, n := range t.decisions {
		buckets := t.buckets[n.Actor]
		for b := range buckets.Len(n.Round) {
			if err := checkRow(t.Row(id, b)); err != nil {
				return fmt.Errorf("%w, at %s, bucket %s", err, n.History, buckets.Label(n.Round, b))
			}
		}
	}
	return nil
}

// checkRow tells a row that was never set (all NaN) from an improper one.
func checkRow(row []float64) error {
	sum, unset := 0.0, true
	for _, p := range row {
		unset = unset && math.IsNaN(p)
		sum += p
	}
	if unset {
		return ErrMissing
	}
	for _, p := range row {
		if !(p >= 0 && p <= 1+game.SumTolerance) {
			return fmt.Errorf("%w: %v", game.ErrProbability, p)
		}
	}
	if math.Abs(sum-1) > game.SumTolerance {
		return fmt.Errorf("%w: the sum is %v", game.ErrProbability, sum)
	}
	return nil
}

// Vector looks up every hand's bucket. The state must be of the table's game.
func (t *Table) Vector(s game.State, out [][]float64) error {
	if s.ID < 0 || s.ID >= len(t.rows) || t.decisions[s.ID].History != s.History {
		return fmt.Errorf("%w: %v", ErrState, s)
	}
	scratch := t.scratch.Get().(*[]int32)
	defer t.scratch.Put(scratch)
	of := (*scratch)[:len(out[0])]
	t.buckets[s.Actor].Of(s.Round, s.Board, of)
	row, n := t.rows[s.ID], len(s.Actions)
	for i := range out {
		for h, b := range of {
			if b == Blocked {
				out[i][h] = 0
				continue
			}
			out[i][h] = row[int(b)*n+i]
		}
	}
	return nil
}
