// Gen-prove-kernel writes the assembly of package solvers/prove for AVX2: the sums of weights over the columns of
// eight patterns at a time, and how far they are outside of intervals. It is run by go generate in that folder.
package main
