// Package reproduce is what the experiments of all sources share: what an Experiment is, the Env in
// which it finds artifacts and leaves files and a summary, the tables of its CSV files, and its
// page: a template of Markdown, kept beside the code of its source, with numbers and tables put in.
//
// Files are replaced as a whole or not at all, and are the same bytes whenever the numbers are. The
// package knows no source and no published number; it computes nothing.
package reproduce
