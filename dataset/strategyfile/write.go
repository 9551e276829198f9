package strategyfile

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"feltlab/dataset/table"
	_ "feltlab/dataset/table/columnar"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

// Writer returns a function that writes a strategy in the format of a file's name: Parquet for .parquet, OpenSpiel's
// JSON for .json, and text for all others. The error wraps strategy.ErrGame for JSON of games but Kuhn and Leduc.
func Writer(path string, g game.Game) (func(io.Writer, *strategy.Table) error, error) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".parquet":
		return writeParquet, nil
	case ".json":
		if g.Name() != game.Kuhn().Name() && g.Name() != game.Leduc().Name() {
			return nil, fmt.Errorf("%w: OpenSpiel's JSON is for kuhn and leduc, not for %s", strategy.ErrGame, g.Name())
		}
		return func(w io.Writer, t *strategy.Table) error { return strategy.WriteOpenSpiel(w, g, t) }, nil
	}
	return strategy.Write, nil
}

// Keys of a Parquet file's metadata.
const (
	keyFormat   = "feltlab.format"
	keyVersion  = "feltlab.version"
	keyGame     = "feltlab.game"
	keyChecksum = "feltlab.checksum"
)

var keyBuckets = [2]string{"feltlab.buckets.0", "feltlab.buckets.1"}

type row struct {
	node   *game.Node
	bucket string
	p      []float64
}

// actions are the actions of the columns of probabilities. The probability of an action that is not legal is missing.
var actions = []game.Action{game.Fold, game.Call, game.Raise}

var columns = []table.Column[row]{
	table.Text("state", func(r *row) string { return r.node.History }),
	table.Text("bucket", func(r *row) string { return r.bucket }),
	probability("fold", game.Fold), probability("call", game.Call), probability("raise", game.Raise),
}

func probability(name string, a game.Action) table.Column[row] {
	return table.OptionalFloat(name, func(r *row) float64 {
		if i := slices.Index(r.node.Actions, a); i >= 0 {
			return r.p[i]
		}
		return math.NaN()
	})
}

const groupRows = 1 << 17

func writeParquet(w io.Writer, t *strategy.Table) error {
	checksum, err := strategy.Digest(t)
	if err != nil {
		return err
	}
	out, err := table.NewWriter(w, "parquet", columns, [][2]string{
		{keyFormat, strategy.Format}, {keyVersion, strategy.Version}, {keyGame, t.Game().Name()},
		{keyBuckets[0], t.Buckets(0).Name()}, {keyBuckets[1], t.Buckets(1).Name()}, {keyChecksum, checksum},
	})
	if err != nil {
		return err
	}
	for n, b := range t.All() {
		out.Add(&row{n, t.Buckets(n.Actor).Label(n.Round, b), t.Row(n.ID, b)})
		if out.Waiting() == groupRows {
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
	return out.Close()
}
