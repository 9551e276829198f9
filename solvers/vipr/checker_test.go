package vipr_test

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// check is a checker of VIPR 1.0 in exact arithmetic, written from the description of the format. It returns nil for a
// certificate that holds: of infeasibility, or of a least objective and a solution. Where viprchk and the checker that
// is verified in CakeML (examples/vipr there) differ it takes the stricter: comments only before the version, a
// derivation in each line, as many as announced, no coefficient of 0, and the last says what is to be proved, of
// constraints that were not dropped before.
func check(text string) (err error) {
	given, derived, _ := strings.Cut(text, "\nDER ")
	for strings.HasPrefix(given, "%") {
		_, given, _ = strings.Cut(given, "\n")
	}
	c := &checker{integer: map[int]bool{}, words: strings.Fields(given)}
	defer func() {
		if bad, ok := recover().(refusal); ok {
			err = errors.New(string(bad))
		}
	}()
	c.program()
	c.derivations(strings.Split(strings.TrimSpace(derived), "\n"))
	return nil
}

type refusal string

func refuse(format string, args ...any) { panic(refusal(fmt.Sprintf(format, args...))) }

type checker struct {
	words   []string
	integer map[int]bool
	all     []*constraint

	objective map[int]*big.Rat
	bound     *constraint // objective >= bound; nil: the program has no solution
}

type constraint struct {
	sense   string
	right   *big.Rat
	left    map[int]*big.Rat
	assumed map[int]bool
	reason  string
	last    int // the last constraint that may use it; 0: any
}

func (c *checker) word() string {
	if len(c.words) == 0 {
		refuse("the text ends too soon")
	}
	w := c.words[0]
	c.words = c.words[1:]
	return w
}

func (c *checker) want(words ...string) {
	for _, w := range words {
		if got := c.word(); got != w {
			refuse("%s, want %s", got, w)
		}
	}
}

func (c *checker) count() int {
	n, err := strconv.Atoi(c.word())
	if err != nil || n < 0 {
		refuse("%v: not a number of things", n)
	}
	return n
}

func (c *checker) number() *big.Rat {
	w := c.word()
	x, ok := new(big.Rat).SetString(w)
	if !ok {
		refuse("%s: not a number", w)
	}
	return x
}

func (c *checker) sum() map[int]*big.Rat {
	m := map[int]*big.Rat{}
	for range c.count() {
		at := c.count()
		if m[at] != nil {
			refuse("%d twice in a sum", at)
		}
		if m[at] = c.number(); m[at].Sign() == 0 {
			refuse("0 times %d in a sum", at)
		}
	}
	return m
}

func (c *checker) constraint() *constraint {
	c.word()
	r := &constraint{sense: c.word(), assumed: map[int]bool{}}
	if !slices.Contains([]string{"G", "L", "E"}, r.sense) {
		refuse("sense %s", r.sense)
	}
	if r.right = c.number(); len(c.words) > 0 && c.words[0] == "OBJ" {
		c.want("OBJ")
		r.left = c.objective
	} else {
		r.left = c.sum()
	}
	return r
}

func (c *checker) program() {
	c.want("VER", "1.0", "VAR")
	n := c.count()
	names := map[string]bool{}
	for range n {
		names[c.word()] = true
	}
	if len(names) != n {
		refuse("variables with one name")
	}
	c.want("INT")
	for range c.count() {
		c.integer[c.count()] = true
	}
	c.want("OBJ", "min")
	c.objective = c.sum()
	c.want("CON")
	constraints, bounds := c.count(), c.count()
	for i := range constraints {
		r := c.constraint()
		if (i < bounds) != (len(r.left) == 1) && i < bounds {
			refuse("bound %d has %d variables", i, len(r.left))
		}
		for v := range r.left {
			if v >= n {
				refuse("variable %d of %d", v, n)
			}
		}
		c.all = append(c.all, r)
	}
	c.want("RTP")
	if len(c.objective) == 0 {
		c.want("infeas", "SOL", "0")
		c.end()
		return
	}
	c.want("range")
	c.bound = &constraint{sense: "G", right: c.number(), left: c.objective}
	most := &constraint{sense: "L", right: c.number(), left: c.objective}
	c.want("SOL", "1", "formula")
	values := c.sum()
	for at := range c.integer {
		if x := values[at]; x != nil && !x.IsInt() {
			refuse("variable %d is %v in the solution", at, x)
		}
	}
	for at, r := range append(slices.Clone(c.all), most) {
		sum := new(big.Rat)
		for v, a := range r.left {
			if x := values[v]; x != nil {
				sum.Add(sum, new(big.Rat).Mul(a, x))
			}
		}
		if order := sum.Cmp(r.right); order < 0 && r.sense != "L" || order > 0 && r.sense != "G" {
			refuse("the solution breaks constraint %d", at)
		}
	}
	c.end()
}

// end refuses words that are left.
func (c *checker) end() {
	if len(c.words) > 0 {
		refuse("%s after the end", c.words[0])
	}
}

func (c *checker) derivations(lines []string) {
	if lines[0] != strconv.Itoa(len(lines)-1) {
		refuse("%d derivations, announced were %s", len(lines)-1, lines[0])
	}
	for _, line := range lines[1:] {
		c.words = strings.Fields(line)
		r := c.constraint()
		c.want("{")
		switch r.reason = c.word(); r.reason {
		case "asm":
			r.assumed[len(c.all)] = true
		case "lin", "rnd":
			got := c.combine(c.sum(), r)
			if r.reason == "rnd" {
				c.round(got)
			}
			if !dominates(got, r) {
				refuse("constraint %d does not follow: %s %v %v", len(c.all), got.sense, got.right, got.left)
			}
		case "uns":
			c.unsplit(r)
		default:
			refuse("reason %s", r.reason)
		}
		c.want("}")
		w := c.word()
		if at, err := strconv.Atoi(w); err == nil && at >= 0 {
			r.last = at
		}
		c.end()
		c.all = append(c.all, r)
	}
	end := c.all[len(c.all)-1]
	if len(end.assumed) > 0 || !absurd(end) && (c.bound == nil || !dominates(end, c.bound)) {
		refuse("it ends without what is to be proved")
	}
}

func (c *checker) get(at int) *constraint {
	if at >= len(c.all) || c.all[at].last != 0 && c.all[at].last < len(c.all) {
		refuse("constraint %d of %d is used", at, len(c.all))
	}
	return c.all[at]
}

// combine adds up constraints, and gives a constraint their assumptions.
func (c *checker) combine(times map[int]*big.Rat, r *constraint) *constraint {
	got := &constraint{sense: "E", right: new(big.Rat), left: map[int]*big.Rat{}}
	for _, at := range slices.Sorted(maps.Keys(times)) {
		of, x := c.get(at), times[at]
		got.right.Add(got.right, new(big.Rat).Mul(x, of.right))
		for v, a := range of.left {
			if got.left[v] == nil {
				got.left[v] = new(big.Rat)
			}
			got.left[v].Add(got.left[v], new(big.Rat).Mul(x, a))
		}
		if of.sense != "E" {
			sense := "G"
			if (of.sense == "L") != (x.Sign() < 0) {
				sense = "L"
			}
			if got.sense != "E" && got.sense != sense {
				refuse("senses clash in constraint %d", len(c.all))
			}
			got.sense = sense
		}
		maps.Copy(r.assumed, of.assumed)
	}
	maps.DeleteFunc(got.left, func(_ int, a *big.Rat) bool { return a.Sign() == 0 })
	return got
}

func (c *checker) whole(r *constraint) {
	for v, a := range r.left {
		if !a.IsInt() || !c.integer[v] {
			refuse("constraint %d has coefficients that are not whole", len(c.all))
		}
	}
}

func (c *checker) round(r *constraint) {
	c.whole(r)
	up := new(big.Int).Neg(new(big.Int).Div(new(big.Int).Neg(r.right.Num()), r.right.Denom()))
	if r.sense == "L" {
		up.Div(r.right.Num(), r.right.Denom())
	}
	r.right = new(big.Rat).SetInt(up)
}

func (c *checker) unsplit(r *constraint) {
	i1, l1, i2, l2 := c.count(), c.count(), c.count(), c.count()
	one, two := c.get(l1), c.get(l2)
	if one.sense == "G" {
		one, two = two, one
	}
	c.whole(one)
	next := new(big.Rat).Add(one.right, big.NewRat(1, 1))
	if one.sense != "L" || two.sense != "G" || !one.right.IsInt() || two.right.Cmp(next) != 0 ||
		!equal(one.left, two.left) || one.reason != "asm" || two.reason != "asm" {
		refuse("constraint %d splits nothing", len(c.all))
	}
	for k, i := range []int{i1, i2} {
		if !dominates(c.get(i), r) {
			refuse("constraint %d does not follow from %d", len(c.all), i)
		}
		for a := range c.get(i).assumed {
			if a != []int{l1, l2}[k] {
				r.assumed[a] = true
			}
		}
	}
}

func equal(a, b map[int]*big.Rat) bool {
	return maps.EqualFunc(a, b, func(x, y *big.Rat) bool { return x.Cmp(y) == 0 })
}

func absurd(r *constraint) bool {
	sign := r.right.Sign()
	return len(r.left) == 0 && (r.sense == "G" && sign > 0 || r.sense == "L" && sign < 0 || r.sense == "E" && sign != 0)
}

func dominates(a, b *constraint) bool {
	if absurd(a) {
		return true
	}
	if !equal(a.left, b.left) || b.sense == "E" && a.sense != "E" {
		return false
	}
	switch order := a.right.Cmp(b.right); b.sense {
	case "G":
		return a.sense != "L" && order >= 0
	case "L":
		return a.sense != "G" && order <= 0
	default:
		return order == 0
	}
}
