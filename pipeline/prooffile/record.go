package prooffile

import (
	"crypto/sha256"
	"fmt"

	"feltlab/model/proof"
)

// Kind says what a proof consists of.
type Kind string

// The kinds.
const (
	Cuts       Kind = "cuts"
	Relaxation Kind = "relaxation" // one cut, of all columns
)

// Record is what a result says of the proof of its bound. It proves nothing; the proof does, which
// is in Packed or in a file beside the result.
type Record struct {
	Kind Kind `json:"kind"`
	// Features is the N of the bound; Bound holds for every formula with at most so many, a
	// fraction of 1.
	Features int     `json:"features"` // number of features
	Bound    float64 `json:"bound"`    // the bound
	// Largest says that the bound is one on the largest error, not on the average.
	Largest bool `json:"largest_error,omitempty"`
	Cuts    int  `json:"cuts"` // number of cuts
	// Digest is the SHA-256 of the proof's text.
	Digest string `json:"digest"`
	// File is the proof's name in the folder proofs beside the result.
	File string `json:"file,omitempty"`
	// Packed is the proof itself, where no file has it.
	Packed []byte `json:"packed,omitempty"`
}

// Detach takes the packed proofs out of records, for a folder beside the results, and leaves their
// files' names. Of several of one name the one with the largest bound is kept.
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
	for _, r := range records { // which proof they have now
		if r != nil && best[r.File] != nil {
			b := *best[r.File]
			r.Kind, r.Bound, r.Cuts, r.Digest = b.Kind, b.Bound, b.Cuts, b.Digest
		}
	}
	return packed
}

// NewRecord records a proof, with it; nil for nil.
func NewRecord(p *proof.Proof) *Record {
	if p == nil {
		return nil
	}
	r := &Record{
		Kind: Cuts, Features: p.Features, Bound: p.Cutoff, Largest: p.Loss == proof.Largest, Cuts: len(p.Cuts),
		Digest: Digest(p), Packed: Pack(p),
	}
	if len(p.Cuts) == 1 && p.Cuts[0].Need > 1 {
		r.Kind = Relaxation
	}
	return r
}

// Digest is the SHA-256 of a proof's text.
func Digest(p *proof.Proof) string { return fmt.Sprintf("%x", sha256.Sum256(p.Encode())) }
