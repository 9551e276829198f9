// Package page holds the script and the style of the report's page, bundled by scripts/gen-report-page from the
// TypeScript in src. They are embedded as they are committed, so that building feltlab needs neither node nor network.
//
//	go generate ./report/page
//
// installs what package-lock.json pins by npm, checks types and writes dist anew.
package page

import _ "embed"

//go:generate go run feltlab/scripts/gen-report-page

// Script is the page's script, with the licences of the libraries in it.
//
//go:embed dist/page.js
var Script string

// Loader expands the packed scripts of a page and runs them.
//
//go:embed loader.js
var Loader string

// Style is the page's style sheet.
//
//go:embed dist/page.css
var Style string

// ChartStyle is what the plotting library puts into every chart as a style element.
//
//go:embed dist/chart.css
var ChartStyle string
