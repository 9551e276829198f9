package postflop

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"feltlab/internal/disk"
	"feltlab/internal/plain"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/ranges"
	"feltlab/pipeline/config"
)

// Config states a game from a board on, as files and flags have it.
type Config struct {
	Board string  `flag:"board" mapstructure:"board" help:"board of three to five cards, such as QsJh2h"`
	OOP   string  `flag:"oop" mapstructure:"oop" help:"range of the seat out of position, which acts first"`
	IP    string  `flag:"ip" mapstructure:"ip" help:"range of the seat in position"`
	Pot   float64 `flag:"pot" mapstructure:"pot" help:"chips in the pot"`
	Stack float64 `flag:"stack" mapstructure:"stack" help:"chips behind of the shorter stack"`

	// Sizes has the sizes of bets by street, seat and kind, such as "oop river bet": "33%, all-in"; see StreetSizes.
	Sizes map[string]string `mapstructure:"sizes"`
	// Size has further entries, such as "oop river bet=33%, all-in".
	Size []string `flag:"size" mapstructure:"-" keep:","`

	RaiseCap   int     `flag:"raise-cap" mapstructure:"raise-cap" min:"0"`
	MinBet     float64 `flag:"min-bet" mapstructure:"min-bet" default:"1"`
	Small      string  `flag:"small-bets" mapstructure:"small-bets" default:"raise" oneof:"raise,drop"`
	Chip       float64 `flag:"chip" mapstructure:"chip" default:"1" help:"smallest chip, to which bets are rounded"`
	AddAllIn   Percent `flag:"add-all-in" mapstructure:"add-all-in"`
	ForceAllIn Percent `flag:"force-all-in" mapstructure:"force-all-in"`
	AllInAbove Percent `flag:"all-in-above" mapstructure:"all-in-above"`
	Merge      Percent `flag:"merge" mapstructure:"merge"`
	Rake       Percent `flag:"rake" mapstructure:"rake" help:"rake of the pot, such as 5%"`
	RakeCap    float64 `flag:"rake-cap" mapstructure:"rake-cap" help:"most chips of a rake (default no limit)"`

	// Target is the exploitability at which a solver stops, of the pot. A TexasSolver file can state it.
	Target Percent `mapstructure:"target"`
}

// Default returns the values of what a file does not name.
func Default() Config { return Config{MinBet: 1, Small: "raise", Chip: 1} }

// Percent is a fraction that is written as a percentage, such as 5%.
type Percent float64

// UnmarshalText reads a percentage; the sign must be there.
func (p *Percent) UnmarshalText(text []byte) error {
	number, ok := strings.CutSuffix(string(text), "%")
	x, err := strconv.ParseFloat(number, 64)
	if !ok || err != nil || !(x >= 0 && x <= 1e6) {
		return fmt.Errorf("%.40q: want a percentage, such as 5%%", text)
	}
	*p = Percent(x / 100)
	return nil
}

// String writes the percentage; nothing for 0.
func (p Percent) String() string {
	if p == 0 {
		return ""
	}
	return game.Amount(100*float64(p)) + "%"
}

// ErrConfig marks values that make no game.
var ErrConfig = errors.New("bad game")

// Read reads a game from a file: YAML, the commands of a TexasSolver input file, or JSON, the tree configurations that
// desktop- and wasm-postflop export. Keys that the file does not name keep the values that c has.
func (c *Config) Read(path string) error {
	path, entry, _ := strings.Cut(path, "#")
	text, err := disk.ReadFile(path, disk.MostText)
	if err != nil {
		return err
	}
	if filepath.Ext(path) == ".json" {
		return c.readApp(path, entry, text)
	}
	return c.ReadText(path, text)
}

// ReadText is Read for the text of a file in YAML or of TexasSolver.
func (c *Config) ReadText(path string, text []byte) error {
	if ext := filepath.Ext(path); ext == ".yaml" || ext == ".yml" {
		return config.LoadText(path, text, c)
	}
	return c.readCommands(path, string(text))
}

// Rules returns the rules of the game. Errors wrap ErrConfig, or are those of ranges.
func (c *Config) Rules() (r game.PostflopRules, err error) {
	bad := func(key string, err error) error { return fmt.Errorf("%w: %s: %w", ErrConfig, key, err) }
	r = game.PostflopRules{Pot: c.Pot, Stack: c.Stack, RaiseCap: c.RaiseCap, MinBet: c.MinBet,
		DropSmall: c.Small == "drop", Chip: c.Chip, AddAllIn: float64(c.AddAllIn), ForceAllIn: float64(c.ForceAllIn),
		AllInAbove: float64(c.AllInAbove), Merge: float64(c.Merge), Rake: float64(c.Rake), RakeCap: c.RakeCap}
	if c.Rake > 0 && c.RakeCap == 0 {
		r.RakeCap = c.Pot + 2*c.Stack
	}
	if r.Board, err = cards.ParseBoard(c.Board); err == nil && len(r.Board) == 0 {
		err = errors.New("want three to five cards, such as QsJh2h")
	}
	if err != nil {
		return r, bad("board", err)
	}
	for seat, text := range []string{c.OOP, c.IP} {
		if text == "" {
			return r, bad(game.PostflopSeats[seat], errors.New(`want a range, such as "22+, A2s+, KTo+"`))
		}
		if r.Ranges[seat], err = ranges.ParseTyped(text); err != nil {
			return r, bad(game.PostflopSeats[seat], err)
		}
	}
	return r, c.sizes(&r)
}

// Game returns the game.
func (c *Config) Game() (*game.Postflop, error) {
	r, err := c.Rules()
	if err != nil {
		return nil, err
	}
	g, err := game.NewPostflop(r)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrConfig, err)
	}
	return g, nil
}

// sizes fills in the sizes: general entries first, so that those with more words count.
func (c *Config) sizes(r *game.PostflopRules) error {
	entries := map[string]string{}
	maps.Copy(entries, c.Sizes)
	for _, text := range c.Size {
		key, value, ok := strings.Cut(text, "=")
		if !ok {
			return fmt.Errorf(`%w: size %.60q: want words and sizes, such as "river bet=33%%, 75%%"`, ErrConfig, text)
		}
		entries[strings.ToLower(key)] = value
	}
	keys := slices.SortedFunc(maps.Keys(entries), func(a, b string) int {
		return cmp.Or(len(strings.Fields(a))-len(strings.Fields(b)), strings.Compare(a, b))
	})
	for _, key := range keys {
		list, err := game.ParseBetSizes(entries[key])
		if err == nil {
			err = setSizes(r, key, list)
		}
		if err != nil {
			return fmt.Errorf("%w: size %q: %w", ErrConfig, key, err)
		}
	}
	return nil
}

var sizeKinds = []string{"bet", "raise", "donk"}

// setSizes sets the sizes of the streets and seats that a key names; all where it names none.
func setSizes(r *game.PostflopRules, key string, list []game.BetSize) error {
	street, seat, kind := -1, -1, ""
	for _, word := range strings.Fields(key) {
		switch {
		case slices.Contains(cards.Streets, word) && street < 0:
			street = slices.Index(cards.Streets, word)
		case slices.Contains(game.PostflopSeats[:], word) && seat < 0:
			seat = slices.Index(game.PostflopSeats[:], word)
		case slices.Contains(sizeKinds, word) && kind == "":
			kind = word
		default:
			all := slices.Concat(sizeKinds, cards.Streets, game.PostflopSeats[:])
			return fmt.Errorf("%q: want %s%s", word, plain.Either(all), plain.Hint(word, all))
		}
	}
	if kind == "" {
		return fmt.Errorf("want %s as one of the words", plain.Either(sizeKinds))
	}
	for s := range r.Sizes {
		for k := range r.Sizes[s] {
			if street >= 0 && s != street || seat >= 0 && k != seat {
				continue
			}
			to := &r.Sizes[s][k]
			switch kind {
			case "bet":
				to.Bet = list
			case "raise":
				to.Raise = list
			default:
				to.Donk, to.Donks = list, true
			}
		}
	}
	return nil
}
