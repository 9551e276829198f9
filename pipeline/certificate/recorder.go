package certificate

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"feltlab/model/regression"
	"feltlab/pipeline/exact"
	"feltlab/pipeline/proofcheck"
	"feltlab/solvers/prove"
)

// Recorder judges proofs by pipeline/proofcheck and counts what they cover.
type Recorder struct {
	audit   *proofcheck.Audit
	program regression.Program
	choices *choices
	mu      sync.Mutex
	tallies map[float64]*tally
}

// tally is what is counted of the proof of one cutoff.
type tally struct {
	supports, digest uint64
}

// NewRecorder prepares to judge proofs of AVGERR(N) or MAXERR(N). The error is proofcheck's.
func NewRecorder(inst *regression.Instance, program regression.Program) (*Recorder, error) {
	audit, err := proofcheck.New(inst, program)
	if err != nil {
		return nil, err
	}
	return &Recorder{audit: audit, program: program, choices: newChoices(exact.Twins(exact.Vectors(inst.Features))), tallies: map[float64]*tally{}}, nil
}

// Witness returns a witness for prove.Options.
func (r *Recorder) Witness(cutoff float64) prove.Witness {
	return &stack{Stack: r.audit.Witness(cutoff), r: r, cutoff: cutoff}
}

// Proof returns the best complete proof, nil if none was completed. The error wraps
// proofcheck.ErrStep if a step was wrong, or ErrBound if the leaves do not cover each set once.
func (r *Recorder) Proof() (*Proof, error) {
	v, err := r.audit.Verdict()
	if errors.Is(err, proofcheck.ErrGap) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	t := r.tallies[v.Cutoff]
	want := r.choices.all(r.program.N)
	if t.supports != want {
		return nil, fmt.Errorf("%w: the leaves cover %d sets of features of %d", ErrBound, t.supports, want)
	}
	return &Proof{
		Kind: Tree, Features: r.program.N, Largest: r.program.Kind == regression.MaxErr, Bound: v.Bound, Cutoff: v.Cutoff, Columns: r.choices.size(), Supports: t.supports,
		Leaves: v.Leaves, Duals: v.Duals, Digest: fmt.Sprintf("%016x", t.digest),
	}, nil
}

// stack counts the leaves of one stack beside the auditor's.
type stack struct {
	*proofcheck.Stack
	r      *Recorder
	cutoff float64
	nodes  []node
	tally
}

// node is a set of choices.
type node struct {
	in, free [2]uint64
	k        int
}

// Open begins with a node.
func (s *stack) Open(in, free []int, k int) {
	s.Stack.Open(in, free, k)
	n := node{k: k}
	for _, id := range in {
		n.in[id>>6] |= 1 << (id & 63)
	}
	for _, id := range free {
		n.free[id>>6] |= 1 << (id & 63)
	}
	s.nodes = append(s.nodes[:0], n)
}

// Split replaces the top node by that without a feature and its twins and, on top, that with it.
func (s *stack) Split(id int) {
	s.Stack.Split(id)
	if len(s.nodes) == 0 {
		return // the auditor has noticed
	}
	n := &s.nodes[len(s.nodes)-1]
	with := *n
	with.in[id>>6] |= 1 << (id & 63)
	with.free[id>>6] &^= 1 << (id & 63)
	with.k--
	twins := s.r.choices.twins[id]
	n.free[0], n.free[1] = n.free[0]&^twins[0], n.free[1]&^twins[1]
	s.nodes = append(s.nodes, with)
}

// Leaf counts the sets of the top node and removes it.
func (s *stack) Leaf(slot int) {
	s.Stack.Leaf(slot)
	if len(s.nodes) == 0 {
		return
	}
	n := s.nodes[len(s.nodes)-1]
	s.nodes = s.nodes[:len(s.nodes)-1]
	s.supports += s.r.choices.count(n.free, n.k)
	s.digest += n.hash()
}

// Skip removes the top node.
func (s *stack) Skip() {
	s.Stack.Skip()
	if len(s.nodes) > 0 {
		s.nodes = s.nodes[:len(s.nodes)-1]
	}
}

// Close adds the counts to the recorder's.
func (s *stack) Close() {
	s.Stack.Close()
	s.r.mu.Lock()
	defer s.r.mu.Unlock()
	t := s.r.tallies[s.cutoff]
	if t == nil {
		t = &tally{}
		s.r.tallies[s.cutoff] = t
	}
	t.supports += s.supports
	t.digest += s.digest
}

// hash mixes the parts of a node, as splitmix64 does.
func (n *node) hash() uint64 {
	h := uint64(n.k)
	for _, word := range [4]uint64{n.in[0], n.in[1], n.free[0], n.free[1]} {
		h += word + 0x9E3779B97F4A7C15
		h = (h ^ h>>30) * 0xBF58476D1CE4E5B9
		h = (h ^ h>>27) * 0x94D049BB133111EB
		h ^= h >> 31
	}
	return h
}

// Prove makes a proof that no formula with at most N features has a smaller average error, or for MAXERR(N) largest
// error, than the target of the options, with every step judged. It returns the solver's result, whose bound nobody has judged, and
// the record of the best complete proof; that is nil if the context ended before there was one. A
// target of 0 asks for the optimum. Incumbent may be nil. The witness of the options is not used. The error is that
// of Recorder.Proof or of package prove.
func Prove(ctx context.Context, inst *regression.Instance, program regression.Program, incumbent regression.Formula, options prove.Options) (*prove.Result, *Proof, error) {
	r, err := NewRecorder(inst, program)
	if err != nil {
		return nil, nil, err
	}
	solve := prove.AvgErr
	if program.Kind == regression.MaxErr {
		solve = prove.MaxErr
	}
	options.Witness = r.Witness
	done, err := solve(ctx, inst, program.N, incumbent, options)
	if err != nil {
		return nil, nil, err
	}
	p, err := r.Proof()
	if p != nil || err != nil || options.Target <= 0 || done.Bound < options.Target || ctx.Err() != nil {
		return done, p, err
	}
	// The solver was content with its relaxation at the root, which leaves no tree: ask for a little more.
	const more = 1e-6
	options.Target = done.Bound * (1 + more)
	if done, err = solve(ctx, inst, program.N, incumbent, options); err != nil {
		return nil, nil, err
	}
	p, err = r.Proof()
	return done, p, err
}
