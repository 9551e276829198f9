// Package sweep runs many fits from one YAML file: the product of hands, ranges, programs
// and sizes, or several such products, in parallel, one thread a fit.
//
// Every answer enters the cache's records (pipeline/ledger) at once, so a sweep that was killed resumes when it is
// started again, and a question of two sweeps is solved once. Solves by HiGHS or from nothing, whose time is
// measured, are artifacts (pipeline/store) keyed by their whole question.
//
// The results go to the sweep's folder, in the order of the configuration: table.csv and table.parquet (one row a
// solve), solves.jsonl (one JSON object a line, lossless) with its proofs, and sweep.json (what made them). A
// complete sweep writes them at its end; a partial one replaces a folder with fewer results. One process writes to a
// folder at a time. [Export] turns results into weight tables.
package sweep
