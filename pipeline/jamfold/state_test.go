package jamfold

import (
	"math"
	"slices"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// TestUnsolvedDecisions: where play never comes, or so rarely that the regret of the whole hand says nothing, no number
// of a decision is told, as a state, as a chart or as rows of a tournament. All others are.
func TestUnsolvedDecisions(t *testing.T) {
	lab, c := small(t, t.TempDir())
	solved := must.Get(lab.Tournament(t.Context(), c, nil))(t)
	index := solved.Game.Space.Index(tournament.Stacks{2, 2, 2})
	solvedAt, err := solved.At(index)
	if err != nil || solvedAt == nil {
		t.Fatal("the state is not played", err)
	}
	worst, opens := cards.Class(0), tournament.Decision{}
	for k := range cards.Class(cards.NumClasses) {
		jam, fold, ok := solvedAt.Actions(opens, k)
		if j, f, _ := solvedAt.Actions(opens, worst); ok && jam-fold < j-f {
			worst = k
		}
	}
	afterFold, callsSmall := tournament.Decision{Seat: 1}, tournament.Decision{Seat: 2, Jammed: 2}
	for name, change := range map[string]func(jams *[cards.NumClasses]float64){
		"never":  func(*[cards.NumClasses]float64) {},
		"rarely": func(jams *[cards.NumClasses]float64) { jams[worst] = 1 - 1e-7 },
	} {
		x := slices.Clone(solved.Profile[index])
		for k := range cards.NumClasses {
			x[opens.Node()][k] = 1
			x[afterFold.Node()][k] = float64(k % 2) // left from the beginning
		}
		change(&x[opens.Node()])
		solved.Profile[index] = x
		s := must.Get(solved.At(index))(t)
		for _, at := range s.Decisions() {
			unsolved := at == afterFold || at == callsSmall && name == "never"
			if at == callsSmall && name == "rarely" {
				continue // it answers to play that is not solved
			}
			_, ok := s.Reach(at)
			_, _, valued := s.Actions(at, 0)
			if unsolved && (ok || valued) {
				t.Errorf("%s, %v: solved %v, valued %v", name, at, ok, valued)
			}
		}
		for _, d := range s.Chart().Charts {
			if d.Seat == "SB" && len(d.Jammed) == 0 && (d.Unsolved == "" || !math.IsNaN(d.Percent)) {
				t.Errorf("%s: %q, %v%%", name, d.Unsolved, d.Percent)
			}
		}
		rows := 0
		all := must.Get(solved.Decisions(index))(t)
		for _, d := range all {
			if d.At == afterFold {
				if rows++; !math.IsNaN(d.Jam) || !math.IsNaN(d.JamDollars) || !math.IsNaN(d.FoldDollars) {
					t.Fatalf("%s: %+v", name, d)
				}
			}
		}
		if rows != cards.NumClasses {
			t.Errorf("%s: %d rows", name, rows)
		}
	}
	for _, at := range solvedAt.Decisions() {
		if reach, ok := solvedAt.Reach(at); !ok && reach > 0.01 {
			t.Errorf("%v: not solved, though play comes there in %v of hands", at, reach)
		}
	}
}
