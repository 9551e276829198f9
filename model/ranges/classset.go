package ranges

import "feltlab/model/cards"

// classSet is a set of classes, a bit each.
type classSet [3]uint64

func setOf(classes []cards.Class) classSet {
	var s classSet
	for _, k := range classes {
		s[k/64] |= 1 << (k % 64)
	}
	return s
}

func (s classSet) has(k cards.Class) bool { return s[k/64]>>(k%64)&1 != 0 }

// within reports whether every class of s is in t.
func (s classSet) within(t classSet) bool {
	return s[0]&^t[0]|s[1]&^t[1]|s[2]&^t[2] == 0
}

func (s classSet) union(t classSet) classSet {
	return classSet{s[0] | t[0], s[1] | t[1], s[2] | t[2]}
}

func (s classSet) minus(t classSet) classSet {
	return classSet{s[0] &^ t[0], s[1] &^ t[1], s[2] &^ t[2]}
}
