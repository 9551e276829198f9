package report

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"feltlab/dataset/matrix"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/solvers/lad"
	"feltlab/solvers/lattice"
)

type flopsData struct {
	// Families are the ways to sort flops, with their groups in order.
	Families []flopFamily `json:"families"`
	Hands    []handFlops  `json:"hands"`
}

type flopFamily struct {
	Name   string   `json:"name"`
	Groups []string `json:"groups"`
}

// handFlops holds the flops of a hand. Flops that differ only by suits that the hand does not distinguish are listed
// once.
type handFlops struct {
	Hand  string `json:"hand"`
	Cards []int  `json:"cards"` // the representative combo; a card is 4 rank + suit, suits in the order cdhs
	// Symmetric says that a flop also stands for those that differ from it in suits only.
	Symmetric bool `json:"symmetric"`
	// Flop is 4096 times the highest card, plus 64 times the next, plus the lowest.
	Flop   Packed `json:"flop"`
	Weight Packed `json:"weight"` // number of flops that each one stands for; they sum to 19,600
	// Features has a bit for each flop, the lowest bit of each byte first; each feature starts at a new byte.
	Features Packed `json:"features"`
	// Groups are the groups of the flops in each family.
	Groups []Packed     `json:"groups"`
	Ranges []rangeFlops `json:"ranges"`
}

// rangeFlops are the exact counts on each flop: the equity is (wins + ties/2) / (990 combos).
type rangeFlops struct {
	Range  string `json:"range"`
	Wins   Packed `json:"wins"`
	Ties   Packed `json:"ties"`
	Combos Packed `json:"combos"`
}

func (in *Input) flops(ctx context.Context) (map[question.Subject]*matrix.Rows, error) {
	if in.matrices != nil || in.Instances == nil {
		return in.matrices, nil
	}
	list := in.subjects()
	all := map[question.Subject]*matrix.Rows{}
	var mu sync.Mutex
	step, stop := in.progress("flops", len(list))
	defer stop()
	loop := parallel.Loop{Items: len(list)}
	err := loop.Each(ctx, parallel.Same(func(i int) error {
		m, err := in.keep.matrices.get(list[i], func() (*matrix.Rows, error) {
			return in.Instances.Flops(ctx, list[i])
		})
		if err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		all[list[i]] = m
		step(m.Hand.Text + " against " + m.Range.String())
		return nil
	}))
	if err != nil {
		return nil, err
	}
	in.matrices = all
	return all, nil
}

// progress reports parts of the work, if the options ask for it.
func (in *Input) progress(name string, parts int) (step func(string), stop func()) {
	if in.Progress == nil || parts == 0 {
		return func(string) {}, func() {}
	}
	return in.Progress(name, parts)
}

func flopsBlock(ctx context.Context, in *Input) (any, error) {
	all, err := in.flops(ctx)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	type group struct {
		hand string
		own  string // a range that tells suits apart has a list of its own
	}
	members := map[group][]*matrix.Rows{}
	for q, m := range all {
		g := group{hand: q.Hand().Text}
		if !q.Against().Range.SuitSymmetric() {
			g.own = q.Against().Range.String()
		}
		members[g] = append(members[g], m)
	}
	var data flopsData
	for _, f := range features.TextureFamilies(cards.Flop) {
		data.Families = append(data.Families, flopFamily{f.Name, f.Groups})
	}
	var groups []group
	for g := range members {
		groups = append(groups, g)
	}
	slices.SortFunc(groups, func(a, b group) int {
		return cmp.Or(cmp.Compare(a.hand, b.hand),
			cmp.Compare(a.own, b.own))
	})
	data.Hands = make([]handFlops, len(groups))
	loop := parallel.Loop{Items: len(groups)}
	err = loop.Each(ctx, parallel.Same(func(i int) (err error) {
		data.Hands[i], err = flopsOfHand(members[groups[i]], groups[i].own == "")
		return err
	}))
	return data, err
}

func flopsOfHand(all []*matrix.Rows, symmetric bool) (handFlops, error) {
	slices.SortFunc(all, func(a, b *matrix.Rows) int { return cmp.Compare(a.Range.String(), b.Range.String()) })
	if symmetric {
		for i := range all {
			all[i] = all[i].Orbits()
		}
	}
	m := all[0]
	h := handFlops{Hand: m.Hand.Text, Symmetric: symmetric}
	low, high := m.Hand.Combo.Cards()
	h.Cards = []int{int(high), int(low)}
	n := len(m.List)
	flop, weight := make([]uint32, n), make([]uint16, n)
	width := (n + 7) / 8
	bits := make([]uint8, features.Count*width)
	families := features.TextureFamilies(cards.Flop)
	groups := make([][]uint8, len(families))
	for i := range m.List {
		row := &m.List[i]
		three := row.Cards()
		weight[i] = uint16(row.Size)
		flop[i] = uint32(three[0])<<12 | uint32(three[1])<<6 | uint32(three[2])
		for _, id := range row.Features.IDs() {
			bits[(id-1)*width+i/8] |= 1 << (i % 8)
		}
		for k := range families {
			groups[k] = append(groups[k], uint8(families[k].Of(row.Board)))
		}
	}
	h.Flop, h.Weight, h.Features = Pack(flop), Pack(weight), Pack(bits)
	for _, g := range groups {
		h.Groups = append(h.Groups, Pack(g))
	}
	for _, m := range all {
		wins, ties, combos := make([]uint64, n), make([]uint64, n), make([]uint64, n)
		for i := range m.List {
			row := &m.List[i]
			wins[i], ties[i], combos[i] = row.Wins, row.Ties, row.Combos()
		}
		h.Ranges = append(h.Ranges, rangeFlops{m.Range.String(), Pack(wins), Pack(ties), Pack(combos)})
	}
	return h, nil
}

// roundSteps are the steps of round weights on the page, in percentage points.
var roundSteps = []int{10, 5, 1}

// roundFeatures is the largest number of features of formulas with round weights on the page: longer formulas take
// long and are hard to memorize.
const roundFeatures = 12

// rounded is a formula whose weights are multiples of a step. The multiples are the best ones for the result's
// features, unless a file has an answer for the step, with features of its own: that is the row, with or without known
// flops.
type rounded struct {
	Row     int             `json:"row"` // of the block solves
	Step    int             `json:"step_percent"`
	Solved  bool            `json:"solved"` // stored with the result
	Proved  bool            `json:"proved"` // no formula with multiples of the step is better
	Average question.Number `json:"average_error"`
	Largest question.Number `json:"max_error"`
	// Features and Weights are the formula; weights are in steps.
	Features []int `json:"features"`
	Weights  []int `json:"weights"`
}

// newRounded makes a row of a formula with weights in multiples of step percentage points.
func newRounded(step int, average, largest question.Number, f regression.Formula) rounded {
	x := rounded{Step: step, Average: average, Largest: largest, Features: []int{}, Weights: []int{}}
	for _, t := range f {
		x.Features = append(x.Features, t.ID)
		x.Weights = append(x.Weights, int(math.Round(100*t.Weight))/step)
	}
	return x
}

// roundBatch holds the results of a hand, a range and a loss, which share the preparation, most of the work.
type roundBatch struct {
	name string
	inst *regression.Instance
	free func() (*lad.Problem, error)
	rows []int
}

func roundBlock(ctx context.Context, in *Input) (any, error) {
	flops, err := in.flops(ctx)
	if err != nil {
		return nil, err
	}
	found := make([][]rounded, len(in.results))
	for row, r := range in.results {
		for _, x := range in.roundWeights[r.Question().Key()] {
			if step := x.Weights.Step(); step > 0 && !x.Weights.Positive() && x.Found() {
				one := newRounded(step, x.AverageError, x.MaxError, x.Formula())
				one.Row, one.Solved, one.Proved = row, true, x.Status == question.Optimal
				found[row] = append(found[row], one)
			}
		}
	}
	batches := roundBatches(in.results, flops)
	step, stop := in.progress("round weights", len(batches))
	defer stop()
	loop := parallel.Loop{Items: len(batches)}
	err = loop.Each(ctx, parallel.Same(func(i int) error {
		b := batches[i]
		for _, points := range roundSteps {
			problem := sync.OnceValues(func() (*lattice.Problem, error) {
				free, err := b.free()
				if err != nil {
					return nil, err
				}
				return lattice.New(free, points)
			})
			for _, row := range b.rows {
				if slices.ContainsFunc(found[row], func(x rounded) bool { return x.Solved && x.Step == points }) {
					continue
				}
				one, err := in.round(b, in.results[row].Answer, points, problem)
				if err != nil {
					return err
				}
				one.Row = row
				found[row] = append(found[row], one)
			}
		}
		step(b.name)
		return nil
	}))
	for _, rows := range found {
		slices.SortFunc(rows, func(a, b rounded) int { return b.Step - a.Step })
	}
	all := slices.Concat(found...)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return columnsOf(all), nil
}

func roundBatches(results []*result, flops map[question.Subject]*matrix.Rows) []*roundBatch {
	var batches []*roundBatch
	known := map[string]*roundBatch{}
	for row, r := range results {
		m := flops[r.Canonical()]
		if m == nil || !r.Found() || len(r.Features) == 0 || len(r.Features) > roundFeatures {
			continue
		}
		loss := lad.Average
		if r.Kind.UsesMax() {
			loss = lad.Max
		}
		name := fmt.Sprintf("%v, %v", r.Canonical(), r.Kind.LeastError())
		if known[name] == nil {
			inst := m.Instance()
			free := sync.OnceValues(func() (*lad.Problem, error) { return lad.New(inst, loss) })
			known[name] = &roundBatch{name: name, inst: inst, free: free}
			batches = append(batches, known[name])
		}
		known[name].rows = append(known[name].rows, row)
	}
	return batches
}

// round returns the formula of multiples for a result. It keeps formulas for other results with the same features.
func (in *Input) round(b *roundBatch, r *question.Answer, step int, problem func() (*lattice.Problem, error)) (rounded,
	error) {
	ids := r.Formula().IDs()
	return in.keep.rounds.get(fmt.Sprint(b.name, step, ids), func() (rounded, error) {
		p, err := problem()
		if err != nil {
			return rounded{}, err
		}
		f, err := p.Fit(ids)
		if err != nil {
			return rounded{}, err
		}
		errs, err := b.inst.Evaluate(f.Terms)
		return newRounded(step, question.Number(errs.Average), question.Number(errs.Max), f.Terms), err
	})
}
