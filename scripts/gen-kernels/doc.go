// Command gen-kernels writes assembly: that of package solvers/limitholdem/river, for AVX2 (eight lanes at a time)
// and AVX-512 (sixteen), those of packages solvers/prove, solvers/jamfold/multiway and solvers/postflop, for AVX2, and
// that of package dataset/eval, for AVX-512. Go generate runs it in their folders; -pkg says which.
//
// The kernels compute the same bits as the portable code of these packages: sums are added in the same order, without
// contracting products and sums. The generator's parts: the layout of the memory, instructions and loops that
// several kernels share (emit.go), the passes over a river (river.go), the values of its hands (value.go), learning
// (learn.go), and what follows from plans (plans.go); the sums of a proof (prove.go); sums of
// counts (mix.go); the loops over the hands of a decision (postflop.go), and of eight ends (showdown.go); the strengths
// of hands (eval.go), and the mixing of their instructions (weave.go).
package main
