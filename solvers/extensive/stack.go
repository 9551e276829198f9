package extensive

// stack hands out scratch vectors in the order of a depth-first walk. Its memory consists of blocks that do
// not move, so that vectors stay valid until they are released.
type stack struct {
	blocks  [][]float64
	block   int // the one in use
	used    int // of it
	headers [][]float64
}

type mark struct{ block, used, headers int }

// Sizes of blocks in numbers: the first suffices for small games, the others hold a few levels of a hold'em walk.
const (
	firstBlock = 1 << 10
	blockSize  = 1 << 15
)

func (s *stack) mark() mark { return mark{s.block, s.used, len(s.headers)} }

func (s *stack) release(m mark) {
	s.block, s.used = m.block, m.used
	s.headers = s.headers[:m.headers]
}

// floats returns n numbers that are not initialised.
func (s *stack) floats(n int) []float64 {
	if len(s.blocks) == 0 {
		s.blocks = [][]float64{make([]float64, max(n, firstBlock))}
	}
	for s.used+n > len(s.blocks[s.block]) {
		s.block++
		s.used = 0
		if s.block == len(s.blocks) {
			s.blocks = append(s.blocks, make([]float64, max(n, blockSize)))
		}
	}
	out := s.blocks[s.block][s.used : s.used+n : s.used+n]
	s.used += n
	return out
}

// vectors returns a vector of n numbers for each action.
func (s *stack) vectors(actions, n int) [][]float64 {
	start := len(s.headers)
	for range actions {
		s.headers = append(s.headers, s.floats(n))
	}
	return s.headers[start:len(s.headers):len(s.headers)]
}
