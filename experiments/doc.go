// Package experiments is the library that the experiments of all sources share. An Experiment reproduces a published
// table or figure: it answers questions or computes its numbers with the packages above, compares them with the
// published ones (dataset/published), and writes CSV, a Markdown page and figures (report/draw) under one folder.
//
// An experiment is data. A YAML file (recipe.go) states its questions, the published numbers, and its values, tables
// and figures as expressions (evaluation.go) over the answers; its page is a Markdown template over all of them.
// Compare is the one comparison with printed digits. Package sources has the experiments of all sources, with functions
// in Go for methods of their own. cmd/feltlab lists them by name, and reproduces a file outside the program too.
//
// Files are replaced as a whole or not at all; the same numbers give the same bytes.
package experiments
