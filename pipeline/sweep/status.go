package sweep

import (
	"fmt"

	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
)

// Status summarises the results in a folder.
type Status struct {
	Folder     string           `json:"folder" text:"-"`                        // the folder
	Results    int              `json:"results"`                                // number of results
	Optimal    int              `json:"optimal"`                                // proved optimal
	Feasible   int              `json:"feasible" text:"open"`                   // results that may be improved
	Infeasible int              `json:"infeasible"`                             // proved to have no formula
	None       int              `json:"none" text:"without a formula"`          // no formula found
	Seconds    float64          `json:"seconds" text:"seconds of all solves,0"` // time of all solves
	LargestGap float64          `json:"largest_gap" text:",%2"`                 // largest gap of a result
	Manifest   *ledger.Manifest `json:"manifest,omitempty"`                     // what made the results
}

// Title names the folder and says how much of what its configuration asks for it has.
func (s *Status) Title() string {
	switch m := s.Manifest; {
	case m == nil:
		return s.Folder
	case m.Partial:
		return fmt.Sprintf("%s: %d of %d solves", s.Folder, m.Finished, m.Solves)
	}
	return s.Folder + ": complete"
}

// StatusOf summarises a folder. The error wraps ledger.ErrResults.
func StatusOf(folder string) (*Status, error) {
	results, err := ledger.Read(folder)
	if err != nil {
		return nil, err
	}
	s := &Status{Folder: folder, Results: len(results)}
	if s.Manifest, err = ledger.ReadManifest(folder); err != nil {
		return nil, err
	}
	for _, r := range results {
		switch r.Status {
		case question.Optimal:
			s.Optimal++
		case question.Feasible:
			s.Feasible++
		case question.Infeasible:
			s.Infeasible++
		default:
			s.None++
		}
		s.Seconds += r.Seconds
		if !r.Gap.Missing() {
			s.LargestGap = max(s.LargestGap, float64(r.Gap))
		}
	}
	return s, nil
}
