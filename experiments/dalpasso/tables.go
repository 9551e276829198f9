package dalpasso

import (
	"bytes"
	"embed"
	"fmt"
	"regexp"
	"strconv"
	"text/template"
	"time"

	"feltlab/dataset/published"
	"feltlab/experiments"
	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/pipeline/verify"
)

// Tables render the tables and pages of experiments again from the results that were written with
// them, by the names of the files, of pages with that of the folder. The page of Table 3 is not
// among them: it evaluates formulas of the source, too.
func Tables() map[string]verify.Table {
	return map[string]verify.Table{
		"table3.csv":        renderTable3,
		"table4.csv":        renderErrors("average"),
		"figures.csv":       renderErrors("average"),
		"sor13.csv":         renderErrors("max"),
		"table4/README.md":  renderPage("table4", table4PageOf),
		"figures/README.md": renderPage("figures", figureStudy.page),
		"sor13/README.md":   renderPage("sor13", sor13Study.page),
		"atlas/README.md": renderAtlas(func(b *bytes.Buffer, s *study) error {
			return pages.ExecuteTemplate(b, atlasName+".tmpl", s.page())
		}),
		"paper/README.md": renderPaper,
		"features.csv":    renderAtlas(func(b *bytes.Buffer, s *study) error { return s.featureTable().CSV(b) }),
	}
}

func renderAtlas(render func(b *bytes.Buffer, s *study) error) verify.Table {
	return func(_ []byte, results []*question.Answer) ([]byte, error) {
		s, err := newStudy(results)
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		err = render(&b, s)
		return b.Bytes(), err
	}
}

func renderPaper(_ []byte, results []*question.Answer) ([]byte, error) {
	var b bytes.Buffer
	err := pages.ExecuteTemplate(&b, paperName+".tmpl", newPaperPage(results))
	return b.Bytes(), err
}

func renderErrors(quantity string) verify.Table {
	return func(_ []byte, results []*question.Answer) ([]byte, error) {
		var b bytes.Buffer
		err := errorTable(quantity, results).CSV(&b)
		return b.Bytes(), err
	}
}

// pageLimit is where a page says how long a solve took at most, which no result does.
var pageLimit = regexp.MustCompile(`, with\s+at\s+most\s+([0-9]{1,6}) s a (row|solve)\b`)

func renderPage(name string, page func([]*question.Answer, time.Duration) (any, error)) verify.Table {
	return func(text []byte, results []*question.Answer) ([]byte, error) {
		limit := pageLimit.FindSubmatch(text)
		if limit == nil {
			return nil, fmt.Errorf("the page does not say how many seconds a row or solve took at most")
		}
		seconds, err := strconv.Atoi(string(limit[1]))
		if err != nil {
			return nil, err
		}
		data, err := page(results, time.Duration(seconds)*time.Second)
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		err = pages.ExecuteTemplate(&b, name+".tmpl", data)
		return b.Bytes(), err
	}
}

func table4PageOf(results []*question.Answer, limit time.Duration) (any, error) {
	var rows []table4Row
	for _, r := range results {
		printed, ok := published.Find(published.Table4(), r.Hand.Text, r.Range.String())
		if !ok {
			return nil, fmt.Errorf("no row %v in Table 4", r.Subject)
		}
		rows = append(rows, table4Row{r, printed})
	}
	return newTable4Page(rows, summarizeTable4(rows, limit)), nil
}

// renderTable3 takes results in the order in which they are written: of each row the number of
// features, and then errors.
func renderTable3(_ []byte, results []*question.Answer) ([]byte, error) {
	var rows []*table3Row
	for _, r := range results {
		if r.Kind == regression.FeatAvgErr {
			printed, ok := published.Find(published.Table3(), r.Hand.Text, r.Range.String())
			if !ok {
				return nil, fmt.Errorf("no row %v in Table 3", r.Subject)
			}
			rows = append(rows, &table3Row{printed: printed, count: r})
			continue
		}
		if len(rows) == 0 {
			return nil, fmt.Errorf("results of Table 3 begin with %s", r.Program().String())
		}
		last := rows[len(rows)-1]
		last.sized = append(last.sized, r)
	}
	for _, r := range rows {
		r.combine()
	}
	var b bytes.Buffer
	err := table3Table(rows).CSV(&b)
	return b.Bytes(), err
}

// Experiments lists the experiments of this source by name.
func Experiments() []experiments.Experiment {
	return []experiments.Experiment{aces, atlas, figures, highsAlone, paper, sor13, table3, table4}
}

//go:embed *.tmpl
var templates embed.FS

// pages are the Markdown pages, named like the experiments, and last_digit, a part of the page of Table 4.
var pages = experiments.Pages(templates, template.FuncMap{
	"pairs":    pairList,
	"features": func() string { return features.Version },
})
