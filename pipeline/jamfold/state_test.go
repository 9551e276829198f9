package jamfold

import (
	"encoding/json"
	"math"
	"testing"

	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// TestUnsolvedDecisions: where play never comes, or so rarely that the regret of the whole hand says nothing, no number
// of a decision is told: neither frequency nor values, as a state, as a step or as rows of a tournament. All others
// are.
func TestUnsolvedDecisions(t *testing.T) {
	lab, c := small(t, t.TempDir())
	solved, err := lab.Tournament(t.Context(), c, nil)
	if err != nil {
		t.Fatal(err)
	}
	index := solved.Game.Space.Index(tournament.Stacks{2, 2, 2})
	solvedAt := solved.At(index)
	if solvedAt == nil {
		t.Fatal("the state is not played")
	}
	worst := cards.Class(0)
	for k := range cards.Class(cards.NumClasses) {
		jam, fold, ok := solvedAt.Actions(tournament.ButtonOpens, k)
		if j, f, _ := solvedAt.Actions(tournament.ButtonOpens, worst); ok && jam-fold < j-f {
			worst = k
		}
	}
	for name, change := range map[string]func(jams *[cards.NumClasses]float64){
		"never":  func(*[cards.NumClasses]float64) {},
		"rarely": func(jams *[cards.NumClasses]float64) { jams[worst] = 1 - 1e-7 },
	} {
		x := *solved.Profile[index]
		for k := range x[tournament.ButtonOpens] {
			x[tournament.ButtonOpens][k] = 1
			x[tournament.SmallBlindAfterFold][k] = float64(k % 2) // left from the beginning
		}
		change(&x[tournament.ButtonOpens])
		solved.Profile[index] = &x
		s := solved.At(index)
		for _, at := range Situations(s.Hand) {
			unsolved := at == tournament.SmallBlindAfterFold || at == tournament.BigBlindAfterFoldJam && name == "never"
			if at == tournament.BigBlindAfterFoldJam && name == "rarely" {
				continue // it answers to play that is not solved
			}
			_, ok := s.Reach(at)
			_, _, valued := s.Actions(at, 0)
			free := s.Hand.Choice(at) == tournament.Free
			if frequency := s.Frequency(at); unsolved && (ok || valued || free && !math.IsNaN(frequency)) {
				t.Errorf("%s, %v: solved %v, valued %v, frequency %v", name, at, ok, valued, frequency)
			}
		}
		for _, d := range s.Answer(c, "solved").Decisions {
			if d.Situation == tournament.SmallBlindAfterFold.String() && (d.JamPercent != nil || d.Hands != nil) {
				t.Errorf("%s: %+v", name, d)
			}
		}
		step := s.Step(1)
		if _, err := json.Marshal(step.Answer(s.Hand)); err != nil {
			t.Error(err)
		}
		rows := 0
		for _, d := range solved.Decisions(index) {
			if d.Situation == tournament.SmallBlindAfterFold {
				if rows++; !math.IsNaN(d.Jam) || !math.IsNaN(d.JamDollars) || !math.IsNaN(d.FoldDollars) {
					t.Fatalf("%s: %+v", name, d)
				}
			}
		}
		if rows != cards.NumClasses {
			t.Errorf("%s: %d rows", name, rows)
		}
	}
	for _, at := range Situations(solvedAt.Hand) {
		if reach, ok := solvedAt.Reach(at); !ok && reach > 0.01 && solvedAt.Hand.Choice(at) == tournament.Free {
			t.Errorf("%v: not solved, though play comes there in %v of hands", at, reach)
		}
	}
}
