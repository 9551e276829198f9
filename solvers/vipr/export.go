package vipr

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/solvers/cover"
)

// ErrClaim is wrapped by errors about a claim that has no certificate.
var ErrClaim = errors.New("no certificate")

// Certificate is a certificate that can be written.
type Certificate struct {
	m     *program
	in    *proof.Instance
	p     *proof.Proof
	nodes []cover.Node
	lines int
	size  int64
}

// New derives the claim of a full proof about the rows of an instance: that no formula has a smaller error. With a
// formula the certificate also has its error, as the solution of the program. The error wraps ErrClaim or
// proof.ErrCut, or is the context's.
func New(
	ctx context.Context, in *proof.Instance, rows []proof.Row, p *proof.Proof, f regression.Formula,
) (*Certificate, error) {
	if err := in.CheckHeader(&p.Header); err != nil {
		return nil, err
	}
	m, err := newProgram(in, rows, p)
	if err != nil {
		return nil, err
	}
	m.variables()
	if f != nil {
		m.solve(f)
		m.writer = &writer{}
		if m.write(""); m.broken != "" {
			return nil, fmt.Errorf("%w: the formula breaks the constraint %q of the program", ErrClaim, m.broken)
		}
	}
	c := &Certificate{m: m, in: in, p: p}
	if c.nodes, err = cover.Tree(ctx, m.cover); err != nil {
		return nil, err
	}
	m.writer = &writer{}
	return c, c.derive(ctx, "")
}

// derive writes the certificate below a comment, or counts its constraints and says which is used last by which.
func (c *Certificate) derive(ctx context.Context, comment string) error {
	m := c.m
	for i := range m.patterns {
		clear(m.patterns[i].lines)
	}
	m.write(comment)
	m.print("DER %d\n", c.lines)
	first, assumption := m.next, 0
	if m.solution != nil {
		assumption = m.assume()
	}
	clauses := make([]int, len(c.p.Cuts))
	needed := c.needed()
	for q := range c.p.Cuts {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !needed[q] {
			continue
		}
		var err error
		if clauses[q], err = m.cut(c.in, &c.p.Cuts[q]); err != nil {
			return fmt.Errorf("cut %d: %w", q+1, err)
		}
	}
	absurd := m.newTree(m.cover, c.nodes, clauses).write()
	if m.solution != nil {
		m.conclude(assumption, absurd)
	}
	c.lines, c.size = m.next-first, max(c.size, m.size)
	return nil
}

// needed reports, by cut, whether a leaf uses it.
func (c *Certificate) needed() []bool {
	needed := make([]bool, len(c.p.Cuts))
	for _, n := range c.nodes {
		for _, t := range n.Leaf.Cuts {
			needed[t.At] = true
		}
	}
	return needed
}

// Lines returns the number of derived constraints, and Size about the number of bytes.
func (c *Certificate) Lines() int { return c.lines }

// Nodes returns the number of nodes of the tree of choices.
func (c *Certificate) Nodes() int { return len(c.nodes) }

// Size returns about the number of bytes of the certificate.
func (c *Certificate) Size() int64 { return c.size }

// Write writes the certificate below a line of comment. The error is the writer's, or the context's.
func (c *Certificate) Write(ctx context.Context, w io.Writer, comment string) error {
	c.m.writer = &writer{out: bufio.NewWriterSize(w, 1<<16), last: c.m.last}
	if err := c.derive(ctx, comment); err != nil {
		return err
	}
	return c.m.out.Flush()
}
