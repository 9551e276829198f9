package page

import _ "embed"

//go:generate go run feltlab/scripts/gen-report-page

// Script is the page's script, with the licences of the libraries in it.
//
//go:embed dist/page.js
var Script string

// Style is the page's style sheet.
//
//go:embed dist/page.css
var Style string

// ChartStyle is what the plotting library puts into every chart as a style element.
//
//go:embed dist/chart.css
var ChartStyle string
