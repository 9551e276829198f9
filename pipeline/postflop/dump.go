package postflop

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"feltlab/internal/disk"
	"feltlab/internal/plain"
	"feltlab/model/cards"
	"feltlab/model/game"
)

// ErrStrategy marks a file of strategies that does not fit the game.
var ErrStrategy = errors.New("bad strategy")

// mostDump is the largest file of strategies that is read.
const mostDump = 8 << 30

// Dump is a strategy in the JSON form of TexasSolver: a tree of decisions and deals with a row for each hand.
type Dump struct {
	// Differences name what the tree of the file has and the game has not, and the other way round.
	Differences []string
	// Impossible is the number of rows of hands that hold a card of their board. They count for nothing.
	Impossible int
	// Missing is the number of decisions on a board that the file leaves out.
	Missing int

	game      *game.Postflop
	rows      map[dumpKey]dumpRows
	normalize bool
}

// dumpKey is a decision and the cards that follow the first board; those that are not dealt are noCard.
type dumpKey struct {
	id    int
	dealt [2]cards.Card
}

func (d *Dump) key(s game.State) dumpKey {
	key := dumpKey{s.ID, [2]cards.Card{noCard, noCard}}
	copy(key.dealt[:], s.Board.Cards()[len(d.game.Rules().Board):])
	return key
}

const noCard = cards.Card(cards.NumCards)

// dumpRows are probabilities by action and hand of the game.
type dumpRows [][]float32

type dumpNode struct {
	Actions   []string             `json:"actions"`
	Children  map[string]*dumpNode `json:"childrens"`
	Deals     map[string]*dumpNode `json:"dealcards"`
	DealCount int                  `json:"deal_number"`
	Player    int                  `json:"player"`
	Kind      string               `json:"node_type"`
	Strategy  *dumpStrategy        `json:"strategy"`
}

type dumpStrategy struct {
	Actions []string            `json:"actions"`
	Rows    map[string]dumpOdds `json:"strategy"`
}

// dumpOdds are the probabilities of a hand; NaN, which JSON cannot have, is null.
type dumpOdds []float64

func (o *dumpOdds) UnmarshalJSON(text []byte) error {
	list := strings.Trim(string(text), "[] \n\t")
	for _, word := range strings.Split(list, ",") {
		word = strings.TrimSpace(word)
		x, err := strconv.ParseFloat(word, 64)
		if word == "null" {
			x, err = math.NaN(), nil
		}
		if err != nil {
			return fmt.Errorf("want a number, have %.20q", word)
		}
		*o = append(*o, x)
	}
	return nil
}

// ReadDump reads a file. Probabilities that do not sum to one are an error that names the place, or, with normalize,
// are divided by their sum. The caller looks at Differences: a game with others cannot be judged by this file.
func ReadDump(path string, g *game.Postflop, normalize bool) (*Dump, error) {
	f, err := disk.Open(path, mostDump)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	root := &dumpNode{}
	if err := json.NewDecoder(f).Decode(root); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrStrategy, path, plain.JSON(err))
	}
	d := &Dump{game: g, rows: map[dumpKey]dumpRows{}, normalize: normalize}
	if err := d.walk(root, g.Root()); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrStrategy, path, err)
	}
	return d, nil
}

func (d *Dump) walk(at *dumpNode, s game.State) error {
	switch {
	case s.Kind == game.Chance:
		return d.deals(at, s)
	case s.Kind != game.Decision:
		return nil
	case at == nil || at.Strategy == nil:
		d.Missing++
		return nil
	}
	if want := 1 - s.Actor; at.Player != want { // TexasSolver's player 0 is in position
		return fmt.Errorf("at %s: player %d acts, want %d, the seat %s", s, at.Player, want,
			game.PostflopSeats[s.Actor])
	}
	column := d.match(s, at.Actions)
	if !slices.Contains(column, -1) {
		if err := d.read(at.Strategy, s, column); err != nil {
			return err
		}
	}
	for i, c := range column {
		if c < 0 || s.Children[i].Kind == game.Folded || s.Children[i].Kind == game.Showdown {
			continue
		}
		if err := d.walk(at.Children[at.Actions[c]], s.After(i)); err != nil {
			return err
		}
	}
	return nil
}

func (d *Dump) deals(at *dumpNode, s game.State) error {
	for s.Children[0].Kind == game.Chance {
		s = game.State{Node: s.Children[0], Board: s.Board} // all-in: nothing is decided
	}
	if s.Children[0].Kind != game.Decision {
		return nil
	}
	for _, deal := range d.game.Deals(s, nil).List {
		var child *dumpNode
		if at != nil {
			child = at.Deals[deal.Dealt.Min().String()]
		}
		if err := d.walk(child, deal.State); err != nil {
			return err
		}
	}
	return nil
}

// match finds for each action of the game its column in the file, and names the differences.
func (d *Dump) match(s game.State, actions []string) []int {
	column := make([]int, len(s.Actions))
	for i := range s.Actions {
		column[i] = slices.IndexFunc(actions, func(text string) bool { return d.same(s.Node, i, text) })
	}
	place := cmp.Or(Words(d.game, s.History), "the start")
	var more []string
	for k, text := range actions {
		if !slices.Contains(column, k) {
			more = append(more, strings.ToLower(text))
		}
	}
	for i, k := range column {
		if k < 0 {
			text := fmt.Sprintf("after %s: the game has %s, the file has not", place, d.game.ActionName(s.Node, i))
			if near := nearestBet(d.game.ActionName(s.Node, i), more); near != "" {
				text += "; nearest is its " + near
			}
			d.differ(text)
		}
	}
	for _, text := range more {
		d.differ(fmt.Sprintf("after %s: the file has %s, the game has not", place, text))
	}
	return column
}

// differ keeps a difference once: it recurs on each board.
func (d *Dump) differ(text string) {
	if !slices.Contains(d.Differences, text) {
		d.Differences = append(d.Differences, text)
	}
}

// same reports whether a text such as "BET 25.000000" is an action of the game.
func (d *Dump) same(n *game.Node, i int, text string) bool {
	const rounding = 1e-4
	word, amount, _ := strings.Cut(strings.ToLower(text), " ")
	name, mine, _ := strings.Cut(d.game.ActionName(n, i), " ")
	if n.Actions[i] != game.Raise {
		return word == name
	}
	x, err := strconv.ParseFloat(amount, 64)
	y, _ := strconv.ParseFloat(mine, 64)
	return err == nil && (word == "bet" || word == "raise") && math.Abs(x-y) <= rounding
}

func nearestBet(name string, list []string) (near string) {
	amount := func(text string) float64 {
		_, number, _ := strings.Cut(text, " ")
		x, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return math.NaN()
		}
		return x
	}
	best := math.Inf(1)
	for _, text := range list {
		if d := math.Abs(amount(text) - amount(name)); d < best {
			near, best = text, d
		}
	}
	return near
}

func (d *Dump) read(from *dumpStrategy, s game.State, column []int) error {
	hands := d.game.Hands()
	weights, board := hands.Weights(s.Actor), s.Board.Set()
	rows := make(dumpRows, len(column))
	for i := range rows {
		rows[i] = make([]float32, hands.Len(s.Actor))
	}
	for h, w := range weights {
		if w == 0 {
			continue
		}
		odds, found := from.Rows[hands.Name(s.Actor, h)]
		if !hands.Live(h, board) {
			if found {
				d.Impossible++
			}
			continue
		}
		place := fmt.Sprintf("at %s, hand %s", s, hands.Name(s.Actor, h))
		if !found {
			return fmt.Errorf("%s: the file has no row", place)
		}
		if len(odds) != len(from.Actions) || len(odds) <= slices.Max(column) {
			return fmt.Errorf("%s: %d probabilities, want %d", place, len(odds), len(from.Actions))
		}
		sum := 0.0
		for i, x := range odds {
			if !(x >= 0) {
				return fmt.Errorf("%s: the probability of %s is %v", place, strings.ToLower(from.Actions[i]), x)
			}
			sum += x
		}
		if !(sum > 0) || math.Abs(sum-1) > game.SingleTolerance && !d.normalize {
			return fmt.Errorf("%s: the probabilities sum to %v, want 1; --normalize divides them by their sum", place,
				sum)
		}
		for i, k := range column {
			rows[i][h] = float32(odds[k] / sum)
		}
	}
	d.rows[d.key(s)] = rows
	return nil
}

// Raked reports whether the game has a rake.
func (d *Dump) Raked() bool { return d.game.Raked() }

// Vector has the probabilities of the file. Hands that the range does not have play uniformly.
func (d *Dump) Vector(s game.State, out [][]float64) error {
	rows, found := d.rows[d.key(s)]
	if !found {
		return fmt.Errorf("%w: it has no decision %s", ErrStrategy, s)
	}
	for h := range out[0] {
		sum := 0.0
		for i := range out {
			out[i][h] = float64(rows[i][h])
			sum += out[i][h]
		}
		for i := range out {
			if sum > 0 {
				out[i][h] /= sum
			} else {
				out[i][h] = 1 / float64(len(out))
			}
		}
	}
	return nil
}
