package worstcase

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math"
	"os/exec"
	"slices"
	"strings"

	"feltlab/internal/disk"
	"feltlab/internal/parallel"
	"feltlab/model/game"
	"feltlab/solvers/extensive"
)

// firstKept answers are asked for again, and later those of which the number is a power of two. Digest asks as many.
const firstKept = 32

// filesDigest hashes the words of a command and the content of the files that they name: the program, which may be on
// the PATH, and arguments such as agent.py or --weights=w.bin. Words that name no readable file are hashed alone.
func filesDigest(words []string) (string, error) {
	h := sha256.New()
	for i, word := range words {
		path := word
		if i == 0 {
			if found, err := exec.LookPath(word); err == nil {
				path = found
			}
		} else if _, value, ok := strings.Cut(word, "="); ok && strings.HasPrefix(word, "-") {
			path = value
		}
		fmt.Fprintf(h, "%q", word)
		f, err := disk.Open(path, math.MaxInt64)
		if err != nil {
			continue
		}
		content := sha256.New()
		_, err = io.Copy(content, f)
		if err = errors.Join(err, f.Close()); err != nil {
			return "", err
		}
		fmt.Fprintf(h, " %x", content.Sum(nil))
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}

// Digest identifies the policy in a store, as far as it can be seen: by the command, the content of the files that the
// command names, the program's name, and its answers at some fixed public states. The error is that of an answer, or
// ErrUnsteady if copies differ.
func (p *Agent) Digest() (string, error) {
	states := extensive.RandomDecisions(p.game, firstKept, 1)
	out := p.room(states)
	if err := p.Vectors(states, out); err != nil {
		return "", err
	}
	text := fmt.Sprintf("%s %q%v", p.files, p.name, out)
	return fmt.Sprintf("exec sha256:%x", sha256.Sum256([]byte(text))), p.Steady()
}

func (p *Agent) room(states []game.State) [][][]float64 {
	out := make([][][]float64, len(states))
	for k, s := range states {
		out[k] = game.NewVectors(len(s.Actions), p.game.Hands().Len(s.Actor))
	}
	return out
}

func (p *Agent) keep(states []game.State, out [][][]float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for k, s := range states {
		if p.asked++; p.asked > firstKept && p.asked&(p.asked-1) != 0 {
			continue
		}
		copied := make([][]float64, len(out[k]))
		for i, v := range out[k] {
			copied[i] = slices.Clone(v)
		}
		p.states, p.kept = append(p.states, s), append(p.kept, copied)
	}
}

// Steady asks every copy again for answers that were kept. The error is ErrUnsteady if one is another than it was by
// more than single precision, or that of an answer. Other questions wait meanwhile.
func (p *Agent) Steady() error {
	p.checking.Lock()
	defer p.checking.Unlock()
	p.mu.Lock()
	states, kept, copies := p.states, p.kept, len(p.copies)
	p.mu.Unlock()
	var all []*process
	defer func() {
		for _, c := range all {
			p.idle <- c
		}
	}()
	for range copies {
		c, err := p.take()
		if err != nil {
			return err
		}
		all = append(all, c)
	}
	again := func(i int) error { return p.again(all[i], states, kept) }
	return parallel.Loop{Items: copies, Workers: copies}.Each(p.ctx, parallel.Same(again))
}

func (p *Agent) again(c *process, states []game.State, kept [][][]float64) error {
	for len(states) > 0 {
		n := min(len(states), c.batch)
		out := p.room(states[:n])
		if err := p.askCopy(c, states[:n], out); err != nil {
			return err
		}
		for k := range n {
			if err := p.same(states[k], kept[k], out[k]); err != nil {
				return p.fail(err)
			}
		}
		states, kept = states[n:], kept[n:]
	}
	return nil
}

func (p *Agent) same(s game.State, before, now [][]float64) error {
	for i := range now {
		for h, v := range now[i] {
			if math.Abs(v-before[i][h]) > game.SingleTolerance {
				hand := p.game.Hands().Name(s.Actor, h)
				return fmt.Errorf("%w: at %v, with %s, the probability of %v was %g and is %g now; a policy must be "+
					"the same throughout", ErrUnsteady, s, hand, s.Actions[i], before[i][h], v)
			}
		}
	}
	return nil
}

// Steady is Agent.Steady for the programs among policies.
func Steady(policies ...game.Policy) error {
	for _, p := range policies {
		if a, ok := p.(*Agent); ok {
			if err := a.Steady(); err != nil {
				return err
			}
		}
	}
	return nil
}
