package jamfold

import (
	"fmt"
	"math"
	"strconv"

	"feltlab/dataset/table"
	"feltlab/solvers/expost"
)

// Accuracy says how well a table is solved, and what a player could gain.
type Accuracy struct {
	LeftOut    float64  `json:"left_out" unit:"see unit"`  // most that histories left out cost a player
	Target     float64  `json:"target_percent"`            // gain that was asked for, of the pool
	Gain       float64  `json:"gain_percent"`              // largest upper limit of a player's gain, of the pool
	Pool       float64  `json:"pool" unit:"see unit"`      // prizes and bounties; without prizes a big blind
	Iterations int      `json:"iterations"`                // iterations of fictitious play
	ICMError   float64  `json:"icm_error" unit:"see unit"` // estimate of the largest error by ICM; 0: rounding only
	Future     *Further `json:"future,omitempty"`          // further hands whose values count
	// Check is the certificate.
	Check expost.TableCertificate `json:"certificate"`
}

func (s *TableSolution) accuracy(q *TableQuestion) Accuracy {
	return Accuracy{
		LeftOut: s.Play.LeftOut, Target: 100 * q.Target, Gain: 100 * s.Certificate.Gain() / q.Pool(), Pool: q.Pool(),
		Iterations: s.Play.Iterations, ICMError: s.ICMError, Future: s.further(q), Check: s.Certificate,
	}
}

// Claim says in one sentence what no player gains by other play, from a decision on if where says so.
func (a *Accuracy) Claim(in *TableInputs, where string) string {
	pool, how := "the prizes", "exact"
	if in.Unit == "chips" {
		pool = "a big blind"
	}
	if a.Check.Deals > 0 {
		how = fmt.Sprintf("%d deals, 99.9%% sure", a.Check.Deals)
	}
	text := fmt.Sprintf("No player gains more than %s%% of %s by playing otherwise%s (%s)",
		AtMostPercent(a.Gain), pool, where, how)
	if missed := Missed(&a.Check, a.Pool, a.Gain, a.Target); missed != "" {
		text += "; " + missed
	}
	return text
}

// values says which values the ends of the hand have.
func (a *Accuracy) values(in *TableInputs) (notes []string) {
	if a.Future != nil {
		notes = append(notes, a.Future.Note())
	}
	if note := ICMNote(len(in.Seats)+in.Others, a.ICMError); note != "" {
		notes = append(notes, note)
	}
	return notes
}

// AtMostPercent prints a limit of gains, a percentage, rounded up: with three decimals, a smaller one with two digits.
func AtMostPercent(percent float64) string {
	const decimals, most = 3, 7
	if percent <= 0 {
		return table.Fixed(0, decimals)
	}
	return table.AtMost(percent, max(decimals, min(most, 1-int(math.Floor(math.Log10(percent))))))
}

// Missed says in one sentence why a limit of gains is above the one that was asked for; it is empty if it is not. Both
// are percentages of the pool.
func Missed(check *expost.TableCertificate, pool, gain, asked float64) string {
	if gain <= asked {
		return ""
	}
	above := fmt.Sprintf("that is above the %s%% asked for", strconv.FormatFloat(asked, 'g', 3, 64))
	switch check.Stop {
	case expost.StopExact:
		return above + ", which the solver did not reach"
	case expost.StopFloor:
		return fmt.Sprintf("%s, which these strategies cannot reach: a player gains at least %.3f%%", above,
			100*check.Floor()/pool)
	case expost.StopDeals:
		return above + ": more --deals, or --time, bring the limit down"
	case expost.StopTime:
		return above + ": more --time brings the limit down"
	}
	return ""
}

// ICMNote says how exact an integral of ICM is, given its estimated error in dollars; it is empty for error 0, where
// sums are exact.
func ICMNote(players int, off float64) string {
	if off == 0 {
		return ""
	}
	return fmt.Sprintf("ICM of %d players is a numerical integral: with twice as many points no value changes by more "+
		"than $%.0e", players, off)
}

// Further says which further hands of jam or fold were solved for an answer.
type Further struct {
	Hands  int     `json:"hands"`        // number of further hands in turn
	Solved int     `json:"solved"`       // number of hands that were solved
	Rare   float64 `json:"rare_percent"` // how often this hand ends otherwise; these ends count by ICM
	// Gain is the largest upper limit of a player's gain in a hand that was solved, of the pool.
	Gain float64 `json:"gain_percent"`
}

// further describes the further hands of a solution, nil if there are none.
func (s *TableSolution) further(q *TableQuestion) *Further {
	if f := s.Future; f != nil {
		return &Further{q.Future, f.Solved, 100 * f.Rare, 100 * f.Gain / q.Pool()}
	}
	return nil
}

// Note says in one sentence which further hands count.
func (f *Further) Note() string {
	if f.Rare == 100 {
		return fmt.Sprintf("Interrupted after %d of the further hands: none counts, and ICM values the ends of this "+
			"one", f.Solved)
	}
	return fmt.Sprintf("%s in turn count: %d were solved, and in none of them a player gains more than %s%%. "+
		"After %.1f%% of hands the next one was not solved, and ICM values the stacks",
		counted(f.Hands, "further hand"), f.Solved, AtMostPercent(f.Gain), f.Rare)
}
