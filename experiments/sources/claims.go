// The experiment claims judges the sentences of the four sources that data can test. Each claim has a row with our
// number, a verdict, and the command that shows the number. The page also lists the misprints of the sources.
//
// list/claims.yaml has the claims and misprints. A finding is an expression over the cards and the results of other
// experiments (CSV files, and solves.jsonl with proofs next to it); without these results the row names the command
// that makes them. Only a certified bound refutes that an error is reached, and only a better formula refutes that an
// error is least. Timings, and what took a method of its own, are kept as they were found, with the commit that had the
// code. The experiment takes some seconds.

package sources

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"feltlab/experiments"
)

// verdicts says what a verdict means on the page.
var verdicts = []string{"holds", "refuted", "differs", "cannot be tested", unmeasured}

// unmeasured is the verdict on a claim whose results are missing.
const unmeasured = "not measured"

//go:embed list/claims.yaml
var listed []byte

// list is claims.yaml.
type list struct {
	Sources []source
	Errata  []erratum
}

type source struct {
	Name, Citation string
	Claims         []claim
}

type claim struct {
	Says, Where, Command string
	Finding              string         // an expression for [verdict, text]
	With                 map[string]any // values of its names
	Kept                 kept           // without an expression
}

// kept is what an earlier program found; the page names the commit that had the code.
type kept struct{ Verdict, Ours, Commit string }

type erratum struct {
	Source, Where, Printed string
	Right                  string // an expression for a text, or for a finding, of which the text counts
	Kept                   kept
}

func readList() (*list, error) {
	l := &list{}
	d := yaml.NewDecoder(strings.NewReader(string(listed)))
	d.KnownFields(true)
	if err := d.Decode(l); err != nil {
		return nil, fmt.Errorf("claims.yaml: %w", err)
	}
	return l, nil
}

type judged struct {
	Source  string `json:"source"`
	Where   string `json:"where"`
	Claim   string `json:"claim"`
	Ours    string `json:"ours"`
	Verdict string `json:"verdict"`
	Command string `json:"command"`
}

type correction struct {
	Source  string `json:"source"`
	Where   string `json:"where"`
	Printed string `json:"printed"`
	Right   string `json:"right"`
}

type findings struct {
	Claims []judged     `json:"claims"`
	Errata []correction `json:"errata"`
	// Sources are the sources with their claims.
	Sources []source `json:"-"`
}

// judgeAll judges every claim by the results of the other experiments in the same folder.
func judgeAll(ctx context.Context, env *experiments.Env) (*findings, error) {
	l, err := readList()
	if err != nil {
		return nil, err
	}
	s := &findings{Sources: l.Sources}
	e := evidence{experiments.NewEvaluation(ctx, env, claimMethods(ctx, env))}
	for _, from := range l.Sources {
		for i := range from.Claims {
			row, err := e.judge(&from.Claims[i], from.Name)
			if err != nil {
				return nil, err
			}
			s.Claims = append(s.Claims, row)
		}
	}
	for i := range l.Errata {
		right, err := e.correct(&l.Errata[i])
		if err != nil {
			return nil, err
		}
		s.Errata = append(s.Errata, right)
	}
	return s, nil
}

// evidence evaluates the expressions of claims over the cards, the published numbers and a folder of results.
type evidence struct{ *experiments.Evaluation }

// judge returns the row of a claim. A claim whose results are missing is unmeasured; that is not an error.
func (e evidence) judge(c *claim, from string) (judged, error) {
	row := judged{from, c.Where, c.Says, c.Kept.text(), c.Kept.Verdict, c.Command}
	if c.Finding == "" {
		return row, nil
	}
	found, err := e.Eval(c.Finding, c.With)
	var missing *experiments.MissingError
	if errors.As(err, &missing) {
		row.Verdict, row.Ours = unmeasured, fmt.Sprintf("%v: run `%s` first", missing, c.Command)
		return row, nil
	}
	if err != nil {
		return row, fmt.Errorf("%s: %q: %w", from, c.Says, err)
	}
	parts, ok := found.([]any)
	if !ok || len(parts) != 2 || !slices.Contains(verdicts, fmt.Sprint(parts[0])) {
		return row, fmt.Errorf("%s: %q: the finding is %v, want [verdict, text]", from, c.Says, found)
	}
	row.Verdict, row.Ours = fmt.Sprint(parts[0]), fmt.Sprint(parts[1])
	return row, nil
}

func (k *kept) text() string {
	if k.Ours == "" {
		return ""
	}
	return fmt.Sprintf("%s (commit %s)", k.Ours, k.Commit)
}

func (e evidence) correct(x *erratum) (correction, error) {
	row := correction{x.Source, x.Where, x.Printed, x.Kept.text()}
	if x.Right == "" {
		return row, nil
	}
	found, err := e.Eval(x.Right, nil)
	if err != nil {
		return row, fmt.Errorf("%s, %s: %w", x.Source, x.Where, err)
	}
	if parts, ok := found.([]any); ok && len(parts) == 2 {
		found = parts[1]
	}
	row.Right = fmt.Sprint(found)
	return row, nil
}
