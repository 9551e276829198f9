package ganzfried

import (
	"embed"

	"feltlab/dataset/table"
	"feltlab/report/draw"
	"feltlab/report/reproduce"
)

//go:embed *.tmpl
var templates embed.FS

// pages are the Markdown pages by the names of the experiments.
var pages = reproduce.Pages(templates, nil)

// writeStudy writes the table of an experiment, its figure, and its page.
func writeStudy(env *reproduce.Env, name string, table *table.Sheet, figure string, chart draw.Figure, page any) error {
	if err := env.Write(name+"/"+name+".csv", table.CSV); err != nil {
		return err
	}
	if err := env.Draw(name+"/"+figure, chart); err != nil {
		return err
	}
	return env.WritePage(pages, name, page)
}
