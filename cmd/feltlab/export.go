package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/dataset/matrix"
	"feltlab/dataset/table"
	"feltlab/model/cards"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/handout"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
	"feltlab/pipeline/sweep"
)

func checkColumns(with []string, format string) error {
	if len(with) > 0 && slices.Contains([]string{"latex-grid", "json", "parquet", "arrow"}, format) {
		return usage("--with adds columns of text, which %s cannot hold; use feltlab explain --json", format)
	}
	return nil
}

// cells are the values of further columns, by result; their names in order.
type cells struct {
	names []string
	of    map[*question.Answer]map[string]string
}

func (c *cells) set(r *question.Answer, name, value string) {
	if !slices.Contains(c.names, name) {
		c.names = append(c.names, name)
	}
	if c.of[r] == nil {
		c.of[r] = map[string]string{}
	}
	c.of[r][name] = value
}

// columns computes further columns for the results of a sweep.
func (a *app) columns(ctx context.Context, results []*question.Answer, with []string) ([]sweep.Column, error) {
	if len(with) == 0 {
		return nil, nil
	}
	store, err := a.store()
	if err != nil {
		return nil, err
	}
	instances := fit.NewInstances(store, 0)
	counted := &counts{instances: instances, of: map[question.Subject]*matrix.Spots{}}
	c := &cells{of: map[*question.Answer]map[string]string{}}
	add := map[string]func(*matrix.Spots, *question.Answer) error{"textures": c.textures, "worst": c.worst,
		"outs": c.outs}
	for _, r := range results {
		if !r.Found() {
			continue
		}
		m, err := counted.get(ctx, r.With(""))
		if err != nil {
			return nil, err
		}
		inst, err := instances.Get(ctx, r.With(""))
		if err != nil {
			return nil, err
		}
		if err := checked(inst, r); err != nil {
			return nil, err
		}
		for _, name := range with {
			if add[name] == nil {
				continue
			}
			if err := add[name](m, r); err != nil {
				return nil, err
			}
		}
	}
	if slices.Contains(with, "curve") {
		c.curve(results)
	}
	if slices.Contains(with, "shared") {
		if err := c.shared(ctx, instances, results); err != nil {
			return nil, err
		}
	}
	var columns []sweep.Column
	for _, name := range c.names {
		columns = append(columns, table.Text(name, func(r **question.Answer) string { return c.of[*r][name] }))
	}
	return columns, nil
}

// textures adds the average error by texture.
func (c *cells) textures(m *matrix.Spots, r *question.Answer) error {
	groups, err := handout.Textures(m, r.Formula())
	for _, g := range groups {
		c.set(r, "error_"+strings.ReplaceAll(g.Name, " ", "_")+"_percent", points(g.AverageError))
	}
	return err
}

// worstListed is the number of flops in the column of the worst.
const worstListed = 5

// worst adds the flop that the formula misses most, and the first of those it misses most with
// their errors.
func (c *cells) worst(m *matrix.Spots, r *question.Answer) error {
	flops := handout.Rank(m, r.Formula())
	var texts []string
	for i := range min(worstListed, flops.Len()) {
		f := flops.At(i)
		texts = append(texts, onBoard(&f)+":"+points(f.Error))
	}
	worst := flops.At(0)
	c.set(r, "worst_flop", onBoard(&worst))
	c.set(r, "worst_flop_error_percent", points(worst.Error))
	c.set(r, "worst_flops", strings.Join(texts, ";"))
	return nil
}

// curve adds the errors of the sweep's formulas for the same hand, range and program, by their
// numbers of features.
func (c *cells) curve(results []*question.Answer) {
	type line struct {
		hand, rng, program string
		weights            regression.Weights
	}
	of := map[line][]*question.Answer{}
	for _, r := range results {
		if !r.CountsFeatures() && r.Found() {
			l := line{r.HandText(), r.Estimate.Label(r.Range.String()), r.Kind.String(), r.Weights}
			of[l] = append(of[l], r)
		}
	}
	for l, same := range of {
		slices.SortStableFunc(same, func(a, b *question.Answer) int { return a.N - b.N })
		text := func(r *question.Answer) string { return fmt.Sprintf("%d:%s", r.N, points(r.Objective())) }
		list := mapped(same, text)
		for _, r := range of[l] {
			c.set(r, "curve", strings.Join(list, ";"))
		}
	}
}

// outs adds the errors of the rule of four on all flops, and of rule and formula on draws.
func (c *cells) outs(m *matrix.Spots, r *question.Answer) error {
	if r.Street != cards.Flop || r.Estimate == matrix.Ahead {
		return nil // the rule of four is for chances to win on the flop
	}
	parts, err := handout.CompareRuleOfFour(m, r.Formula())
	if err != nil {
		return err
	}
	average := func(e *handout.Errors) string {
		if e == nil {
			return ""
		}
		return points(e.AverageError)
	}
	c.set(r, "rule_of_four_error_percent", average(parts[0].Rule))
	c.set(r, "draws_rule_of_four_error_percent", average(parts[1].Rule))
	c.set(r, "draws_error_percent", average(parts[1].Formula))
	return nil
}

// shared adds the formulas on the one set of features that serves all hands of the sweep against
// the same range, for the programs that take a number of features.
func (c *cells) shared(ctx context.Context, instances *fit.Instances, results []*question.Answer) error {
	type group struct {
		rng     question.Range
		program regression.Program
	}
	var questions []group
	groups := map[group][]*question.Answer{}
	for _, r := range results {
		if q := (group{r.Range, r.Program()}); !r.CountsFeatures() && r.Found() && r.Weights == "" {
			if groups[q] == nil {
				questions = append(questions, q)
			}
			groups[q] = append(groups[q], r)
		}
	}
	for _, q := range questions {
		var subjects []question.Subject
		var insts []*regression.Instance
		for _, r := range groups[q] {
			inst, err := instances.Get(ctx, r.Subject)
			if err != nil {
				return err
			}
			subjects, insts = append(subjects, r.Subject), append(insts, inst)
		}
		v, err := fit.Shared(ctx, insts,
			fit.SharedQuestion{Subjects: subjects, Kind: q.program.Kind, MaxFeatures: q.program.N, Seed: 1})
		if err != nil {
			return err
		}
		for i, r := range groups[q] {
			s := &v.Hands[i].Shared
			c.set(r, "shared_error_percent", points(s.Objective(q.program.Kind)))
			c.set(r, "shared_features", sweep.FeatureList(&question.Answer{Features: s.Features}))
		}
	}
	return nil
}

type exportFlags struct {
	Format string   `flag:"format" default:"csv" oneof:"csv,markdown,latex,latex-grid,json,parquet,arrow"`
	_      string   `help:"{}; latex-grid is hands by ranges, features in words"`
	Out    string   `flag:"out" help:"file to write (default and -: standard output)"`
	Top    int      `flag:"top" min:"0" help:"number of largest weights, as in the source's tables (0: all)"`
	With   []string `flag:"with" oneof:"textures,worst,outs,shared,curve" help:"more columns, computed again: {}"`
}

func (a *app) exportCommand() *cobra.Command {
	f := &exportFlags{}
	return command(&cobra.Command{
		Use:   "export RESULTS",
		Short: "Write the weight tables of a sweep",
		Long: `Writes the table of weights of a sweep's folder for papers and programs. feltlab regress
export writes formulas as functions to paste.`,
		Example: `  feltlab export results/demo --format markdown
  feltlab export results/demo --format latex --top 5 --out table.tex
  feltlab export results/demo --format latex-grid --top 5 --out paper.tex
  feltlab export results/demo --with textures,worst,outs,shared,curve`,
		Args: exactArgs("RESULTS"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkColumns(f.With, f.Format); err != nil {
				return err
			}
			results, err := ledger.Read(args[0])
			if err != nil {
				return named(err)
			}
			more, err := a.columns(cmd.Context(), results, f.With)
			if err != nil {
				return err
			}
			return a.writeTo(f.Out,
				func(w io.Writer) error { return sweep.Export(w, results, f.Format, f.Top, more...) })
		},
	}, f)
}
