package game

// Kind says what happens at a node of the betting tree.
type Kind uint8

// The kinds of nodes.
const (
	Decision Kind = iota // the actor chooses
	Chance               // cards come on the board
	Folded               // a seat gave up: the end
	Showdown             // the hands are compared: the end
)

// Action is a player's action. Its letter is used in histories and strategy files.
type Action byte

// The actions. Check and call are one action, and so are bet, raise and jam: the contributions tell them apart.
const (
	Fold  Action = 'f'
	Call  Action = 'c' // or check
	Raise Action = 'r' // or bet, or jam
)

// String returns the action's letter.
func (a Action) String() string { return string(rune(a)) }

// Node is a node of the betting tree: a public state without its board. Nodes are shared and must not be changed.
type Node struct {
	// ID numbers the decisions of a game from 0 in depth-first order, so that tables can be indexed
	// by it. It is -1 at other nodes.
	ID   int
	Kind Kind
	// Actor is the seat that acts at a decision, 0 or 1.
	Actor int
	// Round is the betting round, from 0. A chance node belongs to the round before the deal.
	Round int
	// Contributions is what each seat has put into the pot, in the game's unit.
	Contributions [2]float64
	// Actions are the legal actions of a decision, and Children the nodes they lead to. A chance
	// node has one child and no actions.
	Actions  []Action
	Children []*Node
	// Payoff is, at Folded, what seat 0 wins (negative if seat 0 folded) and, at Showdown, what the winner wins.
	Payoff float64
	// History lists the actions so far; each round begins with a slash. "/" is the first decision,
	// "/rc/" the first of the second round after a raise and a call.
	History string
}

// Decisions lists the decisions of the tree below a node, itself included, in the order of their IDs.
func (n *Node) Decisions() []*Node {
	var out []*Node
	n.walk(func(m *Node) {
		if m.Kind == Decision {
			out = append(out, m)
		}
	})
	return out
}

func (n *Node) walk(visit func(*Node)) {
	visit(n)
	for _, child := range n.Children {
		child.walk(visit)
	}
}

// number sets the IDs of a finished tree's decisions.
func (n *Node) number() {
	next := 0
	n.walk(func(m *Node) {
		m.ID = -1
		if m.Kind == Decision {
			m.ID = next
			next++
		}
	})
}
