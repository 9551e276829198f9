package prove

// Witness follows a proof as it is made, so that a checker that shares no code with the solver can
// judge every step. It walks a tree of nodes, each a set of features that are in, features that
// are still free and the number of those that may be chosen, with a stack of nodes to be proved.
// Features are named by the smallest that is true on the same rows.
type Witness interface {
	// Open starts a new stack with one node.
	Open(in, free []int, k int)
	// Certificate puts a dual vector, a slope for each pattern in ascending order of the feature
	// vectors (second word first), into a slot, instead of what was there.
	Certificate(slot int, mu []float64)
	// Split replaces the top node by two: below, the node without the free feature; on top, the
	// node with it.
	Split(id int)
	// Leaf says that the certificate in a slot proves the top node, and removes it.
	Leaf(slot int)
	// Skip says that the top node is proved on a stack of its own, and removes it.
	Skip()
	// Close ends a stack, which must be empty unless the proof was broken off.
	Close()
}

// Slots of certificates of an enumeration. Those of the children of a set follow childSlots.
const (
	setSlot    = 0
	childSlots = 128
)

// CutSlots is the first of the slots that all stacks of a proof share: a certificate in one of them is
// put there once, before any stack refers to it.
const CutSlots = 1 << 16

// silent is the witness of those who do not look.
type silent struct{}

func (silent) Open([]int, []int, int)     {}
func (silent) Certificate(int, []float64) {}
func (silent) Split(int)                  {}
func (silent) Leaf(int)                   {}
func (silent) Skip()                      {}
func (silent) Close()                     {}
