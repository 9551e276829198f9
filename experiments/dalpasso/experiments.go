package dalpasso

import (
	"embed"
	"text/template"

	"feltlab/experiments"
	"feltlab/model/features"
)

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
