package jamfold

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"

	"feltlab/dataset/table"
	_ "feltlab/dataset/table/columnar"
	"feltlab/dataset/tablefile"
	"feltlab/internal/disk"
	"feltlab/internal/parallel"
	"feltlab/internal/progress"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/pipeline/store"
)

// Decision is one row of a tournament's solution.
type Decision struct {
	State        int
	Stacks       tournament.Stacks // chips
	At           tournament.Decision
	Hand         cards.Class
	Jam          float64 // probability; NaN where play hardly ever comes, so that it is not solved
	ReachPercent float64 // percentage of all deals in which play comes to the decision with this hand
	// JamDollars and FoldDollars are the expected prizes of either action; NaN where play never comes, or Jam is.
	JamDollars, FoldDollars float64
}

func (d *Decision) players() int {
	if d.Stacks[tournament.Button] == 0 {
		return 2
	}
	return tournament.NumSeats
}

// Words describes the decision.
func (d *Decision) Words() string { return d.At.Words(d.players()) }

// DecisionColumns are the columns of a tournament's solution.
func DecisionColumns() []table.Column[Decision] {
	stack := func(name string, seat int) table.Column[Decision] {
		return table.Int32(name, func(d *Decision) int32 { return int32(d.Stacks[seat]) })
	}
	return []table.Column[Decision]{
		table.Int32("state", func(d *Decision) int32 { return int32(d.State) }),
		stack("button_chips", tournament.Button),
		stack("small_blind_chips", tournament.SmallBlind),
		stack("big_blind_chips", tournament.BigBlind),
		table.Text("seat", func(d *Decision) string { return tournament.TableSeats(d.players())[d.At.Seat] }),
		table.Text("situation", func(d *Decision) string { return d.At.Name(d.players()) }),
		table.Text("hand", func(d *Decision) string { return d.Hand.String() }),
		table.OptionalFloat("jam", func(d *Decision) float64 { return d.Jam }),
		table.Float("reach_percent", func(d *Decision) float64 { return d.ReachPercent }),
		table.OptionalFloat("jam_dollars", func(d *Decision) float64 { return d.JamDollars }),
		table.OptionalFloat("fold_dollars", func(d *Decision) float64 { return d.FoldDollars }),
		table.Text("decision", (*Decision).Words),
	}
}

func (s *Solved) chips(state int) tournament.Stacks {
	stacks := s.Game.Space.At(state)
	for seat := range stacks {
		stacks[seat] *= s.Config.Unit
	}
	return stacks
}

// Decisions returns the rows of a state that is played: every hand at every decision that can arise and leaves the
// player a choice. It examines the state, which takes about 20 ms.
func (s *Solved) Decisions(state int) (rows []Decision, err error) {
	x, err := s.At(state)
	if err != nil {
		return nil, err
	}
	for _, at := range x.Decisions() {
		_, solved := x.Reach(at)
		for k, a := range x.actions[at.Node()] {
			d := Decision{
				State: state, Stacks: s.chips(state), At: at, Hand: cards.Class(k), Jam: x.Strategy[at.Node()][k],
				JamDollars: math.NaN(), FoldDollars: math.NaN(),
			}
			if a.Reach >= unreached {
				d.ReachPercent, d.JamDollars, d.FoldDollars = 100*a.Reach, a.Jam/a.Reach, a.Fold/a.Reach
			}
			if !solved {
				d.Jam, d.JamDollars, d.FoldDollars = math.NaN(), math.NaN(), math.NaN()
			}
			rows = append(rows, d)
		}
	}
	return rows, nil
}

// WriteDecisions writes all decisions of a solved tournament as Parquet, a row group for each block of states. It
// examines every state again, about 20 ms each.
func (l *Lab) WriteDecisions(ctx context.Context, s *Solved, w io.Writer, progress func(done, total int)) error {
	out, err := table.NewWriter(w, "parquet", DecisionColumns(), [][2]string{
		{"feltlab.format", "feltlab-jamfold-1"},
		{"feltlab.certificate_dollars", fmt.Sprint(s.Certificate.Gain)},
	})
	if err != nil {
		return err
	}
	played := s.Game.Played()
	const block = 64 // states
	rows := make([][]Decision, block)
	for first := 0; first < len(played); first += block {
		n := min(block, len(played)-first)
		loop := parallel.Loop{Items: n, Workers: l.Workers}
		if progress != nil {
			loop.Report = func(done, _ int) { progress(first+done, len(played)) }
		}
		err := loop.Each(ctx, parallel.Same(func(i int) (err error) {
			rows[i], err = s.Decisions(played[first+i])
			return err
		}))
		if err != nil {
			return err
		}
		for _, of := range rows[:n] {
			for i := range of {
				out.Add(&of[i])
			}
		}
		if err := out.Flush(); err != nil {
			return err
		}
	}
	return out.Close()
}

// StateValue is the value of a state. Values are by button, small blind and big blind; an empty button has 0.
type StateValue struct {
	State       int
	Stacks      tournament.Stacks // chips
	Values, ICM [tournament.NumSeats]float64
}

// StateValues returns the values of all states that are played.
func (s *Solved) StateValues() []StateValue {
	var rows []StateValue
	for _, i := range s.Game.Played() {
		row := StateValue{State: i, Stacks: s.chips(i)}
		absent := tournament.NumSeats - len(s.Game.States[i].Table.Stacks)
		copy(row.Values[absent:], s.Certificate.Values[i][:])
		copy(row.ICM[absent:], s.Game.ICM[i][:])
		rows = append(rows, row)
	}
	return rows
}

// StateValueColumns are the columns of the values.
func StateValueColumns() []table.Column[StateValue] {
	columns := []table.Column[StateValue]{table.Int32("state", func(w *StateValue) int32 { return int32(w.State) })}
	names := [tournament.NumSeats]string{"button", "small_blind", "big_blind"}
	for seat, name := range names {
		chips := func(w *StateValue) int32 { return int32(w.Stacks[seat]) }
		columns = append(columns, table.Int32(name+"_chips", chips))
	}
	for seat, name := range names {
		columns = append(columns, table.Float(name+"_dollars", func(w *StateValue) float64 { return w.Values[seat] }))
	}
	for seat, name := range names {
		columns = append(columns, table.Float(name+"_icm_dollars", func(w *StateValue) float64 { return w.ICM[seat] }))
	}
	return columns
}

// Files in the folder of a solved tournament that feltlab jamfold tournament writes.
const (
	DecisionsFile   = "strategies.parquet"
	ValuesFile      = "values.csv"
	CertificateFile = "certificate.json"
)

// ErrTournament marks files that are not those of a solved tournament.
var ErrTournament = errors.New("not a solved tournament")

// Stored returns the solution of a tournament if the store has it with its certificate, otherwise nil.
func (l *Lab) Stored(ctx context.Context, c *Config) (*Solved, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	for _, spec := range []store.Spec{c.solutionSpec(), c.certificateSpec()} {
		if a, err := l.Store.Find(spec); a == nil || err != nil {
			return nil, err
		}
	}
	return l.Tournament(ctx, c, nil)
}

// StoredDecisions returns the path of the file of WriteDecisions, from the store or made now.
func (l *Lab) StoredDecisions(ctx context.Context, s *Solved) (path string, err error) {
	a, err := l.Store.Do(ctx, s.Config.decisionsSpec(), func(ctx context.Context, w io.Writer) (int64, error) {
		played := len(s.Game.Played())
		bar := progress.Start(l.Progress, "decisions", played)
		defer bar.Close()
		return int64(played), l.WriteDecisions(ctx, s, w, bar.Of)
	})
	if err != nil {
		return "", err
	}
	return a.Path, nil
}

func (c *Config) decisionsSpec() store.Spec {
	return c.keyed(store.Spec{Stage: "jam-or-fold decisions", Inputs: inputs(c.certificateSpec())})
}

// ReadDecisions calls each with the rows of WriteDecisions, in order. The error wraps ErrTournament or is the system's.
func ReadDecisions(path string, each func(*Decision)) error {
	return readFile(path, func(f *os.File) error {
		fields := table.Fields(DecisionColumns())
		return tablefile.Read(f, fields, anyHeader, func(b *tablefile.Batch) error { return decisionsOf(b, each) })
	})
}

func anyHeader(tablefile.Header) error { return nil }

// readFile reads a file of a solved tournament. The error wraps ErrTournament or is the system's.
func readFile(path string, read func(*os.File) error) error {
	f, err := disk.Open(path, disk.MostStream)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := read(f); err != nil {
		return fmt.Errorf("%w: %s: %w", ErrTournament, path, err)
	}
	return nil
}

var decisionsBy = func() (by [tournament.NumSeats + 1]map[string]tournament.Decision) {
	for _, players := range []int{2, 3} {
		by[players] = map[string]tournament.Decision{}
		for _, d := range tournament.DecisionsOf(players) {
			by[players][d.Name(players)] = d
		}
	}
	return by
}()

func decisionsOf(batch *tablefile.Batch, each func(*Decision)) error {
	for r := range batch.Rows {
		hand, err := cards.ParseClass(string(batch.Text(6, r)))
		if err != nil {
			return err
		}
		d := Decision{
			State: int(batch.Int(0, r)), Hand: hand,
			Jam: batch.Float(7, r), ReachPercent: batch.Float(8, r),
			JamDollars: batch.Float(9, r), FoldDollars: batch.Float(10, r),
		}
		for seat := range d.Stacks {
			d.Stacks[seat] = int(batch.Int(1+seat, r))
		}
		var ok bool
		if d.At, ok = decisionsBy[d.players()][string(batch.Text(5, r))]; !ok {
			return fmt.Errorf("no decision %q", batch.Text(5, r))
		}
		each(&d)
	}
	return nil
}

// ReadStateValues reads the values from the folder of a solved tournament. The error wraps ErrTournament or is the
// system's.
func ReadStateValues(folder string) ([]StateValue, error) {
	var rows []StateValue
	add := func(batch *tablefile.Batch) error {
		for r := range batch.Rows {
			w := StateValue{State: int(batch.Int(0, r))}
			for seat := range w.Stacks {
				w.Stacks[seat] = int(batch.Int(1+seat, r))
				w.Values[seat] = batch.Float(1+tournament.NumSeats+seat, r)
				w.ICM[seat] = batch.Float(1+2*tournament.NumSeats+seat, r)
			}
			rows = append(rows, w)
		}
		return nil
	}
	err := readFile(filepath.Join(folder, ValuesFile), func(f *os.File) error {
		return tablefile.Read(f, table.Fields(StateValueColumns()), anyHeader, add)
	})
	return rows, err
}
