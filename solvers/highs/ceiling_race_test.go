//go:build cgo && highs && race

package highs

// memoryCeiling leaves room for what the race detector keeps of each solve.
const memoryCeiling = 48 << 20
