package claims

import (
	"context"
	"fmt"
	"math"
	"strings"

	"feltlab/dataset/published"
)

func (e *evidence) icmTable() (*sheet, error) { return e.table("jamfold/icm.csv", "jamfold") }

var icmMean = fromTable("jamfold/icm.csv", "jamfold", func(s *sheet) finding {
	row := s.find("", "mean, $")
	paper, exact := s.number(row, "paper"), s.number(row, "default")
	return found(verdictIf(prints(paper, published.JamFoldICM().Mean, 4), differs),
		"$%.4f by the paper's rules, $%.4f in the exact model", paper, exact)
})

var icmMost = fromTable("jamfold/icm.csv", "jamfold", func(s *sheet) finding {
	row, at := s.find("", "largest, $"), s.find("", "at stacks")
	p := published.JamFoldICM()
	same := s.text(at, "paper") == fmt.Sprint(p.LargestAt)
	paper := s.number(row, "paper")
	return found(verdictIf(same && prints(paper, p.Largest, 2), differs),
		"$%.3f by the paper's rules at %s, $%s in the exact model at %s",
		paper, s.text(at, "paper"), s.text(row, "default"), s.text(at, "default"))
})

func icmState(_ context.Context, e *evidence) (finding, error) {
	s, err := e.icmTable()
	if err != nil {
		return finding{}, err
	}
	p := published.JamFoldICM()
	icm, values := s.find("", fmt.Sprintf("ICM at %v", p.LargestAt)), s.find("",
		fmt.Sprintf("values at %v", p.LargestAt))
	off := func(text string, printed []float64) (largest float64) {
		for i, field := range strings.Fields(strings.Trim(text, "[]")) {
			var x float64
			if _, err := fmt.Sscan(field, &x); err != nil || i >= len(printed) {
				s.fail(fmt.Errorf("%s: %q is no list of %d values", s.file, text, len(printed)))
				return 0
			}
			largest = max(largest, math.Abs(x-printed[i]))
		}
		return largest
	}
	icmOff, valueOff := off(s.text(icm, "paper"), p.ICM[:]), off(s.text(values, "paper"), p.Values[:])
	const cent = .005
	return found(verdictIf(icmOff <= cent && valueOff <= cent, differs),
		"ICM %s, within $%.3f; values %s by the paper's rules, within $%.3f, and %s in the exact model",
		s.text(icm, "paper"), icmOff, s.text(values, "paper"), valueOff, s.text(values, "default")), s.err
}

var icmHistogram = fromTable("jamfold/icm.csv", "jamfold", func(s *sheet) finding {
	p := published.JamFoldICM()
	moved, total, printed := 0., 0., 0.
	for i, n := range p.Counts {
		ours := s.number(s.find("", fmt.Sprintf("%v to %v", p.Edges[i], p.Edges[i+1])), "paper")
		moved += math.Abs(ours-n) / 2
		total += ours
		printed += n
	}
	return found(verdictIf(moved == 0 && total == printed, differs),
		"the printed counts sum to %.0f; by the paper's rules %.0f of %.0f fall in another bin", printed, moved, total)
})
