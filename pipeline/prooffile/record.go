package prooffile

import (
	"crypto/sha256"
	"fmt"

	"feltlab/model/proof"
)

// Kind is the form of a proof.
type Kind string

// The kinds.
const (
	Cuts       Kind = "cuts"
	Relaxation Kind = "relaxation" // a single cut, of all columns
)

// Record describes the proof of a result's bound. The proof itself is in Packed or in a file beside the
// result.
type Record struct {
	Kind     Kind    `json:"kind"`                    // form of the proof
	Features int     `json:"features"`                // number of features
	Bound    float64 `json:"bound"`                   // the bound
	Largest  bool    `json:"largest_error,omitempty"` // the bound is on the largest error, not the average
	Cuts     int     `json:"cuts"`                    // number of cuts
	Digest   string  `json:"digest"`                  // SHA-256 of the proof's text
	File     string  `json:"file,omitempty"`          // name of the proof in the folder beside the result
	Packed   []byte  `json:"packed,omitempty"`        // the proof itself, if it is not in a file
}

// Detach moves the packed proofs out of records, by name, for a folder beside the results. Of several
// proofs with one name it keeps the one with the largest bound.
func Detach(records []*Record, name func(i int) (hand, rng string)) (packed map[string][]byte) {
	packed = map[string][]byte{}
	best := map[string]*Record{}
	for i, r := range records {
		if r == nil || r.Packed == nil {
			continue
		}
		h := proof.Header{Features: r.Features}
		h.Hand, h.Range = name(i)
		if r.Largest {
			h.Loss = proof.Largest
		}
		r.File = Name(&h)
		if b := best[r.File]; b == nil || r.Bound > b.Bound {
			best[r.File], packed[r.File] = r, r.Packed
		}
		r.Packed = nil
	}
	for _, r := range records { // those with the same name now share the best proof
		if r != nil && best[r.File] != nil {
			b := *best[r.File]
			r.Kind, r.Bound, r.Cuts, r.Digest = b.Kind, b.Bound, b.Cuts, b.Digest
		}
	}
	return packed
}

// NewRecord returns the record of a proof, with the proof packed; nil for nil.
func NewRecord(p *proof.Proof) *Record {
	if p == nil {
		return nil
	}
	r := &Record{
		Kind: Cuts, Features: p.Features, Bound: p.Cutoff, Largest: p.Loss == proof.Largest,
		Cuts: len(p.Cuts), Digest: Digest(p), Packed: Pack(p),
	}
	if len(p.Cuts) == 1 && p.Cuts[0].Need > 1 {
		r.Kind = Relaxation
	}
	return r
}

// Digest returns the SHA-256 of a proof's text.
func Digest(p *proof.Proof) string { return fmt.Sprintf("%x", sha256.Sum256(p.Encode())) }
