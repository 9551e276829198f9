package report

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"

	"feltlab/pipeline/question"
	"feltlab/report/page"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

type pageParts struct {
	Title, Policy string
	Style         template.CSS
	Script        template.JS
	Blocks        []scriptBlock
	Rows          []plainRow // for browsers without scripts
}

type scriptBlock struct {
	Name string
	JSON template.JS
}

type plainRow struct{ Hand, Range, Program, Features, Error, Bound, Status, File string }

func writePage(w io.Writer, r *Report) error {
	p := pageParts{Title: r.title, Policy: policy(r.live), Style: template.CSS(page.Style),
		Script: template.JS(page.Script)}
	for _, b := range r.blocks {
		p.Blocks = append(p.Blocks, scriptBlock{b.Name, template.JS(b.JSON)})
	}
	for _, s := range r.solves {
		for _, x := range s.Results {
			p.Rows = append(p.Rows, plain(x, s.File))
		}
	}
	return pageTemplate.Execute(w, p)
}

func plain(r *question.Answer, file string) plainRow {
	row := plainRow{
		Hand: r.Hand.Text, Range: r.RangeText(), Program: r.Program().String(), Features: fmt.Sprint(len(r.Features)),
		Bound: r.Bound(), Status: string(r.Status), File: file,
	}
	errs := r.AverageError
	if strings.HasSuffix(r.Kind.String(), "MAXERR") {
		errs = r.MaxError
	}
	if !errs.Missing() {
		row.Error = fmt.Sprintf("%.4f", 100*float64(errs))
	}
	return row
}

// policy is the page's Content-Security-Policy: it allows this style and this script, and loads nothing. A live page
// may also send requests to its server.
func policy(live bool) string {
	parts := []string{
		"default-src 'none'", "script-src " + hash(page.Script), "style-src " + hash(page.Style) + " " +
			hash(page.ChartStyle),
		"img-src data:", "base-uri 'none'", "form-action 'none'",
	}
	if live {
		parts = append(parts, "connect-src 'self'")
	}
	return strings.Join(parts, "; ")
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
