// Package highs solves the linear and mixed-integer programs of model/mip with HiGHS, the
// open-source solver of Huangfu, Hall and others, in processes of its own.
//
// HiGHS solves linear programs by the dual simplex method and mixed-integer ones by branch and cut,
// which is exponential in the worst case. So Options has a time limit and [Solve] a context, and a Result
// has both a point and a bound on the objective of all points. Every solve uses one thread
// unless Settings says otherwise; several solves may run at once.
//
// HiGHS does not check its clock everywhere: one step of its presolve takes 13 CPU-seconds on a program
// of 39,347 rows (FEAT_AVGERR, plain). A thread cannot be ended from outside, a process can, so limits hold.
//
// The process is feltlab-highs, child/child.c: a binding of HiGHS's C interface with a request on its standard input
// and messages on its output (wire.go). scripts/deps.sh finds or fetches HiGHS and compiles it into a folder with the
// libraries that it needs (find.go); the folder can be moved. So this project is Go without cgo, and everything but
// Solve works without HiGHS. Available tells whether it is there.
//
// Source: Q. Huangfu and J. A. J. Hall, "Parallelizing the dual revised simplex method",
// Mathematical Programming Computation 10 (2018), and https://highs.dev.
package highs
