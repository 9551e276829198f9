package johanson

import (
	"embed"

	"feltlab/experiments"
)

// Experiments lists the experiments of this source by name.
func Experiments() []experiments.Experiment {
	return []experiments.Experiment{agents, distributions, leduc, worstCases}
}

//go:embed *.tmpl
var templates embed.FS

// pages are the Markdown pages, named like the experiments.
var pages = experiments.Pages(templates, nil)
