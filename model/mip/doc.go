// Package mip holds mixed-integer linear programs as plain data: columns with bounds,
// costs and integrality, rows with bounds, and a sparse matrix by rows. Solvers read it,
// formulations build it, and WriteMPS exports it for any other solver.
//
// The objective is always minimised. Infinite bounds are ±math.Inf. Building is O(1)
// amortised per nonzero; nothing is copied or reordered.
package mip
