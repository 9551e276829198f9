package ganzfried

import (
	"embed"
	"errors"

	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/pipeline/jamfold"
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

// labOf returns the solver of tournaments and hands, which keeps its solutions in the store.
func labOf(env *experiments.Env) *jamfold.Lab {
	return &jamfold.Lab{Store: env.Store, Workers: env.Workers, Progress: env.Stderr}
}

// writeStudy writes the table of an experiment, its figure and its page.
func writeStudy(env *experiments.Env, name string, t *table.Sheet, figure string, chart draw.Figure, page any) error {
	return errors.Join(
		env.Write(name+"/"+name+".csv", t.CSV), env.Draw(name+"/"+figure, chart), env.WritePage(pages, name, page))
}
