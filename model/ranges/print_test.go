package ranges

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
)

var seed = flag.Uint64("seed", 1, "seed of random tests")

// newRand returns a generator whose seed is printed when the test fails.
func newRand(t *testing.T) *rand.Rand {
	t.Logf("-seed=%d", *seed)
	return rand.New(rand.NewPCG(*seed, 0))
}

func TestPrint(t *testing.T) {
	for text, want := range map[string]string{
		"sklansky:1":                       "RUS",
		"JJ+,AKs":                          "RUS",
		"sklansky:1-5":                     "RML",
		"random":                           "ATC",
		"22+,AT":                           "22+,AT",
		"sklansky:1,22":                    "RUS,22",
		"A2s+,AKo":                         "A2s+,AK",
		"AKs,AKo,AQs,AQo,AJs":              "AQ+,AJs",
		"99,88,77,66":                      "99-66",
		"99,88":                            "99,88",
		"AA,KK":                            "KK+",
		"QQ,KK":                            "KK,QQ",
		"AA,KK,QQ":                         "QQ+",
		"A5,A4,A3,A2":                      "A5-A2",
		"AK:0.5":                           "AK",
		"AhKh,AsKs,AcKc,AdKd":              "AKs",
		"AhKh,AsKs,AcKc":                   "AsKs,AhKh,AcKc",
		"AA:0.000001,KK:0.000002":          "KK,AA:0.5",
		"AA,KK:0.25,QQ:0.5":                "AA,QQ:0.5,KK:0.25",
		"AA:0.9,QQ:0.6,JJ:0.3":             "AA:0.9,QQ:0.6,JJ:0.3",
		"AA,JJ:0.333333":                   "AA,JJ:0.333333",
		"AA,chen:0.05":                     "chen",
		"top 15.000%":                      "top 15%",
		"top 15%,32o:0.5":                  "top 15%,32o:0.5",
		"sklansky:6-6,sklansky:7":          "sklansky:6-7",
		"sklansky:1-3,sklansky:5":          "sklansky:1-3,sklansky:5",
		"sklansky:1-2,sklansky:9":          "RS,sklansky:9",
		"any:0.3":                          "ATC",
		"KQ,KJ,KT,K9,K8,K7,K6,K5,K4,K3,K2": "K2+",
	} {
		must.Equal(t, mustParse(t, text).String(), want, text)
	}
}

// randomClasses picks up to 13 classes so that names, runs and overlaps occur.
func randomClasses(rng *rand.Rand) []cards.Class {
	var classes []cards.Class
	add := func(more []cards.Class) {
		for _, k := range more {
			if !setOf(classes).has(k) && len(classes) < 13 {
				classes = append(classes, k)
			}
		}
	}
	switch rng.IntN(6) {
	case 0:
		add(groupClasses(1, 1))
	case 1:
		add(groupClasses(1, 2))
	case 2:
		add(ranking[:rng.IntN(12)])
	case 3:
		g := 2 + rng.IntN(3)
		add(groupClasses(g, g))
	}
	for range 1 + rng.IntN(4) {
		high, low := cards.Rank(1+rng.IntN(12)), cards.Rank(0)
		low = cards.Rank(rng.IntN(int(high)))
		s := shape{high: high, low: low, suffix: []string{"s", "o", ""}[rng.IntN(3)]}
		if rng.IntN(4) == 0 {
			s = shape{high: high, low: high}
			add(s.between(high-cards.Rank(rng.IntN(int(high)+1)), high))
			continue
		}
		top := low + cards.Rank(rng.IntN(int(high-low)))
		if rng.IntN(2) == 0 {
			top = high - 1
		}
		add(s.between(low, top))
	}
	return classes
}

// combosOf lists the combos of classes in ascending order.
func combosOf(classes []cards.Class) []cards.Combo {
	var out []cards.Combo
	set := setOf(classes)
	for h := range cards.Combo(cards.NumCombos) {
		if set.has(h.Class()) {
			out = append(out, h)
		}
	}
	return out
}

// TestCoverIsShortest holds the cover's length equal to the brute force's on small random
// sets, and the written tokens equal to the length.
func TestCoverIsShortest(t *testing.T) {
	rng := newRand(t)
	for range 300 {
		classes := randomClasses(rng)
		combos := combosOf(classes)
		for _, extra := range []int{1, 5, 10} {
			c := newCover(combos, extra, false)
			tokens := c.tokens()
			must.Equal(t, c.length(), refCover(classes, extra), classes, extra, tokens)
			must.Equal(t, len(strings.Join(tokens, ""))+extra*len(tokens), c.length(), classes, tokens)
		}
	}
}

// TestScaleIsShortest holds whole texts of two or three weights, and of classes with
// missing combos, against brute force over all covers and all scales.
func TestScaleIsShortest(t *testing.T) {
	rng := newRand(t)
	for range 60 {
		var weights [cards.NumCombos]uint32
		type refPart struct {
			classes []cards.Class
			singles int
			weight  uint64
			lengths map[int]int
		}
		var parts []refPart
		var used classSet
		choices := []uint64{1, 2, 3, 4, 5, 7, 8, 16, 30, 125, 700, 4096, 99_999, 333_333, 1_000_000}
		for _, i := range rng.Perm(len(choices))[:2+rng.IntN(2)] {
			p := refPart{weight: choices[i], lengths: map[int]int{}}
			for _, k := range randomClasses(rng) {
				if used.has(k) || len(p.classes) == 8 {
					continue
				}
				used = used.union(setOf([]cards.Class{k}))
				hands := k.Combos()
				if rng.IntN(8) == 0 {
					hands = hands[rng.IntN(len(hands)-1)+1:]
					p.singles += len(hands)
				} else {
					p.classes = append(p.classes, k)
				}
				for _, h := range hands {
					weights[h] = uint32(p.weight)
				}
			}
			if p.singles+len(p.classes) > 0 {
				parts = append(parts, p)
			}
		}
		r := must.Get(FromWeights(&weights))(t)
		largest := uint64(0)
		for _, p := range parts {
			largest = max(largest, p.weight)
		}
		const one = 1_000_000
		divisor := largest / uint64(slices.Max(r.Weights()[:]))
		best := unreachable
		for scale := uint64(1); scale*largest/divisor <= one; scale++ {
			total := -1 // no comma at the end
			for _, p := range parts {
				extra := 1
				if w := p.weight / divisor * scale; w != one {
					extra += len(":" + formatDecimal(w, one))
				}
				if _, ok := p.lengths[extra]; !ok {
					p.lengths[extra] = refCover(p.classes, extra) + p.singles*(4+extra)
				}
				total += p.lengths[extra]
			}
			best = min(best, total)
		}
		must.Equal(t, len(r.String()), best, r)
		if again := mustParse(t, r.String()); !again.Equal(r) {
			t.Fatalf("%q reads back as %q", r, again)
		}
	}
}

// isOnlyRead reports whether a token has a short form that is read and never printed.
func isOnlyRead(t token) bool {
	body, _ := t.excluded()
	_, heading := t.heading()
	return heading || startsNumber(body) && strings.HasSuffix(body, "%") || isKind(body) || t.kinds != nil
}

// checkShortTexts parses every text of some length over the characters of the syntax and
// checks that none is shorter than what String makes of its range.
func checkShortTexts(t *testing.T, length int) {
	const alphabet = "23456789tjqkacdhs0o+-:, .%1rumlny"
	text := make([]byte, length)
	parsed := 0
	var fill func(i int)
	fill = func(i int) {
		if i < length {
			for _, c := range []byte(alphabet) {
				text[i] = c
				fill(i + 1)
			}
			return
		}
		r, err := Parse(string(text))
		if err != nil || slices.ContainsFunc(must.Get(scan(string(text)))(t), isOnlyRead) {
			return
		}
		parsed++
		if len(r.String()) > length {
			t.Fatalf("%q prints as the longer %q", text, r)
		}
	}
	fill(0)
	t.Logf("%d texts of %d characters are ranges", parsed, length)
	if parsed < 90 { // AA and AK are such texts, as are all other pairs of ranks
		t.Errorf("only %d", parsed)
	}
}

func TestShortTextsAreShortest(t *testing.T) {
	checkShortTexts(t, 2)
	checkShortTexts(t, 3)
}
