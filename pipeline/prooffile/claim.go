package prooffile

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"feltlab/model/features"
	"feltlab/model/proof"
)

// Claim writes the claim of a proof in words. What restricts the claim comes first: the features that all its
// formulas have, and a bound that claims nothing.
func Claim(h *proof.Header) string {
	var b strings.Builder
	if h.Cutoff <= 0 {
		b.WriteString("says nothing, as no error is below 0%: ")
	}
	if !h.With.Empty() {
		fmt.Fprintf(&b, "only for formulas with %s: ", namesOf(h, h.With))
	}
	about := fmt.Sprintf("%s against %s", h.Labels.Source, Rows(h))
	if h.Labels.OfFile() {
		about = fmt.Sprintf("rows %s of the file %s", h.Labels.Rows, h.Labels.Source)
	}
	if h.Loss == proof.Wrong {
		return b.String() + score(h, about)
	}
	fmt.Fprintf(&b, "%s: no formula with at most %d feature", about, h.Features)
	if h.Features != 1 {
		b.WriteString("s")
	}
	if h.Rules != nil {
		b.WriteString(rules(h.Rules))
	}
	error := "an average"
	if h.Loss == proof.Largest {
		error = "a largest"
	} else if h.Rules != nil && h.Rules.Quantile != 0 {
		error = fmt.Sprintf("a %v-quantile", h.Rules.Quantile)
	}
	fmt.Fprintf(&b, " has %s error below %s%%", error, strconv.FormatFloat(100*h.Cutoff, 'g', -1, 64))
	if h.Rules != nil {
		fmt.Fprintf(&b, " of the target's range, %v to %v", h.Rules.Low, h.Rules.High)
	}
	for i, v := range h.Except {
		fmt.Fprintf(&b, "%s (%s)", []string{", but formulas with all columns of", " or"}[min(i, 1)], namesOf(h, v))
	}
	return b.String()
}

func namesOf(h *proof.Header, of proof.Vector) string {
	var names []string
	for id := range of.All() {
		f, err := features.ByID(id)
		switch named := id <= len(h.Labels.Columns); {
		case err == nil && (!named || h.Labels.Columns[id-1] == f.Name):
			names = append(names, f.String())
		case named:
			names = append(names, h.Labels.Columns[id-1])
		default:
			names = append(names, fmt.Sprintf("F%d", id))
		}
	}
	return strings.Join(names, " and ")
}

func score(h *proof.Header, about string) string {
	weights := "any weights"
	if p := h.Wrong.Points; p > 0 {
		weights = fmt.Sprintf("whole weights from -%d to %d", p, p)
	}
	return fmt.Sprintf("%s: no score with at most %d columns and %s has wrong rows that count less than %.0f, "+
		"%d a row with the target %v and %d a row with %v", about, h.Features, weights, h.Cutoff, h.Wrong.Low,
		h.Rules.Low, h.Wrong.High, h.Rules.High)
}

// Rows returns what a claim says about its rows: the options of a table, or a range, with the definitions of the
// features unless they are the paper's.
func Rows(h *proof.Header) string {
	if r := h.Labels.Reading; r != "" && r != features.Version {
		return h.Labels.Rows + " by " + r
	}
	return h.Labels.Rows
}

// rules says which formulas a claim is about: ", weights from -642 to 642 and an intercept".
func rules(r *proof.Rules) string {
	low, high, signs := proof.Decimal(0), proof.Decimal(0), 0
	for _, b := range r.Bounds {
		low, high = min(low, b.Lower), max(high, b.Upper)
		if b.Lower == 0 || b.Upper == 0 {
			signs++
		}
	}
	text := fmt.Sprintf(", weights from %v to %v", low, high)
	if signs > 0 {
		text += fmt.Sprintf(" (%d of one sign)", signs)
	}
	if r.Step > 0 {
		text += fmt.Sprintf(" in steps of %v", r.Step)
	}
	if r.Values != nil {
		text += fmt.Sprintf(" out of %d values", len(r.Values))
	}
	groups := map[int]int{}
	for _, g := range r.Groups {
		groups[min(g.Most, 2)]++
	}
	for most, says := range []string{"the columns of each of %d groups counted as one",
		"at most one column of each of %d groups", "at most several of each of %d groups"} {
		if n := groups[most]; n > 0 {
			text += fmt.Sprintf(", "+says, n)
		}
	}
	return text + map[proof.Intercept]string{proof.NoIntercept: " and no intercept",
		proof.FreeIntercept: " and an intercept", proof.RoundIntercept: " and a round intercept"}[r.Intercept]
}

// ClaimOf is Claim for the proof in a file. It says first if the file's name is that of another claim.
func ClaimOf(path string, h *proof.Header) string {
	base := filepath.Base(path)
	plain := strings.TrimSuffix(strings.TrimSuffix(base, ".gz"), ".proof") + Extension
	older := *h // names did not tell these
	older.With, older.Except = proof.Vector{}, nil
	if named.MatchString(base) && plain != Name(h) && plain != Name(&older) {
		return fmt.Sprintf("the name %s is that of another claim (%s would be right): %s", base, Name(h), Claim(h))
	}
	return Claim(h)
}

// named matches what Name returns, and the names of texts of proofs.
var named = regexp.MustCompile(`-(average|largest|wrong)-[0-9]+(-[0-9a-f]{8})?(\.proof)?(\.gz)?$`)
