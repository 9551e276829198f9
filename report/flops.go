package report

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"feltlab/dataset/matrix"
	"feltlab/dataset/strength"
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
	// Rounds has the columns of the block round for the hand and its range; only in answers of a server.
	Rounds map[string]any `json:"rounds,omitempty"`
}

// rangeFlops are the exact counts on each flop: the equity is (wins + ties/2) / (990 combos).
type rangeFlops struct {
	Range  string `json:"range"`
	Wins   Packed `json:"wins"`
	Ties   Packed `json:"ties"`
	Combos Packed `json:"combos"`
}

func (in *Input) flops(ctx context.Context, s question.Subject) (*matrix.Rows, error) {
	return in.matrices.get(s, func() (*matrix.Rows, error) { return in.Instances.Flops(ctx, s) })
}

// progress reports parts of the work, if the options ask for it.
func (in *Input) progress(name string, parts int) (step func(string), stop func()) {
	if in.Progress == nil || parts == 0 {
		return func(string) {}, func() {}
	}
	return in.Progress(name, parts)
}

// flopsBlock has the flops of the subjects. A live page asks for those that it shows.
func flopsBlock(ctx context.Context, in *Input) (any, error) {
	list := in.subjects()
	if in.Instances == nil || len(list) == 0 && !in.Live {
		return nil, nil
	}
	data := flopsData{Hands: []handFlops{}}
	for _, f := range strength.TextureFamilies(cards.Flop) {
		data.Families = append(data.Families, flopFamily{f.Name, f.Groups})
	}
	if in.Live {
		return data, nil
	}
	type group struct {
		hand string
		own  string // a range that tells suits apart has a list of its own
	}
	members := map[group][]question.Subject{}
	for _, q := range list {
		g := group{hand: q.Hand().Text}
		if !q.Against().Range.SuitSymmetric() {
			g.own = q.Against().Range.String()
		}
		members[g] = append(members[g], q)
	}
	groups := slices.SortedFunc(maps.Keys(members), func(a, b group) int {
		return cmp.Or(cmp.Compare(a.hand, b.hand), cmp.Compare(a.own, b.own))
	})
	data.Hands = make([]handFlops, len(groups))
	step, stop := in.progress("flops", len(groups))
	defer stop()
	loop := parallel.Loop{Items: len(groups)}
	err := loop.Each(ctx, parallel.Same(func(i int) (err error) {
		data.Hands[i], err = in.handFlops(ctx, members[groups[i]], groups[i].own == "")
		step(groups[i].hand)
		return err
	}))
	return data, err
}

func (in *Input) handFlops(ctx context.Context, all []question.Subject, symmetric bool) (handFlops, error) {
	slices.SortFunc(all, func(a, b question.Subject) int { return cmp.Compare(a.RangeText(), b.RangeText()) })
	spec, err := partSpec("flops", symmetric, all...)
	if err != nil {
		return handFlops{}, err
	}
	return part(ctx, in, spec, func(ctx context.Context) (handFlops, error) {
		var rows []*matrix.Rows
		for _, s := range all {
			m, err := in.flops(ctx, s)
			if err != nil {
				return handFlops{}, err
			}
			rows = append(rows, m)
		}
		return flopsOfHand(rows, symmetric)
	})
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
	families := strength.TextureFamilies(cards.Flop)
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
	subject question.Subject
	loss    lad.Loss
	rows    []int
}

// roundBlock has the formulas with round weights of all results. A live page gets those that are not in the files with
// the flops.
func roundBlock(ctx context.Context, in *Input) (any, error) {
	shown := in.subjects()
	if in.Live || in.Instances == nil {
		shown = nil
	}
	all, err := in.rounds(ctx, shown, true)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return columnsOf(all), nil
}

// rounds returns the formulas with round weights of the subjects' results, and with solved those of all files.
func (in *Input) rounds(ctx context.Context, subjects []question.Subject, solved bool) ([]rounded, error) {
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
	batches := roundBatches(in.results, subjects)
	step, stop := in.progress("round weights", len(batches))
	defer stop()
	loop := parallel.Loop{Items: len(batches)}
	err := loop.Each(ctx, parallel.Same(func(i int) error {
		more, err := in.roundsOf(ctx, batches[i], found)
		for _, x := range more {
			found[x.Row] = append(found[x.Row], x)
		}
		step(batches[i].subject.String())
		return err
	}))
	for row, list := range found {
		if !solved {
			list = slices.DeleteFunc(list, func(x rounded) bool { return x.Solved })
			found[row] = list
		}
		slices.SortFunc(list, func(a, b rounded) int { return b.Step - a.Step })
	}
	return slices.Concat(found...), err
}

// roundsOf returns the formulas of a batch for the steps that no file has.
func (in *Input) roundsOf(ctx context.Context, b *roundBatch, found [][]rounded) ([]rounded, error) {
	var wanted []rounded // without their weights
	for _, step := range roundSteps {
		for _, row := range b.rows {
			if !slices.ContainsFunc(found[row], func(x rounded) bool { return x.Solved && x.Step == step }) {
				ids := in.results[row].Formula().IDs()
				wanted = append(wanted, rounded{Row: row, Step: step, Features: ids})
			}
		}
	}
	var of []string
	for _, x := range wanted {
		of = append(of, fmt.Sprint(x.Step, x.Features))
	}
	spec, err := partSpec(fmt.Sprint("round weights, loss ", b.loss), of, b.subject)
	if err != nil {
		return nil, err
	}
	list, err := part(ctx, in, spec, func(ctx context.Context) ([]rounded, error) {
		m, err := in.flops(ctx, b.subject)
		if err != nil {
			return nil, err
		}
		return roundFormulas(m.Instance(), b.loss, wanted)
	})
	for i := range list {
		list[i].Row = wanted[i].Row
	}
	return list, err
}

// roundFormulas finds the best multiples for the wanted features and steps, which are in the order of the steps.
func roundFormulas(inst *regression.Instance, loss lad.Loss, wanted []rounded) (list []rounded, err error) {
	free, err := lad.New(inst, loss)
	if err != nil {
		return nil, err
	}
	var p *lattice.Problem
	known := map[string]rounded{} // several programs may have the same formula
	for i, x := range wanted {
		key := fmt.Sprint(x.Step, x.Features)
		if one, ok := known[key]; ok {
			list = append(list, one)
			continue
		}
		if p == nil || x.Step != wanted[i-1].Step {
			if p, err = lattice.New(free, x.Step); err != nil {
				return nil, err
			}
		}
		f, err := p.Fit(x.Features)
		if err != nil {
			return nil, err
		}
		errs, err := inst.Evaluate(f.Terms)
		if err != nil {
			return nil, err
		}
		known[key] = newRounded(x.Step, question.Number(errs.Average), question.Number(errs.Max), f.Terms)
		list = append(list, known[key])
	}
	return list, nil
}

func roundBatches(results []*result, subjects []question.Subject) []*roundBatch {
	var batches []*roundBatch
	known := map[string]*roundBatch{}
	for row, r := range results {
		if !slices.Contains(subjects, r.Canonical()) || !r.Found() || len(r.Features) == 0 ||
			len(r.Features) > roundFeatures {
			continue
		}
		loss := lad.Average
		if r.Kind.UsesMax() {
			loss = lad.Max
		}
		name := fmt.Sprintf("%v, %v", r.Canonical(), r.Kind.LeastError())
		if known[name] == nil {
			known[name] = &roundBatch{subject: r.Canonical(), loss: loss}
			batches = append(batches, known[name])
		}
		known[name].rows = append(known[name].rows, row)
	}
	return batches
}
