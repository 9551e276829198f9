package handout

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"feltlab/dataset/equity"
	"feltlab/dataset/matrix"
	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/featureset"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

func rangeOf(t *testing.T, text string) *ranges.Range {
	t.Helper()
	return must.Get(ranges.Parse(text))(t)
}

// several returns a formula of two hands, and spots of each hand's matrix with the same features.
func several(t *testing.T) (*Formula, []*matrix.Rows) {
	t.Helper()
	subject := must.Get(question.Together(rangeOf(t, "AA,JTs"), question.MustSubject("AA", "RUS").Against()))(t)
	set := featureset.AnyHand()
	about := matrix.Meta{Hands: rangeOf(t, "AA,JTs"), Range: rangeOf(t, "RUS"), Set: set}
	spots := must.Get(about.Build(t.Context(), 2, nil))(t)
	var alone []*matrix.Rows
	for _, hand := range []string{"AA", "JTs"} {
		m := must.Get(matrixtest.Of(t, hand, "RUS").As(t.Context(), matrix.Equity, set, 2))(t)
		alone = append(alone, m.Orbits())
	}
	terms := regression.Formula{{ID: 1, Weight: 0.4}, {ID: 20, Weight: 0.3}, {ID: 3, Weight: -0.05}}
	return &Formula{Subject: subject, Spots: spots, Terms: terms}, alone
}

// TestSeveral compares the errors of a formula of two hands on each hand with those on the matrix of the hand, and
// looks for both hands on the sheet.
func TestSeveral(t *testing.T) {
	f, alone := several(t)
	byHand, err := ByHand(f.Spots, f.Terms)
	if err != nil || len(byHand) != 2 {
		t.Fatalf("%d hands, %v", len(byHand), err)
	}
	textures := must.Get(Textures(f.Spots, f.Terms))(t)
	for i, kind := range []string{"pairs", "suited"} { // AA and JTs
		want := must.Get(alone[i].Some(nil).Evaluate(f.Terms))(t)
		name, combos := alone[i].Hand.Text, []int{6, 4}[i]
		for _, got := range []Group{
			byHand[slices.IndexFunc(byHand, func(g Group) bool { return g.Name == name })],
			textures[slices.IndexFunc(textures, func(g Group) bool { return g.Name == kind })],
		} {
			if got.Flops != combos*matrix.NumFlops || math.Abs(got.AverageError-want.Average) > 1e-12 ||
				math.Abs(got.MaxError-want.Max) > 1e-12 || math.Abs(got.P90Error-want.P90) > 1e-12 ||
				math.Abs(got.Equity-mean(alone[i].Some(nil))) > 1e-12 {
				t.Errorf("%s, %s: %+v, want %v", name, got.Name, got, want)
			}
		}
	}
	if byHand[0].AverageError < byHand[1].AverageError {
		t.Error("the hand with the largest error is not the first")
	}
	var page bytes.Buffer
	must.Do(t, WriteSheet(&page, []*Formula{f}))
	for _, want := range []string{"<h1>AA,JTs <small>against RUS", ">pairs</td>", "over all 196,000 hands on flops",
		" on <span"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the sheet has no %q", want)
		}
	}
}

// TestTurn judges a formula on the turn, and holds boards to the count of each alone.
func TestTurn(t *testing.T) {
	meta := matrixtest.MetaOf(t, "JTs", "RUS")
	meta.Street = cards.Turn
	m := must.Get(meta.Build(t.Context(), 2, nil))(t)
	f := &Formula{Subject: question.MustSubject("JTs", "RUS on the turn"), Spots: m.Orbits(), StepPercent: 1,
		Terms: regression.Formula{{ID: 31, Weight: 0.25}, {ID: 35, Weight: 0.5}, {ID: 52, Weight: 0.2}}}
	checkFind(t, f.Spots)
	whole := must.Get(m.Instance().Evaluate(f.Terms))(t)
	groups := must.Get(Textures(f.Spots, f.Terms))(t)
	sum, boards := map[string]float64{}, map[string]int{}
	for _, g := range groups {
		sum[g.Family] += float64(g.Flops) * g.AverageError / 230_300
		boards[g.Family] += g.Flops
	}
	for family, e := range sum {
		if math.Abs(e-whole.Average) > 1e-9 || boards[family] != 230_300 {
			t.Errorf("%s: error %v on %d boards, want %v", family, e, boards[family], whole.Average)
		}
	}
	flops := Rank(f.Spots, f.Terms)
	if worst := flops.Worst(3); len(worst) != 3 || len(worst[0].Cards) != 4 ||
		math.Abs(worst[0].Error-whole.Max) > 1e-12 {
		t.Errorf("%+v, want a largest error of %v", worst, whole.Max)
	}
	var page bytes.Buffer
	must.Do(t, WriteSheet(&page, []*Formula{f}))
	for _, want := range []string{"Error by turn", "over all 230,300 turns", ">two pair</td>", "from the range RUS."} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the sheet has no %q", want)
		}
	}
}

// TestFind finds the hands and boards that suits alone tell from those in the list.
func TestFind(t *testing.T) {
	checkFind(t, matrixtest.Of(t, "JTs", "RUS").Orbits())
	f, _ := several(t)
	checkFind(t, f.Spots)
	for text, want := range map[string]string{
		"AhKd Qs7h2d": "AhKd is none of AA,JTs", "AhAd Qs7h2d3c": "4 cards, want 3, a flop", "AhAd As7h2d": "",
		"AhAd Ah7h2d": "holds Ah",
	} {
		list := must.Get(cards.ParseCards(strings.ReplaceAll(text[:4], " ", "")))(t)
		board, err := cards.ParseBoard(text[5:])
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.Spots.Find(cards.ComboOf(list[0], list[1]), cards.SetOf(board...))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	// A range that tells suits apart, of a hand of two cards: no permutation but the identity keeps both.
	checkFind(t, matrixtest.Build(t, "JhTh", "AhKd,QsQc,77").Orbits())
}

// checkFind compares the counts of spots with those of single hands on boards, whose suits are permuted.
func checkFind(t *testing.T, s *matrix.Rows) {
	t.Helper()
	opponent := s.Range
	random := rand.New(rand.NewPCG(1, 0))
	for range 12 {
		spot := &s.List[random.IntN(len(s.List))]
		p := cards.SuitPerms[0]
		if opponent.SuitSymmetric() {
			p = cards.SuitPerms[random.IntN(len(cards.SuitPerms))]
		}
		hand, board := spot.Hand.Permute(p), p.Set(spot.Board)
		at, err := s.Find(hand, board)
		if err != nil || s.List[at] != *spot {
			t.Fatalf("%v on %v: spot %d, %v", hand, board, at, err)
		}
		want, err := equity.Against(t.Context(), hand, opponent, board.Cards())
		if err != nil || want.Equity() != spot.Equity() {
			t.Errorf("%v on %v: equity %v, want %v, %v", hand, board, spot.Equity(), want.Equity(), err)
		}
	}
}
