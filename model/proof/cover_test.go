package proof

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"feltlab/internal/must"
)

// randomCover makes a claim and cuts, on an instance with duplicates and a feature that is true
// nowhere. One in four has enough features for the search to go on with its open cuts alone.
func randomCover(t *testing.T, r *rand.Rand) (*Instance, []int, *Proof) {
	m, most, sparse := 1+r.IntN(8), 5, 4
	if r.IntN(4) == 0 {
		m, most, sparse = 9, 10, 8
	}
	rows, ids := randomRows(r, 6, m, 0)
	p := &Proof{Header: Header{Features: r.IntN(most)}}
	for _, id := range ids {
		if r.IntN(6) == 0 && p.With.Size() < p.Features {
			p.With = p.With.With(id)
		}
	}
	for range r.IntN(4 * sparse) {
		p.Cuts = append(p.Cuts, Cut{Columns: some(r, ids, 1+r.IntN(sparse))})
	}
	return instanceOf(t, rows), ids, p
}

// choices calls visit with all sets of features that a claim is about.
func choices(p *Proof, ids []int, visit func(Vector)) {
	for bits := range 1 << len(ids) {
		var v Vector
		for k, id := range ids {
			if bits>>k&1 != 0 {
				v = v.With(id)
			}
		}
		if v.Size() <= p.Features && p.With.Minus(v) == set() {
			visit(v)
		}
	}
}

// counts reports whether features outside of those given come with all smaller duplicates.
func counts(in *Instance, p *Proof, v Vector) bool {
	for _, id := range v.Minus(p.With).IDs() {
		for _, same := range in.Interchangeable(nil)[id].IDs() {
			if same < id && !v.Has(same) {
				return false
			}
		}
	}
	return true
}

// satisfies reports whether a choice has one of every cut, by features that are true somewhere.
func satisfies(in *Instance, p *Proof, v Vector) bool {
	return !slices.ContainsFunc(p.Cuts, func(c Cut) bool { return c.Columns.And(v).And(in.Features()) == Vector{} })
}

// TestCover compares the search with an enumeration of all choices.
func TestCover(t *testing.T) {
	r := newRand(t)
	closed, open, long := 0, 0, 0
	for range 2500 {
		in, ids, p := randomCover(t, r)
		var left []Vector
		choices(p, ids, func(v Vector) {
			if counts(in, p, v) && satisfies(in, p, v) {
				left = append(left, v.And(in.Features()))
			}
		})
		err := in.Cover(context.Background(), p)
		var some error
		for part, parts := 0, 2+r.IntN(3); part < parts; part++ {
			some = errors.Join(some, in.CoverPart(context.Background(), p, part, parts))
		}
		if (some == nil) != (err == nil) {
			t.Fatalf("the search says %v, its parts %v: %+v", err, some, p)
		}
		switch {
		case err == nil && len(left) > 0, err != nil && (len(left) == 0 || !errors.Is(err, ErrCover)):
			t.Fatalf("%d choices are left, such as %v, the search says %v: %+v", len(left), left, err, p)
		case err == nil:
			closed++
			if p.Features-p.With.Size() > fewLeft {
				long++
			}
		default:
			open++
			if !slices.ContainsFunc(left, func(v Vector) bool { return strings.Contains(err.Error(), formatIDs(v)) }) {
				t.Fatalf("%v is not one of %v", err, left)
			}
		}
	}
	t.Logf("%d closed, %d of them with more than %d features, %d open", closed, long, fewLeft, open)
	if closed < 300 || open < 300 || long < 20 {
		t.Errorf("%d closed, %d of them with more than %d features, %d open", closed, long, fewLeft, open)
	}
}

func formatIDs(v Vector) string {
	return fmt.Sprintf(": %v of", v.IDs())
}

// TestCoverWide has cuts of features beyond the 64th, and more left than a search of a part begins
// with.
func TestCoverWide(t *testing.T) {
	row := row(set(), 1, 0, 2, 1)
	var rows []Row
	p := &Proof{}
	for id := 1; id <= 72; id++ { // 9 cuts of 8
		row.Columns = set(id)
		rows = append(rows, row)
		if id%8 == 1 {
			p.Cuts = append(p.Cuts, Cut{})
		}
		last := &p.Cuts[len(p.Cuts)-1]
		last.Columns = last.Columns.With(id)
	}
	in := instanceOf(t, rows)
	for i := range p.Cuts { // and one that has one of each
		p.Cuts = append(p.Cuts, Cut{Columns: set(8*i+8, (8*i+16)%72)})
	}
	p.Features, p.With = 9, set(8, 24, 40, 56, 72, 73)
	p.Features = 10
	if err := in.Cover(context.Background(), p); !errors.Is(err, ErrCover) {
		t.Error(err)
	}
	p.Features = 9
	must.Do(t, in.Cover(context.Background(), p))

	// Without them the search takes its time, so that it can be ended.
	p.Cuts, p.With, p.Features = p.Cuts[:9], set(), 8
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if err := in.Cover(ctx, p); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}
