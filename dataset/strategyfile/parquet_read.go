package strategyfile

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"feltlab/dataset/table"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

// readParquet reads what writeParquet wrote.
func readParquet(r source, g game.Game, lookup strategy.Lookup) (*strategy.Table, error) {
	var builder *strategy.Builder
	var want string
	err := table.ReadParquet(r, columns,
		func(metadata map[string]string) (err error) {
			want = metadata[keyChecksum]
			builder, err = header(metadata, g, lookup)
			return err
		},
		func(batch arrow.RecordBatch) error { return addBatch(batch, builder) })
	if errors.Is(err, table.ErrColumns) {
		return nil, fmt.Errorf("%w: %w", strategy.ErrNotStrategy, err)
	}
	if err != nil {
		return nil, err
	}
	t, err := builder.Table()
	if err != nil {
		return nil, err
	}
	checksum, err := strategy.Digest(t)
	if err == nil && checksum != want {
		err = fmt.Errorf("%w: the rows have %s, the metadata say %q", ErrChecksum, checksum, want)
	}
	return t, err
}

// header checks what the metadata say of the file.
func header(metadata map[string]string, g game.Game, lookup strategy.Lookup) (*strategy.Builder, error) {
	if got := metadata[keyFormat]; got != strategy.Format {
		return nil, fmt.Errorf("%w: %s in its metadata is %q, want %q", strategy.ErrNotStrategy, keyFormat, got, strategy.Format)
	}
	if got := metadata[keyVersion]; got != strategy.Version {
		return nil, fmt.Errorf("%w: %s, want %s", strategy.ErrVersion, got, strategy.Version)
	}
	if got := metadata[keyGame]; got != g.Name() {
		return nil, fmt.Errorf("%w: %s, want %s", strategy.ErrGame, got, g.Name())
	}
	var of [2]strategy.Bucketing
	for seat := range of {
		b, err := lookup(g, metadata[keyBuckets[seat]])
		if err != nil {
			return nil, err
		}
		of[seat] = b
	}
	return strategy.NewBuilder(g, of), nil
}

// addBatch fills the rows of a batch in.
func addBatch(batch arrow.RecordBatch, builder *strategy.Builder) error {
	states, labels := batch.Column(0).(*array.String), batch.Column(1).(*array.String)
	var probabilities [3]*array.Float64
	for i := range probabilities {
		probabilities[i] = batch.Column(2 + i).(*array.Float64)
	}
	for r := range int(batch.NumRows()) {
		n, err := builder.State([]byte(states.Value(r)))
		if err != nil {
			return err
		}
		out, err := builder.Row(n, []byte(labels.Value(r)))
		if err != nil {
			return err
		}
		next := 0
		for i, a := range actions {
			legal := next < len(n.Actions) && n.Actions[next] == a
			if legal == probabilities[i].IsNull(r) {
				return fmt.Errorf("%w: at %s, bucket %s, want probabilities of %v and no others", strategy.ErrSyntax, n.History, labels.Value(r), n.Actions)
			}
			if legal {
				out[next] = probabilities[i].Value(r)
				next++
			}
		}
	}
	return nil
}
