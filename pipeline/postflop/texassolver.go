package postflop

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"feltlab/internal/plain"
	"feltlab/model/cards"
	"feltlab/model/game"
)

// What TexasSolver's console does by itself: all-in is a size of every bet and raise, bets are whole chips, sizes below
// the minimum raise are left out, a street has at most four bets and raises, a first bet after a call of the same seat
// has the sizes of donk bets, and a bet above 67% of the stack and half of the pot is all-in.
const (
	texasSolverBets  = 4
	texasSolverAllIn = 0.67
)

// ignored are the commands that say how to solve, not what.
var ignored = []string{"build_tree", "start_solve", "set_thread_num", "set_max_iteration", "set_print_interval",
	"set_use_isomorphism", "set_dump_rounds", "dump_result"}

// stated are the commands that state the game and the accuracy.
var stated = []string{"set_pot", "set_effective_stack", "set_board", "set_range_ip", "set_range_oop", "set_bet_sizes",
	"set_allin_threshold", "set_accuracy"}

func (c *Config) readCommands(path, text string) error {
	c.Sizes = map[string]string{}
	for _, street := range cards.Streets {
		for _, seat := range game.PostflopSeats {
			for _, kind := range sizeKinds {
				c.Sizes[seat+" "+street+" "+kind] = allIn
			}
		}
	}
	c.RaiseCap, c.Small, c.AllInAbove = texasSolverBets, "drop", texasSolverAllIn
	for i, line := range strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n") {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		name, value := words[0], strings.Join(words[1:], "")
		if err := c.command(name, value); err != nil {
			return fmt.Errorf("%w: %s: line %d: %w", ErrConfig, path, i+1, err)
		}
	}
	return nil
}

// allIn is the size that TexasSolver adds to every list.
const allIn = "all-in"

func (c *Config) command(name, value string) (err error) {
	number := func(to *float64) {
		if *to, err = strconv.ParseFloat(value, 64); err != nil {
			err = fmt.Errorf("%s %.40q: want a number", name, value)
		}
	}
	switch name {
	case "set_pot":
		number(&c.Pot)
	case "set_effective_stack":
		number(&c.Stack)
	case "set_board":
		c.Board = value
	case "set_range_ip":
		c.IP = value
	case "set_range_oop":
		c.OOP = value
	case "set_allin_threshold":
		number((*float64)(&c.AllInAbove))
	case "set_accuracy":
		number((*float64)(&c.Target))
		c.Target /= 100
	case "set_bet_sizes":
		return c.betSizes(value)
	default:
		if slices.Contains(ignored, name) {
			return nil
		}
		return fmt.Errorf("%.40q is no command of TexasSolver's console%s; a YAML file ends in .yaml", name,
			plain.Hint(name, slices.Concat(stated, ignored)))
	}
	return err
}

// betSizes reads oop,turn,bet,30,70.
func (c *Config) betSizes(value string) error {
	words := strings.Split(value, ",")
	if len(words) < 3 {
		return fmt.Errorf("set_bet_sizes %.40q: want seat, street, kind and sizes, such as oop,flop,bet,50", value)
	}
	if words[2] == "allin" {
		return nil // it is there
	}
	key := strings.Join(words[:3], " ")
	sizes := strings.Join(append(words[3:], allIn), ",")
	if _, known := c.Sizes[key]; !known {
		return fmt.Errorf("set_bet_sizes %.40q: want oop or ip, flop, turn or river, and bet, raise, donk or allin",
			value)
	}
	if _, err := game.ParseBetSizes(sizes); err != nil {
		return fmt.Errorf("set_bet_sizes: %w", err)
	}
	c.Sizes[key] = sizes
	return nil
}
