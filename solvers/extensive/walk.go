package extensive

import "feltlab/model/game"

// Real is the type in which a walk computes.
type Real interface{ float32 | float64 }

// Vectors are what a walk carries, by seat and with a number for each hand. Vectors that a visitor does not need are
// nil.
type Vectors[T Real] struct {
	Reach  [2][]T   // on the way down: the probability that the seat plays to the state
	Values [2][][]T // on the way up: winnings of the seat's hands, at each of the visitor's levels
}

// Visitor says what happens at the states of a walk.
type Visitor[T Real] interface {
	// Play returns the probability of each action and hand of the seat that acts, nil where Choose does without and the
	// seat's reach is not carried. It is called where vectors of the seat are carried.
	Play(s game.State, v *Vectors[T]) (play [][]T, err error)
	// Leaf fills in the values of a chance node or an end.
	Leaf(s game.State, v *Vectors[T]) error
	// Choose fills in the values of the seat that acts. after has the values after each action, by level.
	Choose(s game.State, v *Vectors[T], play [][]T, after [][][]T)
}

// Walk walks a public tree for all hands at once. Hands are whatever the visitor numbers: hands on one board, on all
// boards of a round, or buckets. It has scratch memory: use one for each goroutine.
type Walk[T Real] struct {
	Visitor Visitor[T]

	stack[T]
	frames []*frame[T]
	depth  int
}

type frame[T Real] struct {
	mark  mark
	next  Vectors[T]
	after [][][]T
}

// From walks the betting from a state on, as far as the visitor's leaves. Where no reach is left values are 0.
func (w *Walk[T]) From(s game.State, v *Vectors[T]) error {
	switch {
	case AllZero(v.Reach[0]) && AllZero(v.Reach[1]):
		for _, values := range v.Values {
			clearAll(values)
		}
		return nil
	case s.Kind != game.Decision:
		return w.Visitor.Leaf(s, v)
	}
	f := w.push()
	defer func() {
		w.release(f.mark)
		w.depth--
	}()
	actor, other := s.Actor, 1-s.Actor
	n := handsOf(v, actor)
	var play [][]T
	if n > 0 {
		var err error
		if play, err = w.Visitor.Play(s, v); err != nil {
			return err
		}
	}
	f.next = *v
	reach, share := v.Reach[actor], v.Reach[actor]
	if reach != nil {
		share = w.Floats(n)
		f.next.Reach[actor] = share
	}
	for i := range s.Actions {
		if reach != nil {
			played := play[i][:n]
			for h, r := range reach {
				share[h] = r * played[h]
			}
		}
		if v.Values[actor] != nil {
			f.next.Values[actor] = w.Vectors(len(v.Values[actor]), n)
			f.after = append(f.after, f.next.Values[actor])
		}
		if i == 1 && v.Values[other] != nil {
			f.next.Values[other] = w.Vectors(len(v.Values[other]), handsOf(v, other))
		}
		if err := w.From(s.After(i), &f.next); err != nil {
			return err
		}
		if i > 0 {
			for level, values := range f.next.Values[other] {
				add(v.Values[other][level], values)
			}
		}
	}
	if v.Values[actor] != nil {
		w.Visitor.Choose(s, v, play, f.after)
	}
	return nil
}

func handsOf[T Real](v *Vectors[T], seat int) int {
	if v.Reach[seat] == nil && v.Values[seat] != nil {
		return len(v.Values[seat][0])
	}
	return len(v.Reach[seat])
}

func (w *Walk[T]) push() *frame[T] {
	if w.depth == len(w.frames) {
		w.frames = append(w.frames, new(frame[T]))
	}
	f := w.frames[w.depth]
	f.mark, f.after = w.mark(), f.after[:0]
	w.depth++
	return f
}

// Best fills in values with those of the best action.
func Best[T Real](values []T, after [][][]T, level int) {
	copy(values, after[0][level])
	for _, other := range after[1:] {
		for h, v := range other[level] {
			values[h] = max(values[h], v)
		}
	}
}

// Mix fills in values with the mean of those after the actions.
func Mix[T Real](values []T, after [][][]T, level int, play [][]T) {
	clear(values)
	for i, of := range after {
		p := play[i][:len(values)]
		for h, v := range of[level][:len(values)] {
			values[h] += p[h] * v
		}
	}
}

// AllZero reports whether no number differs from 0.
func AllZero[T Real](numbers []T) bool {
	for _, x := range numbers {
		if x != 0 {
			return false
		}
	}
	return true
}

func add[T Real](sum, values []T) {
	for i, v := range values {
		sum[i] += v
	}
}

func clearAll[T Real](vectors [][]T) {
	for _, v := range vectors {
		clear(v)
	}
}

// stack hands out scratch vectors in the order of a depth-first walk. Its memory consists of blocks that do
// not move, so that vectors stay valid until they are released.
type stack[T Real] struct {
	blocks  [][]T
	block   int // the one in use
	used    int // of it
	headers [][]T
}

type mark struct{ block, used, headers int }

// Sizes of blocks in numbers: the first suffices for small games, the others hold a few levels of a hold'em walk.
const (
	firstBlock = 1 << 10
	blockSize  = 1 << 15
)

func (s *stack[T]) mark() mark { return mark{s.block, s.used, len(s.headers)} }

func (s *stack[T]) release(m mark) {
	s.block, s.used = m.block, m.used
	s.headers = s.headers[:m.headers]
}

// Floats returns n numbers that are not initialised. A visitor may use them until its method returns.
func (s *stack[T]) Floats(n int) []T {
	if len(s.blocks) == 0 {
		s.blocks = [][]T{make([]T, max(n, firstBlock))}
	}
	for s.used+n > len(s.blocks[s.block]) {
		s.block++
		s.used = 0
		if s.block == len(s.blocks) {
			s.blocks = append(s.blocks, make([]T, max(n, blockSize)))
		}
	}
	out := s.blocks[s.block][s.used : s.used+n : s.used+n]
	s.used += n
	return out
}

// Vectors returns as many vectors of n numbers, each behind the one before: the first can be extended to all.
func (s *stack[T]) Vectors(vectors, n int) [][]T {
	start, all := len(s.headers), s.Floats(vectors*n)
	for i := range vectors {
		s.headers = append(s.headers, all[i*n:(i+1)*n])
	}
	return s.headers[start:len(s.headers):len(s.headers)]
}
