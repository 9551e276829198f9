// Package work is what a stage says of its pieces of work, and a pool what works them off: here, in
// this process, or on many machines (package scaleout). No stage knows where its pieces run.
//
// A [Job] is done in one of two ways. Here does all of it in this process. Elsewhere, a worker that
// has the job's [Piece], a kind, a key and a payload, lets its [Kinds] answer it, and Accept believes
// the answer or does not: an error that wraps [ErrAnswer] is the answer's fault, and the piece goes
// out again; any other is this process's own and ends the run. A job that has no piece is done here:
// what nobody could check is not asked of others.
package work
