package strength

import (
	"context"

	"feltlab/dataset/showdown"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// Flopped says how often a range holds what on the flop, over all its hands and the 19,600 flops of each.
type Flopped struct {
	FlopShares
	Textures []Texture `json:"textures"` // the flops by texture
}

// FlopShares are shares of hands and flops.
type FlopShares struct {
	Made     []FlopShare `json:"made" text:"made hand"`               // made hands, the best first: in all 1
	Draws    []FlopShare `json:"draws" text:"draw"`                   // draws; a hand can have several
	Combined []FlopShare `json:"combined_draws" text:"combined draw"` // draws that hands hold together
}

// FlopShare is how often a range holds something on the flop.
type FlopShare struct {
	Name  string  `json:"name"`             // the made hand, the draw, or what a hand holds together
	Share float64 `json:"share" text:",%3"` // the share of all hands and flops
	// OrBetter is the share with this made hand or a better one.
	OrBetter *float64 `json:"or_better,omitempty" text:",%3"`
}

// Texture is what a range holds on the flops of one texture, as shares of its hands and these flops.
type Texture struct {
	Family string  `json:"family" text:"-"`                          // how flops are sorted
	Group  string  `json:"group" text:"flops"`                       // the flops' texture
	Flops  int     `json:"flops" text:"of 1755"`                     // of 1,755 that differ by more than suits
	Share  float64 `json:"share" text:"come,%2"`                     // how often one comes, beside a hand of the range
	Strong float64 `json:"two_pair_or_better" text:"two pair+,%2"`   // share with two pair or better
	Top    float64 `json:"overpair_or_top_pair" text:"top pair+,%2"` // share with an overpair or top pair
	Pair   float64 `json:"other_pair" text:"low pair,%2"`            // share with another pair
	Flush  float64 `json:"flush_draw" text:",%2"`                    // share with a flush draw
	// Straight is the share with an open-ended or a double inside straight draw.
	Straight   float64 `json:"straight_draw_of_two_ranks" text:"straight draw,%2"`
	FlopShares `text:"-"`
}

// flopSums are weights of hands on flops by their place in heldNames, and in all.
type flopSums struct {
	held  []uint64
	all   uint64
	flops int
}

// Flops counts what a range holds on all flops, in a second or less. Suits of flop and hand can be exchanged together,
// so that it takes each of the 1,755 flops that differ by more than suits once, for the mean of the range over all ways
// to exchange suits. A number of workers below 1 means one for each processor; the error is that of the context.
func Flops(ctx context.Context, r *ranges.Range, workers int) (*Flopped, error) {
	var weights [cards.NumCombos]uint64
	for _, to := range showdown.ComboMaps() {
		for h, image := range to {
			weights[image] += uint64(r.Weights()[h])
		}
	}
	flops, families := showdown.Flops(), TextureFamilies(cards.Flop)
	newRows := func() []flopSums { // of all flops, and those of each group
		rows := []flopSums{{held: make([]uint64, len(heldNames))}}
		for _, f := range families {
			for range f.Groups {
				rows = append(rows, flopSums{held: make([]uint64, len(heldNames))})
			}
		}
		return rows
	}
	loop := parallel.Loop{Items: flops.Len(), Block: 8, Workers: workers}
	done, err := parallel.States(ctx, loop, newRows, func(rows []flopSums, i int) error {
		sum := sumFlop(&weights, flops.Set(i), uint64(flops.Size(i)))
		rows[0].add(&sum)
		first := 1
		for k := range families {
			rows[first+families[k].Of(flops.Set(i))].add(&sum)
			first += len(families[k].Groups)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	rows := newRows()
	for _, part := range done {
		for i := range part {
			rows[i].add(&part[i])
		}
	}
	out, next := &Flopped{FlopShares: rows[0].shares()}, 1
	for _, f := range families {
		for _, group := range f.Groups {
			if row := &rows[next]; row.all > 0 {
				out.Textures = append(out.Textures, row.texture(f.Name, group, rows[0].all))
			}
			next++
		}
	}
	return out, nil
}

func sumFlop(weights *[cards.NumCombos]uint64, flop cards.Set, size uint64) flopSums {
	sum, board := flopSums{held: make([]uint64, len(heldNames)), flops: 1}, flop.Cards()
	var held []int
	for h, w := range weights {
		if w == 0 || cards.Combo(h).Set()&flop != 0 {
			continue
		}
		sum.all += size * w
		held = heldBy(held[:0], cards.Combo(h), board)
		for _, at := range held {
			sum.held[at] += size * w
		}
	}
	return sum
}

func (s *flopSums) add(o *flopSums) {
	s.all += o.all
	s.flops += o.flops
	for i, w := range o.held {
		s.held[i] += w
	}
}

// share returns the share of the hands that hold something from one place in heldNames up to another.
func (s *flopSums) share(from, upTo int) float64 {
	sum := uint64(0)
	for _, w := range s.held[from : upTo+1] {
		sum += w
	}
	return float64(sum) / float64(s.all)
}

func (s *flopSums) shares() FlopShares {
	list := func(from, to int) (all []FlopShare) {
		for i := from; i < to; i++ {
			if s.held[i] == 0 {
				continue
			}
			share := FlopShare{Name: heldNames[i], Share: s.share(i, i)}
			if i < firstDraw {
				share.OrBetter = new(s.share(0, i))
			}
			all = append(all, share)
		}
		return all
	}
	return FlopShares{list(0, firstDraw), list(firstDraw, firstCombined), list(firstCombined, len(heldNames))}
}

func (s *flopSums) texture(family, group string, all uint64) Texture {
	return Texture{Family: family, Group: group, Flops: s.flops, Share: float64(s.all) / float64(all),
		Strong: s.share(0, madeTwoPair), Top: s.share(madeOverpair, madeTopPair),
		Pair: s.share(madeTopPair+1, madeUnderpair), Flush: s.share(firstDraw, firstDraw),
		Straight: s.share(firstDraw+1, firstDraw+2), FlopShares: s.shares()}
}
