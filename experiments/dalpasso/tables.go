package dalpasso

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"time"

	"feltlab/dataset/published"
	"feltlab/experiments"
	"feltlab/model/regression"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
)

// Tables returns renderers of the tables and pages of experiments, by file name, for pages with the folder. They render
// from the results that the experiment wrote. The page of Table 3 has none: it also evaluates formulas of the source.
func Tables() map[string]ledger.Renderer {
	return map[string]ledger.Renderer{
		"table3.csv":        render(renderTable3),
		"table4.csv":        renderErrors("average"),
		"figures.csv":       renderErrors("average"),
		"sor13.csv":         renderErrors("max"),
		"table4/README.md":  renderPage("table4", table4PageOf),
		"figures/README.md": renderPage("figures", figureStudy.page),
		"sor13/README.md":   renderPage("sor13", sor13Study.page),
		"atlas/README.md": renderAtlas(func(w io.Writer, s *study) error {
			return pages.ExecuteTemplate(w, atlasName+".tmpl", s.page())
		}),
		"paper/README.md": render(func(w io.Writer, results []*question.Answer) error {
			return pages.ExecuteTemplate(w, paperName+".tmpl", newPaperPage(results))
		}),
		"features.csv": renderAtlas(func(w io.Writer, s *study) error { return s.featureTable().CSV(w) }),
	}
}

// render makes a table of a writer that needs nothing but the results.
func render(write func(w io.Writer, results []*question.Answer) error) ledger.Renderer {
	return func(_ []byte, results []*question.Answer) ([]byte, error) {
		var b bytes.Buffer
		err := write(&b, results)
		return b.Bytes(), err
	}
}

func renderAtlas(write func(w io.Writer, s *study) error) ledger.Renderer {
	return render(func(w io.Writer, results []*question.Answer) error {
		s, err := newStudy(results)
		if err != nil {
			return err
		}
		return write(w, s)
	})
}

func renderErrors(quantity string) ledger.Renderer {
	return render(func(w io.Writer, results []*question.Answer) error { return errorTable(quantity, results).CSV(w) })
}

// pageLimit matches the time limit of a solve on a page: no result has it.
var pageLimit = regexp.MustCompile(`, with\s+at\s+most\s+([0-9]{1,6}) s a (row|solve)\b`)

func renderPage(name string, page func([]*question.Answer, time.Duration) (any, error)) ledger.Renderer {
	return func(text []byte, results []*question.Answer) ([]byte, error) {
		limit := pageLimit.FindSubmatch(text)
		if limit == nil {
			return nil, errors.New("the page has no time limit of a row or solve, such as: with at most 45 s a solve")
		}
		seconds, err := strconv.Atoi(string(limit[1]))
		if err != nil {
			return nil, err
		}
		data, err := page(results, time.Duration(seconds)*time.Second)
		if err != nil {
			return nil, err
		}
		b := bytes.NewBuffer(slices.Clone(experiments.PartNote(text)))
		err = pages.ExecuteTemplate(b, name+".tmpl", data)
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

// renderTable3 takes results in their order in the file: for each row the number of features, and then errors.
func renderTable3(w io.Writer, results []*question.Answer) error {
	var rows []*table3Row
	for _, r := range results {
		if r.Kind == regression.FeatAvgErr {
			printed, ok := published.Find(published.Table3(), r.Hand.Text, r.Range.String())
			if !ok {
				return fmt.Errorf("no row %v in Table 3", r.Subject)
			}
			rows = append(rows, &table3Row{printed: printed, count: r})
			continue
		}
		if len(rows) == 0 {
			return fmt.Errorf("results of Table 3 begin with %s", r.Program().String())
		}
		last := rows[len(rows)-1]
		last.sized = append(last.sized, r)
	}
	for _, r := range rows {
		r.combine()
	}
	return table3Table(rows).CSV(w)
}
