package strategy

import (
	"fmt"
	"math"

	"feltlab/model/game"
)

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

// Table returns the table after all rows were filled; the error is that of Table.Check.
func (b *Builder) Table() (*Table, error) {
	if err := b.table.Check(); err != nil {
		return nil, err
	}
	return b.table, nil
}
