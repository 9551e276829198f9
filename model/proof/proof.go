package proof

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
)

var (
	ErrForeign = errors.New("the proof is for another instance") // wrapped by errors about a proof for other rows
	ErrCut     = errors.New("a cut does not follow")             // wrapped by errors about a cut that does not follow
	// ErrCover is wrapped by errors about cuts that a choice of columns satisfies.
	ErrCover  = errors.New("the cuts leave a choice of features")
	ErrHeader = errors.New("impossible claim") // wrapped by errors about an impossible claim
)

// Header is a claim: no formula with at most Features columns, those of With among them, has an error below Cutoff,
// but those with all columns of a set of Except.
type Header struct {
	Labels Labels
	Rules  *Rules // of the formulas; nil for those that most claims have, see Rules

	Loss     Loss
	Wrong    Counts   // with the loss Wrong: what rows count; the claim is then about scores, not formulas
	Features int      // at most the instance's number of columns
	With     Vector   // columns that every formula of the claim has, mostly none
	Except   []Vector // sets of columns, mostly none; the claim is about no formula with all columns of one
	Cutoff   float64  // a fraction of 1, with rules maybe more; exactly the binary fraction of this double; or a count
	Instance [sha256.Size]byte
}

// Labels name the rows of a claim: what they are, the SHA-256 of the file that they come from (or -, or for poker a
// hand), and the names of the columns. The kernel does not read them, the caller compares them with its rows.
type Labels struct {
	Rows, Source string
	Columns      []string
	// Reading is not empty in a claim that was read from a text of format 1, which names no columns: the version of
	// their definitions. Encode does not write it.
	Reading string
}

// OfFile reports whether the rows come from a file, which the labels name by its SHA-256.
func (l Labels) OfFile() bool { return len(l.Source) == 64 || l.Source == "-" }

// Cut says that every formula below the cutoff has one of the columns.
type Cut struct {
	Columns Vector
	Dual    *Dual  // shows the cut; nil in a compact proof, for which a Finder finds it
	Tree    []Node // or the cut is shown by a tree, in preorder, whose leaves have dual vectors
	// Choice are the columns whose best weights in the box of a leaf tell a Finder its dual vector, in a compact proof.
	// The kernel does not read them.
	Choice Vector
}

// Proof is a claim with the cuts from which it follows.
type Proof struct {
	Header
	Cuts []Cut
}

// Relaxed reports whether the proof is a relaxation with its dual vector: a single cut, without columns.
func (p *Proof) Relaxed() bool {
	return len(p.Cuts) == 1 && p.Cuts[0].Columns.Empty() && p.Cuts[0].Dual != nil
}

// Full reports whether all cuts have their dual vectors.
func (p *Proof) Full() bool {
	return !slices.ContainsFunc(p.Cuts, func(c Cut) bool { return !c.Full() })
}

// Full reports whether a cut has all its dual vectors.
func (c *Cut) Full() bool {
	if c.Tree == nil {
		return c.Dual != nil
	}
	return !slices.ContainsFunc(c.Tree, func(n Node) bool { return n.Kind == Leaf && n.Dual == nil })
}

// Finder finds dual vectors for cuts that have none. It is not trusted.
type Finder interface {
	Find(c *Cut) (*Dual, error)
}

// LeafFinder finds dual vectors for leaves of trees: for formulas of a part without the cut's columns. A Finder that is
// none leaves trees without dual vectors unshown.
type LeafFinder interface {
	FindLeaf(c *Cut, part *Part) (*Dual, error)
}

// Valid returns nil for a claim that formulas of a number of columns can have, whatever its rows. The error wraps
// ErrHeader.
func (h *Header) Valid(columns int) error {
	most, foreign := h.Rules.MostCutoff(), func(v Vector) bool {
		return !v.Minus(FirstColumns(columns)).Empty() || h.Rules.Units(v) != v
	}
	if h.Loss == Wrong {
		most = mostWrong
	}
	switch {
	case h.Features < 0 || h.Features > columns:
		return fmt.Errorf("%w: %d features, want 0 to %d", ErrHeader, h.Features, columns)
	case h.Rules == nil && h.Features > mostRange:
		return fmt.Errorf("%w: %d features with weights up to 1, want at most %d", ErrHeader, h.Features, mostRange)
	case h.With.Size() > h.Features:
		return fmt.Errorf("%w: %d features in every formula of at most %d", ErrHeader, h.With.Size(), h.Features)
	case foreign(h.With):
		return fmt.Errorf("%w: features %v in every formula, want numbers from 1 to %d, and of a whole group the first",
			ErrHeader, h.With.IDs(), columns)
	case !(h.Cutoff >= 0 && h.Cutoff <= most):
		return fmt.Errorf("%w: the cutoff is %v, want a number from 0 to %v", ErrHeader, h.Cutoff, most)
	case len(h.Except) > mostExcept || slices.ContainsFunc(h.Except, func(v Vector) bool {
		return v.Empty() || v.Size() > h.Features || foreign(v)
	}):
		return fmt.Errorf("%w: excepted sets, want %d of 1 to %d columns, of a whole group the first", ErrHeader,
			mostExcept, h.Features)
	case h.Loss > Wrong || h.Loss > Average && h.Rules.orPlain().Quantile != 0:
		return fmt.Errorf("%w: the loss %d, or it has no quantile", ErrHeader, h.Loss)
	}
	if h.Rules != nil {
		if err := h.validRules(columns); err != nil {
			return err
		}
	}
	return h.validWrong()
}

// Check returns nil exactly if the claim of a proof follows from the instance: the proof names the
// instance's rows, the dual vector of each cut, its own or else one from the finder, shows the cut,
// and no choice of columns satisfies all cuts. A full proof needs no finder (nil). The error wraps
// ErrForeign, ErrHeader, ErrCut or ErrCover, or is the context's or the finder's.
func (in *Instance) Check(ctx context.Context, p *Proof, finder Finder) error {
	if err := in.CheckHeader(&p.Header); err != nil {
		return err
	}
	for i := range p.Cuts {
		c, own := &p.Cuts[i], p.Cuts[i] // the finder may change its copy
		d, err := c.Dual, ctx.Err()
		switch {
		case err == nil && c.Tree != nil:
			err = in.ShowsTree(ctx, &p.Header, c, finder)
		case err == nil && d == nil && finder != nil:
			d, err = finder.Find(&own)
		}
		if err == nil && c.Tree == nil && !in.Shows(&p.Header, c, d) {
			err = fmt.Errorf("%w: its multipliers are missing or prove less than the cutoff", ErrCut)
		}
		if err != nil {
			return fmt.Errorf("cut %d: %w", i+1, err)
		}
	}
	return in.Cover(ctx, p)
}

// CheckHeader returns nil if a claim is about the instance: it names the instance's rows by their
// digest, and its numbers are in range. The error wraps ErrForeign or ErrHeader.
func (in *Instance) CheckHeader(h *Header) error {
	if h.Instance != in.digest {
		return fmt.Errorf("%w: its rows have the SHA-256 %x, these rows %x", ErrForeign, h.Instance, in.digest)
	}
	return h.Valid(in.columns)
}

// Shows reports whether a dual vector shows a cut: that without its columns no formula is below the cutoff. Several
// goroutines may call it at once.
func (in *Instance) Shows(h *Header, c *Cut, d *Dual) bool {
	return h.Valid(in.columns) == nil && c.Tree == nil && in.shows(h, c, &Part{Box: h.box(in.columns)}, d)
}

// shows reports whether a dual vector shows that no formula of a part without a cut's columns is below the cutoff.
func (in *Instance) shows(h *Header, c *Cut, part *Part, d *Dual) bool {
	least, scale, ok := in.evaluate(h, c, part, d)
	return ok && !least.minus(times(scale, in.onGridUp(h.Cutoff))).isNegative()
}

// Bound returns the largest cutoff, a fraction of 1 rounded down, for which a dual vector shows a cut of a claim; 0 if
// it shows none. Of the claim, the loss, the number of features and the rules count.
func (in *Instance) Bound(h *Header, c *Cut, d *Dual) float64 {
	if h.Valid(in.columns) != nil {
		return 0
	}
	least, scale, ok := in.evaluate(h, c, &Part{Box: h.box(in.columns)}, d)
	if !ok || least.isNegative() {
		return 0
	}
	v := least.big()
	return math.Nextafter(float64(v.Div(v, big.NewInt(scale)).Int64())/float64(in.unit), 0)
}
