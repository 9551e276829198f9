// Package highs solves the linear and mixed-integer programs of model/mip with HiGHS, the
// open-source solver of Huangfu, Hall and others, through a thin binding of its C interface.
//
// HiGHS solves linear programs by the dual simplex method and mixed-integer ones by branch
// and cut: exponential in the worst case, so Options takes a time limit and Solve a context,
// and a Result always carries both a point and a bound on what any point can reach.
//
// A Solver holds one program. Between solves the bounds and costs of its columns may be changed and
// a starting point may be given; a linear program goes on from its last basis. Every
// solve uses one thread (HiGHS does not let a process change that number); run several
// Solvers at once to use several processors.
//
// HiGHS does not look at its clock everywhere: one step of its presolve takes 13 CPU-seconds on a
// program of 39,347 rows (FEAT_AVGERR, plain), without a callback. Apart solves in a process of its
// own and ends that, so that limits hold and nothing goes on behind them; the process is the program
// itself, whose main calls Child.
//
// This is the only package that uses cgo. The build tag "highs" selects the binding; without
// the tag or without cgo everything here still compiles and every solve returns ErrMissing.
// Available tells which build this is.
//
// Source: Q. Huangfu and J. A. J. Hall, "Parallelizing the dual revised simplex method",
// Mathematical Programming Computation 10 (2018), and https://highs.dev.
package highs
