// Package highs solves the linear and mixed-integer programs of model/mip with HiGHS, the
// open-source solver of Huangfu, Hall and others, through a thin binding of its C interface.
//
// HiGHS solves linear programs by the dual simplex method and mixed-integer ones by branch and cut,
// which is exponential in the worst case. So Options has a time limit and [Apart] a context, and a Result
// has both a point and a bound on the objective of all points. Every solve uses one thread, since
// HiGHS does not let a process change that number; several solves may run at once.
//
// HiGHS does not check its clock everywhere: one step of its presolve takes 13 CPU-seconds on a program
// of 39,347 rows (FEAT_AVGERR, plain). Apart solves in a child process, which it can end, so that
// limits hold; the child is the same program, whose main calls [Child].
//
// This is the only package that uses cgo. The build tag "highs" selects the binding; without the tag or
// without cgo everything compiles and every solve returns ErrMissing. Available tells which.
//
// Source: Q. Huangfu and J. A. J. Hall, "Parallelizing the dual revised simplex method",
// Mathematical Programming Computation 10 (2018), and https://highs.dev.
package highs
