package cover_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/solvers/cover"
)

// random makes a problem of up to 10 columns, some in groups, in orders or chosen.
func random(r *rand.Rand) *cover.Problem {
	n := 3 + r.IntN(8)
	p := &cover.Problem{Free: proof.FirstColumns(n)}
	if r.IntN(3) == 0 {
		p.Free, p.Chosen = p.Free.Without(n), proof.VectorOf(n)
	}
	p.Most = r.IntN(4)
	for range 1 + r.IntN(30) {
		p.Cuts = append(p.Cuts, proof.Words(r.Uint64N(1<<n)&r.Uint64N(1<<n)))
	}
	if r.IntN(2) == 0 {
		p.Groups = []proof.Group{{Columns: proof.VectorOf(1, 2+r.IntN(2)), Most: 1}}
		if n > 6 && r.IntN(2) == 0 {
			p.Groups = append(p.Groups, proof.Group{Columns: proof.VectorOf(4, 6, n), Most: 1 + len(p.Cuts)%2})
		}
	}
	if n > 6 && r.IntN(2) == 0 {
		p.After = map[int]int{5: 2}
		if r.IntN(2) == 0 && len(p.Groups) < 2 {
			p.After[6] = 5
		}
	}
	return p
}

func satisfies(p *cover.Problem, choice uint64) bool {
	ok := choice&p.Chosen.Word(0) == p.Chosen.Word(0) && bits.OnesCount64(choice&p.Free.Word(0)) <= p.Most
	for _, c := range p.Cuts {
		ok = ok && choice&c.Word(0) != 0
	}
	for _, g := range p.Groups {
		ok = ok && bits.OnesCount64(choice&g.Columns.Word(0)) <= g.Most
	}
	for id, before := range p.After {
		ok = ok && (before == 0 || choice>>(id-1)&1 <= choice>>(before-1)&1)
	}
	return ok
}

// holds reports whether every leaf is a contradiction for the columns that are chosen and given up above it.
func holds(p *cover.Problem, nodes []cover.Node) error {
	var walk func(in, out uint64) error
	walk = func(in, out uint64) error {
		n := nodes[0]
		nodes = nodes[1:]
		if bit := uint64(1) << max(n.Column-1, 0); n.Column > 0 {
			return errors.Join(walk(in|bit, out), walk(in, out|bit))
		}
		var sum [130]int64
		right := -n.Leaf.Limit * int64(p.Most+bits.OnesCount64(p.Chosen.Word(0)))
		for id := range sum {
			sum[id] = -n.Leaf.Limit
		}
		add := func(columns proof.Vector, times, most int64) {
			right += times * most
			for _, id := range columns.IDs() {
				sum[id] += times
			}
		}
		for _, t := range n.Leaf.Cuts {
			add(p.Cuts[t.At], t.Times, 1)
		}
		for _, t := range n.Leaf.Groups {
			add(p.Groups[t.At].Columns, -t.Times, int64(p.Groups[t.At].Most))
		}
		for _, t := range n.Leaf.Orders {
			sum[t.At] -= t.Times
			sum[p.After[t.At]] += t.Times
		}
		for _, id := range (proof.Words(p.Free.Word(0) | p.Chosen.Word(0))).IDs() {
			switch bit := uint64(1) << (id - 1); {
			case in&bit != 0:
				right -= sum[id]
			case sum[id] > 0 && out&bit == 0:
				return fmt.Errorf("column %d is left in %+v", id, n.Leaf)
			}
		}
		if right <= 0 {
			return fmt.Errorf("no contradiction: %d in %+v", right, n.Leaf)
		}
		return nil
	}
	if err := walk(p.Chosen.Word(0), 0); err != nil || len(nodes) > 0 {
		return fmt.Errorf("%d nodes too many, %w", len(nodes), err)
	}
	return nil
}

// TestTree compares with all choices, and has a checker of its own accept the trees and their proofs for VeriPB.
func TestTree(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	solved, trees := 0, 0
	for range 3000 {
		p := random(r)
		found := false
		for choice := range uint64(1 << 10) {
			found = found || satisfies(p, choice)
		}
		nodes, err := cover.Tree(t.Context(), p)
		var choice *cover.ChoiceError
		switch {
		case errors.As(err, &choice):
			if solved++; !satisfies(p, choice.Choice.Word(0)) {
				t.Fatalf("%v is none of %+v", err, p)
			}
		case err != nil || found:
			t.Fatalf("%v, a choice %v: %+v", err, found, p)
		default:
			trees++
			if err := holds(p, nodes); err != nil {
				t.Fatalf("%v\n%+v\n%+v", err, p, nodes)
			}
			var text bytes.Buffer
			must.Do(t, cover.WritePBP(&text, p, nodes))
			if err := checkPBP(problemOf(p), text.String()); err != nil {
				t.Fatalf("%v\n%+v\n%s", err, p, &text)
			}
			given := problemOf(p)
			for i := range p.Cuts { // any choice satisfies cuts of 0 columns or more
				given[len(given)-1-i].right = 0
			}
			if checkPBP(given, text.String()) == nil {
				t.Fatalf("accepts a proof of what is false:\n%s", &text)
			}
		}
	}
	if solved < 100 || trees < 1000 {
		t.Errorf("%d solutions and %d trees", solved, trees)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := cover.Tree(ctx, random(rand.New(rand.NewPCG(2, 0)))); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// clause is a constraint: the sum of coefficients times variables is at least right.
type clause struct {
	of    map[int]int
	right int
}

// problemOf writes the constraints of a problem in the order of mip.Covering.
func problemOf(p *cover.Problem) (all []clause) {
	variable := map[int]int{}
	for _, id := range (proof.Words(p.Free.Word(0) | p.Chosen.Word(0))).IDs() {
		variable[id] = len(variable) + 1
	}
	sum := func(columns []int, sign, right int) clause {
		c := clause{map[int]int{}, right}
		for _, id := range columns {
			c.of[variable[id]] = sign
		}
		return c
	}
	for _, id := range p.Chosen.IDs() {
		all = append(all, sum([]int{id}, 1, 1))
	}
	every := proof.Words(p.Free.Word(0) | p.Chosen.Word(0)).IDs()
	all = append(all, sum(every, -1, -p.Most-len(p.Chosen.IDs())))
	for _, g := range p.Groups {
		all = append(all, sum(g.Columns.IDs(), -1, -g.Most))
	}
	for _, id := range every {
		for later, before := range p.After {
			if before == id {
				c := sum([]int{later}, -1, 0)
				c.of[variable[id]] = 1
				all = append(all, c)
			}
		}
	}
	for _, c := range p.Cuts {
		all = append(all, sum(c.IDs(), 1, 1))
	}
	return all
}

// checkPBP checks a proof that has sums, clauses by unit propagation, and deletions.
func checkPBP(given []clause, text string) error {
	all := map[int]clause{}
	for i, c := range given {
		all[i+1] = c
	}
	next := len(given) + 1
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		words := strings.Fields(line)
		var c clause
		switch words[0] {
		case "pol":
			var stack []clause
			for k, w := range words[1:] {
				last := len(stack) - 1
				switch n, err := strconv.Atoi(w); {
				case w == "*":
					stack[last-1] = plus(clause{}, stack[last-1], stack[last].right)
					stack = stack[:last]
				case w == "+":
					stack[last-1] = plus(stack[last-1], stack[last], 1)
					stack = stack[:last]
				case err != nil:
					return err
				case words[min(k+2, len(words)-1)] == "*":
					stack = append(stack, clause{right: n})
				default:
					stack = append(stack, all[n])
				}
			}
			if len(stack) != 1 {
				return fmt.Errorf("line %d leaves %d sums", i+1, len(stack))
			}
			c = stack[0]
		case "rup":
			c = clause{map[int]int{}, 1}
			for k := 1; words[k] == "1"; k += 2 {
				name, negated := strings.CutPrefix(words[k+1], "~")
				v, _ := strconv.Atoi(name[1:])
				if c.of[v] = 1; negated {
					c.of[v] = -1
					c.right--
				}
			}
			if !conflict(all, c) {
				return fmt.Errorf("line %d does not follow", i+1)
			}
		case "del":
			for _, w := range words[2:] {
				n, _ := strconv.Atoi(w)
				delete(all, n)
			}
			continue
		case "conclusion":
			n, _ := strconv.Atoi(words[3])
			if c, ok := all[n]; !ok || len(c.of) > 0 || c.right <= 0 {
				return fmt.Errorf("constraint %d is no contradiction", n)
			}
			return nil
		default:
			continue
		}
		all[next] = c
		next++
	}
	return errors.New("no conclusion")
}

func plus(a, b clause, times int) clause {
	c := clause{map[int]int{}, a.right + times*b.right}
	for v, x := range a.of {
		c.of[v] += x
	}
	for v, x := range b.of {
		if c.of[v] += times * x; c.of[v] == 0 {
			delete(c.of, v)
		}
	}
	return c
}

// conflict reports whether unit propagation refutes the negation of a constraint.
func conflict(all map[int]clause, c clause) bool {
	negated := plus(clause{}, c, -1)
	negated.right++
	value := map[int]int{}
	for changed := true; changed; {
		changed = false
		for _, k := range append([]clause{negated}, values(all)...) {
			slack := -k.right
			for v, x := range k.of {
				if at, ok := value[v]; ok {
					slack += x * at
				} else {
					slack += max(x, 0)
				}
			}
			if slack < 0 {
				return true
			}
			for v, x := range k.of {
				if _, ok := value[v]; !ok && slack < max(x, -x) {
					value[v], changed = max(x, 0)/max(x, -x), true
				}
			}
		}
	}
	return false
}

func values(all map[int]clause) (list []clause) {
	for _, k := range all {
		list = append(list, k)
	}
	return list
}
