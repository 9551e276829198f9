package report

import (
	"context"
	"sync"

	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/ranges"
)

// always returns the features that are true on every flop, by hand: a formula's sum starts with their weights.
func (in *Input) always(ctx context.Context) (map[string][]int, error) {
	all, combos := map[string][]int{}, map[string]cards.Combo{}
	var hands []string
	for _, r := range in.results {
		if _, seen := combos[r.Hand().Text]; !seen {
			combos[r.Hand().Text] = r.Hand().Combo
			hands = append(hands, r.Hand().Text)
		}
	}
	var mu sync.Mutex
	loop := parallel.Loop{Items: len(hands)}
	err := loop.Each(ctx, parallel.Same(func(i int) error {
		spec, err := partSpec("always true", []string{hands[i], features.Version})
		if err != nil {
			return err
		}
		ids, err := part(ctx, in, spec, func(context.Context) ([]int, error) {
			return alwaysTrue(combos[hands[i]]), nil
		})
		mu.Lock()
		defer mu.Unlock()
		all[hands[i]] = ids
		return err
	}))
	return all, err
}

// alwaysTrue returns the features of a hand that are true on all of its 19,600 flops, in order.
func alwaysTrue(hand cards.Combo) []int {
	left := (cards.FullDeck &^ hand.Set()).Cards()
	common := features.Of(hand, [3]cards.Card{left[0], left[1], left[2]})
	for i, a := range left {
		for j, b := range left[:i] {
			for _, c := range left[:j] {
				common = common.And(features.Of(hand, [3]cards.Card{a, b, c}))
			}
		}
	}
	return common.IDs()
}

type rangeFacts struct {
	// Cells has a character for each of the 169 classes, in the order of cards.Class: 1 for a class with all its
	// combos, 0 for none, p for another part or for any part of a range with several weights.
	Cells  string `json:"cells"`
	Words  string `json:"words"` // what the text means, if other programs do not read it: ranges.Range.Meaning
	Combos int    `json:"combos"`
}

func (in *Input) ranges() map[string]rangeFacts {
	all := map[string]rangeFacts{}
	for _, r := range in.results {
		if name := r.Against().Range.String(); all[name].Combos == 0 {
			rng := r.Against().Range
			all[name] = rangeFacts{cellsOf(rng.Range), rng.Meaning(), rng.Len()}
		}
	}
	return all
}

func cellsOf(r *ranges.Range) string {
	text := make([]byte, cards.NumClasses)
	for k := range cards.Class(cards.NumClasses) {
		in := 0
		for _, combo := range k.Combos() {
			if r.Weight(combo) > 0 {
				in++
			}
		}
		switch {
		case in == 0:
			text[k] = '0'
		case in == k.Size() && r.Uniform():
			text[k] = '1'
		default:
			text[k] = 'p'
		}
	}
	return string(text)
}
