// Gen-river-kernels writes the assembly of package solvers/limitholdem/river, for
// AVX2 (eight lanes at a time) and AVX-512 (sixteen). It is run by go generate in that folder.
//
// The kernels do what portable.go there does, in the same order and without contracting
// products and sums, so that all of them compute the same bits.
package main
