package tournament

import "math"

// field values the stacks of one table among players at other tables, whose part of the integral of icmByTimes is
// computed once: at each node the expected prize by the number of players at the table who are before it.
type field struct {
	nodes []fieldNode
}

type fieldNode struct {
	t      float64
	prizes [MaxTable]float64 // by the number of players at the table who finish before t
}

// leastChips is a bound on the smallest stack of a hand's end: a share of a pot among MaxTable players.
const leastChips = 1.0 / MaxTable

// newField returns the field of the other players. It takes O(players x prizes) for each of some thousand nodes.
func newField(others []int, prizes []float64, atTable int) *field {
	sum := float64(atTable)
	stacks := make([]float64, len(others), len(others)+1)
	for i, s := range others {
		stacks[i] = float64(s)
		sum += stacks[i]
	}
	places := min(len(prizes), len(others)+MaxTable)
	stacks = append(stacks, 0) // countAhead counts the players before the last
	ahead := make([]float64, len(stacks)*places)
	from, to := -math.Log(sum)-firstTime, -math.Log(leastChips)+lastTime
	f := &field{nodes: make([]fieldNode, int((to-from)/timeStep)+1)}
	for i := range f.nodes {
		node := &f.nodes[i]
		node.t = math.Exp(from + float64(i)*timeStep)
		countAhead(ahead, stacks, places, node.t)
		for k, p := range ahead[(len(stacks)-1)*places:] {
			for before := range min(MaxTable, places-k) {
				node.prizes[before] += p * prizes[k+before]
			}
		}
	}
	return f
}

// values returns the values of at most MaxTable stacks, all positive. It takes O(stacks^2) for each node.
func (f *field) values(stacks []float64) []float64 {
	n := len(stacks)
	values := make([]float64, n)
	var later [MaxTable]float64
	var ahead [MaxTable + 1][MaxTable]float64 // by the number of players below i: the chance of the number before t
	ahead[0][0] = 1
	for node := range f.nodes {
		t := f.nodes[node].t
		for i, s := range stacks {
			later[i] = math.Exp(-s * t)
			before := -math.Expm1(-s * t)
			ahead[i+1] = [MaxTable]float64{}
			for k := range i + 1 {
				ahead[i+1][k] += ahead[i][k] * later[i]
				if k+1 < MaxTable {
					ahead[i+1][k+1] += ahead[i][k] * before
				}
			}
		}
		value := f.nodes[node].prizes // given the players above i
		for i := n - 1; i >= 0; i-- {
			expected := 0.0
			for k := range i + 1 {
				expected += ahead[i][k] * value[k]
			}
			values[i] += timeStep * t * stacks[i] * later[i] * expected
			before := -math.Expm1(-stacks[i] * t)
			for k := range MaxTable - 1 {
				value[k] = later[i]*value[k] + before*value[k+1]
			}
		}
	}
	return values
}
