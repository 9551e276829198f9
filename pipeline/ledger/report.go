package ledger

import (
	"fmt"
	"time"
)

// Open is a claim that is neither proved nor refuted.
type Open struct {
	Place  string `json:"place"`  // the result
	Hand   string `json:"hand"`   // its hand
	Range  string `json:"range"`  // its range
	Column string `json:"column"` // what is not proved
	Found  string `json:"found"`  // what is there
	Note   string `json:"note"`   // a remark
}

// String returns the claim in one line.
func (o Open) String() string {
	return fmt.Sprintf("%s, %s: %s: %s", placeOf(o.Place, o.Hand, o.Range), o.Column, o.Found, o.Note)
}

func placeOf(place, hand, rng string) string {
	if hand != "" {
		place += fmt.Sprintf(" (%s against %s)", hand, rng)
	}
	return place
}

// Basis is the evidence for a bound.
type Basis string

// The bases, from the strongest to the weakest.
const (
	// ByProof: a stored proof was replayed and shows the bound.
	ByProof Basis = "stored proof, replayed"
	// ByRelaxation: a dual vector, found now without a search, shows the bound.
	ByRelaxation Basis = "dual vector found now"
	// ByNewProof: this check proved the bound.
	ByNewProof Basis = "proved now"
	// Trivial: the bound claims nothing, such as 0.
	Trivial Basis = "nothing to prove"
	// Unproved: nothing shows the bound.
	Unproved Basis = "not proved"
	// Refuted: a formula in the file is better than the bound allows.
	Refuted Basis = "false"
)

// VerdictsFile is the name of stored reports, which package report reads.
const VerdictsFile = "verify.json"

// Report is the result of checking a file.
type Report struct {
	File string `json:"file"` // the file
	Kind string `json:"kind"` // kind of the file
	// Digest is that of the file's content when it was judged.
	Digest string    `json:"digest"`
	Judged time.Time `json:"judged"` // when it was judged
	// Claims is the number of statements that were judged; each is proved, unproved or false.
	Claims   int `json:"claims"`
	Proved   int `json:"proved"`   // claims that are proved
	Unproved int `json:"unproved"` // claims that nothing proves and nothing refutes
	False    int `json:"false"`    // claims that are false
	// Beside is the file of results from which a table was rendered again.
	Beside       string        `json:"results_beside,omitempty"`
	BesideDigest string        `json:"results_digest,omitempty"` // SHA-256 of that file
	Rows         int           `json:"rows"`                     // number of rows
	Matrices     int           `json:"matrices"`                 // hands and ranges whose flops were counted
	Formulas     int           `json:"formulas"`                 // formulas that were evaluated
	Numbers      int           `json:"numbers"`                  // numbers that were compared
	Proofs       int           `json:"proofs"`                   // proofs that were replayed
	Bounds       map[Basis]int `json:"bounds"`                   // number of bounds by what they rest on
	Replays      []Replay      `json:"replays"`                  // the proofs that were replayed
	Faults       []Fault       `json:"problems"`                 // claims that are false
	Open         []Open        `json:"open"`                     // claims that are not proved
	// Claim is what a proof shows, in words; empty for other files.
	Claim string `json:"claim,omitempty"`
	// NotJudged is what the file states and nothing judges. Verdicts of earlier versions do not list it.
	NotJudged []Unjudged `json:"not_judged,omitempty"`
	// Files are the files that the check came across. Verdicts of earlier versions do not list them.
	Files   []Seen  `json:"files,omitempty"`
	Seconds float64 `json:"seconds"` // time of the check
}

// Replay is a proof that was replayed.
type Replay struct {
	Proof   string  `json:"proof"`             // the proof
	Cuts    int     `json:"cuts"`              // number of cuts
	Holds   bool    `json:"holds"`             // whether it holds
	GaveUp  string  `json:"gave_up,omitempty"` // why the replay did not come to an end
	Seconds float64 `json:"seconds"`           // time of the replay
}

// OK reports whether no claim is false.
func (r *Report) OK() bool { return len(r.Faults) == 0 }

func (r *Report) wrong(p Fault) {
	r.Claims++
	r.False++
	r.Faults = append(r.Faults, p)
}

func (r *Report) add(v *Verdict, place string) {
	r.Claims, r.Proved = r.Claims+v.Proved, r.Proved+v.Proved
	r.Formulas, r.Numbers = r.Formulas+v.Formulas, r.Numbers+v.Numbers
	for _, p := range v.Faults {
		p.Place = place
		r.wrong(p)
	}
}

func (r *Report) holds() {
	r.Claims++
	r.Proved++
}

func (r *Report) left(o Open) {
	r.Claims++
	r.Unproved++
	r.Open = append(r.Open, o)
}
