package vipr_test

import (
	"bytes"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/model/weights"
	"feltlab/solvers/prove"
	"feltlab/solvers/vipr"
)

// randomInstance makes few rows and columns under rules of every kind, or under none.
func randomInstance(r *rand.Rand) *regression.Instance {
	columns := 3 + r.IntN(4)
	inst := &regression.Instance{Columns: regression.NumberedColumns(columns)}
	if r.IntN(4) > 0 {
		inst.Rules = randomRules(r, columns)
	}
	for range 5 + r.IntN(15) {
		inst.Features = append(inst.Features, proof.Words(r.Uint64N(1<<columns)))
		inst.Target = append(inst.Target, math.Round(100*r.Float64())/100)
		inst.Weight = append(inst.Weight, float64(1+r.IntN(3)))
	}
	if r.IntN(3) == 0 { // columns that are true in the same rows, or in the others
		flip := r.Uint64N(2)
		for i, v := range inst.Features {
			inst.Features[i] = proof.Words(v.Word(0)&^1 | v.Word(0)>>1&1 ^ flip)
		}
	}
	return inst
}

func randomRules(r *rand.Rand, columns int) *proof.Rules {
	rules := &proof.Rules{High: proof.One}
	if r.IntN(2) == 0 {
		rules.Low = proof.Decimal(r.IntN(30)-10) * proof.One / 10
		rules.High = rules.Low + proof.Decimal(1+r.IntN(300))*proof.One/10
	}
	span := rules.High - rules.Low
	for range columns {
		b := proof.Bounds{Lower: -span, Upper: span}
		switch r.IntN(4) {
		case 0:
			b.Lower = 0
		case 1:
			b.Upper = span / 2
		}
		rules.Bounds = append(rules.Bounds, b)
	}
	switch r.IntN(3) {
	case 0:
		rules.Step = span / 4
	case 1:
		rules.Values = []proof.Decimal{-span / 2, -span / 5, 0, span / 5, span / 2}
	}
	if r.IntN(3) == 0 {
		rules.Groups = []proof.Group{{Columns: proof.VectorOf(1, 2), Most: r.IntN(2)}}
	} else if r.IntN(3) == 0 && columns > 3 {
		rules.Groups = []proof.Group{{Columns: proof.VectorOf(1, 2, 4), Most: r.IntN(3)}}
	}
	if r.IntN(2) == 0 {
		rules.Intercept = proof.FreeIntercept
		if rules.Step > 0 && r.IntN(2) == 0 {
			rules.Intercept = proof.RoundIntercept
		}
	}
	rules.Quantile = matrixtest.Quantile(rand.New(rand.NewPCG(uint64(span), 0)))
	if !rules.Any() {
		return weights.Rounded(*rules)
	}
	return rules.Normal()
}

// randomProof returns the proof of a random instance, nil if it has none, and in half of the cases the best formula.
func randomProof(t *testing.T, r *rand.Rand) (*prove.Problem, *proof.Proof, regression.Formula) {
	t.Helper()
	s := must.Get(prove.NewProblem(randomInstance(r)))(t)
	program := regression.Program{Kind: []regression.Kind{regression.AvgErr, regression.MaxErr}[r.IntN(2)], N: 1 +
		r.IntN(3)}
	if s.Rules != nil && program.Kind == regression.MaxErr {
		s.Rules.Quantile = 0
	}
	var with []int
	if r.IntN(4) == 0 {
		with = s.Rules.Units(proof.VectorOf(1 + r.IntN(s.Instance.Columns.Count()))).IDs()
	}
	if s.CheckWith(program.N, with) != nil {
		return s, nil, nil
	}
	result, p, err := prove.Make(t.Context(), s, program, nil, prove.Options{Workers: 1, With: with})
	must.Do(t, err)
	if p == nil || p.Cutoff < 1e-9 {
		return s, nil, nil
	}
	full := must.Get(prove.Expand(t.Context(), s, p, prove.NewFinder, 1))(t)
	for i := range full.Cuts {
		if r.IntN(3) == 0 {
			choose(r, s, &full.Cuts[i])
		}
	}
	must.Do(t, s.Exact.Check(t.Context(), full, nil))
	if r.IntN(2) == 0 {
		return s, full, nil
	}
	return s, full, result.Incumbent.Formula()
}

// choose puts a choice above the tree of a cut, and maybe another one.
func choose(r *rand.Rand, s *prove.Problem, c *proof.Cut) {
	for _, id := range r.Perm(s.Instance.Columns.Count())[:1+r.IntN(2)] {
		id++
		unit := s.Rules.Units(proof.VectorOf(id))
		if c.Columns.Has(id) || !s.Exact.Features().Has(id) || unit != proof.VectorOf(id) {
			continue
		}
		if c.Tree == nil {
			c.Tree, c.Dual = []proof.Node{{Dual: c.Dual}}, nil
		}
		if !slices.ContainsFunc(c.Tree, func(n proof.Node) bool { return n.Kind == proof.Split }) {
			c.Tree = slices.Concat([]proof.Node{{Kind: proof.Choose, Column: id}}, c.Tree, c.Tree)
		}
	}
}

func certificate(t *testing.T, s *prove.Problem, p *proof.Proof, f regression.Formula) string {
	t.Helper()
	rows := must.Get(s.Instance.ExactRows())(t)
	c, err := vipr.New(t.Context(), s.Exact, rows, p, f)
	if err != nil {
		t.Fatalf("%v\n%+v\n%+v", err, p, s.Instance)
	}
	var out bytes.Buffer
	must.Do(t, c.Write(t.Context(), &out, "random"))
	return out.String()
}

// TestRandom has a checker of its own accept the certificates of proofs under all rules.
func TestRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	kinds := map[string]int{}
	for range 300 {
		s, p, f := randomProof(t, r)
		if p == nil {
			continue
		}
		text := certificate(t, s, p, f)
		if err := verdict(t, text); err != nil {
			t.Fatalf("%v\n%+v\n%s", err, p.Header, text)
		}
		kinds[p.Loss.String()]++
		if f != nil {
			kinds["formulas"]++
		}
		if rules := p.Rules; rules != nil {
			kinds["intercept "+rules.Intercept.String()]++
			kinds["groups"] += len(rules.Groups)
			if rules.Quantile != 0 {
				kinds["quantile"]++
			}
			if rules.Step > 0 {
				kinds["step"]++
			}
			kinds["values"] += min(len(rules.Values), 1)
		}
		if slices.ContainsFunc(p.Cuts, func(c proof.Cut) bool { return len(c.Tree) > 1 }) {
			kinds["trees"]++
		}
		chooses := func(c proof.Cut) bool { return c.Tree != nil && c.Tree[0].Kind == proof.Choose }
		if slices.ContainsFunc(p.Cuts, chooses) {
			kinds["choices"]++
		}
		if strings.Contains(text, " uns ") {
			kinds["splits"]++
		}
	}
	for _, kind := range []string{"average", "largest", "intercept free", "intercept round", "groups", "step", "values",
		"trees", "choices", "splits", "formulas", "quantile"} {
		if kinds[kind] < 10 {
			t.Errorf("%s: %d proofs", kind, kinds[kind])
		}
	}
}

// verdict has the checker of the tests judge a certificate, and viprchk too if VIPRCHK names it, which may accept more:
// it ends at the first absurdity.
func verdict(t *testing.T, text string) error {
	t.Helper()
	err := check(text)
	if program := os.Getenv("VIPRCHK"); program != "" {
		file := filepath.Join(t.TempDir(), "a.vipr")
		must.Do(t, os.WriteFile(file, []byte(text), 0o666))
		out, _ := exec.CommandContext(t.Context(), program, file).CombinedOutput()
		if accepted := strings.Contains(string(out), "Successfully verified"); !accepted && err == nil {
			t.Errorf("viprchk accepts: %v; the checker of the tests: %v\n%s\n%s", accepted, err, out, text)
		}
	}
	return err
}

// TestLimit raises the limit of a certificate to the error of a formula: then the program has a solution, and no
// derivation may hold.
func TestLimit(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	for n := 0; n < 30; {
		s, p, f := randomProof(t, r)
		if p == nil || p.Loss != proof.Average {
			continue
		}
		n++
		text := certificate(t, s, p, f)
		must.Do(t, verdict(t, text))
		total := regexp.MustCompile(`\ntotal L \S+ `)
		weight := int64(0)
		for _, w := range s.Instance.Weight {
			weight += int64(w)
		}
		most := new(big.Rat).SetFloat64(1.001 * p.Cutoff)
		if p.Rules != nil {
			most.Mul(most, big.NewRat(int64(p.Rules.High-p.Rules.Low), int64(proof.One)))
		}
		if most.Mul(most, big.NewRat(weight, 1)); p.Rules != nil && p.Rules.Quantile != 0 {
			most.Mul(most, big.NewRat(500, 1)) // distances count in thousandths of twice the quantile
		}
		if verdict(t, total.ReplaceAllString(text, "\ntotal L "+most.RatString()+" ")) == nil {
			t.Errorf("accepted with a limit that is 0.1%% higher: %+v\n%s", p.Header, text)
		}
	}
}

// TestMutations changes a number or a sense of a derivation. What still holds has to be rare.
func TestMutations(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	accepted, all := 0, 0
	for all < 200 {
		s, p, f := randomProof(t, r)
		if p == nil {
			continue
		}
		given, derived, _ := strings.Cut(certificate(t, s, p, f), "\nDER ")
		words := strings.Split(derived, " ")
		for range 5 {
			at := 1 + r.IntN(len(words)-1)
			n, err := strconv.Atoi(words[at])
			changed := slices.Clone(words)
			switch {
			case words[at] == "G":
				changed[at] = "L"
			case words[at] == "L":
				changed[at] = "G"
			case err == nil && words[at-1] != "}":
				changed[at] = strconv.Itoa(max(n, 1) + 1 - 2*r.IntN(2))
			default:
				continue
			}
			if all++; verdict(t, given+"\nDER "+strings.Join(changed, " ")) == nil {
				accepted++
			}
		}
	}
	if accepted > all/5 {
		t.Errorf("%d of %d changed certificates are accepted", accepted, all)
	}
}

// TestNarrowed exports proofs whose trees have leaves beyond smaller bounds of weights.
func TestNarrowed(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 7))
	splits := 0
	for range 150 {
		s := must.Get(prove.NewProblem(randomInstance(r)))(t)
		if s.Rules == nil || !s.Rules.Any() {
			continue
		}
		p := must.Get(prove.Relax(t.Context(), s, 1+r.IntN(3)))(t)
		if p == nil {
			continue
		}
		p.Cutoff *= 0.5 + r.Float64()/2
		splits += narrow(t, r, s, p)
		must.Do(t, s.Exact.Check(t.Context(), p, nil))
		text := certificate(t, s, p, nil)
		if err := verdict(t, text); err != nil {
			t.Fatalf("%v\n%+v\n%s", err, p, text)
		}
	}
	if t.Logf("%d splits", splits); splits < 50 {
		t.Errorf("%d splits, want at least 50", splits)
	}
}

// TestMoreChosen exports proofs about one column with leaves in which two are chosen, so that they have no formulas.
func TestMoreChosen(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 0))
	trees := 0
	for range 100 {
		s := must.Get(prove.NewProblem(randomInstance(r)))(t)
		p := must.Get(prove.Relax(t.Context(), s, 1))(t)
		if p == nil || p.Cutoff < 1e-9 {
			continue
		}
		if choose(r, s, &p.Cuts[0]); len(p.Cuts[0].Tree) == 7 {
			trees++
		}
		must.Do(t, s.Exact.Check(t.Context(), p, nil))
		if text := certificate(t, s, p, nil); verdict(t, text) != nil {
			t.Fatalf("%v\n%+v\n%s", verdict(t, text), p, text)
		}
	}
	if trees < 20 {
		t.Errorf("%d trees of two choices", trees)
	}
}

// narrow splits a proof of one cut without columns at smaller bounds, and returns how many it found.
func narrow(t *testing.T, r *rand.Rand, s *prove.Problem, p *proof.Proof) (some int) {
	finder := must.Get(prove.NewFinder(t.Context(), s.Instance, s.Exact, &p.Header))(t).(proof.LeafFinder)
	c := &p.Cuts[0]
	root := c.Dual
	c.Tree, c.Dual = []proof.Node{{Dual: root}}, nil
	box := append(proof.Box{p.Intercept(s.Exact.Columns())}, s.Rules.Bounds...)
	for range 4 {
		id := 1 + r.IntN(s.Exact.Columns())
		within, beyond := box[id], box[id]
		n := proof.Node{Kind: proof.Split, Column: id}
		upper := r.IntN(2) == 0
		if upper {
			n.Value = int64(within.Upper) * int64(1+r.IntN(7)) / 8
			within.Upper, beyond.Lower = proof.Decimal(n.Value), proof.Decimal(n.Value)
		} else {
			n.Value = int64(within.Lower) * int64(1+r.IntN(7)) / 8
			within.Lower, beyond.Upper = proof.Decimal(n.Value), proof.Decimal(n.Value)
		}
		part := &proof.Part{Box: slices.Clone(box)}
		part.Box[id] = beyond
		leaf := []proof.Node{{Dual: must.Get(finder.FindLeaf(c, part))(t)}}
		if g := s.Rules.Group(id); n.Value == 0 || g.Most == 0 && !g.Columns.Empty() || !s.Exact.Features().Has(id) ||
			!s.Exact.ShowsPart(&p.Header, c, part, leaf[0].Dual) {
			continue
		}
		subtree := []proof.Node{{Dual: root}}
		if some++; upper {
			subtree = slices.Concat([]proof.Node{n}, subtree, leaf)
		} else {
			subtree = slices.Concat([]proof.Node{n}, leaf, subtree)
		}
		at := slices.IndexFunc(c.Tree, func(x proof.Node) bool { return x.Dual == root })
		c.Tree = slices.Replace(c.Tree, at, at+1, subtree...)
		box[id] = within
	}
	return some
}
