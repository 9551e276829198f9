// Package work describes pieces of work and the pools that compute them: in this process, or on many
// machines (package scaleout). A stage does not know where its pieces run.
//
// A [Job] is computed in one of two ways. Here computes it in this process. Elsewhere, a worker gets the job's [Piece]
// (kind, key and payload) and answers it by its [Kinds]; Accept checks the answer. An error that wraps [ErrAnswer] is
// the fault of the answer, and the piece goes out again; any other error is this process's own and ends the run. A job
// without a piece is computed here: an answer that cannot be checked is not asked for.
package work
