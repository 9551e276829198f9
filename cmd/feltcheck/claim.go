package main

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/featureset"
	"feltlab/model/proof"
	"feltlab/model/ranges"
	"feltlab/model/weights"
	"feltlab/pipeline/prooffile"
)

// subject is what a claim about hands says of its rows:
//
//	source HAND                             rows RANGE [on the STREET] [estimating win] [by READING]
//	source together HANDS
type subject struct {
	hands    []cards.Combo
	weights  []int // combos that each stands for
	opponent *ranges.Range
	street   cards.Street
	estimate string // "", "ahead" or "win"
	reading  string // of the features
}

// subjectOf reads the labels of a claim.
func subjectOf(h *proof.Header) (s *subject, err error) {
	s = &subject{reading: features.Version}
	label := prooffile.Rows(h)
	if text, reading, named := strings.Cut(label, " by "); named {
		label, s.reading = text, reading
	}
	if text, street, named := strings.Cut(label, " on the "); named {
		label = text
		if s.street, err = cards.ParseStreet(street); err == nil && s.street == cards.Flop {
			err = errors.New("labels do not name the flop")
		}
	}
	if text, estimate, named := strings.Cut(label, " estimating "); named {
		label, s.estimate = text, estimate
		if s.street != cards.Flop || estimate != "ahead" && estimate != "win" {
			err = fmt.Errorf("unknown estimate %.40q, want ahead or win, on the flop", estimate)
		}
	}
	if err != nil {
		return nil, err
	}
	if s.opponent, err = ranges.Parse(label); err != nil {
		return nil, err
	}
	if text, several := strings.CutPrefix(h.Labels.Source, "together "); several {
		return s, s.addHands(text)
	}
	hand, err := ranges.ParseHand(h.Labels.Source)
	if err == nil && !hand.Specific && !s.opponent.SuitSymmetric() {
		err = fmt.Errorf("the range %s tells suits apart, %s does not", label, hand)
	}
	s.hands, s.weights = []cards.Combo{hand.Combo}, []int{1}
	return s, err
}

// addHands reads hands that have one formula.
func (s *subject) addHands(text string) error {
	hands, err := ranges.Parse(text)
	switch {
	case err != nil:
		return err
	case text != hands.String() || !hands.SuitSymmetric() || !hands.Uniform() || !s.opponent.SuitSymmetric():
		return fmt.Errorf("the hands %.80q or their range tell suits apart or have weights", text)
	case s.street != cards.Flop || s.reading == features.Version:
		return errors.New("hands together have questions of a feature set on the flop, and not the features of the " +
			"paper")
	}
	for class := range cards.Class(cards.NumClasses) {
		if h := class.Representative(); hands.Weight(h) > 0 {
			s.hands, s.weights = append(s.hands, h), append(s.weights, class.Size())
		}
	}
	return nil
}

// instance counts the boards of a claim about hands and reads their features.
func (k *checker) instance(ctx context.Context, h *proof.Header) (*proof.Instance, error) {
	s, err := subjectOf(h)
	if err != nil {
		return nil, err
	}
	columns, read, err := k.featuresOf(h, s)
	if err != nil {
		return nil, err
	}
	tallies, err := k.tallies(ctx, s)
	if err != nil {
		return nil, err
	}
	var rows []proof.Row
	for i, hand := range s.hands {
		suits := symmetries(hand, s.opponent)
		each(cards.FullDeck&^hand.Set(), s.street.Cards(), func(board cards.Set) {
			smallest, size := cards.Orbit(board, suits)
			if smallest != board || err != nil {
				return
			}
			t := tallies[i][indexOf(board)]
			if t.deals == 0 {
				err = fmt.Errorf("no hand of the range %v avoids the hand %v and the board %v", s.opponent, hand, board)
				return
			}
			row := proof.Row{Numerator: 2*t.wins + t.ties, Denominator: 2 * t.deals, Weight: int64(size * s.weights[i])}
			if s.estimate == "win" {
				row.Numerator = 2 * t.wins
			}
			row.Columns, err = read(hand, board)
			rows = append(rows, row)
		})
	}
	if err != nil {
		return nil, err
	}
	return proof.NewInstance(columns, rows)
}

// tallies counts the boards of a subject, unless it is one of the last few.
func (k *checker) tallies(ctx context.Context, s *subject) ([][]tally, error) {
	now := s.estimate == "ahead"
	of := fmt.Sprint(s.hands, s.opponent, s.street, now)
	if known := k.recent[of]; known != nil {
		return known, ctx.Err()
	}
	counts, err := count(ctx, s.hands, s.opponent, s.street, now)
	if err != nil {
		return nil, err
	}
	for _, all := range counts {
		for i, t := range all {
			if now { // as if of all runouts
				all[i] = tally{runouts * t.wins, runouts * t.ties, runouts * t.deals}
			}
		}
	}
	const most = 4
	if len(k.recent) == most || k.recent == nil {
		k.recent = map[string][][]tally{}
	}
	k.recent[of] = counts
	return counts, nil
}

// runouts is the number of turns and rivers after a flop and two hands.
const runouts = 45 * 44 / 2

// featuresOf returns the number of features of a claim, and what reads them: those of the paper, of any-hand, of a turn
// or a river, or of a set whose file is an argument of the program.
func (k *checker) featuresOf(h *proof.Header, s *subject) (columns int,
	read func(cards.Combo, cards.Set) (proof.Vector, error), err error) {
	if s.street == cards.Flop && s.reading == features.Version {
		var names []string
		for _, f := range features.All() {
			names = append(names, f.Name)
		}
		return features.Count, func(hand cards.Combo, board cards.Set) (proof.Vector, error) {
			list := board.Cards()
			return features.Of(hand, [3]cards.Card(list)), nil
		}, sameFormulas(h, names)
	}
	if !strings.HasPrefix(s.reading, featureset.Prefix) {
		return 0, nil, fmt.Errorf("it reads the features as %q, this program as %q", s.reading, features.Version)
	}
	known := []*featureset.Set{featureset.AnyHand()}
	if s.street != cards.Flop {
		known = append(known, featureset.Default(s.street))
	}
	for _, path := range k.sets {
		set, err := featureset.Read(path)
		if err != nil {
			return 0, nil, err
		}
		known = append(known, set)
	}
	i := slices.IndexFunc(known, func(set *featureset.Set) bool { return set.Reading == s.reading })
	switch {
	case i >= 0:
		names := known[i].Names()
		return len(names), known[i].NewReader().Of, errors.Join(sameFormulas(h, names), known[i].CheckFor(s.street))
	case len(k.sets) > 0:
		return 0, nil, fmt.Errorf("it is about the feature set %.80s, which is none of %s", s.reading,
			strings.Join(k.sets, ", "))
	}
	return 0, nil, fmt.Errorf("it is about the feature set %.80s; name its file with --feature-set", s.reading)
}

// sameFormulas returns an error unless a claim is about formulas of some features, with any weights from -1 to 1 or
// with round ones.
func sameFormulas(h *proof.Header, names []string) error {
	n := len(names)
	rules, err := weights.Of(h.Rules, false).Rules(nil, n, false)
	if err != nil || !reflect.DeepEqual(h.Rules, rules) ||
		h.Labels.Reading == "" && !slices.Equal(names, h.Labels.Columns) {
		return errors.New("its formulas have other weights or features than those of the feature set")
	}
	return nil
}
