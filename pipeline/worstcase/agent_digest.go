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
	"feltlab/model/game"
	"feltlab/solvers/extensive"
)

const (
	// fixedStates are asked of every program before finished work is taken from the store.
	fixedStates = 32
	// firstKept answers are asked for again, and later those of which the number is a power of two.
	firstKept = 16
)

type keptAnswer struct {
	state game.State
	out   [][]float64
}

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
	h := sha256.New()
	fmt.Fprintf(h, "%s %q", p.files, p.name)
	states := extensive.RandomDecisions(p.game, fixedStates, 1)
	var out [][][]float64
	for _, s := range states {
		out = append(out, p.room(s))
	}
	if err := p.Vectors(states, out); err != nil {
		return "", err
	}
	p.mu.Lock()
	for k, s := range states {
		p.kept = append(p.kept, keptAnswer{s, out[k]})
		fmt.Fprint(h, out[k])
	}
	p.mu.Unlock()
	return fmt.Sprintf("exec sha256:%x", h.Sum(nil)), p.Steady()
}

func (p *Agent) room(s game.State) [][]float64 {
	out := make([][]float64, len(s.Actions))
	for i := range out {
		out[i] = make([]float64, p.game.Hands().Len(s.Actor))
	}
	return out
}

// keep remembers some of the answers.
func (p *Agent) keep(states []game.State, out [][][]float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for k, s := range states {
		if p.asked++; p.asked > firstKept && p.asked&(p.asked-1) != 0 {
			continue
		}
		copied := keptAnswer{state: s}
		for _, v := range out[k] {
			copied.out = append(copied.out, slices.Clone(v))
		}
		p.kept = append(p.kept, copied)
	}
}

// Steady asks every copy again for answers that were kept. The error is ErrUnsteady if one is another than it was by
// more than single precision, or that of an answer. No question may be open.
func (p *Agent) Steady() error {
	p.mu.Lock()
	kept, copies := p.kept, p.copies
	p.mu.Unlock()
	for _, c := range copies {
		for _, k := range kept {
			out := p.room(k.state)
			if err := p.askCopy(c, []game.State{k.state}, [][][]float64{out}); err != nil {
				return err
			}
			for i := range out {
				for h, v := range out[i] {
					if p.game.Hands().Live(h, k.state.Board.Set()) && math.Abs(v-k.out[i][h]) > game.SingleTolerance {
						return p.fail(fmt.Errorf("%w: at %v, with %s, the probability of %v was %g and is %g now; "+
							"a policy must be the same throughout", ErrUnsteady, k.state,
							p.game.Hands().Name(k.state.Actor, h), k.state.Actions[i], k.out[i][h], v))
					}
				}
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
