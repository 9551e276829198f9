package ledger_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/features"
	"feltlab/model/proof"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/pipeline/sweep"
)

var mutations = flag.Int("mutations", 50, "number of changed files of results")

type mutator struct {
	*world
	*rand.Rand
	t   testing.TB
	all []*question.Answer
}

func (m *mutator) one() *question.Answer { return m.all[m.IntN(len(m.all))] }

func (m *mutator) nudged(x float64) float64 {
	by := math.Ldexp(m.Float64(), -m.IntN(45))
	if m.IntN(2) == 0 {
		by = -by
	}
	return x + by
}

// inProof changes the proof of a result, and what the result says about it.
func inProof(change func(m *mutator, r *question.Answer, p *proof.Proof)) func(*mutator) {
	return func(m *mutator) {
		r := m.one()
		if r.Proof == nil || r.Proof.Packed == nil {
			return
		}
		p, err := prooffile.Unpack(r.Proof.Packed)
		if err != nil {
			return
		}
		change(m, r, p)
		if p.Cutoff >= 0 && p.Cutoff <= 1 && p.Features >= 0 && p.Features <= features.Count &&
			len(p.With.IDs()) <= p.Features {
			r.Proof = prooffile.NewRecord(p)
		}
	}
}

func inCut(change func(m *mutator, c *proof.Cut)) func(*mutator) {
	return inProof(func(m *mutator, _ *question.Answer, p *proof.Proof) {
		if len(p.Cuts) > 0 {
			change(m, &p.Cuts[m.IntN(len(p.Cuts))])
		}
	})
}

func inNode(change func(m *mutator, n *proof.Node)) func(*mutator) {
	return inCut(func(m *mutator, c *proof.Cut) {
		if len(c.Tree) > 0 {
			change(m, &c.Tree[m.IntN(len(c.Tree))])
		}
	})
}

var missing = question.Number(math.NaN())

var changes = map[string]func(m *mutator){
	// The formula and its errors.
	"a weight": func(m *mutator) {
		if f := m.one().Features; len(f) > 0 {
			w := &f[m.IntN(len(f))]
			w.Weight = m.nudged(w.Weight)
		}
	},
	"another feature": func(m *mutator) {
		if f := m.one().Features; len(f) > 0 {
			feature, _ := features.ByID(1 + m.IntN(features.Count))
			w := &f[m.IntN(len(f))]
			w.ID, w.Name = feature.ID, feature.Name
		}
	},
	"a feature less": func(m *mutator) {
		if f := &m.one().Features; len(*f) > 0 {
			*f = (*f)[1:]
		}
	},
	"a feature more": func(m *mutator) {
		f := &m.one().Features
		feature, _ := features.ByID(1 + m.IntN(features.Count))
		*f = append(*f, question.Weight{ID: feature.ID, Name: feature.Name, Weight: math.Round(m.Float64()*20) / 20})
	},
	"a name": func(m *mutator) {
		if f := m.one().Features; len(f) > 0 {
			f[0].Name = "flush"
		}
	},
	"another formula": func(m *mutator) {
		r, other := m.one(), m.results[m.IntN(len(m.results))]
		r.Features = slices.Clone(other.Features)
	},
	"an error": func(m *mutator) {
		r := m.one()
		r.AverageError = question.Number(m.nudged(float64(r.AverageError)))
	},
	"a largest error": func(m *mutator) { r := m.one(); r.MaxError = question.Number(m.nudged(float64(r.MaxError))) },
	"a percentile":    func(m *mutator) { r := m.one(); r.P90Error = question.Number(m.nudged(float64(r.P90Error))) },
	"no error":        func(m *mutator) { m.one().AverageError = missing },
	// Bounds, gap, status.
	"a bound": func(m *mutator) {
		r := m.one()
		r.LowerBound = question.Number(m.nudged(float64(r.LowerBound)))
	},
	"a tight bound":     func(m *mutator) { r := m.one(); r.LowerBound = question.Number(r.Objective()) },
	"a count more":      func(m *mutator) { m.one().LowerBound++ },
	"a count less":      func(m *mutator) { m.one().LowerBound-- },
	"a great bound":     func(m *mutator) { m.one().LowerBound = question.Number(math.Ldexp(1, m.IntN(70))) },
	"no bound":          func(m *mutator) { m.one().LowerBound = missing },
	"no bound, no gap":  func(m *mutator) { r := m.one(); r.LowerBound, r.Gap = missing, missing },
	"a gap":             func(m *mutator) { r := m.one(); r.Gap = question.Number(m.nudged(float64(r.Gap))) },
	"no gap":            func(m *mutator) { m.one().Gap = 0 },
	"optimal":           func(m *mutator) { m.one().Status = question.Optimal },
	"feasible":          func(m *mutator) { m.one().Status = question.Feasible },
	"none":              func(m *mutator) { m.one().Status = question.None },
	"called infeasible": func(m *mutator) { noFormula(m.one()) },
	"no formula":        func(m *mutator) { r := m.one(); noFormula(r); r.Status = question.None },
	"a status":          func(m *mutator) { m.one().Status = "good" },
	"numbers of nothing": func(m *mutator) {
		r := m.one()
		noFormula(r)
		r.AverageError, r.MaxError = 0.001, 0.002
	},
	// The question.
	"N":         func(m *mutator) { m.one().N += m.IntN(3) - 1 },
	"E":         func(m *mutator) { r := m.one(); r.E = m.nudged(r.E) },
	"a program": func(m *mutator) { m.one().Kind = m.results[m.IntN(len(m.results))].Kind },
	"a hand": func(m *mutator) {
		m.one().Subject = question.MustSubject(worldHands[m.IntN(len(worldHands))], "ATC")
	},
	"a reading": func(m *mutator) { m.one().Reading = "paper-1" },
	"dropped":   func(m *mutator) { m.all = append(m.all[:0:0], m.all[m.IntN(len(m.all)):]...) },
	"twice":     func(m *mutator) { m.all = append(m.all, copied(m.t, []*question.Answer{m.one()})...) },
	"reordered": func(m *mutator) {
		m.Shuffle(len(m.all), func(i, j int) { m.all[i], m.all[j] = m.all[j], m.all[i] })
	},
	"the seconds": func(m *mutator) { m.one().Seconds *= 2 },
	// Proofs.
	"no proof": func(m *mutator) { m.one().Proof = nil },
	"no packed proof": func(m *mutator) {
		if p := m.one().Proof; p != nil {
			p.Packed = nil
		}
	},
	"proofs swapped": func(m *mutator) {
		a, b := m.one(), m.one()
		a.Proof, b.Proof = b.Proof, a.Proof
	},
	"another's proof": func(m *mutator) {
		m.one().Proof = copied(m.t, []*question.Answer{m.results[m.IntN(len(m.results))]})[0].Proof
	},
	"a record": func(m *mutator) {
		if p := m.one().Proof; p != nil {
			p.Bound, p.Features, p.Largest = m.nudged(p.Bound), p.Features+m.IntN(3)-1, m.IntN(2) == 0
		}
	},
	"a cutoff": inProof(func(m *mutator, _ *question.Answer, p *proof.Proof) {
		p.Cutoff = math.Abs(m.nudged(p.Cutoff))
	}),
	"its cutoff": inProof(func(m *mutator, r *question.Answer, p *proof.Proof) {
		p.Cutoff = m.needed(r, p.Cutoff)
	}),
	"for more":       inProof(func(m *mutator, _ *question.Answer, p *proof.Proof) { p.Features += 1 + m.IntN(2) }),
	"for fewer":      inProof(func(m *mutator, _ *question.Answer, p *proof.Proof) { p.Features-- }),
	"the other loss": inProof(func(m *mutator, _ *question.Answer, p *proof.Proof) { p.Loss = 1 - p.Loss }),
	"of its hand": inProof(func(m *mutator, r *question.Answer, p *proof.Proof) {
		p.Labels.Source = r.HandText()
		if s := m.known[r.Canonical()]; s != nil {
			p.Instance = s.Exact.Digest()
		}
	}),
	"of another reading": inProof(func(m *mutator, _ *question.Answer, p *proof.Proof) {
		p.Labels.Rows += " by paper-1"
	}),
	"of another instance": inProof(func(m *mutator, _ *question.Answer, p *proof.Proof) { p.Instance[m.IntN(32)]++ }),
	"of some formulas": inProof(func(m *mutator, r *question.Answer, p *proof.Proof) {
		p.With = p.With.With(m.known[asked("AA")].Exact.Features().IDs()[m.IntN(6)])
	}),
	"a cut dropped": inProof(func(m *mutator, _ *question.Answer, p *proof.Proof) {
		if n := len(p.Cuts); n > 0 {
			i := m.IntN(n)
			p.Cuts = slices.Delete(p.Cuts, i, i+1)
		}
	}),
	"no cuts":       inProof(func(m *mutator, _ *question.Answer, p *proof.Proof) { p.Cuts = nil }),
	"cuts reversed": inProof(func(m *mutator, _ *question.Answer, p *proof.Proof) { slices.Reverse(p.Cuts) }),
	"a cut of fewer": inCut(func(m *mutator, c *proof.Cut) {
		c.Columns = c.Columns.And(proof.Words(m.Uint64(), m.Uint64()))
	}),
	"a cut of none": inCut(func(m *mutator, c *proof.Cut) { c.Columns = features.Vector{} }),
	"a cut of all":  inCut(func(m *mutator, c *proof.Cut) { c.Columns = proof.Words(math.MaxUint64, 1<<9-1) }),
	"a cut of more": inCut(func(m *mutator, c *proof.Cut) { c.Columns = c.Columns.With(1 + m.IntN(features.Count)) }),
	"a dual": inCut(func(m *mutator, c *proof.Cut) {
		c.Dual = &proof.Dual{Slopes: []proof.Entry{{At: m.IntN(20), Value: m.Int64() >> m.IntN(63)}}}
	}),
	// Round weights, and the trees of their proofs.
	"other weights": func(m *mutator) { m.one().Weights = worldWeights[m.IntN(len(worldWeights))] },
	"a value more": func(m *mutator) {
		if f := m.one().Features; len(f) > 0 {
			f[m.IntN(len(f))].Weight += []float64{-0.5, 0.05, 0.15, 0.5}[m.IntN(4)]
		}
	},
	"other rules": inProof(func(m *mutator, r *question.Answer, p *proof.Proof) {
		if p.Rules == nil {
			return // of format 1, without names of columns
		}
		r.Weights = worldWeights[1+m.IntN(len(worldWeights)-1)]
		p.Rules = m.known[asked("AA").With(r.Weights)].Rules
	}),
	"a split's value":  inNode(func(m *mutator, n *proof.Node) { n.Value += int64(m.IntN(5) - 2) }),
	"a split's column": inNode(func(m *mutator, n *proof.Node) { n.Column = m.IntN(features.Count + 1) }),
	"a leaf of none":   inNode(func(m *mutator, n *proof.Node) { *n = proof.Node{Kind: proof.None} }),
	"a leaf":           inNode(func(m *mutator, n *proof.Node) { *n = proof.Node{} }),
	"a node less": inCut(func(m *mutator, c *proof.Cut) {
		if len(c.Tree) > 0 {
			at := m.IntN(len(c.Tree))
			c.Tree = slices.Delete(c.Tree, at, at+1)
		}
	}),
	"no tree":        inCut(func(m *mutator, c *proof.Cut) { c.Tree = nil }),
	"another choice": inCut(func(m *mutator, c *proof.Cut) { c.Choice = proof.Words(m.Uint64()) }),
}

func (m *mutator) needed(r *question.Answer, otherwise float64) float64 {
	switch b := float64(r.LowerBound); {
	case r.N == 0:
		return math.Nextafter(r.E+proof.LimitTolerance(r.E), 1)
	case b >= 0 && b <= 1:
		return b
	}
	return otherwise
}

// consistent recomputes everything that follows from formula and bound, so that only a proof is missing.
func (m *mutator) consistent(r *question.Answer) {
	s := m.known[r.Canonical()]
	if !r.Found() || s == nil {
		return
	}
	if e, err := ledger.Errors(s, r.Formula()); err == nil {
		r.SetErrors(e)
	}
	if r.LowerBound.Missing() {
		r.Gap, r.Status = missing, question.Feasible
	} else {
		setGapAndStatus(r)
	}
}

// TestMutations changes results and proofs in up to three ways, mostly consistently, and checks the file or a
// table of it. The file is rejected, or everything in it is true.
func TestMutations(t *testing.T) {
	w := must.Get(theWorld())(t)
	for _, r := range w.results {
		if lies := w.lies(r); len(lies) > 0 {
			t.Fatalf("%v: the tests say that this is false: %v", r, lies)
		}
	}
	t.Logf("-mutations %d", *mutations)
	r := matrixtest.Source(t, 40)
	names := slices.Sorted(maps.Keys(changes))
	held := 0
	for n := range *mutations {
		m := &mutator{world: w, Rand: r, t: t}
		for _, k := range r.Perm(len(w.results))[:1+r.IntN(4)] {
			m.all = append(m.all, copied(t, []*question.Answer{w.results[k]})...)
		}
		var how []string
		for range 1 + r.IntN(3) {
			name := names[r.IntN(len(names))]
			changes[name](m)
			how = append(how, name)
		}
		if r.IntN(4) > 0 {
			for _, x := range m.all {
				m.consistent(x)
			}
			how = append(how, "consistently")
		}
		path, err := m.write(n)
		if err != nil {
			continue // such results cannot even be written
		}
		c := checkerOf(w.known)
		report, err := c.File(t.Context(), path)
		if errors.Is(err, ledger.ErrFile) {
			continue
		}
		if err != nil {
			t.Errorf("%d, %v: %v", n, how, err)
			continue
		}
		if !accepted(report) {
			continue
		}
		held++
		for _, x := range m.all {
			if lies := w.lies(x); len(lies) > 0 {
				t.Errorf("FALSE CLAIM: %d, %v: %s, %s, %s: %v\n%s", n, how, x.Hand(), x.Program().String(), x.Status,
					lies, lines(t, []*question.Answer{x}))
			}
		}
	}
	t.Logf("%d of %d were accepted", held, *mutations)
	if *mutations >= 50 && (held < *mutations/20 || held > *mutations*3/4) {
		t.Error("too few or too many to mean much")
	}
}

func (m *mutator) write(n int) (path string, err error) {
	defer func() {
		if p := recover(); p != nil { // from a number that JSON does not have, in a helper of the tests
			err = fmt.Errorf("%v", p)
		}
	}()
	if n%3 > 0 {
		return write(m.t, filepath.Join(m.t.TempDir(), "r.json"), lines(m.t, m.all)), nil
	}
	folder := folder(m.t, m.all)
	switch n % 4 {
	case 0:
		return filepath.Join(folder, ledger.TableFile), nil
	case 1:
		return filepath.Join(folder, ledger.ParquetFile), nil
	case 2:
		var b bytes.Buffer
		err := sweep.Export(&b, m.all, "markdown", 2)
		return write(m.t, filepath.Join(folder, "w.md"), b.Bytes()), err
	}
	return filepath.Join(folder, ledger.SolvesFile), nil
}
