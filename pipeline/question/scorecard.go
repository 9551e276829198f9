package question

import (
	"encoding/json"
	"errors"
	"fmt"

	"feltlab/internal/plain"
	"feltlab/model/proof"
	"feltlab/pipeline/prooffile"
	"feltlab/solvers/prove"
	"feltlab/solvers/scorecard"
)

// WrongLoss is the loss of scorecards.
const WrongLoss = "wrong"

// Scorecard answers which score gets the fewest rows of a table wrong. A score adds up the weights of its columns that
// are true in a row, and says the greatest target from its cut on.
type Scorecard struct {
	Data        Table  `json:"data"`             // the table
	Reading     string `json:"reading"`          // version of the columns' definitions
	Loss        string `json:"loss"`             // wrong
	MaxFeatures int    `json:"max_features"`     // most columns
	Points      int64  `json:"points,omitempty"` // largest weight; without it weights may be any numbers
	// OutcomeWeights are what a wrong row counts with the least, and with the greatest target.
	OutcomeWeights [2]int64 `json:"outcome_weights"`
	Status         Status   `json:"status"` // optimal, or feasible: not proved
	Wrong          int64    `json:"wrong"`  // what the wrong rows count
	// LowerBound is what is proved: the wrong rows of no score count less; null if nothing is.
	LowerBound *int64     `json:"lower_bound"`
	Rows       int64      `json:"rows"`     // rows of the table, by weight
	Sets       int64      `json:"sets"`     // sets of columns that the proof goes through
	Seconds    float64    `json:"seconds"`  // time of the search and the proof
	Features   []PointsOf `json:"features"` // columns and weights
	Cut        int64      `json:"cut"`      // the least sum of weights that says the greatest target
	Outcomes   Outcomes   `json:"outcomes"` // what the scores tell
	// Proof holds the claim of the bound; a checker repeats the search.
	Proof *prooffile.Record `json:"proof,omitempty"`
}

// PointsOf is a column of a score.
type PointsOf struct {
	ID     int    `json:"id"`     // number of the column
	Name   string `json:"name"`   // its name
	Weight int64  `json:"weight"` // its weight
	// Parts are the names of the two columns whose product the column is.
	Parts []string `json:"parts,omitempty"`
}

// Subject returns the table.
func (a *Scorecard) Subject() Subject { return Subject{Source: a.Data} }

// Claim returns the claim of the bound about the rows of the table, or without a bound one that says nothing.
func (a *Scorecard) Claim(s *prove.Problem) proof.Header {
	h := proof.Header{Rules: s.Rules, Loss: proof.Wrong, Features: a.MaxFeatures, With: proof.VectorOf(s.With...),
		Wrong:    proof.Counts{Low: a.OutcomeWeights[0], High: a.OutcomeWeights[1], Points: a.Points},
		Instance: s.Exact.Digest(), Labels: proof.Labels{Rows: s.Rows, Source: s.Source}}
	for _, c := range s.Columns.List {
		h.Labels.Columns = append(h.Labels.Columns, c.Name)
	}
	if a.LowerBound != nil {
		h.Cutoff = float64(*a.LowerBound)
	}
	return h
}

// Card returns the score.
func (a *Scorecard) Card() scorecard.Card {
	c := scorecard.Card{Cut: a.Cut, Wrong: a.Wrong}
	for _, f := range a.Features {
		c.IDs, c.Weights = append(c.IDs, f.ID), append(c.Weights, f.Weight)
	}
	return c
}

// ReadScorecard reads an answer as JSON. It returns nil for another answer or text. The error wraps ErrAnswer.
func ReadScorecard(text []byte) (*Scorecard, error) {
	type loss struct {
		Loss string `json:"loss"`
	}
	var kind loss
	var list []loss
	if json.Unmarshal(text, &list) == nil && len(list) > 0 && list[0].Loss == WrongLoss {
		return nil, fmt.Errorf("%w: a list of %d scores; want one, by one number of --features", ErrAnswer, len(list))
	}
	if json.Unmarshal(text, &kind) != nil || kind.Loss != WrongLoss {
		return nil, nil
	}
	var read struct {
		Scorecard
		Schema string          `json:"schema"`
		Table  json.RawMessage `json:"table"`
	}
	err := CheckKeys(text)
	if err == nil {
		err = plain.JSON(Strict(text, &read))
	}
	if a := &read.Scorecard; err == nil {
		switch most := proof.MostScored; {
		case a.Data.Check() != nil:
			err = errors.New("an entry without a table")
		case a.MaxFeatures < 0 || a.MaxFeatures > most || len(a.Features) > most:
			err = fmt.Errorf("%d of %d columns, want at most %d", len(a.Features), a.MaxFeatures, most)
		case a.Status != Optimal && a.Status != Feasible:
			err = fmt.Errorf("status %.40q, want optimal or feasible", a.Status)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	return &read.Scorecard, nil
}
