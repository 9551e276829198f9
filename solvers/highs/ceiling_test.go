//go:build cgo && highs && !race

package highs

// memoryCeiling is how much the process may grow over a thousand solves. A solver of the
// size used here that is never freed holds about 0.2 MB, 500 of them 110 MB; without a leak
// the growth is within 1 MB either way.
const memoryCeiling = 8 << 20
