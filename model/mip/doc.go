// Package mip holds mixed-integer linear programs as plain data: columns with bounds,
// costs and integrality, rows with bounds, and a sparse matrix by rows. Solvers read it,
// formulations build it, and WriteMPS exports it for any other solver, WriteOPB a pseudo-Boolean
// one for solvers of those.
//
// The objective is always minimised. Infinite bounds are ±math.Inf. Building is O(1)
// amortised per nonzero; nothing is copied or reordered. Check, WriteMPS, Objective and
// Violation take time linear in the columns and nonzeros.
//
// The file format is free MPS as CPLEX, Gurobi, HiGHS and SCIP read it, with the sections
// OBJSENSE and RANGES and the negated offset as the right-hand side of the objective.
package mip
