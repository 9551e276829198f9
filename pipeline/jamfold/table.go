package jamfold

import (
	"context"
	"fmt"
	"io"
	"math"

	"feltlab/dataset/table"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// Decision is one row of a tournament's solution.
type Decision struct {
	State     int
	Stacks    tournament.Stacks // chips
	Situation tournament.Situation
	Words     string // of the situation
	Hand      cards.Class
	Jam       float64 // probability
	// ReachPercent is the percentage of all deals in which play comes to the situation with this hand.
	ReachPercent float64
	// JamDollars and FoldDollars are the expected prizes of either action; NaN where play never comes.
	JamDollars, FoldDollars float64
}

// DecisionColumns are the columns of a tournament's solution.
func DecisionColumns() []table.Column[Decision] {
	stack := func(name string, seat tournament.Seat) table.Column[Decision] {
		return table.Int32(name, func(d *Decision) int32 { return int32(d.Stacks[seat]) })
	}
	return []table.Column[Decision]{
		table.Int32("state", func(d *Decision) int32 { return int32(d.State) }),
		stack("button_chips", tournament.Button),
		stack("small_blind_chips", tournament.SmallBlind),
		stack("big_blind_chips", tournament.BigBlind),
		table.Text("seat", func(d *Decision) string { return d.Situation.Seat().String() }),
		table.Text("situation", func(d *Decision) string { return d.Situation.String() }),
		table.Text("hand", func(d *Decision) string { return d.Hand.String() }),
		table.Float("jam", func(d *Decision) float64 { return d.Jam }),
		table.Float("reach_percent", func(d *Decision) float64 { return d.ReachPercent }),
		table.OptionalFloat("jam_dollars", func(d *Decision) float64 { return d.JamDollars }),
		table.OptionalFloat("fold_dollars", func(d *Decision) float64 { return d.FoldDollars }),
		table.Text("decision", func(d *Decision) string { return d.Words }),
	}
}

// Decisions returns the rows of a state: every hand in every situation that can arise and leaves the player a choice.
func (s *State) Decisions(state, unit int) []Decision {
	var rows []Decision
	stacks := s.Hand.Stacks
	for seat := range stacks {
		stacks[seat] *= unit
	}
	for at := range tournament.Situation(tournament.NumSituations) {
		if s.Hand.Choice(at) != tournament.Free || !s.Hand.Arises(at) {
			continue
		}
		words := s.Hand.Words(at)
		for k := range cards.Class(cards.NumClasses) {
			a := s.Endings.Action(at, k, &s.Payoffs)
			d := Decision{
				State: state, Stacks: stacks, Situation: at, Words: words, Hand: k,
				Jam: s.Strategy[at][k], JamDollars: math.NaN(), FoldDollars: math.NaN(),
			}
			if a.Reach >= unreached {
				d.ReachPercent, d.JamDollars, d.FoldDollars = 100*a.Reach, a.Jam/a.Reach, a.Fold/a.Reach
			}
			rows = append(rows, d)
		}
	}
	return rows
}

// WriteDecisions writes all decisions of a solved tournament as Parquet, a row group for each block of states. It
// examines every state again, about 20 ms each.
func (l *Lab) WriteDecisions(ctx context.Context, s *Solved, w io.Writer, progress func(done, total int)) error {
	out, err := table.NewWriter(w, DecisionColumns(), [][2]string{
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
		err := loop.Each(ctx, parallel.Same(func(i int) error {
			state := played[first+i]
			rows[i] = s.At(state).Decisions(state, s.Config.Unit)
			return nil
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

// StateValue is the value of a state.
type StateValue struct {
	State       int
	Stacks      tournament.Stacks // chips
	Values, ICM [tournament.NumSeats]float64
}

// StateValues returns the values of all states that are played.
func (s *Solved) StateValues() []StateValue {
	var rows []StateValue
	for _, i := range s.Game.Played() {
		stacks := s.Game.Space.At(i)
		for seat := range stacks {
			stacks[seat] *= s.Config.Unit
		}
		rows = append(rows, StateValue{i, stacks, s.Certificate.Values[i], s.Game.ICM[i]})
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
