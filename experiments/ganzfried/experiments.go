package ganzfried

import (
	"embed"

	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/report/draw"
)

// Experiments lists the experiments of this source by name.
func Experiments() []experiments.Experiment {
	return []experiments.Experiment{depth, jamFold, structures, viFP}
}

//go:embed *.tmpl
var templates embed.FS

// pages are the Markdown pages, named like the experiments.
var pages = experiments.Pages(templates, nil)

// writeStudy writes the table of an experiment, its figure, and its page.
func writeStudy(env *experiments.Env, name string, table *table.Sheet, figure string, chart draw.Figure, page any) error {
	if err := env.Write(name+"/"+name+".csv", table.CSV); err != nil {
		return err
	}
	if err := env.Draw(name+"/"+figure, chart); err != nil {
		return err
	}
	return env.WritePage(pages, name, page)
}
