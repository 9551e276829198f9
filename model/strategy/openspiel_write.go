package strategy

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"feltlab/model/game"
)

// Write writes a policy of Kuhn or Leduc as JSON: a list of pairs of action and probability for each
// information state, with as many digits as reading them back exactly requires. Errors are
// strategy.ErrGame, those of the policy, of game.CheckVector and of w.
func WriteOpenSpiel(w io.Writer, g game.Game, p game.Policy) error {
	names, err := namings(g)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	separator := "{\n"
	var at string // the public state that vectors are of
	var vectors [][]float64
	err = each(g, g.Root(), func(s game.State, hand int) error {
		if s.String() != at {
			at, vectors = s.String(), make([][]float64, len(s.Actions))
			for i := range vectors {
				vectors[i] = make([]float64, g.Hands().Len(s.Actor))
			}
			if err := p.Vector(s, vectors); err != nil {
				return err
			}
			if err := game.CheckVector(g.Hands(), s, vectors); err != nil {
				return err
			}
		}
		fmt.Fprintf(out, "%s%q: [", separator, names[0].state(s, hand))
		separator = ",\n"
		for i := range vectors {
			if i > 0 {
				out.WriteString(", ")
			}
			p := strconv.FormatFloat(vectors[i][hand], 'g', -1, 64)
			fmt.Fprintf(out, "[%d, %s]", names[0].action(s, i), p)
		}
		_, err := out.WriteString("]")
		return err
	})
	if err != nil {
		return err
	}
	out.WriteString("\n}\n")
	return out.Flush()
}
