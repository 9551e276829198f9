package proof

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"feltlab/internal/must"
)

// summable reports whether two cells where a function is true and two where it is false have the same sum, bit by bit.
// Then it is no threshold function.
func summable(f uint32, pairs map[[2]uint32][][2]int) bool {
	for _, same := range pairs {
		inside, outside := false, false
		for _, p := range same {
			a, b := f>>p[0]&1, f>>p[1]&1
			inside, outside = inside || a&b == 1, outside || a|b == 0
		}
		if inside && outside {
			return true
		}
	}
	return false
}

// TestThresholds derives that the lists have all threshold functions. Two neighbouring cells of the arrangement of the
// hyperplanes w x = c differ in one value of their functions, and all cells are connected. So a list that has every
// neighbour of its members that is a threshold function has them all.
func TestThresholds(t *testing.T) {
	most := 4
	if !testing.Short() {
		most = 5
	}
	for n := range most + 1 {
		all := thresholds(n, [...]int64{0, 1, 1, 2, 3, 5}[n])
		if want := [...]int{2, 4, 14, 104, 1882, 94572}[n]; len(all) != want {
			t.Fatalf("%d bits: %d functions, want %d", n, len(all), want)
		}
		pairs := map[[2]uint32][][2]int{} // of cells, by their sum
		for a := range 1 << n {
			for b := range a + 1 {
				pairs[[2]uint32{uint32(a & b), uint32(a ^ b)}] = append(pairs[[2]uint32{uint32(a & b), uint32(a ^ b)}],
					[2]int{a, b})
			}
		}
		for key, same := range pairs {
			if len(same) < 2 {
				delete(pairs, key)
			}
		}
		known := map[uint32]bool{}
		for _, f := range all {
			known[f] = true
		}
		step := 1
		if n == 5 {
			step = 97 // one in so many
		}
		for i := 0; i < len(all); i += step {
			for x := range 1 << n {
				if g := all[i] ^ 1<<x; !known[g] && !summable(g, pairs) {
					t.Fatalf("%d bits: %x is missing", n, g)
				}
			}
		}
	}
}

// scoreRows makes a table with a target of two values, and a claim about scores without its cutoff.
func scoreRows(r *rand.Rand, columns int) ([]Row, *Header) {
	rows := make([]Row, 4+r.IntN(30))
	for i := range rows {
		rows[i] = Row{Denominator: 2, Numerator: 2 * uint64(r.IntN(2)), Weight: 1 + int64(r.IntN(3))}
		for id := 1; id <= columns; id++ {
			if r.IntN(3) == 0 {
				rows[i].Columns = rows[i].Columns.With(id)
			}
		}
		if r.IntN(3) > 0 { // the first columns tell something
			rows[i].Columns = rows[i].Columns.With(1 + int(rows[i].Numerator)/2*(1+r.IntN(2)))
		}
		if r.IntN(2) > 0 {
			rows[i].Columns = rows[i].Columns.Without(columns)
		}
	}
	rules := &Rules{High: One, Intercept: FreeIntercept, Bounds: slices.Repeat([]Bounds{{-One, One}}, columns)}
	h := &Header{Rules: rules, Loss: Wrong, Features: r.IntN(min(5, columns+1)), Wrong: Counts{Low: 1, High: 1}}
	h.Labels = Labels{Rows: "rows", Source: "-"}
	for id := range columns {
		h.Labels.Columns = append(h.Labels.Columns, fmt.Sprintf("c%d", id+1))
	}
	if r.IntN(2) == 0 {
		h.Wrong = Counts{Low: 1 + int64(r.IntN(4)), High: 1 + int64(r.IntN(4)), Points: int64(r.IntN(3))}
	}
	if h.Features > 0 && r.IntN(3) == 0 {
		h.With = h.With.With(1 + r.IntN(columns))
	}
	return rows, h
}

// leastWrong tries all cuts and whole weights, up to a magnitude that makes all functions or to points, on all sets,
// row by row.
func leastWrong(rows []Row, h *Header) (least int64) {
	least = math.MaxInt64
	limit := [...]int64{0, 1, 1, 2, 3, 5}[h.Features]
	if h.Wrong.Points > 0 {
		limit = h.Wrong.Points
	}
	var try func(ids []int, weights []int64, from int)
	try = func(ids []int, weights []int64, from int) {
		var sums []int64
		for _, row := range rows {
			sum := int64(0)
			for i, id := range ids {
				if row.Columns.Has(id) {
					sum += weights[i]
				}
			}
			sums = append(sums, sum)
		}
		for cut := -5 * limit; cut <= 5*limit+1; cut++ {
			wrong := int64(0)
			for i, row := range rows {
				if says := sums[i] >= cut; says && row.Numerator == 0 {
					wrong += row.Weight * h.Wrong.Low
				} else if !says && row.Numerator == 2 {
					wrong += row.Weight * h.Wrong.High
				}
			}
			least = min(least, wrong)
		}
		for id := from; id <= len(h.Rules.Bounds); id++ {
			if has := VectorOf(append(h.With.IDs(), ids...)...).With(id); has.Size() > h.Features {
				continue
			}
			for w := -limit; w <= limit; w++ {
				if w != 0 {
					try(append(slices.Clone(ids), id), append(slices.Clone(weights), w), id+1)
				}
			}
		}
	}
	try(nil, nil, 1)
	return least
}

// TestWrong compares the search with the slow twin on random tables, and refuses forgeries: a claim of one more, rows
// with another outcome or weight, exchanged columns, and a header that says something else.
func TestWrong(t *testing.T) {
	r := newRand(t)
	judge := newJudge(t)
	var want []bool
	ctx, refused := context.Background(), 0
	for table := range wrongTables {
		python := table%10 == 0 // which is slower
		columns := 3 + r.IntN(3)
		if table < 2 {
			columns = MostScored
		}
		rows, h := scoreRows(r, columns)
		if table < 2 {
			h.Features = MostScored
		}
		in := must.Get(NewInstance(columns, rows))(t)
		h.Instance = in.Digest()
		least := leastWrong(rows, h)
		path := judge.instance(rows)
		for more := range int64(2) {
			h.Cutoff = float64(least + more)
			p := &Proof{Header: *h}
			q, err := Decode(p.Encode())
			if err != nil || q.Wrong != h.Wrong {
				t.Fatalf("%v: %s", err, p.Encode())
			}
			if err := in.Check(ctx, q, nil); more == 0 && err != nil || more == 1 && !errors.Is(err, ErrCover) {
				t.Fatalf("least %d, cutoff %v: %v\n%s", least, h.Cutoff, err, p.Encode())
			}
			if python {
				judge.add(p.Encode(), path)
				want = append(want, more == 0)
			}
		}
		h.Cutoff = float64(least)
		forged := slices.Clone(rows)
		switch at := r.IntN(len(rows)); r.IntN(3) {
		case 0:
			forged[at].Numerator = 2 - forged[at].Numerator
		case 1:
			forged[at].Weight++
		default:
			for i := range forged {
				v := forged[i].Columns
				forged[i].Columns = v.Without(1).Without(2)
				if v.Has(1) {
					forged[i].Columns = forged[i].Columns.With(2)
				}
				if v.Has(2) {
					forged[i].Columns = forged[i].Columns.With(1)
				}
			}
		}
		other := must.Get(NewInstance(columns, forged))(t)
		err := other.Check(ctx, &Proof{Header: *h}, nil)
		if other.Digest() != in.Digest() && !errors.Is(err, ErrForeign) {
			t.Fatal(err)
		} else if err != nil {
			refused++
		}
		if python {
			judge.add((&Proof{Header: *h}).Encode(), judge.instance(forged))
			want = append(want, other.Digest() == in.Digest())
		}
	}
	for i, verdict := range judge.verdicts() {
		if strings.HasPrefix(verdict, "proved: ") != want[i] {
			t.Errorf("%d: %s, want %v", i, verdict, want[i])
		}
	}
	if refused < wrongTables*4/5 {
		t.Errorf("%d forgeries", refused)
	}
}

// TestWrongHeaders refuses claims about scores that the search does not show.
func TestWrongHeaders(t *testing.T) {
	rows, h := scoreRows(rand.New(rand.NewPCG(1, 2)), 6)
	in := must.Get(NewInstance(6, rows))(t)
	h.Instance, h.Features, h.With, h.Cutoff = in.Digest(), 2, Vector{}, 0
	for name, change := range map[string]func(p *Proof){
		"six columns":    func(p *Proof) { p.Features = 6 },
		"a part":         func(p *Proof) { p.Cutoff = 0.5 },
		"nothing counts": func(p *Proof) { p.Wrong.Low = 0 },
		"no intercept":   func(p *Proof) { p.Rules.Intercept = NoIntercept },
		"a step":         func(p *Proof) { p.Rules.Step = 1 },
		"one sign":       func(p *Proof) { p.Rules.Bounds = slices.Clone(p.Rules.Bounds); p.Rules.Bounds[2].Lower = 0 },
		"a group":        func(p *Proof) { p.Rules.Groups = []Group{{VectorOf(1, 2), 1}} },
		"another loss":   func(p *Proof) { p.Loss = Average },
		"many points":    func(p *Proof) { p.Wrong.Points = mostPoints + 1 },
	} {
		rules := *h.Rules
		p := &Proof{Header: *h}
		p.Rules = &rules
		change(p)
		if err := in.Check(context.Background(), p, nil); !errors.Is(err, ErrHeader) {
			t.Errorf("%s: %v", name, err)
		}
	}
	p := &Proof{Header: *h, Cuts: []Cut{{Dual: &Dual{}}}}
	if err := in.Check(context.Background(), p, nil); !errors.Is(err, ErrCut) {
		t.Errorf("a cut: %v", err)
	}
	if err := in.Cover(context.Background(), p); !errors.Is(err, ErrCut) {
		t.Errorf("a cut: %v", err)
	}
	rows[0].Numerator, rows[0].Denominator = 1, 1<<60
	in = must.Get(NewInstance(6, rows))(t)
	h.Instance = in.Digest()
	if err := in.Cover(context.Background(), &Proof{Header: *h}); !errors.Is(err, ErrHeader) {
		t.Errorf("a target between: %v", err)
	}
}
