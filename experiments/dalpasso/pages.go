package dalpasso

import (
	"embed"
	"text/template"

	"feltlab/model/features"
	"feltlab/report/reproduce"
)

//go:embed *.tmpl
var templates embed.FS

// pages are the Markdown pages by the names of the experiments, and last_digit, a part of one.
var pages = reproduce.Pages(templates, template.FuncMap{
	"pairs":    pairList,
	"features": func() string { return features.Version },
})
