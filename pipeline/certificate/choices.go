package certificate

import (
	"math/bits"

	"feltlab/model/features"
)

// choices counts sets of features. Features that are true on the same rows, twins, are interchangeable, so
// only sets count that have the smallest of them.
type choices struct {
	twins   [features.Count + 1][2]uint64 // of a feature, with this; empty for those that are true nowhere
	classes [][2]uint64                   // sets of twins, if there are more than one
	doubled [2]uint64                     // all of these
	every   [2]uint64
}

// newChoices takes, of each feature, the smallest of its twins; 0 for those that are true nowhere.
func newChoices(smallest [features.Count + 1]int) *choices {
	c := &choices{}
	for id, first := range smallest {
		for other := range smallest {
			if first > 0 && smallest[other] == first {
				c.twins[id][other>>6] |= 1 << (other & 63)
			}
		}
		twins := c.twins[id]
		c.every[0], c.every[1] = c.every[0]|twins[0], c.every[1]|twins[1]
		if first == id && size(twins) > 1 {
			c.classes = append(c.classes, twins)
			c.doubled[0], c.doubled[1] = c.doubled[0]|twins[0], c.doubled[1]|twins[1]
		}
	}
	return c
}

// size returns the number of features that are true somewhere.
func (c *choices) size() int { return size(c.every) }

// all returns the number of sets of at most k features, modulo 2^64.
func (c *choices) all(k int) uint64 { return c.count(c.every, k) }

// count returns the number of sets of at most k of the free features, modulo 2^64.
func (c *choices) count(free [2]uint64, k int) uint64 {
	single := size([2]uint64{free[0] &^ c.doubled[0], free[1] &^ c.doubled[1]})
	k = min(k, features.Count)
	var ways [features.Count + 1]uint64 // to choose so many of the classes
	ways[0] = 1
	for _, class := range c.classes {
		most := size([2]uint64{free[0] & class[0], free[1] & class[1]})
		for i := k; i > 0; i-- {
			for j := 1; j <= min(most, i); j++ {
				ways[i] += ways[i-j]
			}
		}
	}
	sum := uint64(0)
	for i, w := range ways[:k+1] {
		sum += w * sumsOfBinomials[single][k-i]
	}
	return sum
}

func size(set [2]uint64) int { return bits.OnesCount64(set[0]) + bits.OnesCount64(set[1]) }

// sumsOfBinomials has sum_{i<=k} C(m,i) at [m][k], modulo 2^64.
var sumsOfBinomials = func() (t [features.Count + 1][features.Count + 1]uint64) {
	for m := range t {
		t[m][0] = 1
		for k := 1; k < len(t); k++ {
			if t[m][k] = 1; m > 0 { // sets without the last feature, and with it
				t[m][k] = t[m-1][k] + t[m-1][k-1]
			}
		}
	}
	return t
}()
