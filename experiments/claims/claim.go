package claims

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"feltlab/dataset/table"
	"feltlab/experiments"
)

type verdict string

const (
	// holds: our number agrees with the claim to its last printed digit.
	holds verdict = "holds"
	// refuted: a proof or a count contradicts the claim.
	refuted verdict = "refuted"
	// differs: our number is another one, and each may be right under its own conditions.
	differs verdict = "differs"
	// untestable: no data of ours can decide the claim; the finding says why.
	untestable verdict = "cannot be tested"
	// unmeasured: the claim could be tested, but was not; the finding says what is missing.
	unmeasured verdict = "not measured"
)

var verdicts = []verdict{holds, refuted, differs, untestable, unmeasured}

type finding struct {
	ours    string
	verdict verdict
}

func found(v verdict, format string, a ...any) finding { return finding{fmt.Sprintf(format, a...), v} }

// verdictIf returns holds if the claim is true, and otherwise the verdict that is given.
func verdictIf(isTrue bool, otherwise verdict) verdict {
	if isTrue {
		return holds
	}
	return otherwise
}

type judge func(ctx context.Context, e *evidence) (finding, error)

// on returns what the judge finds. A finding whose results are missing is unmeasured; that is not an error.
func (j judge) on(ctx context.Context, e *evidence) (finding, error) {
	f, err := j(ctx, e)
	var missing *missingError
	if errors.As(err, &missing) {
		return finding{missing.Error(), unmeasured}, nil
	}
	return f, err
}

type claim struct {
	says, where string
	command     string
	judge       judge
	// slow marks a judge that takes seconds; the tests skip it.
	slow bool
}

// The values of claim.slow.
const (
	quick = false
	slow  = true
)

type source struct {
	Name, Citation string
	claims         []claim
}

func sources() []source {
	return []source{
		{"Dalpasso & Lancia", "M. Dalpasso and G. Lancia, *Estimating the strength of poker hands by integer linear " +
			"programming techniques*, CEJOR 23(3), 2015", dalpassoClaims},
		{"Kumar & Keshner", "Kumar and Keshner, *Poker Hand Strength*, 2017", kumarClaims},
		{"Ganzfried & Sandholm", "S. Ganzfried and T. Sandholm, *Computing an approximate jam/fold equilibrium for " +
			"3-player no-limit Texas hold'em tournaments*, AAMAS 2008", ganzfriedClaims},
		{"Johanson et al.", "M. Johanson, K. Waugh, M. Bowling and M. Zinkevich, *Accelerating best response " +
			"calculation in large extensive games*, IJCAI 2011 (paper and talk)", johansonClaims},
	}
}

type judged struct {
	Source  string  `json:"source"`
	Where   string  `json:"where"`
	Claim   string  `json:"claim"`
	Ours    string  `json:"ours"`
	Verdict verdict `json:"verdict"`
	Command string  `json:"command"`
}

func (c *claim) on(ctx context.Context, e *evidence, name string) (judged, error) {
	f, err := c.judge.on(ctx, e)
	if err != nil {
		return judged{}, fmt.Errorf("%s: %q: %w", name, c.says, err)
	}
	return judged{name, c.where, c.says, f.ours, f.verdict, c.command}, nil
}

type spread struct {
	n           int
	least, most float64
	sum         float64
}

func (s *spread) add(x float64) {
	if s.n == 0 {
		s.least, s.most = x, x
	}
	s.least, s.most = min(s.least, x), max(s.most, x)
	s.sum += x
	s.n++
}

func (s *spread) mean() float64 { return s.sum / float64(s.n) }

// String writes "1.00 to 3.00, 2.12 on average".
func (s spread) String() string {
	return fmt.Sprintf("%.2f to %.2f, %.2f on average", s.least, s.most, s.mean())
}

func prints(x, printed float64, decimals int) bool {
	const rounding = 1e-9
	return math.Abs(x-printed) <= .5*math.Pow10(-decimals)+rounding
}

func orNone(list []string) string {
	return cmp.Or(strings.Join(list, ", "), "none")
}

// allClaims judges every claim. It reads the results of the other experiments in the same folder.
var allClaims = experiments.Experiment{
	Name:  "claims",
	Short: "every sentence of the sources that data can test, with a verdict, and their errata",
	Run:   run,
}

type summary struct {
	Claims []judged     `json:"claims"`
	Errata []correction `json:"errata"`
}

func run(ctx context.Context, env *experiments.Env) error {
	s, err := judgeAll(ctx, env)
	if err != nil {
		return err
	}
	return env.Finish(s.write(env), pages, "claims", s)
}

func judgeAll(ctx context.Context, env *experiments.Env) (*summary, error) {
	s := &summary{}
	e := newEvidence(env)
	all := 0
	for _, from := range sources() {
		all += len(from.claims)
	}
	bar := env.Progress("claims", all)
	defer bar.Close()
	for _, from := range sources() {
		for i := range from.claims {
			row, err := from.claims[i].on(ctx, e, from.Name)
			if err != nil {
				return nil, err
			}
			s.Claims = append(s.Claims, row)
			bar.Step(row.Claim)
		}
	}
	var err error
	s.Errata, err = correct(ctx, e)
	return s, err
}

func (s *summary) write(env *experiments.Env) error {
	t := table.NewSheet("source", "where", "claim", "ours", "verdict", "command")
	for _, row := range s.Claims {
		t.Add(row.Source, row.Where, row.Claim, row.Ours, string(row.Verdict), row.Command)
	}
	return errors.Join(env.Write("claims/claims.csv", t.CSV), env.WritePage(pages, "claims", struct {
		Counts, Errata *table.Sheet
		Sources        []section
	}{s.countTable(), errataTable(s.Errata), s.sections()}))
}

type section struct {
	source
	Table *table.Sheet
}

func (s *summary) sections() (list []section) {
	for _, from := range sources() {
		t := table.NewSheet("claim", "where", "verdict", "ours", "command")
		for _, row := range s.Claims {
			if row.Source == from.Name {
				t.Add(row.Claim, row.Where, "**"+string(row.Verdict)+"**", row.Ours, "`"+row.Command+"`")
			}
		}
		list = append(list, section{from, t})
	}
	return list
}

func (s *summary) countTable() *table.Sheet {
	t := table.NewSheet("source", "claims")
	for _, v := range verdicts {
		t.Header = append(t.Header, string(v))
	}
	for _, from := range sources() {
		rows := slices.DeleteFunc(slices.Clone(s.Claims), func(row judged) bool { return row.Source != from.Name })
		cells := []string{from.Name, fmt.Sprint(len(rows))}
		for _, v := range verdicts {
			n := experiments.Count(rows, func(row judged) bool { return row.Verdict == v })
			cells = append(cells, fmt.Sprint(n))
		}
		t.Add(cells...)
	}
	return t
}
