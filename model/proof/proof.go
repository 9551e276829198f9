package proof

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"feltlab/model/features"
)

var (
	// ErrForeign is wrapped by errors about a proof that is not one for the instance.
	ErrForeign = errors.New("proof: for another instance")
	// ErrCut is wrapped by errors about a cut that does not follow.
	ErrCut = errors.New("proof: a cut does not follow")
	// ErrCover is wrapped by errors about cuts that some features satisfy.
	ErrCover = errors.New("proof: the cuts leave a choice of features")
	// ErrHeader is wrapped by errors about a claim that cannot be one.
	ErrHeader = errors.New("proof: bad header")
)

// Header is a claim: no formula of at most Features features, those of With among them, has an
// error below Cutoff.
type Header struct {
	Hand, Range string
	Reading     string // of the features, features.Version
	Loss        Loss
	Features    int             // 0 to 73
	With        features.Vector // features that every formula has which the claim is about, mostly none
	Cutoff      float64         // a fraction of 1, exactly the binary fraction that it is
	Instance    [sha256.Size]byte
}

// Cut says that every formula below the cutoff has at least Need of the columns.
type Cut struct {
	Columns features.Vector
	Need    int   // at least 1
	Dual    *Dual // that shows it, or nil: some have to be found
}

// Proof is a claim with the cuts from which it follows.
type Proof struct {
	Header
	Cuts []Cut
}

// Full reports whether all cuts have their dual vectors.
func (p *Proof) Full() bool {
	return !slices.ContainsFunc(p.Cuts, func(c Cut) bool { return c.Dual == nil })
}

// Finder finds dual vectors for cuts that have none. Nothing is believed of it.
type Finder interface {
	Find(c *Cut) (*Dual, error)
}

// valid reports a claim that cannot be one.
func (h *Header) valid() error {
	with := len(h.With.IDs())
	switch {
	case h.Features < 0 || h.Features > features.Count:
		return fmt.Errorf("%w: %d features, want 0 to %d", ErrHeader, h.Features, features.Count)
	case with > h.Features:
		return fmt.Errorf("%w: %d features in every formula of at most %d", ErrHeader, with, h.Features)
	case !(h.Cutoff >= 0 && h.Cutoff <= 1):
		return fmt.Errorf("%w: the cutoff is %v, want a fraction of 1", ErrHeader, h.Cutoff)
	case h.Loss > Largest:
		return fmt.Errorf("%w: unknown loss", ErrHeader)
	}
	return nil
}

// Check reports nil exactly if the claim of a proof follows from the instance: it is a proof for
// it, each cut's dual vector, its own or else the finder's, shows the cut, and no choice of
// features satisfies all cuts. Finder may be nil for a full proof. The error wraps ErrForeign,
// ErrHeader, ErrCut or ErrCover, or is the context's or the finder's.
func (in *Instance) Check(ctx context.Context, p *Proof, finder Finder) error {
	if err := in.CheckHeader(&p.Header); err != nil {
		return err
	}
	for i := range p.Cuts {
		c := &p.Cuts[i]
		d, err := c.Dual, ctx.Err()
		if d == nil && finder != nil && err == nil {
			own := *c // whatever the finder does to it
			d, err = finder.Find(&own)
		}
		if err != nil {
			return fmt.Errorf("proof: cut %d: %w", i+1, err)
		}
		if !in.Shows(&p.Header, c, d) {
			return fmt.Errorf("%w: cut %d: its multipliers prove less than the cutoff, or are none", ErrCut, i+1)
		}
	}
	return in.Cover(ctx, p)
}

// CheckHeader reports whether a claim is one about the instance, with its features as this program
// reads them. The error wraps ErrForeign or ErrHeader.
func (in *Instance) CheckHeader(h *Header) error {
	switch {
	case h.Reading != features.Version:
		return fmt.Errorf("%w: it has the reading %q of the features, not %q", ErrForeign, h.Reading, features.Version)
	case h.Instance != in.digest:
		return fmt.Errorf("%w: its flops have the SHA-256 %x, these %x", ErrForeign, h.Instance, in.digest)
	}
	return h.valid()
}

// Shows reports whether a dual vector shows a cut: that without Need of its columns no formula is
// below the cutoff. It may be called from many goroutines.
func (in *Instance) Shows(h *Header, c *Cut, d *Dual) bool {
	if h.valid() != nil {
		return false
	}
	least, scale, ok := in.evaluate(h.Loss, c, d)
	return ok && !least.minus(times(scale, in.onGridUp(h.Cutoff))).isNegative()
}

// Bound returns the largest cutoff, a fraction of 1 rounded down, for which a dual vector shows a
// cut; 0 if it shows none.
func (in *Instance) Bound(loss Loss, c *Cut, d *Dual) float64 {
	least, scale, ok := in.evaluate(loss, c, d)
	if !ok || least.isNegative() {
		return 0
	}
	v := least.big()
	return math.Nextafter(float64(v.Div(v, big.NewInt(scale)).Int64())/float64(in.unit), 0)
}
