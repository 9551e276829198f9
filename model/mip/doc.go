// Package mip holds mixed-integer linear programs as plain data: columns with bounds, costs and
// integrality, rows with bounds, and a sparse matrix by rows. Formulations build models and solvers read
// them. WriteMPS exports a model for other solvers, WriteOPB a pseudo-Boolean one.
//
// The objective is minimised. Infinite bounds are ±math.Inf. Building takes amortised O(1) a nonzero;
// Check, WriteMPS, Objective and Violation take time linear in the columns and nonzeros.
//
// The file format is free MPS, restricted to what CBC, GLPK (glpsol --freemps), SCIP, HiGHS, CPLEX and
// Gurobi read alike.
package mip
