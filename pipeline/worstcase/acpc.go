package worstcase

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/solvers/extensive"
)

// ErrLog marks lines of a log that no match of two players could have written.
var ErrLog = errors.New("bad log")

const (
	maxLogLine = 4096 // bytes; the server's own lines are far shorter
	// chipsABlind are the server's chips in a big blind: its limit game has blinds of 5 and 10.
	chipsABlind = 10
)

// LoggedHand is a hand of a log of the server of the Annual Computer Poker Competition (ACPC). The server's first
// position is the big blind, our seat 2; all of this is by our seats.
type LoggedHand struct {
	extensive.Played
	Place  string // file and line
	Number uint64 // the server's number of the hand
	Names  [2]string
	Chips  int // what seat 1 won, in the server's chips

	pots []float64 // contribution of a seat before each deal, in big blinds
}

// LogReader reads logs of one pair of players. The same hand may not come twice.
type LogReader struct {
	Hands []LoggedHand

	noLimit bool
	chips   int  // in a big blind
	alike   bool // both players have the same name: a player is a seat
	game    game.Game
	players []string
	seen    map[logKey]string // places
	totals  map[string]int    // chips since the last line of scores
}

type logKey struct {
	number uint64
	names  [2]string
	hands  [2]int
}

// NewLogReader returns a reader without hands, of limit or no-limit hold'em.
func NewLogReader(noLimit bool) *LogReader {
	r := &LogReader{game: game.LimitHoldem(), seen: map[logKey]string{}, totals: map[string]int{}}
	if r.chips = chipsABlind; noLimit {
		r.noLimit, r.chips = true, noLimitBlind
	}
	return r
}

// Read adds the hands of a log:
//
//	STATE:hand:betting:cards:values:names
//
// such as STATE:0:crc/cc/cc/cc:AsKd|QhJh/2c3c4c/5d/9s:20|-20:Alice|Bob. Lines of comments (#) are skipped; a line of
// scores must have the sums of the hands before it. Errors wrap ErrLog and name the file and the line.
func (r *LogReader) Read(in io.Reader, name string) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, maxLogLine), maxLogLine)
	number := 1
	for ; lines.Scan(); number++ {
		place := fmt.Sprintf("%s, line %d", name, number)
		if err := r.line(strings.TrimRight(lines.Text(), "\r"), place); err != nil {
			return fmt.Errorf("%s: %w: %w", place, ErrLog, err)
		}
	}
	clear(r.totals)
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("%s, line %d: %w: longer than %d bytes", name, number, ErrLog, maxLogLine)
	}
	return lines.Err()
}

func (r *LogReader) line(text, place string) error {
	kind, rest, _ := strings.Cut(text, ":")
	switch {
	case strings.TrimSpace(text) == "" || text[0] == '#':
		return nil
	case kind == "SCORE":
		return r.score(rest)
	case kind != "STATE":
		return fmt.Errorf("it starts with %q, want STATE:, SCORE: or #", shortened(kind))
	}
	fields := strings.Split(rest, ":")
	if len(fields) != 5 {
		return fmt.Errorf("%d fields after STATE, want hand:betting:cards:values:names", len(fields))
	}
	h := LoggedHand{Place: place}
	var err error
	if h.Number, err = strconv.ParseUint(fields[0], 10, 32); err != nil {
		return fmt.Errorf("the number of the hand is %q", shortened(fields[0]))
	}
	end := r.end
	if r.noLimit {
		end = noLimitEnd
	}
	if h.End.Node, h.pots, err = end(fields[1]); err != nil {
		return err
	}
	if err := h.deal(fields[2]); err != nil {
		return err
	}
	if h.Names, err = r.names(fields[4]); err != nil {
		return err
	}
	if err := h.values(r, fields[3]); err != nil {
		return err
	}
	key := logKey{h.Number, h.Names, h.Played.Hands}
	if first := r.seen[key]; first != "" && !r.alike {
		return fmt.Errorf("the hand was already in %s", first)
	}
	r.seen[key] = place
	r.totals[h.Names[0]] += h.Chips
	r.totals[h.Names[1]] -= h.Chips
	r.Hands = append(r.Hands, h)
	return nil
}

func shortened(s string) string {
	const most = 40
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}

// end finds the end of the game to which a betting leads, and the contribution of a seat before each deal.
func (r *LogReader) end(betting string) (_ *game.Node, pots []float64, _ error) {
	at := r.game.Root().Node
	for i, letter := range []byte(betting) {
		switch {
		case len(at.Children) == 0:
			return nil, nil, fmt.Errorf("the betting %q goes on after its end at column %d", shortened(betting), i+1)
		case at.Kind == game.Chance && letter == '/':
			pots = append(pots, at.Contributions[0])
			at = at.Children[0]
			continue
		case at.Kind == game.Chance:
			return nil, nil, fmt.Errorf("the betting %q has %q at column %d, want / for the next round",
				shortened(betting), letter, i+1)
		}
		k := slices.Index(at.Actions, game.Action(letter))
		if k < 0 {
			return nil, nil, fmt.Errorf("the betting %q has %q at column %d, where limit hold'em has %v",
				shortened(betting), letter, i+1, at.Actions)
		}
		at = at.Children[k]
	}
	if len(at.Children) == 0 {
		return at, pots, nil
	}
	return nil, nil, fmt.Errorf("the betting %q has no end: the hand is not over", shortened(betting))
}

// deal reads both hands and the board, in the order of the server's positions.
func (h *LoggedHand) deal(text string) error {
	parts := strings.Split(text, "/")
	hole := strings.Split(parts[0], "|")
	if len(hole) != 2 {
		return fmt.Errorf("the cards %q are not of two players, such as AsKd|QhJh", shortened(parts[0]))
	}
	var known cards.Set
	add := func(text, what string, n int) ([]cards.Card, error) {
		list, err := cards.ParseCards(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", what, err)
		}
		set := cards.SetOf(list...)
		if len(list) != n {
			return nil, fmt.Errorf("%s %q: %d cards, want %d", what, shortened(text), len(list), n)
		}
		if set&known != 0 || set.Len() != n {
			return nil, fmt.Errorf("%s %q: a card comes twice", what, shortened(text))
		}
		known |= set
		return list, nil
	}
	for position, text := range hole {
		list, err := add(text, "the hand", 2)
		if err != nil {
			return err
		}
		h.Played.Hands[1-position] = int(cards.ComboOf(list[0], list[1]))
	}
	rounds := h.End.Round
	if len(parts)-1 != rounds {
		return fmt.Errorf("%d deals of the board, want %d after this betting", len(parts)-1, rounds)
	}
	var board []cards.Card
	for i, text := range parts[1:] {
		n := 1
		if i == 0 {
			n = 3
		}
		list, err := add(text, "the board", n)
		if err != nil {
			return err
		}
		slices.Sort(list) // as game.Board has the cards of a deal
		board = append(board, list...)
	}
	h.End.Board = game.BoardOf(board...)
	return nil
}

// names reads the players by position and returns them by seat.
func (r *LogReader) names(text string) (names [2]string, err error) {
	list := strings.Split(text, "|")
	if len(list) != 2 || list[0] == "" || list[1] == "" {
		return names, fmt.Errorf("the names %q are not of two players, such as Alice|Bob", shortened(text))
	}
	if list[0] == list[1] { // a program against itself
		r.alike = true
		for position, seat := range []int{1, 0} {
			list[position] += ", " + SeatNames(r.game.Name())[seat]
		}
	}
	if r.players == nil {
		r.players = slices.Clone(list)
	}
	for _, name := range list {
		if !slices.Contains(r.players, name) {
			return names, fmt.Errorf("the player %q is none of %q", shortened(name), r.players)
		}
	}
	return [2]string{list[1], list[0]}, nil
}

// values compares what the server says with what the cards and the betting say.
func (h *LoggedHand) values(r *LogReader, text string) error {
	said, err := numbers(text)
	if err != nil {
		return err
	}
	if said[0]+said[1] != 0 {
		return fmt.Errorf("the values %s do not sum to zero", shortened(text))
	}
	h.Chips = int(math.Round(float64(r.chips) * extensive.Payoff(r.game, h.End, h.Played.Hands)))
	if said[1] != float64(h.Chips) {
		return fmt.Errorf("the values are %s; by cards and betting they are %d|%d", shortened(text), -h.Chips, h.Chips)
	}
	return nil
}

func numbers(text string) (out [2]float64, err error) {
	list := strings.Split(text, "|")
	if len(list) != len(out) {
		return out, fmt.Errorf("%d values, want two, such as 20|-20", len(list))
	}
	for i, one := range list {
		if out[i], err = strconv.ParseFloat(one, 64); err != nil {
			return out, fmt.Errorf("the value %q is no number", shortened(one))
		}
	}
	return out, nil
}

// score compares a line of scores with the hands since the last one.
func (r *LogReader) score(text string) error {
	values, names, _ := strings.Cut(text, ":")
	said, err := numbers(values)
	if err != nil {
		return err
	}
	list, err := r.names(names)
	if err != nil {
		return err
	}
	for i, name := range []string{list[1], list[0]} {
		if !r.alike && said[i] != float64(r.totals[name]) {
			return fmt.Errorf("the score of %s is %v; the hands before it sum to %d", name, said[i], r.totals[name])
		}
	}
	clear(r.totals)
	return nil
}
