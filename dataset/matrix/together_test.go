package matrix

import (
	"math"
	"slices"
	"testing"

	"feltlab/dataset/equity"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/featureset"
	"feltlab/model/proof"
	"feltlab/model/ranges"
	"feltlab/model/regression"
)

func parsed(t *testing.T, text string) *ranges.Range {
	t.Helper()
	return must.Get(ranges.Parse(text))(t)
}

// TestTogether compares the rows of hands together with those of their matrices, flop by flop.
func TestTogether(t *testing.T) {
	set := featureset.AnyHand()
	opponent := parsed(t, "TT+,AQ")
	counted := map[string]*Rows{}
	for _, name := range []string{"88", "AKs", "AKo"} {
		counted[name] = build(t, name, opponent.String())
	}
	for _, estimate := range []Estimate{Equity, Ahead, Win} {
		for _, names := range [][]string{{"AKs"}, {"88", "AKs", "AKo"}} {
			if estimate == Win && len(names) > 1 {
				continue // as for equities, which take some seconds
			}
			type key struct {
				columns proof.Vector
				ratio   regression.Ratio
			}
			want, text, total := map[key]float64{}, "", 0.0
			for _, name := range names {
				m := must.Get(counted[name].As(t.Context(), estimate, set, 2))(t)
				inst := m.Instance()
				for i := range inst.Target {
					want[key{inst.Features[i], inst.Ratios[i]}] += float64(m.Hand.Class.Size())
					total += float64(m.Hand.Class.Size())
				}
				text += "," + name
			}
			hands := parsed(t, text[1:])
			m := Meta{Hands: hands, Range: opponent, Set: set, Estimate: estimate}
			got := must.Get(m.Build(t.Context(), 2, nil))(t).Instance()
			if got.TotalWeight() != total || len(got.Target) != len(want) {
				t.Fatalf("%v %v: %d rows of weight %v, want %d of %v", estimate, hands, len(got.Target),
					got.TotalWeight(),
					len(want), total)
			}
			for i, w := range got.Weight {
				must.Equal(t, w, want[key{got.Features[i], got.Ratios[i]}], estimate, hands, i)
			}
			label := RangeLabel(opponent.String(), cards.Flop, estimate)
			if got.Source != TogetherWord+hands.String() || got.Rows != label {
				t.Errorf("labels %q, %q", got.Source, got.Rows)
			}
		}
	}
}

// TestEstimates holds the estimates to what they mean on a flop: against aces, kings are behind on a blank flop, and
// ahead on a flop with a king.
func TestEstimates(t *testing.T) {
	m := build(t, "KsKh", "AA,22")
	blank, king := mustFlop(t, "Qd7c3h"), mustFlop(t, "Kd7c3h")
	for estimate, want := range map[Estimate][2]float64{
		Equity: {0.497, 0.93}, Ahead: {0.5, 1}, Win: {0.497, 0.93},
	} {
		by := must.Get(m.As(t.Context(), estimate, nil, 2))(t)
		for i := range by.List {
			r := &by.List[i]
			at := slices.Index([]cards.Set{blank, king}, r.Board)
			if estimate == Win && r.Ties != 0 || at >= 0 && math.Abs(r.Equity()-want[at]) > 0.03 {
				t.Fatalf("%v on %v: %d ties, %v", estimate, r.Board, r.Ties, r.Equity())
			}
		}
	}
}

func mustFlop(t *testing.T, text string) cards.Set {
	t.Helper()
	flop := must.Get(cards.ParseFlop(text))(t)
	return cards.SetOf(flop[:]...)
}

func TestLabels(t *testing.T) {
	for _, e := range []Estimate{Equity, Ahead, Win} {
		rng, _, got, err := CutRange(RangeLabel("AA,KK", cards.Flop, e))
		if rng != "AA,KK" || got != e || err != nil {
			t.Errorf("%q, %q, %v", rng, got, err)
		}
	}
	for _, label := range []string{"AA estimating equity", "AA estimating wins"} {
		if _, _, _, err := CutRange(label); err == nil {
			t.Errorf("%q is read", label)
		}
	}
	for _, label := range []string{"together KK,AA", "together AhKd", "together AA:0.5,KK", "together", "together "} {
		if _, together, err := CutHands(label); together == (err == nil) {
			t.Errorf("%q: %v, %v", label, together, err)
		}
	}
	hands := parsed(t, "22-TT")
	got, together, err := CutHands(TogetherWord + hands.String())
	if err != nil || !together || !got.Equal(hands) {
		t.Errorf("%v, %v, %v", got, together, err)
	}
	_, err = Meta{Hands: hands, Range: parsed(t, "AhKd,22+"), Set: featureset.AnyHand()}.Build(t.Context(), 1, nil)
	must.Fail(t, err, ErrAsymmetric)
	_, err = Meta{Hands: parsed(t, "AA"), Range: parsed(t, "AA"), Set: featureset.AnyHand()}.Build(t.Context(), 1, nil)
	must.Fail(t, err, equity.ErrEmptyRange)
}
