package handout

import (
	"cmp"
	"slices"

	"feltlab/dataset/matrix"
	"feltlab/dataset/strength"
	"feltlab/model/cards"
	"feltlab/model/regression"
)

// Group is the flops of one texture, or of one hand, with a formula's errors on them as fractions of 1.
type Group struct {
	// Family is kind of the texture: suits, pairing, high card or connectedness; or hand.
	Family string  `json:"family"`
	Name   string  `json:"name" text:" "`     // the texture, or the hand
	Flops  int     `json:"flops"`             // number of its flops, or of its pairs of a hand and a flop
	Equity float64 `json:"equity" text:",%1"` // mean equity, or mean of another estimate
	Errors
}

// Errors are those of a formula.
type Errors struct {
	AverageError float64 `json:"average_error" text:"average,%2"` // average error
	P90Error     float64 `json:"p90_error" text:"P90,%2"`         // what 90% of the flops stay within
	MaxError     float64 `json:"max_error" text:"max,%2"`         // largest error
}

// handFamily is the family of groups of hands.
const handFamily = "hand"

var handKinds = []string{"pairs", "suited", "offsuit"}

// kindOf returns the kind of a hand, an index of handKinds.
func kindOf(hand cards.Combo) int {
	low, high := hand.Cards()
	switch {
	case low.Rank() == high.Rank():
		return 0
	case low.Suit() == high.Suit():
		return 1
	}
	return 2
}

// Textures returns a formula's errors on the groups of every family of textures that occur, in its order; before them,
// for a formula of several hands, on pairs, suited and offsuit hands.
func Textures(s *matrix.Rows, f regression.Formula) ([]Group, error) {
	var out []Group
	if s.Hands != nil {
		var err error
		out, err = groups(s, f, handFamily, handKinds, func(x *matrix.Row) int { return kindOf(x.Hand) })
		if err != nil {
			return nil, err
		}
	}
	for _, family := range strength.TextureFamilies(s.Street) {
		some, err := groups(s, f, family.Name, family.Groups, func(x *matrix.Row) int { return family.Of(x.Board) })
		if err != nil {
			return nil, err
		}
		out = append(out, some...)
	}
	return out, nil
}

// ByHand returns the errors of a formula of several hands on the flops of each class, the largest average error first.
func ByHand(s *matrix.Rows, f regression.Formula) ([]Group, error) {
	all, err := groups(s, f, handFamily, cards.ClassNames(), func(x *matrix.Row) int { return int(x.Hand.Class()) })
	slices.SortStableFunc(all, func(a, b Group) int { return cmp.Compare(b.AverageError, a.AverageError) })
	return all, err
}

// groups returns the errors on each group of spots that occurs. Of returns the group of a spot, an index of the names.
func groups(s *matrix.Rows, f regression.Formula, family string, names []string, of func(*matrix.Row) int,
) (out []Group, err error) {
	rows := make([][]int, len(names))
	for i := range s.List {
		g := of(&s.List[i])
		rows[g] = append(rows[g], i)
	}
	for g, name := range names {
		if len(rows[g]) == 0 {
			continue
		}
		part := s.Some(rows[g])
		errs, err := part.Evaluate(f)
		if err != nil {
			return nil, err
		}
		out = append(out, Group{family, name, int(part.TotalWeight()), mean(part),
			Errors{errs.Average, errs.P90, errs.Max}})
	}
	return out, nil
}

func mean(inst *regression.Instance) float64 {
	sum := 0.0
	for i, equity := range inst.Target {
		sum += inst.Weight[i] * equity
	}
	return sum / inst.TotalWeight()
}
