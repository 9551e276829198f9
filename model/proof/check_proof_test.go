package proof

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"feltlab/internal/must"
)

// second is another checker, in Python, written from docs/proof-format.md.
var second = filepath.Join("..", "..", "scripts")

// judge has it judge texts, each on its instance, in one process; it skips the test where there is
// no Python.
type judge struct {
	t      *testing.T
	folder string
	args   bytes.Buffer
	n      int

	names, texts []string // of the texts that both judge
	want         []error  // by the kernel
}

func newJudge(t *testing.T) *judge {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3")
	}
	return &judge{t: t, folder: t.TempDir()}
}

func (j *judge) write(name string, content []byte) string {
	path := filepath.Join(j.folder, name)
	must.Do(j.t, os.WriteFile(path, content, 0o666))
	return path
}

// instance writes rows, for the proofs that are added from then on.
func (j *judge) instance(rows []Row) (path string) {
	var b bytes.Buffer
	b.WriteString("features,wins,ties,deals,weight\n")
	for _, r := range rows {
		ids := strings.Trim(fmt.Sprint(r.Columns.IDs()), "[]")
		fmt.Fprintf(&b, "%s,%d,%d,%d,%d\n", ids, r.Numerator/2, r.Numerator%2, r.Denominator/2, r.Weight)
	}
	return j.write(fmt.Sprintf("%d.csv", j.n), b.Bytes())
}

func (j *judge) add(text []byte, instance string) {
	fmt.Fprintf(&j.args, "%s\n%s\n", j.write(fmt.Sprintf("%d.proof", j.n), text), instance)
	j.n++
}

// both adds a text, and has the kernel judge it.
func (j *judge) both(name string, in *Instance, instance string, text []byte) {
	p, err := Decode(text)
	if err == nil {
		err = in.Check(context.Background(), p, nil)
	}
	j.names, j.texts, j.want = append(j.names, name), append(j.texts, string(text)), append(j.want, err)
	j.add(text, instance)
}

// agree fails where the verdicts on the texts that both judge differ, and where the proof with no change is refused. It
// returns the number of proved ones, by name and of all, and of those with a cutoff above 1.
func (j *judge) agree() (proved map[string]int, all, above int) {
	proved = map[string]int{}
	for i, verdict := range j.verdicts() {
		want := j.want[i]
		if is := strings.HasPrefix(verdict, "proved: "); is != (want == nil) || !is &&
			!strings.HasPrefix(verdict, "not proved: ") {
			j.t.Errorf("%s: %v here, %s there: %s", j.names[i], want, verdict, j.texts[i])
		}
		if want != nil && j.names[i] == "nothing" {
			j.t.Errorf("%v: %s", want, j.texts[i])
		}
		if want == nil {
			proved[j.names[i]]++
			all++
			if p, _ := Decode([]byte(j.texts[i])); p.Cutoff > 1 {
				above++
			}
		}
	}
	return proved, all, above
}

// verdicts returns what it says of each.
func (j *judge) verdicts() []string {
	cmd := exec.Command("python3", "-B", "-c", `
import sys
sys.path.insert(0, sys.argv[1])
import check_proof
words = sys.stdin.read().split("\n")[:-1]
for k in range(0, len(words), 2):
    check_proof.main(words[k:k + 2])
`, second)
	cmd.Stdin = &j.args
	out, err := cmd.CombinedOutput()
	if err != nil {
		j.t.Fatalf("%v: %s", err, out)
	}
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(lines) != j.n {
		j.t.Fatalf("%d verdicts on %d proofs: %s", len(lines), j.n, out)
	}
	return lines
}

// mutations change a proof, some of them so that it still holds.
var mutations = map[string]func(r *rand.Rand, p *Proof, ids []int){
	"nothing": func(*rand.Rand, *Proof, []int) {},
	"cutoff a little": func(r *rand.Rand, p *Proof, _ []int) {
		p.Cutoff = min(p.Cutoff+float64(r.IntN(12))*0x1p-52, 1)
	},
	"cutoff":         func(r *rand.Rand, p *Proof, _ []int) { p.Cutoff = min(p.Cutoff*(1+r.Float64()), 1) },
	"lower cutoff":   func(r *rand.Rand, p *Proof, _ []int) { p.Cutoff *= r.Float64() },
	"more features":  func(_ *rand.Rand, p *Proof, _ []int) { p.Features++ },
	"fewer features": func(_ *rand.Rand, p *Proof, _ []int) { p.Features = max(p.Features-1, p.With.Size()) },
	"with":           func(r *rand.Rand, p *Proof, ids []int) { p.With = p.With.With(ids[r.IntN(len(ids))]) },
	"without":        func(r *rand.Rand, p *Proof, ids []int) { p.With = p.With.Minus(some(r, ids, 2)) },
	"drop a cut": func(r *rand.Rand, p *Proof, _ []int) {
		k := r.IntN(len(p.Cuts))
		p.Cuts = append(p.Cuts[:k], p.Cuts[k+1:]...)
	},
	"a column more": func(r *rand.Rand, p *Proof, ids []int) {
		c := &p.Cuts[r.IntN(len(p.Cuts))]
		c.Columns = c.Columns.With(ids[r.IntN(len(ids))])
	},
	"a column less": func(r *rand.Rand, p *Proof, ids []int) {
		c := &p.Cuts[r.IntN(len(p.Cuts))]
		c.Columns = c.Columns.Minus(some(r, ids, 3))
	},
	"value": func(r *rand.Rand, p *Proof, _ []int) {
		if part := anyPart(r, p); len(*part) > 0 {
			e := &(*part)[r.IntN(len(*part))]
			e.Value += int64(r.Uint64()) >> r.IntN(64)
		}
	},
	"place": func(r *rand.Rand, p *Proof, _ []int) {
		if part := anyPart(r, p); len(*part) > 0 {
			(*part)[r.IntN(len(*part))].At += r.IntN(5) - 2
		}
	},
	"one entry less": func(r *rand.Rand, p *Proof, _ []int) {
		if part := anyPart(r, p); len(*part) > 0 {
			*part = (*part)[1:]
		}
	},
	"one entry more": func(r *rand.Rand, p *Proof, _ []int) {
		part, last := anyPart(r, p), Entry{-1, 0}
		if len(*part) > 0 {
			last = (*part)[len(*part)-1]
		}
		*part = append(*part, Entry{last.At + 1 + r.IntN(3), int64(r.Uint64()) >> r.IntN(64)})
	},
	"no multipliers": func(r *rand.Rand, p *Proof, _ []int) { p.Cuts[r.IntN(len(p.Cuts))].Dual = nil },
	"other loss":     func(_ *rand.Rand, p *Proof, _ []int) { p.Loss = 1 - p.Loss },
	"other instance": func(r *rand.Rand, p *Proof, _ []int) { p.Instance[r.IntN(32)]++ },
}

func anyPart(r *rand.Rand, p *Proof) *[]Entry {
	return p.Cuts[r.IntN(len(p.Cuts))].Dual.parts()[r.IntN(len(partNames))]
}

// TestSecondChecker has both checkers judge proofs that hold, the same proofs changed, and texts
// with a byte changed. They must agree on all.
func TestSecondChecker(t *testing.T) {
	r := newRand(t)
	j := newJudge(t)
	for range 30 {
		rows, in, ids, p := randomProof(t, r)
		path := j.instance(rows)
		for _, name := range slices.Sorted(maps.Keys(mutations)) {
			q := p.clone()
			mutations[name](r, q, ids)
			j.both(name, in, path, q.Encode())
		}
		for range 6 {
			text := p.Encode()
			text[r.IntN(len(text))] ^= 1 << r.IntN(8)
			j.both("byte", in, path, text)
		}
		text := p.Encode()
		j.both("truncated", in, path, text[:r.IntN(len(text))])
	}
	proved, total, _ := j.agree()
	t.Logf("%d of %d proved: %v", total, j.n, proved)
	if total < 100 || total > j.n/2 {
		t.Errorf("%d of %d proved", total, j.n)
	}
}

// encode1 writes a proof of plain rules as text of format 1, which has no cuts without columns: a relaxation needs more
// columns than a formula has.
func (p *Proof) encode1() []byte {
	var b bytes.Buffer
	h := p.Header
	h.Labels = Labels{Source: "AA", Rows: "ATC", Reading: "paper-2"}
	writeHeader1(&b, &h, stated{cuts: len(p.Cuts)})
	for _, c := range p.Cuts {
		need := 1
		if c.Columns == (Vector{}) {
			need, c.Columns = p.Features+1, FirstColumns(columns1)
		}
		fmt.Fprint(&b, need)
		writeIDs(&b, c.Columns)
		if b.WriteByte('\n'); c.Dual != nil {
			writeDual(&b, c.Dual)
			b.WriteByte('\n')
		}
	}
	b.WriteString("end\n")
	return b.Bytes()
}

// TestFormat1 reads proofs of format 1 as those of format 2: what the other checker proves by the rules of format 1
// holds here too, and a changed byte makes another proof or none.
func TestFormat1(t *testing.T) {
	r := newRand(t)
	j := newJudge(t)
	var texts [][]byte
	var holds []error
	for range 40 {
		rows, in, ids, p := randomProof(t, r)
		path := j.instance(rows)
		for _, name := range slices.Sorted(maps.Keys(mutations)) {
			q := p.clone()
			mutations[name](r, q, ids)
			text := q.encode1()
			if name == "place" {
				text[r.IntN(len(text))] ^= 1 << r.IntN(8)
			}
			read, err := Decode(text)
			if err == nil && name != "place" && len(read.Cuts) != len(q.Cuts) {
				t.Fatalf("%d cuts of %s", len(read.Cuts), text)
			}
			if err == nil {
				err = in.Check(context.Background(), read, nil)
			}
			texts, holds = append(texts, text), append(holds, err)
			j.add(text, path)
		}
	}
	proved := 0
	for i, verdict := range j.verdicts() {
		if !strings.HasPrefix(verdict, "proved: ") {
			continue
		}
		if proved++; holds[i] != nil {
			t.Errorf("%v here, %s there: %s", holds[i], verdict, texts[i])
		}
	}
	if proved < 100 {
		t.Errorf("%d of %d proved", proved, j.n)
	}
}

// TestPage has both checkers judge the example of docs/proof-format.md, and its real proof read.
func TestPage(t *testing.T) {
	page := must.Get(os.ReadFile(filepath.Join("..", "..", "docs", "proof-format.md")))(t)
	blocks := func(kind string) (found []string) {
		for _, part := range strings.Split(string(page), "```"+kind+"\n")[1:] {
			text, _, _ := strings.Cut(part, "```")
			found = append(found, text)
		}
		return found
	}
	instances, proofs := blocks("csv"), blocks("proof")
	if len(instances) != 1 || len(proofs) != 2 {
		t.Fatalf("%d instances and %d proofs", len(instances), len(proofs))
	}
	in := instanceOf(t, exampleRows())
	p, err := Decode([]byte(proofs[0]))
	if err != nil || in.Check(context.Background(), p, nil) != nil {
		t.Fatal(err, in.Check(context.Background(), p, nil))
	}
	for i, want := range []float64{0.34, 0.22} {
		if b := in.Bound(anyFormula(Average), &p.Cuts[i], p.Cuts[i].Dual); math.Abs(b-want) > 1e-12 {
			t.Errorf("cut %d shows %v, want %v", i+1, b, want)
		}
	}
	for _, text := range proofs {
		p, err := Decode([]byte(text))
		if err != nil || p.Labels.Reading != "paper-2" || !p.Full() {
			t.Error(err, p)
		}
	}
	j := newJudge(t)
	path := j.write("page.csv", []byte(instances[0]))
	j.add([]byte(proofs[0]), path)
	j.add([]byte(strings.Replace(proofs[0], "1 2 4", "1 2", 1)), path)
	j.add([]byte(proofs[1]), path)
	for i, got := range j.verdicts() {
		if want := []string{"proved: AA", "not proved: cut 2",
			"not proved: for another instance"}[i]; !strings.HasPrefix(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// exampleRows are those of the page.
func exampleRows() []Row {
	return []Row{
		row(set(1, 3), 9, 0, 10, 1),
		row(set(1, 3), 6, 2, 10, 1),
		row(set(2, 4), 4, 0, 10, 2),
		row(set(), 1, 0, 10, 1),
	}
}

// mutations2 change a proof of format 2, some of them so that it still holds.
var mutations2 = map[string]func(r *rand.Rand, p *Proof){
	"nothing":        func(*rand.Rand, *Proof) {},
	"cutoff":         func(r *rand.Rand, p *Proof) { p.Cutoff += float64(r.IntN(3)) * 0x1p-52 },
	"lower cutoff":   func(r *rand.Rand, p *Proof) { p.Cutoff *= r.Float64() },
	"great cutoff":   func(r *rand.Rand, p *Proof) { p.Cutoff = 2048 * r.Float64() },
	"more features":  func(_ *rand.Rand, p *Proof) { p.Features++ },
	"fewer features": func(_ *rand.Rand, p *Proof) { p.Features = max(p.Features-1, 0) },
	"with":           func(r *rand.Rand, p *Proof) { p.With = some(r, []int{1, 2, 3, 4}, 3) },
	"except":         func(r *rand.Rand, p *Proof) { p.Except = someSets(r, 4) },
	"one except less": func(r *rand.Rand, p *Proof) {
		if n := len(p.Except); n > 0 {
			p.Except = slices.Delete(slices.Clone(p.Except), r.IntN(n), n)
		}
	},
	"target": func(r *rand.Rand, p *Proof) {
		p.Rules.Low += Decimal(r.Int64N(int64(One)) - int64(One)/2)
	},
	"bounds": func(r *rand.Rand, p *Proof) {
		b := &p.Rules.Bounds[r.IntN(4)]
		b.Lower, b.Upper = -Decimal(r.Int64N(2*int64(One))), Decimal(r.Int64N(2*int64(One)))
	},
	"quantile":       func(r *rand.Rand, p *Proof) { p.Loss, p.Rules.Quantile = Average, randomQuantile(r) },
	"slopes swapped": func(_ *rand.Rand, p *Proof) { p.Rules.Quantile = (One - p.Rules.Quantile) % One },
	"no quantile":    func(_ *rand.Rand, p *Proof) { p.Rules.Quantile = 0 },
	"huge bounds":    func(r *rand.Rand, p *Proof) { p.Rules.Bounds[r.IntN(4)].Upper = 1 << (30 + r.IntN(32)) },
	"intercept":      func(r *rand.Rand, p *Proof) { p.Rules.Intercept = Intercept(r.IntN(3)) },
	"step":           func(r *rand.Rand, p *Proof) { p.Rules.Step, p.Rules.Values = One/Decimal(1+r.Int64N(5)), nil },
	"any weights":    func(_ *rand.Rand, p *Proof) { p.Rules.Step, p.Rules.Values = 0, nil },
	"values": func(r *rand.Rand, p *Proof) {
		p.Rules.Step, p.Rules.Values = 0, []Decimal{-One, -Decimal(r.Int64N(int64(One))), 0, One}
	},
	"groups": func(r *rand.Rand, p *Proof) {
		p.Rules.Groups = [][]Group{nil, {{set(1, 2), 1}}, {{set(1, 4), 1}, {set(2, 3), r.IntN(2)}},
			{{set(2, 3, 4), r.IntN(3)}}, {{set(1, 3), 0}}}[r.IntN(5)]
	},
	"a column more": func(r *rand.Rand, p *Proof) {
		c := &p.Cuts[r.IntN(len(p.Cuts))]
		c.Columns = c.Columns.With(1 + r.IntN(4))
	},
	"a column less": func(r *rand.Rand, p *Proof) {
		c := &p.Cuts[r.IntN(len(p.Cuts))]
		c.Columns = c.Columns.Minus(some(r, []int{1, 2, 3, 4}, 2))
	},
	"drop a cut": func(r *rand.Rand, p *Proof) {
		k := r.IntN(len(p.Cuts))
		p.Cuts = append(p.Cuts[:k], p.Cuts[k+1:]...)
	},
	"split": func(r *rand.Rand, p *Proof) {
		for range 20 {
			if n := anyNode(r, p); n.Kind == Split {
				n.Column, n.Value = r.IntN(6)-1, r.Int64N(7)-3
				if p.Rules.Any() {
					n.Value *= int64(One) / 5
				}
				return
			}
		}
	},
	"kind": func(r *rand.Rand, p *Proof) {
		n := anyNode(r, p)
		*n = Node{Kind: NodeKind(r.IntN(4)), Column: n.Column, Value: n.Value}
	},
	"choice": func(r *rand.Rand, p *Proof) {
		for range 20 {
			if n := anyNode(r, p); n.Kind == Choose {
				n.Column = r.IntN(6) - 1
				return
			}
		}
	},
	"value": func(r *rand.Rand, p *Proof) {
		if n := anyNode(r, p); n.Dual != nil {
			if part := *n.Dual.parts()[r.IntN(len(partNames))]; len(part) > 0 {
				part[r.IntN(len(part))].Value += int64(r.Uint64()) >> (r.IntN(40) + 24)
			}
		}
	},
}
