package strategy

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
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
		size := buckets[n.Actor].Len(n.Round) * len(n.Actions)
		t.rows = append(t.rows, slices.Repeat([]float64{math.NaN()}, size))
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

// Rows returns the rows of all buckets at a decision, one behind the other.
func (t *Table) Rows(decision int) []float64 { return t.rows[decision] }

// All yields the decision and the bucket of each row.
func (t *Table) All() iter.Seq2[*game.Node, int] {
	return func(yield func(*game.Node, int) bool) {
		for _, n := range t.decisions {
			for b := range t.buckets[n.Actor].Len(n.Round) {
				if !yield(n, b) {
					return
				}
			}
		}
	}
}

// Lacks counts the rows without probabilities, and all rows, by the seat that acts.
func (t *Table) Lacks() (missing, rows [2]int) {
	for n, b := range t.All() {
		rows[n.Actor]++
		if math.IsNaN(t.Row(n.ID, b)[0]) {
			missing[n.Actor]++
		}
	}
	return missing, rows
}

// FillUniform gives the rows without probabilities equal ones.
func (t *Table) FillUniform() {
	for n, b := range t.All() {
		if row := t.Row(n.ID, b); math.IsNaN(row[0]) {
			fill(row, 1/float64(len(row)))
		}
	}
}

// Tabled returns the table of a policy that ignores its cards (see IgnoresCards). The error is that of the policy.
func Tabled(g game.Game, buckets [2]Bucketing, p game.Policy) (*Table, error) {
	t := NewTable(g, buckets)
	for id, n := range t.decisions {
		out := game.NewVectors(len(n.Actions), 1)
		if err := p.Vector(game.State{Node: n}, out); err != nil {
			return nil, err
		}
		for b := range buckets[n.Actor].Len(n.Round) {
			for i, row := 0, t.Row(id, b); i < len(row); i++ {
				row[i] = out[i][0]
			}
		}
	}
	return t, nil
}

// Asked returns the table of a policy of a game with one hole card, which it asks at each public state. Errors are
// those of the policy and of game.CheckVector.
func Asked(g game.Game, p game.Policy) (*Table, error) {
	name := "cards"
	if len(g.Symmetries()) == 1 { // of one suit, as the game's own files have it
		name = "real"
	}
	b, err := BucketingOf(g, name)
	if err != nil {
		return nil, err
	}
	t, of := NewTable(g, [2]Bucketing{b, b}), make([]int32, g.Hands().Len(0))
	for s := range game.Decisions(g, g.Root()) {
		out, err := game.Ask(p, g.Hands(), s, nil)
		if err != nil {
			return nil, err
		}
		b.Of(s.Round, s.Board, of)
		for h, bucket := range of {
			if bucket == Blocked {
				continue
			}
			for i, row := 0, t.Row(s.ID, int(bucket)); i < len(row); i++ {
				row[i] = out[i][h]
			}
		}
	}
	return t, nil
}

// Check returns an error that names the first decision without probabilities or with improper ones.
func (t *Table) Check() error {
	for n, b := range t.All() {
		if err := checkRow(t.Row(n.ID, b)); err != nil {
			return fmt.Errorf("%w, at %s, bucket %s", err, n.History, t.buckets[n.Actor].Label(n.Round, b))
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

// Builder fills a table row by row, by the decisions' and buckets' names in files.
type Builder struct {
	table  *Table
	states map[string]*game.Node
	labels [2][]map[string]int // by seat and round
	last   *game.Node          // the decision of the previous row
}

// NewBuilder returns a builder of a table for a game, with a bucketing for each seat.
func NewBuilder(g game.Game, buckets [2]Bucketing) *Builder {
	b := &Builder{table: NewTable(g, buckets), states: map[string]*game.Node{}}
	for _, n := range b.table.decisions {
		b.states[n.History] = n
	}
	for seat, of := range buckets {
		for round := range g.Rounds() {
			labels := map[string]int{}
			for bucket := range of.Len(round) {
				labels[of.Label(round, bucket)] = bucket
			}
			b.labels[seat] = append(b.labels[seat], labels)
		}
	}
	return b
}

// State finds a decision by its history; most rows have the history of the previous row. The error is ErrState.
func (b *Builder) State(history []byte) (*game.Node, error) {
	if b.last != nil && string(history) == b.last.History {
		return b.last, nil
	}
	n, ok := b.states[string(history)]
	if !ok {
		return nil, fmt.Errorf("%w: %q", ErrState, history)
	}
	b.last = n
	return n, nil
}

// Row returns the row of a bucket, by its label, for the caller to fill. Errors are ErrBucket, and
// ErrDuplicate for a row that has been filled.
func (b *Builder) Row(n *game.Node, label []byte) ([]float64, error) {
	bucket, ok := b.labels[n.Actor][n.Round][string(label)]
	if !ok {
		return nil, fmt.Errorf("%w: %q at %s (%s)",
			ErrBucket, label, n.History, b.table.buckets[n.Actor].Name())
	}
	row := b.table.Row(n.ID, bucket)
	if !math.IsNaN(row[0]) {
		return nil, fmt.Errorf("%w: %s, bucket %s", ErrDuplicate, n.History, label)
	}
	return row, nil
}

// Table returns the table; rows that were not filled have no probabilities.
func (b *Builder) Table() *Table { return b.table }

// Uniform plays every legal action with the same probability.
type Uniform struct{}

// Vector fills out with equal probabilities.
func (Uniform) Vector(_ game.State, out [][]float64) error {
	for _, row := range out {
		fill(row, 1/float64(len(out)))
	}
	return nil
}

// Always plays the first of its actions that is legal, with any hand, and the last legal action if none is.
type Always []game.Action

// Vector fills out with zeros and ones.
func (a Always) Vector(s game.State, out [][]float64) error {
	chosen := len(s.Actions) - 1
	for _, action := range slices.Backward(a) {
		if i := slices.Index(s.Actions, action); i >= 0 {
			chosen = i
		}
	}
	for _, row := range out {
		clear(row)
	}
	fill(out[chosen], 1)
	return nil
}

func fill(row []float64, p float64) {
	for h := range row {
		row[h] = p
	}
}

// TrivialNames lists the names of the trivial opponents. Always-fold checks when it faces no bet, and always-raise
// calls at the cap.
var TrivialNames = []string{"always-fold", "always-call", "always-raise", "uniform"}

var trivial = []game.Policy{
	Always{game.Fold, game.Call}, Always{game.Call, game.Raise}, Always{game.Raise, game.Call}, Uniform{},
}

// IgnoresCards reports whether a policy is known to play all hands alike on all boards: its vectors may have one hand.
func IgnoresCards(p game.Policy) bool {
	switch p.(type) {
	case Always, Uniform:
		return true
	}
	return false
}

// Trivial returns the trivial opponent of a name; ok is false if there is none.
func Trivial(name string) (p game.Policy, ok bool) {
	i := slices.Index(TrivialNames, name)
	if i < 0 {
		return nil, false
	}
	return trivial[i], true
}

// Seats plays one policy in seat 0 and another in seat 1.
type Seats [2]game.Policy

// Vector asks the policy of the seat that acts.
func (p Seats) Vector(s game.State, out [][]float64) error { return p[s.Actor].Vector(s, out) }
