package verify

import (
	"fmt"
	"time"
)

// Problem is a claim that is false, or a proof that is none.
type Problem struct {
	Place    string `json:"place,omitempty"` // "result 3", and whose it is
	Hand     string `json:"hand,omitempty"`
	Range    string `json:"range,omitempty"`
	Column   string `json:"column"`
	Expected string `json:"expected"`
	Found    string `json:"found"`
	Note     string `json:"note,omitempty"`
}

// String says it in a line.
func (p Problem) String() string {
	text := p.Place
	if p.Hand != "" {
		text += fmt.Sprintf(" (%s against %s)", p.Hand, p.Range)
	}
	text += fmt.Sprintf(", %s: expected %s, found %s", p.Column, p.Expected, p.Found)
	if p.Note != "" {
		text += ": " + p.Note
	}
	return text
}

// Open is a claim that nothing proves and nothing refutes.
type Open struct {
	Place  string `json:"place"`
	Hand   string `json:"hand"`
	Range  string `json:"range"`
	Column string `json:"column"`
	Found  string `json:"found"`
	Note   string `json:"note"`
}

// String says it in a line.
func (o Open) String() string {
	return fmt.Sprintf("%s (%s against %s), %s: %s: %s", o.Place, o.Hand, o.Range, o.Column, o.Found, o.Note)
}

// Standing says on what a bound rests.
type Standing string

// The standings, the strongest first.
const (
	// ByProof: a proof beside the file was replayed and shows it.
	ByProof Standing = "stored proof, replayed"
	// ByRelaxation: a dual vector was found now and shows it, with no search.
	ByRelaxation Standing = "dual vector found now"
	// ByNewProof: it was proved now.
	ByNewProof Standing = "proved now"
	// Trivial: nothing is claimed: a bound of 0.
	Trivial Standing = "nothing to prove"
	// Unproved: nothing shows it.
	Unproved Standing = "not proved"
	// Refuted: a formula in the file shows that it is false.
	Refuted Standing = "false"
)

// VerdictsFile is the name by which reports find what a check has stored.
const VerdictsFile = "verify.json"

// Report is what a check of a file found.
type Report struct {
	File string `json:"file"`
	Kind string `json:"kind"`
	// Digest is that of the file's content when it was judged.
	Digest string    `json:"digest"`
	Judged time.Time `json:"judged"`
	// Claims is the number of statements that were judged; each is proved, unproved or false.
	Claims   int `json:"claims"`
	Proved   int `json:"proved"`
	Unproved int `json:"unproved"`
	False    int `json:"false"`
	// Beside is the file of results from which a table was rendered again.
	Beside       string `json:"results_beside,omitempty"`
	BesideDigest string `json:"results_digest,omitempty"`
	Rows         int    `json:"rows"`
	// Matrices is the number of hands and ranges whose flops were counted, Formulas that of
	// formulas that were evaluated, Numbers that of numbers that were compared, Proofs that of
	// proofs that were replayed.
	Matrices int `json:"matrices"`
	Formulas int `json:"formulas"`
	Numbers  int `json:"numbers"`
	Proofs   int `json:"proofs"`
	// Bounds counts bounds by what they rest on.
	Bounds   map[Standing]int `json:"bounds"`
	Replays  []Replay         `json:"replays"`
	Problems []Problem        `json:"problems"`
	Open     []Open           `json:"open"`
	Seconds  float64          `json:"seconds"`
}

// Replay is a proof that was replayed.
type Replay struct {
	Proof   string  `json:"proof"`
	Cuts    int     `json:"cuts"`
	Holds   bool    `json:"holds"`
	Seconds float64 `json:"seconds"`
}

// OK reports whether nothing was found to be false.
func (r *Report) OK() bool { return len(r.Problems) == 0 }

// wrong adds a false claim.
func (r *Report) wrong(p Problem) {
	r.Claims++
	r.False++
	r.Problems = append(r.Problems, p)
}

// holds adds a proved claim.
func (r *Report) holds() {
	r.Claims++
	r.Proved++
}

// left adds an unproved claim.
func (r *Report) left(o Open) {
	r.Claims++
	r.Unproved++
	r.Open = append(r.Open, o)
}
