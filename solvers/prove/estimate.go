package prove

import "math"

//go:generate go run feltlab/scripts/gen-kernels -out kernels_amd64.s -stubs kernels_asm_amd64.go -pkg prove

// The estimates of all patterns, which choose the next pivots, are sums of integers: the weights in a
// unit in which sums cannot overflow. So the sums are the same in any order and on any machine, and off by
// at most half a unit a column; the chosen rows are computed exactly.
const (
	// wordColumns is the number of columns of a word: ten groups of three, whose subset sums fit a
	// vector of eight, or five groups of six.
	wordColumns  = 30
	wordPatterns = 8  // wordPatterns divides the number of words, so that vectors are full
	sumBits      = 30 // the size of the largest sum

	vectorWidth = 4 // numbers of a vector in double precision
)

// findWords packs the columns of the patterns, the words of the first columns before the others.
func (t *table) findWords() {
	t.stride = (t.patterns + wordPatterns - 1) / wordPatterns * wordPatterns
	t.words = max((t.width()+wordColumns-1)/wordColumns, 1)
	t.word = make([]uint32, t.stride*t.words)
	for p, columns := range t.members {
		for _, j := range columns {
			t.word[int(j)/wordColumns*t.stride+p] |= 1 << (j % wordColumns)
		}
	}
}

func (t *table) hasColumn(p, j int) bool {
	return t.word[j/wordColumns*t.stride+p]>>(j%wordColumns)&1 == 1
}

// estimates are sums of weights, and which of them are outside of the intervals of their patterns.
type estimates struct {
	sums     []int32 // of each pattern
	unit     float64
	distance []float64 // of each pattern, from its interval; negative inside
	outside  []uint64  // patterns whose distance is more than violationTol, 64 a word
	high     []uint64  // those whose score is more than likely

	weights []int32 // of each column
	subsets []int32 // sums over the subsets of each group of columns
}

func newEstimates(t *table) *estimates {
	columns := t.words * wordColumns
	return &estimates{
		sums: make([]int32, t.stride), distance: make([]float64, t.stride),
		outside: make([]uint64, t.stride/64+1), high: make([]uint64, t.stride/64+1),
		weights: make([]int32, columns), subsets: make([]int32, columns/largeGroup<<largeGroup),
	}
}

func (e *estimates) of(p int32) float64 { return float64(e.sums[p]) * e.unit }

// estimate takes the sums of x over the columns of every pattern. The intervals, below to above, are a
// vector longer than the patterns. A score is a distance times the pattern's size; the score likely is at least 0.
func (e *estimates) estimate(t *table, x, below, above []float64, likely float64) {
	total := 0.0
	for _, v := range x {
		total += math.Abs(v)
	}
	_, bits := math.Frexp(total)
	e.unit = math.Ldexp(1, max(bits, 0)-sumBits)
	for j, v := range x {
		e.weights[j] = int32(math.Round(v / e.unit))
	}
	e.add(t, below, above, likely)
	if last := t.patterns % 64; last > 0 { // what lies beyond the patterns
		e.outside[t.patterns/64] &= 1<<last - 1
	}
	for w, set := range e.outside {
		e.high[w] &= set
	}
}

// group writes the sums over all subsets of each group of columns of a size.
func (e *estimates) group(size int) {
	for g := range len(e.weights) / size {
		sums := e.subsets[g<<size : (g+1)<<size]
		sums[0] = 0
		for i, v := range e.weights[g*size : (g+1)*size] {
			low, high := sums[:1<<i], sums[1<<i:2<<i]
			for k, sum := range low {
				high[k] = sum + v
			}
		}
	}
}

const largeGroup = 6

// addPortable fills in sums, distances, outside and high.
func (e *estimates) addPortable(t *table, below, above []float64, likely float64) {
	e.group(largeGroup)
	clear(e.sums)
	const all = 1 << largeGroup
	subsets := func(group int) *[all]int32 { return (*[all]int32)(e.subsets[group*all:]) }
	for w := range t.words {
		const groups = wordColumns / largeGroup
		g := w * groups
		a, b, c, d, f := subsets(g), subsets(g+1), subsets(g+2), subsets(g+3), subsets(g+4)
		for p, bits := range t.word[w*t.stride : (w+1)*t.stride] {
			e.sums[p] += a[bits%all] + b[bits>>6%all] + c[bits>>12%all] + d[bits>>18%all] + f[bits>>24%all]
		}
	}
	clear(e.outside)
	clear(e.high)
	for p, sum := range e.sums {
		s := float64(sum) * e.unit
		v := max(s-above[p], below[p]-s)
		if e.distance[p] = v; v > violationTol {
			e.outside[p/64] |= 1 << (p % 64)
		}
		if p < t.patterns && e.distance[p]*t.size[p] > likely {
			e.high[p/64] |= 1 << (p % 64)
		}
	}
}
