// Package experiments is the library that the experiments of all sources share. An Experiment reproduces a published
// table or figure: it computes its numbers with the packages above or takes them from the artifact store, compares
// them with the published ones (dataset/published), and writes CSV, a Markdown page and figures (report/draw) under one
// folder. An Env holds the store, the folder and the printer of the summary. A page is a Markdown template next to the
// code of its source.
//
// Files are replaced as a whole or not at all; the same numbers give the same bytes. The package computes nothing.
// Each source has a package below this one; cmd/feltlab lists the experiments of all sources by name.
package experiments
