// Package experiments is the registry of what feltlab reproduce can do: the published tables and
// figures of all sources, by name. It computes nothing.
//
// Each source has a package: dalpasso, ganzfried, johanson and kumar. An experiment there computes
// its numbers with the packages above, or takes them from the artifact store, sets them beside
// those of the source (dataset/published) and writes CSV, a Markdown page and figures
// (report/draw) under one folder; what they share is report/reproduce. What an experiment
// costs stands with it. Package claims goes through the sources sentence by sentence, from what the
// others found.
package experiments
