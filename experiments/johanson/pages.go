package johanson

import (
	"embed"

	"feltlab/report/reproduce"
)

//go:embed *.tmpl
var templates embed.FS

// pages are the Markdown pages by the names of the experiments.
var pages = reproduce.Pages(templates, nil)
