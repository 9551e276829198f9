package sweep

import (
	"fmt"
	"io"
	"math"

	"feltlab/dataset/table"
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

// Comparison compares the results of two folders.
type Comparison struct {
	Both         int          `json:"both"`           // questions that both folders answer
	OnlyFirst    int          `json:"only_first"`     // questions that only the first answers
	OnlySecond   int          `json:"only_second"`    // questions that only the second answers
	Differences  []Difference `json:"differences"`    // questions with different answers
	FirstSeconds float64      `json:"first_seconds"`  // time of the first folder's solves
	Seconds      float64      `json:"second_seconds"` // time of the second folder's solves
}

// Difference is a question with different answers.
type Difference struct {
	First  *question.Answer `json:"first"`  // answer of the first folder
	Second *question.Answer `json:"second"` // answer of the second folder
}

// sameNumber is the largest difference between equal answers.
const sameNumber = 1e-9

// Compare compares two folders. Of several answers to a question in a folder, the best counts. The error
// wraps ledger.ErrResults.
func Compare(first, second string) (*Comparison, error) {
	a, order, err := bestOf(first)
	if err != nil {
		return nil, err
	}
	b, _, err := bestOf(second)
	if err != nil {
		return nil, err
	}
	c := &Comparison{Differences: []Difference{}}
	for _, key := range order {
		x, y := a[key], b[key]
		if y == nil {
			c.OnlyFirst++
			continue
		}
		c.Both++
		c.FirstSeconds += x.Seconds
		c.Seconds += y.Seconds
		if differ(x.Objective(), y.Objective()) || differ(float64(x.LowerBound), float64(y.LowerBound)) ||
			x.Status != y.Status {
			c.Differences = append(c.Differences, Difference{x, y})
		}
	}
	c.OnlySecond = len(b) - c.Both
	return c, nil
}

func differ(x, y float64) bool {
	return math.IsNaN(x) != math.IsNaN(y) || math.Abs(x-y) > sameNumber
}

// bestOf returns a folder's best answer to each question by the question's key, and the keys in order.
func bestOf(folder string) (best map[string]*question.Answer, order []string, err error) {
	results, err := ledger.Read(folder)
	if err != nil {
		return nil, nil, err
	}
	best = map[string]*question.Answer{}
	for _, r := range results {
		key := r.Question().Key()
		switch old := best[key]; {
		case old == nil:
			order = append(order, key)
			best[key] = r
		case r.Objective() < old.Objective() || r.Objective() == old.Objective() && r.LowerBound > old.LowerBound:
			best[key] = r
		}
	}
	return best, order, nil
}

// Text writes the comparison as text.
func (c *Comparison) Text(w io.Writer) error {
	fmt.Fprintf(w, "%d questions in both (%.0f and %.0f s), %d only in the first, %d only in the second\n",
		c.Both, c.FirstSeconds, c.Seconds, c.OnlyFirst, c.OnlySecond)
	if len(c.Differences) == 0 {
		_, err := fmt.Fprintln(w, "no differences")
		return err
	}
	t := table.NewSheet("hand", "range", "program", "first", "second", "bounds", "", "status")
	for _, d := range c.Differences {
		x, y := d.First, d.Second
		first, second := x.Names()
		t.Add(first, second, x.Program().String(), inUnit(x, x.Objective()), inUnit(x, y.Objective()),
			inUnit(x, float64(x.LowerBound)), inUnit(x, float64(y.LowerBound)), fmt.Sprintf("%s, %s", x.Status,
				y.Status))
	}
	return t.Print(w, "")
}

// inUnit writes an objective or a bound of an answer: in the unit of a table's target, else percentage points, or a
// number of features.
func inUnit(r *question.Answer, x float64) string {
	switch {
	case math.IsNaN(x):
		return "-"
	case r.CountsFeatures(), r.IsTable():
		return r.InUnit(x)
	}
	return r.InUnit(x) + "%"
}
