package data

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"feltlab/internal/must"
)

// pairsTable has a column that is 1 with each m, so that their product is the column itself.
const pairsTable = "y,age,sex,in,kind\n1,10,m,1,a\n2,20,f,0,a\n4,20,m,1,b\n3,30,f,0,b\n7,30,m,1,c and d\n" +
	"2,10,f,1,c and d\n5,20,f,0,c and d\n2,20,m,1,a\n"

// TestPairs compares the products with all pairs of columns, row by row.
func TestPairs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.csv")
	must.Do(t, os.WriteFile(path, []byte(pairsTable), 0o600))
	o := Options{Target: "y"}
	plain := must.Get(Read(path, o))(t)
	o.Pairs = true
	table := must.Get(Read(path, o))(t)
	var want []string
	for i, a := range plain.Columns {
		for j, b := range plain.Columns[i+1:] {
			both, left, right := 0, 0, 0
			for _, r := range plain.Rows {
				x, y := r.Columns.Has(i+1), r.Columns.Has(i+j+2)
				if x {
					left++
				}
				if y {
					right++
				}
				if x && y {
					both++
				}
			}
			if a.From != b.From && both > 0 && both != left && both != right {
				want = append(want, a.Name+" and "+b.Name)
			}
		}
	}
	var got []string
	at := map[string]int{}
	for i, c := range table.Columns {
		at[c.Name] = i + 1
		if c.Kind == Product {
			got = append(got, c.Name)
		}
	}
	if !slices.Equal(got, want) || len(got) < 10 || table.Products() != len(got) {
		t.Errorf("%d products %q, want %q", table.Products(), got, want)
	}
	if slices.Contains(got, "sex = m and in") || !slices.Contains(got, "age >= 20 and kind = c and d") {
		t.Errorf("%q", got)
	}
	weight := int64(0)
	for _, r := range table.Rows {
		weight += r.Weight
		for _, c := range table.Columns[len(plain.Columns):] {
			must.Equal(t, r.Columns.Has(at[c.Name]), r.Columns.Has(at[c.Parts[0]]) && r.Columns.Has(at[c.Parts[1]]),
				c.Name, r)
		}
	}
	if weight != plain.Weight || strings.Contains(plain.Options.Text(), "pairs") {
		t.Errorf("weight %d; %s", weight, plain.Options.Text())
	}
}

// TestPairsRefused has options that clash, too many products and a category that reads as a product.
func TestPairsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.csv")
	random, wide := rand.New(rand.NewPCG(1, 2)), "y"
	for i := range 100 {
		wide += ",x" + string(rune('a'+i/10)) + string(rune('a'+i%10))
	}
	for r := range 64 {
		wide += "\n" + string(rune('0'+r%7))
		for range 100 {
			wide += "," + string(rune('0'+random.IntN(2)))
		}
	}
	for _, c := range []struct {
		text, want string
		o          Options
	}{
		{pairsTable, "do not go with the group *", Options{Rules: Rules{OnePerColumn: true}}},
		{wide + "\n", "want at most 4096", Options{}},
		{"y,b,k\n1,0,a and b\n2,1,a and b\n3,1,a\n4,0,a\n", "could be the product of two others", Options{}},
	} {
		must.Do(t, os.WriteFile(path, []byte(c.text), 0o600))
		c.o.Target, c.o.Pairs = "y", true
		must.Fails(Read(path, c.o))(t, c.want)
	}
}
