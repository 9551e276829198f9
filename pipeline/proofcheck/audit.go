package proofcheck

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"feltlab/model/features"
	"feltlab/model/regression"
)

var (
	// ErrProgram marks a program whose objective is not an error, or features that no formula of it can have.
	ErrProgram = errors.New("proofcheck: no proofs of this program")
	// ErrWeights marks weights that are not multiples of the grain.
	ErrWeights = errors.New("proofcheck: weights are not integers")
	// ErrStep marks a step of a proof that does not follow.
	ErrStep = errors.New("proofcheck: bad step")
	// ErrGap marks a proof that leaves choices out.
	ErrGap = errors.New("proofcheck: not all choices are covered")
)

const (
	// grainBits is the size of the total weight in grains.
	grainBits = 31
	// equityBits is the number of binary digits of an equity.
	equityBits = 30
	// rounding is the most that rounding the equities can change an average error.
	rounding = 1.0 / (1 << (equityBits + 1))
)

// set is a set of features; bit id.
type set [2]uint64

func (s set) has(id int) bool { return s[id>>6]>>(id&63)&1 == 1 }
func (s *set) add(id int)     { s[id>>6] |= 1 << (id & 63) }
func (s *set) remove(id int)  { s[id>>6] &^= 1 << (id & 63) }

// node is a set of choices: the features that are in and at most k of the free ones.
type node struct {
	in, free set
	k        int
}

// pattern is the rows with the same features.
type pattern struct {
	vector features.Vector
	ids    []int   // of the vector
	equity []int64 // ascending, in units of 2^-equityBits
	weight []int64 // in grains
	total  int64
}

// Audit judges the proofs for one instance and one number of features. Its methods may be called
// from many goroutines.
type Audit struct {
	patterns []pattern
	twins    [features.Count + 1][]int // by id: features that are true on the same rows, this one too
	root     node
	largest  bool // error, not the average
	grain    float64
	total    float64

	mu     sync.Mutex
	proofs map[float64]*proof
	err    error
}

// proof is what is known of the proof of one cutoff.
type proof struct {
	proved, skipped map[node]bool
	lowest          float64
	leaves, vectors int64
	duals           vault
}

// New prepares an audit of proofs of AVGERR(N) or MAXERR(N), of all formulas or only of those that have the given
// features among the N. The error wraps regression.ErrInstance, ErrProgram or ErrWeights.
func New(inst *regression.Instance, program regression.Program, with ...int) (*Audit, error) {
	if err := inst.Validate(); err != nil {
		return nil, fmt.Errorf("proofcheck: %w", err)
	}
	a := &Audit{proofs: map[float64]*proof{}, total: 1, grain: 1.0 / (1 << grainBits)}
	weights := make([]float64, len(inst.Weight)) // a largest error has none
	switch program.Kind {
	case regression.MaxErr:
		a.largest = true
	case regression.AvgErr:
		weights = inst.Weight
		a.total = inst.TotalWeight()
		_, exp := math.Frexp(a.total)
		a.grain = math.Ldexp(1, exp-grainBits)
	default:
		return nil, fmt.Errorf("%w: %v", ErrProgram, program)
	}
	if err := a.group(inst, weights); err != nil {
		return nil, err
	}
	free := a.classify()
	if err := checkWith(with, program.N); err != nil {
		return nil, err
	}
	for _, id := range with {
		if a.root.free.has(id) {
			a.root.in.add(id)
			a.root.free.remove(id)
			free--
		}
	}
	a.root.k = min(program.N-len(with), free)
	return a, nil
}

// checkWith makes sure that features for every formula are different ones and leave something to choose.
func checkWith(with []int, n int) error {
	if len(with) > 0 && len(with) >= n {
		return fmt.Errorf("%w: %d features in every formula of %d", ErrProgram, len(with), n)
	}
	for i, id := range with {
		if id < 1 || id > features.Count || slices.Contains(with[:i], id) {
			return fmt.Errorf("%w: features %v in every formula", ErrProgram, with)
		}
	}
	return nil
}

// group sorts the rows into patterns.
func (a *Audit) group(inst *regression.Instance, weights []float64) error {
	type row struct {
		vector         features.Vector
		equity, weight int64
	}
	rows := make([]row, len(inst.Equity))
	for i, w := range weights {
		grains := w / a.grain
		if grains != math.Trunc(grains) {
			return fmt.Errorf("%w: %v", ErrWeights, w)
		}
		rows[i] = row{inst.Features[i], int64(math.Round(math.Ldexp(inst.Equity[i], equityBits))), int64(grains)}
	}
	slices.SortFunc(rows, func(x, y row) int {
		return cmp.Or(cmp.Compare(x.vector[1], y.vector[1]), cmp.Compare(x.vector[0], y.vector[0]), cmp.Compare(x.equity, y.equity))
	})
	for i, r := range rows {
		if i == 0 || rows[i-1].vector != r.vector {
			a.patterns = append(a.patterns, pattern{vector: r.vector})
		}
		p := &a.patterns[len(a.patterns)-1]
		p.equity, p.weight = append(p.equity, r.equity), append(p.weight, r.weight)
		p.total += r.weight
	}
	return nil
}

// classify makes the features that are true somewhere free at the root, finds which are true on the same rows and
// returns their number.
func (a *Audit) classify() int {
	columns := map[string][]int{}
	n := 0
	for id := 1; id <= features.Count; id++ {
		key := ""
		for i := range a.patterns {
			if a.patterns[i].vector.Has(id) {
				key += fmt.Sprint(i, " ")
				a.patterns[i].ids = append(a.patterns[i].ids, id)
			}
		}
		if key == "" {
			continue
		}
		a.root.free.add(id)
		n++
		columns[key] = append(columns[key], id)
	}
	for _, ids := range columns {
		for _, id := range ids {
			a.twins[id] = ids
		}
	}
	return n
}

// Verdict is what an audit has found.
type Verdict struct {
	Bound  float64 // no formula has a smaller average error, a fraction of 1
	Cutoff float64 // of the proof that shows it
	Leaves int64   // leaves of that proof, all checked
	Duals  int64   // dual vectors of that proof
}

// Verdict returns the best bound of the proofs that are complete. The error wraps ErrStep if any
// step of any proof was wrong, and ErrGap if no proof is complete.
func (a *Audit) Verdict() (Verdict, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.err != nil {
		return Verdict{}, a.err
	}
	best, found := Verdict{Bound: math.Inf(-1)}, false
	for cutoff, p := range a.proofs {
		if bound := down(down(p.lowest/a.total) - rounding); p.complete(a.root) && bound > best.Bound {
			best, found = Verdict{bound, cutoff, p.leaves, p.vectors}, true
		}
	}
	if !found {
		return Verdict{}, fmt.Errorf("%w: %d proofs were begun", ErrGap, len(a.proofs))
	}
	return best, nil
}

// down is a number below what a rounded operation gave, and so below what it stands for.
func down(x float64) float64 { return math.Nextafter(x, math.Inf(-1)) }

// complete reports whether the root and all that was skipped is proved.
func (p *proof) complete(root node) bool {
	for n := range p.skipped {
		if !p.proved[n] {
			return false
		}
	}
	return p.proved[root]
}
