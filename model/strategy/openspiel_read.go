package strategy

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"feltlab/internal/plain"
	"feltlab/model/game"
)

type entry map[int]float64

// serialized is the beginning of TabularPolicy.Serialize's text; delimiter separates its parts.
const (
	serialized = "TabularPolicy:"
	delimiter  = "<~>"
)

// ReadOpenSpiel reads a policy of Kuhn or Leduc, or returns an error that names the information state: ErrGame,
// ErrNotStrategy, ErrSyntax, ErrDuplicate, ErrState, game.ErrProbability, or ErrMissing for a policy without states. It
// may lack some, such as one of MCCFR or of one player: their rows have no probabilities (see Table.Lacks).
// Probabilities whose sum is within game.SingleTolerance of one are divided by it.
func ReadOpenSpiel(r io.Reader, g game.Game) (*Table, error) {
	names, err := namings(g)
	if err != nil {
		return nil, err
	}
	in := bufio.NewReader(r)
	start, _ := in.Peek(len(serialized))
	decode := decodeJSON
	if string(start) == serialized {
		decode = decodeText
	}
	found, err := decode(in)
	if err != nil {
		return nil, err
	}
	var best naming
	most := -1
	for _, x := range names { // a naming without suits comes last: it has fewer states
		n := 0
		for name := range x.states() {
			if _, ok := found[name]; ok {
				n++
			}
		}
		if n >= most {
			best, most = x, n
		}
	}
	return best.table(found)
}

func decodeJSON(r io.Reader) (map[string]entry, error) {
	d := json.NewDecoder(r)
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, fmt.Errorf("%w: no JSON object of information states", ErrNotStrategy)
	}
	found := map[string]entry{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrSyntax, plain.JSON(err))
		}
		state := key.(string) // keys of JSON objects are strings
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, fmt.Errorf("%w: at %q: %w", ErrSyntax, state, plain.JSON(err))
		}
		if found[state] != nil {
			return nil, fmt.Errorf("%w: %q", ErrDuplicate, state)
		}
		if found[state], err = decodeEntry(value); err != nil {
			return nil, fmt.Errorf("%w: at %q: %w", ErrSyntax, state, plain.JSON(err))
		}
	}
	if _, err := d.Token(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTruncated, plain.JSON(err))
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("%w: text after the end", ErrSyntax)
	}
	return found, nil
}

func decodeEntry(value json.RawMessage) (entry, error) {
	e := entry{}
	if bytes.HasPrefix(value, []byte("{")) {
		return e, json.Unmarshal(value, &e)
	}
	var pairs [][]json.Number
	if err := json.Unmarshal(value, &pairs); err != nil {
		return nil, err
	}
	for _, pair := range pairs {
		if len(pair) != 2 {
			return nil, fmt.Errorf("%v, want an action and its probability", pair)
		}
		if err := e.put(pair[0].String(), pair[1].String()); err != nil {
			return nil, err
		}
	}
	return e, nil
}

func (e entry) put(action, probability string) error {
	a, err := strconv.Atoi(action)
	if err != nil {
		return fmt.Errorf("%q is no action", action)
	}
	p, err := strconv.ParseFloat(probability, 64)
	if err != nil {
		return fmt.Errorf("%q is no probability", probability)
	}
	if _, twice := e[a]; twice {
		return fmt.Errorf("action %d comes twice", a)
	}
	e[a] = p
	return nil
}

// decodeText reads TabularPolicy:STATE<~>0=P,1=P<~>STATE<~>...
func decodeText(r io.Reader) (map[string]entry, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	parts := strings.Split(strings.TrimPrefix(string(text), serialized), delimiter)
	if len(parts)%2 != 0 {
		return nil, fmt.Errorf("%w: %q has no probabilities", ErrTruncated, parts[len(parts)-1])
	}
	found := map[string]entry{}
	for ; len(parts) > 0; parts = parts[2:] {
		state, e := parts[0], entry{}
		for _, item := range strings.Split(strings.TrimSpace(parts[1]), ",") {
			action, p, _ := strings.Cut(item, "=")
			if err := e.put(action, p); err != nil {
				return nil, fmt.Errorf("%w: at %q: %w", ErrSyntax, state, plain.JSON(err))
			}
		}
		if found[state] != nil {
			return nil, fmt.Errorf("%w: %q", ErrDuplicate, state)
		}
		found[state] = e
	}
	return found, nil
}

// states returns the names of all information states.
func (x naming) states() map[string]bool {
	names := map[string]bool{}
	each(x.game, func(s game.State, hand int) error {
		names[x.state(s, hand)] = true
		return nil
	})
	return names
}

func (x naming) table(found map[string]entry) (*Table, error) {
	b, err := x.bucketing()
	if err != nil {
		return nil, err
	}
	t := NewTable(x.game, [2]Bucketing{b, b})
	of := make([]int32, x.game.Hands().Len(0))
	known := x.states()
	err = each(x.game, func(s game.State, hand int) error {
		name := x.state(s, hand)
		e, ok := found[name]
		if !ok {
			return nil
		}
		b.Of(s.Round, s.Board, of)
		if err := x.fill(t.Row(s.ID, int(of[hand])), s, e); err != nil {
			return fmt.Errorf("%w, at %q", err, name)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	names := slices.Sorted(maps.Keys(known))
	if len(found) == 0 {
		return nil, fmt.Errorf("%w: %q", ErrMissing, names[0])
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		if !known[name] {
			return nil, fmt.Errorf("%w: %q%s", ErrState, name, plain.Hint(name, names))
		}
	}
	return t, nil
}

// fill puts the probabilities of a state into a row; actions without an entry get 0.
func (x naming) fill(row []float64, s game.State, e entry) error {
	sum, legal := 0.0, map[int]bool{}
	for i := range s.Actions {
		a := x.action(s, i)
		row[i], legal[a] = e[a], true
		sum += row[i]
	}
	for a, p := range e {
		if !(p >= 0 && p <= 1+game.SingleTolerance) {
			return fmt.Errorf("%w: action %d has probability %v", game.ErrProbability, a, p)
		}
		if p != 0 && !legal[a] {
			return fmt.Errorf("%w: action %d is not legal and has probability %v", game.ErrProbability, a, p)
		}
	}
	if off := math.Abs(sum - 1); !(off <= game.SingleTolerance) {
		return fmt.Errorf("%w: the sum is %v", game.ErrProbability, sum)
	} else if off > game.SumTolerance {
		for i := range row {
			row[i] /= sum
		}
	}
	return nil
}

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
	err = each(g, func(s game.State, hand int) error {
		if s.String() != at {
			if vectors, err = game.Ask(p, g.Hands(), s, nil); err != nil {
				return err
			}
			at = s.String()
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

const startingMoney = 100

type naming struct {
	game game.Game
	// ranksOnly leaves suits out: OpenSpiel's suit_isomorphism, for Leduc.
	ranksOnly bool
}

func namings(g game.Game) ([]naming, error) {
	switch g.Name() {
	case "kuhn":
		return []naming{{game: g}}, nil
	case "leduc":
		return []naming{{game: g}, {game: g, ranksOnly: true}}, nil
	}
	return nil, fmt.Errorf("%w: openspiel: %s has no information states here, kuhn and leduc have", ErrGame, g.Name())
}

func (x naming) bucketing() (Bucketing, error) {
	if x.game.Name() == "leduc" && !x.ranksOnly {
		return BucketingOf(x.game, "cards")
	}
	return BucketingOf(x.game, "real")
}

// card returns the number of a hand or public card (a public card is numbered as a hand).
func (x naming) card(hand int) int {
	if x.ranksOnly {
		return hand / 2
	}
	return hand
}

func (x naming) state(s game.State, hand int) string {
	if x.game.Name() == "kuhn" {
		bets := strings.NewReplacer("/", "", "c", "p", "r", "b") // no decision follows a call or a fold
		return fmt.Sprint(x.card(hand)) + bets.Replace(s.History)
	}
	var b strings.Builder
	in := s.Contributions
	fmt.Fprintf(&b, "[Observer: %d][Private: %d][Round %d][Player: %[1]d]", s.Actor, x.card(hand), s.Round+1)
	fmt.Fprintf(&b, "[Pot: %v][Money: %v %v]", in[0]+in[1], startingMoney-in[0], startingMoney-in[1])
	if board := s.Board.Cards(); len(board) > 0 {
		fmt.Fprintf(&b, "[Public: %d]", x.card(int(x.game.Hands().Holding[board[0]][0])))
	}
	rounds := append(strings.Split(s.History, "/")[1:], "")
	for round, actions := range rounds[:2] {
		var numbers []string
		for _, a := range actions {
			numbers = append(numbers, fmt.Sprint(strings.IndexRune("fcr", a)))
		}
		fmt.Fprintf(&b, "[Round%d: %s]", round+1, strings.Join(numbers, " "))
	}
	return b.String()
}

func (x naming) action(s game.State, i int) int {
	if x.game.Name() == "kuhn" {
		return i // to pass and to bet
	}
	return strings.IndexByte("fcr", byte(s.Actions[i]))
}

func each(g game.Game, visit func(s game.State, hand int) error) error {
	for s := range game.Decisions(g, g.Root()) {
		for hand := range g.Hands().Len(s.Actor) {
			if !g.Hands().Live(hand, s.Board.Set()) {
				continue
			}
			if err := visit(s, hand); err != nil {
				return err
			}
		}
	}
	return nil
}
