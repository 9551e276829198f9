package prove

// Witness follows a proof as it is made, so that a checker that shares no code with the solver can
// judge every step. It walks a tree of nodes, each a set of features that are in, features that
// are still free and the number of those that may be chosen, with a stack of nodes to be proved.
// Features that are true on the same rows are interchangeable: where one is gone, so are the greater ones.
type Witness interface {
	// Open starts a new stack with one node.
	Open(in, free []int, k int)
	// Certificate puts a dual vector, a slope for each pattern in ascending order of the feature
	// vectors (second word first), into a slot. All stacks of the proof of a cutoff share the slots from 0; there it is
	// put once, before any stack refers to it. Negative slots are a stack's own; there it replaces what was there.
	Certificate(slot int, mu []float64)
	// Split replaces the top node by two: below, the node without the free feature and the greater ones that are
	// true on the same rows; on top, the node with it.
	Split(id int)
	// Leaf says that the certificate in a slot proves the top node, and removes it.
	Leaf(slot int)
	// Skip says that the top node is proved on a stack of its own, and removes it.
	Skip()
	// Close ends a stack, which must be empty unless the proof was broken off.
	Close()
}

// ownSlot is the first of the slots of a stack's own; they descend.
const ownSlot = -1

// silent is the witness of those who do not look.
type silent struct{}

func (silent) Open([]int, []int, int)     {}
func (silent) Certificate(int, []float64) {}
func (silent) Split(int)                  {}
func (silent) Leaf(int)                   {}
func (silent) Skip()                      {}
func (silent) Close()                     {}
