package ledger_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"feltlab/internal/must"
	"feltlab/model/features"
	"feltlab/model/proof"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/solvers/lad"
)

// holdRejected expects a file, and the table next to results, to be rejected. It returns the columns that
// are false or not proved.
func holdRejected(t *testing.T, path string) (said string) {
	t.Helper()
	c := checker(t)
	for _, name := range []string{path, filepath.Join(filepath.Dir(path), ledger.TableFile)} {
		if _, err := os.Stat(name); err != nil {
			continue
		}
		r := must.Get(c.File(t.Context(), name))(t)
		if accepted(r) {
			t.Errorf("%s was accepted: %+v", name, r)
		}
		said += columns(r)
	}
	return said
}

// columns names what is false or not proved.
func columns(r *ledger.Report) (said string) {
	for _, p := range r.Faults {
		said += " " + p.Column
	}
	for _, o := range r.Open {
		said += " " + o.Column
	}
	return said
}

// forged writes results with consistent tables and expects them to be rejected.
func forged(t *testing.T, all ...*question.Answer) (said string) {
	t.Helper()
	return holdRejected(t, filepath.Join(folder(t, all), ledger.SolvesFile))
}

func bestOf(t *testing.T, r *question.Answer, ids ...int) {
	t.Helper()
	problem := must.Get(lad.New(must.Get(counted())(t)[asked(r.Hand().Text)].Instance, lad.Average))(t)
	best := must.Get(problem.Fit(ids))(t)
	var weights []question.Weight
	for _, term := range best.Formula() {
		weights = append(weights, question.Weight{ID: term.ID, Weight: term.Weight})
	}
	formula(t, r, weights...)
}

// TestOptimumOfNineForged calls a formula with nine features and an error of 1.0179% optimal, with a bound,
// a cutoff and a record that say so, but no proof.
func TestOptimumOfNineForged(t *testing.T) {
	every := must.Get(counted())(t)[asked("AA")].Exact.Features()
	nine := results(t)[threeFeatures]
	nine.N = 9
	bestOf(t, nine, 54, 41, 34, 46, 35, 36, 66, 38, 42)
	nine.LowerBound = nine.AverageError
	if setGapAndStatus(nine); nine.Status != question.Optimal || len(nine.Features) != 9 ||
		math.Abs(float64(nine.AverageError)-0.010179) > 1e-6 {
		t.Fatalf("%+v", nine)
	}
	for name, change := range map[string]func(p *proof.Proof){
		"cuts for three":     func(*proof.Proof) {},
		"a cut of no column": func(p *proof.Proof) { p.Cuts = []proof.Cut{{}} },
		"a bad relaxation":   func(p *proof.Proof) { p.Cuts = []proof.Cut{{Dual: &proof.Dual{}}} },
		"with all but one": func(p *proof.Proof) {
			for _, id := range every.IDs()[:8] {
				p.With = p.With.With(id)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := copied(t, []*question.Answer{nine})[0]
			edit(t, r, func(p *proof.Proof) {
				p.Features, p.Cutoff = 9, float64(r.LowerBound)
				change(p)
			})
			if said := forged(t, r); !strings.Contains(said, "lower_bound") || !strings.Contains(said, "status") {
				t.Errorf("%s: %s", name, said)
			}
		})
	}
}

// TestRisingErrors has four features with a larger error than two in the same file.
func TestRisingErrors(t *testing.T) {
	all := results(t)[:threeFeatures+1]
	all[1].N = 4
	for i, r := range all { // one weight makes errors of 6.67% and 10.28%
		formula(t, r, question.Weight{ID: 54, Weight: []float64{0.79518508, 0.7521125}[i]})
		if want := []float64{0.0667, 0.1028}[i]; math.Abs(float64(r.AverageError)-want) > 1e-4 {
			t.Fatalf("%v, want %v", r.AverageError, want)
		}
		r.LowerBound, r.Gap, r.Status, r.Proof = missing, missing, question.Feasible, nil
	}
	if said := forged(t, all...); !strings.Contains(said, "error") {
		t.Error(said)
	}
	// Each row alone is true.
	for _, r := range all {
		if r := verified(t, filepath.Join(folder(t, []*question.Answer{r}), ledger.SolvesFile)); !accepted(r) {
			t.Errorf("%+v", r)
		}
	}
}

// TestInfeasibleForged calls a limit of 2.5% infeasible: all features together have 0.72%, and three are within it.
func TestInfeasibleForged(t *testing.T) {
	all := results(t)
	r := all[count]
	noFormula(r)
	if said := forged(t, r); !strings.Contains(said, "status") {
		t.Error(said)
	}
	// With the proof for two features, relabelled for all, and with the proof of a smaller limit.
	edit(t, r, func(p *proof.Proof) { p.Features = features.Count })
	forged(t, r)
	r.Proof = all[infeasible].Proof
	forged(t, r)
	edit(t, r, func(p *proof.Proof) { p.Cutoff = 0.0251 })
	forged(t, r)
	// A formula in the file refutes it.
	if said := forged(t, r, results(t)[threeFeatures]); !strings.Contains(said, "status") {
		t.Error(said)
	}
}

// TestForeignProofs replaces a deleted proof by proofs of other claims.
func TestForeignProofs(t *testing.T) {
	for name, change := range map[string]func(t *testing.T, file string, p *proof.Proof){
		"deleted":         func(t *testing.T, file string, _ *proof.Proof) { must.Do(t, os.Remove(file)) },
		"another hand":    put(func(p *proof.Proof) { p.Instance = digest(t, "KK") }),
		"another's name":  put(func(p *proof.Proof) { p.Labels.Source, p.Instance = "KK", digest(t, "KK") }),
		"another reading": put(func(p *proof.Proof) { p.Labels.Rows += " by paper-1" }),
		"another N":       put(func(p *proof.Proof) { p.Features = 2 }),
		"more N":          put(func(p *proof.Proof) { p.Features = 4 }),
		"another loss":    put(func(p *proof.Proof) { p.Loss = proof.Largest }),
		"some formulas":   put(func(p *proof.Proof) { p.With = p.With.With(54) }),
		"a smaller bound": put(func(p *proof.Proof) { p.Cutoff -= 1e-9 }),
		"a larger bound":  put(func(p *proof.Proof) { p.Cutoff += 1e-6 }),
		"no cut":          put(func(p *proof.Proof) { p.Cuts = nil }),
		"too few cuts":    put(tooFew),
		"columns removed": put(func(p *proof.Proof) {
			for i := range p.Cuts {
				p.Cuts[i].Columns = features.Vector{}.With(p.Cuts[i].Columns.IDs()[0])
			}
		}),
		"all columns": put(func(p *proof.Proof) {
			for i := range p.Cuts {
				p.Cuts[i].Columns = proof.Words(math.MaxUint64, 1<<9-1)
			}
		}),
		"no columns": put(func(p *proof.Proof) {
			for i := range p.Cuts {
				p.Cuts[i].Columns = features.Vector{}
			}
		}),
		"another version": func(t *testing.T, file string, p *proof.Proof) {
			write(t, file, bytes.Replace(p.Encode(), []byte("proof 2"), []byte("proof 1"), 1))
		},
		"lines in another order": func(t *testing.T, file string, p *proof.Proof) {
			lines := bytes.SplitAfter(p.Encode(), []byte("\n"))
			lines[1], lines[2] = lines[2], lines[1]
			write(t, file, bytes.Join(lines, nil))
		},
		"halves in another order": func(t *testing.T, file string, p *proof.Proof) {
			packed := prooffile.Pack(p)
			write(t, file, slices.Concat(packed[len(packed)/2:], packed[:len(packed)/2]))
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := folder(t, results(t)[threeFeatures:count])
			files, err := prooffile.List(filepath.Join(path, prooffile.Folder))
			if err != nil || len(files) != 1 {
				t.Fatal(files, err)
			}
			change(t, files[0], must.Get(prooffile.Unpack(read(t, files[0])))(t))
			if said := holdRejected(t, filepath.Join(path, ledger.SolvesFile)); !strings.Contains(said, "lower_bound") {
				t.Error(said)
			}
		})
	}
}

func put(change func(*proof.Proof)) func(*testing.T, string, *proof.Proof) {
	return func(t *testing.T, file string, p *proof.Proof) {
		t.Helper()
		change(p)
		write(t, file, prooffile.Pack(p))
	}
}

func digest(t *testing.T, hand string) [32]byte {
	t.Helper()
	return must.Get(counted())(t)[asked(hand)].Exact.Digest()
}

// TestProofAlone changes the file of a proof alone.
func TestProofAlone(t *testing.T) {
	p := unpacked(t, results(t)[twoFeatures])
	check := func(change func(p *proof.Proof)) *ledger.Report {
		t.Helper()
		c := *p
		c.Cuts = slices.Clone(p.Cuts)
		change(&c)
		return verified(t, write(t, filepath.Join(t.TempDir(), "p.proof.gz"), prooffile.Pack(&c)))
	}
	for name, change := range map[string]func(p *proof.Proof){
		"cutoff":       func(p *proof.Proof) { p.Cutoff += 1e-7 },
		"N":            func(p *proof.Proof) { p.Features++ },
		"hand":         func(p *proof.Proof) { p.Labels.Source = "KK" },
		"no hand":      func(p *proof.Proof) { p.Labels.Source = "A" },
		"no range":     func(p *proof.Proof) { p.Labels.Rows = "?" },
		"empty range":  func(p *proof.Proof) { p.Labels.Rows = "AA" },
		"suits":        func(p *proof.Proof) { p.Labels.Rows = "KhQh" },
		"instance":     func(p *proof.Proof) { p.Instance[31]++ },
		"reading":      func(p *proof.Proof) { p.Labels.Rows += " by paper-1" },
		"cuts dropped": tooFew,
		"names":        func(p *proof.Proof) { p.Labels.Columns = p.Labels.Columns[1:] },
	} {
		t.Run(name, func(t *testing.T) {
			if r := check(change); accepted(r) || r.Proved > 0 || r.Bounds[ledger.ByProof] > 0 {
				t.Errorf("%s: %+v", name, r)
			}
		})
	}
	// A weaker claim holds, and the order of the cuts does not matter.
	for name, change := range map[string]func(p *proof.Proof){
		"nothing": func(*proof.Proof) {}, "a smaller cutoff": func(p *proof.Proof) { p.Cutoff -= 1e-6 },
		"fewer features": func(p *proof.Proof) { p.Features-- },
		"reversed":       func(p *proof.Proof) { slices.Reverse(p.Cuts) },
		"some formulas":  func(p *proof.Proof) { p.With = p.With.With(54) },
		// The largest error is at least the average error.
		"the other loss": func(p *proof.Proof) { p.Loss = proof.Largest },
	} {
		t.Run(name, func(t *testing.T) {
			if r := check(change); !accepted(r) || r.Proved != 1 {
				t.Errorf("%s: %+v", name, r)
			}
		})
	}
}

// TestFlippedBits flips bits in a proof that a claim needs. The proof is refused, or proves the claim that it
// then states.
func TestFlippedBits(t *testing.T) {
	p := unpacked(t, results(t)[twoFeatures])
	text := p.Encode()
	c := checker(t)
	path := filepath.Join(t.TempDir(), "p")
	refused := 0
	const flips = 40
	for i := range flips {
		flipped := bytes.Clone(text)
		flipped[len(text)*i/flips] ^= 1 << (i % 7)
		r, err := c.File(t.Context(), write(t, path, flipped))
		if err != nil || !accepted(r) {
			refused++
			continue
		}
		if q, err := prooffile.Unpack(flipped); err != nil || q.Cutoff > p.Cutoff+1e-9 || q.Features > p.Features ||
			q.Instance != p.Instance || q.Loss != p.Loss {
			t.Errorf("flip %d was accepted: %+v, %v", i, q, err)
		}
	}
	if refused < flips/2 {
		t.Errorf("%d of %d were refused", refused, flips)
	}
}

// TestNumbersOfNothing states numbers of a formula where there is none.
func TestNumbersOfNothing(t *testing.T) {
	for name, change := range map[string]func(r, searched *question.Answer){
		"average_error":   func(r, _ *question.Answer) { r.AverageError = 0.001 },
		"gap":             func(r, _ *question.Answer) { r.Gap = 0 },
		"lower_bound gap": func(_, s *question.Answer) { s.LowerBound, s.Gap = missing, 0 },
	} {
		t.Run(name, func(t *testing.T) {
			all := results(t)
			r, searched := all[infeasible], all[searched]
			change(r, searched)
			want := strings.Fields(name)
			if said := forged(t, r, searched); !strings.Contains(said, want[len(want)-1]) {
				t.Errorf("%s: %s", name, said)
			}
		})
	}
}

// TestNoNumber states impossible numbers of features, which arithmetic must not mistake.
func TestNoNumber(t *testing.T) {
	for _, b := range []float64{4, 74, 1e9, 1 << 62, 1 << 63, 1e300} {
		r := results(t)[count]
		r.LowerBound = question.Number(b)
		r.Gap, r.Status = 0, question.Optimal
		if said := forged(t, r); !strings.Contains(said, "lower_bound") {
			t.Errorf("%v: %s", b, said)
		}
		noFormula(r)
		r.Status, r.LowerBound = question.None, question.Number(b)
		if said := forged(t, r); !strings.Contains(said, "lower_bound") {
			t.Errorf("%v of no formula: %s", b, said)
		}
	}
	// The infeasible program makes all of them true.
	r := results(t)[infeasible]
	r.Status, r.LowerBound = question.None, 1e300
	if r := verified(t, filepath.Join(folder(t, []*question.Answer{r}), ledger.SolvesFile)); !accepted(r) {
		t.Errorf("%+v", r)
	}
}

// TestProveFails expects false claims to stay unproved with --prove, without an error.
func TestProveFails(t *testing.T) {
	all := results(t)
	c := checker(t)
	c.Prove, c.TimeLimit = true, time.Second
	none, met, better := all[count], all[infeasible], all[twoFeatures]
	for _, r := range []*question.Answer{none, met} {
		noFormula(r)
		r.Status = question.None
	}
	none.LowerBound, none.Proof = 1e300, nil
	met.E, met.LowerBound = 0.95, 1 // the formula without features meets this limit
	better.LowerBound, better.Proof = better.LowerBound+1e-3, nil
	setGapAndStatus(better)
	for _, r := range []*question.Answer{none, met, better} {
		path := write(t, filepath.Join(t.TempDir(), "r.json"), lines(t, []*question.Answer{r}))
		report, err := c.File(t.Context(), path)
		if err != nil || accepted(report) || report.Bounds[ledger.ByNewProof] > 0 {
			t.Errorf("%s: %+v, %v", r.Program().String(), report, err)
		}
	}
}
