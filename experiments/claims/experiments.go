package claims

import (
	"context"
	"embed"
	"errors"
	"fmt"

	"feltlab/dataset/table"
	"feltlab/experiments"
)

// Experiments lists the one experiment of this package, which is about all sources.
func Experiments() []experiments.Experiment { return []experiments.Experiment{allClaims} }

// allClaims judges every claim. It reads the results of the other experiments in the same folder.
var allClaims = experiments.Experiment{
	Name:  "claims",
	Short: "every sentence of the sources that data can test, with a verdict, and their errata",
	Run:   run,
}

type summary struct {
	Claims []judged      `json:"claims"`
	Errata []correction  `json:"errata"`
	counts map[count]int // by source and verdict
}

type count struct {
	source string
	verdict
}

func run(ctx context.Context, env *experiments.Env) error {
	s, err := judgeAll(ctx, env)
	if err != nil {
		return err
	}
	return env.Finish(s.write(env), pages, "claims", s)
}

func judgeAll(ctx context.Context, env *experiments.Env) (*summary, error) {
	s := &summary{counts: map[count]int{}}
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
			s.add(row)
			bar.Step(row.Claim)
		}
	}
	var err error
	s.Errata, err = correct(ctx, e)
	return s, err
}

func (s *summary) add(row judged) {
	s.Claims = append(s.Claims, row)
	s.counts[count{row.Source, row.Verdict}]++
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
		total := 0
		cells := []string{from.Name, ""}
		for _, v := range verdicts {
			n := s.counts[count{from.Name, v}]
			total += n
			cells = append(cells, fmt.Sprint(n))
		}
		cells[1] = fmt.Sprint(total)
		t.Add(cells...)
	}
	return t
}

//go:embed *.tmpl
var templates embed.FS

var pages = experiments.Pages(templates, nil)
