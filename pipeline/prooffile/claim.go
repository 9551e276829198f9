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
	if ids := h.With.IDs(); len(ids) > 0 {
		names := make([]string, len(ids))
		for i, id := range ids {
			names[i] = fmt.Sprintf("F%d", id)
			if f, err := features.ByID(id); err == nil {
				names[i] = f.String()
			}
		}
		fmt.Fprintf(&b, "only for formulas with %s: ", strings.Join(names, " and "))
	}
	fmt.Fprintf(&b, "%s against %s: no formula with at most %d feature", h.Hand, h.Range, h.Features)
	if h.Features != 1 {
		b.WriteString("s")
	}
	error := "an average"
	if h.Loss == proof.Largest {
		error = "a largest"
	}
	fmt.Fprintf(&b, " has %s error below %s%%", error, strconv.FormatFloat(100*h.Cutoff, 'g', -1, 64))
	return b.String()
}

// ClaimOf is Claim for the proof in a file. It says first if the file's name is that of another claim.
func ClaimOf(path string, h *proof.Header) string {
	base := filepath.Base(path)
	plain := strings.TrimSuffix(strings.TrimSuffix(base, ".gz"), ".proof") + Extension
	if named.MatchString(base) && plain != Name(h) {
		return fmt.Sprintf("the name %s is that of another claim (%s would be right): %s", base, Name(h), Claim(h))
	}
	return Claim(h)
}

// named matches what Name returns, and the names of texts of proofs.
var named = regexp.MustCompile(`-(average|largest)-[0-9]+(-[0-9a-f]{8})?(\.proof)?(\.gz)?$`)
