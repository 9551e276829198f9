package dalpasso

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"feltlab/dataset/matrix"
	"feltlab/dataset/published"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/proof"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/artifact"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/proofs"
	"feltlab/report/reproduce"
	"feltlab/solvers/lad"
	"feltlab/solvers/prove"
	"feltlab/solvers/subset"
)

// solver answers a printed row on an instance of its hand and range.
type solver func(context.Context, *regression.Instance, published.Formula) (*lad.Fit, float64, error)

// readingSpec keys the answer to a row with features as a reading has them, of which read is the
// digest. No time limit is in it: what one cuts short is not kept.
func readingSpec(kind string, row published.Formula, read string) artifact.Spec {
	return artifact.Spec{
		Stage: "reading", Version: "5", Schema: "json answer",
		Config: struct {
			Kind, Hand, Range, Features string
			N                           int
		}{kind, row.Hand, row.Range, read, cmp.Or(row.FeaturesNeeded, table4Features)},
	}
}

// errCut keeps an answer that a time limit has cut short from the store.
var errCut = errors.New("dalpasso: cut short")

// answerUnder solves a row under a reading. Readings that are the same for the row's hand share an
// answer.
func answerUnder(ctx context.Context, env *reproduce.Env, instances *fit.Instances, r *reading, kind string, row published.Formula, limit time.Duration, solve solver) (answer, error) {
	inst, err := reread(ctx, instances, r, row.Hand, row.Range)
	if err != nil {
		return answer{}, err
	}
	a, err := answerWithin(ctx, env, kind, row, inst, limit, solve)
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("dalpasso: %s against %s as %s: %w", row.Hand, row.Range, r.name, err)
	}
	return a, err
}

// answerWithin returns the answer to a row on an instance, from the store or found within the
// limit.
func answerWithin(ctx context.Context, env *reproduce.Env, kind string, row published.Formula, inst *regression.Instance, limit time.Duration, solve solver) (answer, error) {
	read, err := digest(inst.Features)
	if err != nil {
		return answer{}, err
	}
	var short answer
	a, err := reproduce.Cached(ctx, env, readingSpec(kind, row, read), func(ctx context.Context) (answer, error) {
		limited, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		a, err := solve.answer(limited, inst, row)
		if err = cmp.Or(ctx.Err(), err); err != nil {
			return answer{}, err
		}
		if a.Cut {
			short, err = a, errCut
		}
		return a, err
	})
	if errors.Is(err, errCut) {
		return short, nil
	}
	return a, err
}

// answer solves a row until the context ends.
func (solve solver) answer(ctx context.Context, inst *regression.Instance, row published.Formula) (answer, error) {
	found, bound, err := solve(ctx, inst, row)
	if err != nil {
		return answer{}, err
	}
	return answer{Error: found.Error, Bound: bound, Weights: distance(row.Terms, found.Formula()), Cut: ctx.Err() != nil}, nil
}

// digest names the features of all rows.
func digest(rows []features.Vector) (string, error) {
	h := sha256.New()
	err := binary.Write(h, binary.LittleEndian, rows)
	return fmt.Sprintf("%x", h.Sum(nil)), err
}

// searchRow searches the best formula with the number of features that Table 3 prints.
func searchRow(ctx context.Context, inst *regression.Instance, row published.Formula) (*lad.Fit, float64, error) {
	return search(ctx, inst, row, nil)
}

// reachRow is searchRow, content with any formula within the limit of Table 3.
func reachRow(ctx context.Context, inst *regression.Instance, row published.Formula) (*lad.Fit, float64, error) {
	reached, cancel := context.WithCancel(ctx)
	defer cancel()
	return search(reached, inst, row, func(f *subset.Fit) {
		if f.Error <= table3Error+proof.LimitTolerance {
			cancel()
		}
	})
}

func search(ctx context.Context, inst *regression.Instance, row published.Formula, improved func(*subset.Fit)) (*lad.Fit, float64, error) {
	problem, err := lad.New(inst, lad.Average)
	if err != nil {
		return nil, 0, err
	}
	found, err := subset.Best(ctx, problem, row.FeaturesNeeded, subset.Options{Seed: paperSeed, Workers: 1, Improved: improved})
	if found != nil {
		err = nil
	}
	return found, 0, err
}

// completeRow finds and proves the best formula with ten features that has those printed in Table
// 4.
func completeRow(ctx context.Context, inst *regression.Instance, row published.Formula) (*lad.Fit, float64, error) {
	return complete(ctx, inst, row, table4Features)
}

func complete(ctx context.Context, inst *regression.Instance, row published.Formula, n int) (*lad.Fit, float64, error) {
	var with []int
	for _, t := range row.Terms {
		with = append(with, t.ID)
	}
	start, err := fill(inst, with, n)
	if err != nil {
		return nil, 0, err
	}
	s, err := proofs.NewSubject(inst)
	if err != nil {
		return nil, 0, err
	}
	r, p, err := proofs.Make(ctx, s, regression.Program{Kind: regression.AvgErr, N: n}, start, prove.Options{Workers: 1, With: with})
	if err != nil || p == nil {
		return r.Incumbent, 0, err
	}
	return r.Incumbent, p.Cutoff, nil
}

// fill adds features to those given, one after the other, and then exchanges each of these for a
// better one as long as that helps: a start for the proof. Weights are left out.
func fill(inst *regression.Instance, with []int, n int) (regression.Formula, error) {
	p, err := lad.New(inst, lad.Average)
	if err != nil {
		return nil, err
	}
	ids := slices.Clone(with)
	least := math.Inf(1)
	// improve sets the feature at place k to the best one.
	improve := func(k int) (better bool, err error) {
		best := ids[k]
		for id := 1; id <= features.Count; id++ {
			if slices.Contains(ids, id) {
				continue
			}
			was := ids[k]
			ids[k] = id
			f, err := p.Fit(ids)
			ids[k] = was
			if err != nil {
				return false, err
			}
			if f.Error < least {
				least, best = f.Error, id
			}
		}
		better = best != ids[k]
		ids[k] = best
		return better, nil
	}
	for len(ids) < n {
		ids, least = append(ids, 0), math.Inf(1)
		if _, err := improve(len(ids) - 1); err != nil {
			return nil, err
		}
	}
	for again := true; again; {
		again = false
		for k := len(with); k < n; k++ {
			better, err := improve(k)
			if err != nil {
				return nil, err
			}
			again = again || better
		}
	}
	var f regression.Formula
	for _, id := range ids {
		f = append(f, regression.Term{ID: id})
	}
	return f, nil
}

// reread returns the instance of a hand and a range with the features as a reading has them.
func reread(ctx context.Context, instances *fit.Instances, r *reading, hand, rng string) (*regression.Instance, error) {
	spec, err := ranges.ParseHand(hand)
	if err != nil {
		return nil, err
	}
	m, err := instances.Matrix(ctx, hand, rng)
	if err != nil {
		return nil, err
	}
	return rereadMatrix(m, r, spec.Combo), nil
}

func rereadMatrix(m *matrix.Matrix, r *reading, hand cards.Combo) *regression.Instance {
	inst := m.Instance()
	for i := range m.Flops {
		inst.Features[i] = r.of(hand, m.Flops[i].Cards)
	}
	return inst
}

// distance is the mean difference between printed weights and those of a formula; a feature that it
// does not have weighs 0 there.
func distance(printed []regression.Term, f regression.Formula) float64 {
	sum := 0.0
	for _, t := range printed {
		weight := 0.0
		for _, o := range f {
			if o.ID == t.ID {
				weight = o.Weight
			}
		}
		sum += math.Abs(t.Weight - weight)
	}
	return sum / float64(len(printed))
}
