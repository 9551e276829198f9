package claims

import (
	"context"
	"errors"
	"fmt"
)

// verdict is what is to be said of a claim.
type verdict string

const (
	// holds: ours says the same, as far as it was printed.
	holds verdict = "holds"
	// refuted: it is proved or counted otherwise.
	refuted verdict = "refuted"
	// differs: ours is another number, and either may be right under its own conditions.
	differs verdict = "differs"
	// untestable: no data of ours can decide it; the finding says why.
	untestable verdict = "cannot be tested"
	// unmeasured: it could be tested, but was not; the finding says what is missing.
	unmeasured verdict = "not measured"
)

// verdicts lists them in the order of the page's count.
var verdicts = []verdict{holds, refuted, differs, untestable, unmeasured}

// finding is what a claim was found to be.
type finding struct {
	ours    string
	verdict verdict
}

// found writes what is ours.
func found(v verdict, format string, a ...any) finding { return finding{fmt.Sprintf(format, a...), v} }

// verdictIf is holds if something is so, else otherwise.
func verdictIf(so bool, otherwise verdict) verdict {
	if so {
		return holds
	}
	return otherwise
}

// judge finds out about a claim.
type judge func(ctx context.Context, e *evidence) (finding, error)

// claim is a sentence of a source.
type claim struct {
	// says is the sentence, shortened; where is its place in the source.
	says, where string
	// command shows ours.
	command string
	judge   judge
	// slow marks what takes seconds: tests do not judge it.
	slow bool
}

// source is a paper or talk and its claims.
type source struct {
	Name, Citation string
	claims         []claim
}

// sources lists them in the order of the page.
func sources() []source {
	return []source{
		{"Dalpasso & Lancia", "M. Dalpasso and G. Lancia, *Estimating the strength of poker hands by integer linear programming techniques*, CEJOR 23(3), 2015", dalpassoClaims},
		{"Kumar & Keshner", "Kumar and Keshner, *Poker Hand Strength*, 2017", kumarClaims},
		{"Ganzfried & Sandholm", "S. Ganzfried and T. Sandholm, *Computing an approximate jam/fold equilibrium for 3-player no-limit Texas hold'em tournaments*, AAMAS 2008", ganzfriedClaims},
		{"Johanson et al.", "M. Johanson, K. Waugh, M. Bowling and M. Zinkevich, *Accelerating best response calculation in large extensive games*, IJCAI 2011 (paper and talk)", johansonClaims},
	}
}

// judged is a claim with its finding.
type judged struct {
	Source  string  `json:"source"`
	Where   string  `json:"where"`
	Claim   string  `json:"claim"`
	Ours    string  `json:"ours"`
	Verdict verdict `json:"verdict"`
	Command string  `json:"command"`
}

// on judges the claim. Results that are not there make it unmeasured, and are no error.
func (c *claim) on(ctx context.Context, e *evidence, name string) (judged, error) {
	f, err := c.judge(ctx, e)
	var gone *missingError
	switch {
	case errors.As(err, &gone):
		f = finding{gone.Error(), unmeasured}
	case err != nil:
		return judged{}, fmt.Errorf("claims: %s: %q: %w", name, c.says, err)
	}
	return judged{name, c.where, c.says, f.ours, f.verdict, c.command}, nil
}
