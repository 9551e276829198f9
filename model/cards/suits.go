package cards

// SuitPerm is a permutation of the suits: suit s becomes p[s].
type SuitPerm [NumSuits]Suit

// SuitPerms lists the 24 permutations of the suits, the identity first.
var SuitPerms = suitPerms()

func suitPerms() [24]SuitPerm {
	var out [24]SuitPerm
	n := 0
	for a := range Suit(NumSuits) {
		for b := range Suit(NumSuits) {
			for c := range Suit(NumSuits) {
				if a == b || a == c || b == c {
					continue
				}
				out[n] = SuitPerm{a, b, c, 6 - a - b - c}
				n++
			}
		}
	}
	return out
}

// Card returns c with its suit permuted.
func (p SuitPerm) Card(c Card) Card { return c&^3 | Card(p[c&3]) }

// Set returns s with every suit permuted.
func (p SuitPerm) Set(s Set) Set {
	const oneSuit Set = 0x1111111111111
	var out Set
	for suit, to := range p {
		out |= (s >> suit & oneSuit) << to
	}
	return out
}

// Inverse returns the permutation that undoes p.
func (p SuitPerm) Inverse() SuitPerm {
	var q SuitPerm
	for suit, to := range p {
		q[to] = Suit(suit)
	}
	return q
}

// Then returns the permutation that applies p and then q.
func (p SuitPerm) Then(q SuitPerm) SuitPerm {
	var r SuitPerm
	for suit, to := range p {
		r[suit] = q[to]
	}
	return r
}

// Stabilizer lists the suit permutations that map the set to itself, the identity first.
func (s Set) Stabilizer() []SuitPerm {
	var out []SuitPerm
	for _, p := range SuitPerms {
		if p.Set(s) == s {
			out = append(out, p)
		}
	}
	return out
}

// Orbit returns the smallest image of a set under a group of suit permutations, which represents the orbit,
// and the number of images, by the orbit-stabilizer theorem.
func Orbit(set Set, group []SuitPerm) (smallest Set, size int) {
	smallest = set
	fixing := 0
	for _, p := range group {
		image := p.Set(set)
		smallest = min(smallest, image)
		if image == set {
			fixing++
		}
	}
	return smallest, len(group) / fixing
}
