package worstcase

import (
	"fmt"
	"strconv"
	"strings"

	"feltlab/model/game"
)

// NoLimitHoldem is the name of a game of logs alone.
const NoLimitHoldem = "no-limit-holdem"

// The server's no-limit game, holdem.nolimit.2p.reverse_blinds, in chips.
const (
	noLimitBlind = 100 // a big blind; the small one is half of it
	noLimitStack = 20_000
)

// noLimitEnd finds the end of a hand of no-limit hold'em, with contributions in big blinds, and the contribution of a
// seat before each deal. A raise has the total of chips that its player has then put in, as in r300.
func noLimitEnd(betting string) (end *game.Node, pots []float64, err error) {
	b := noLimitBetting{text: betting, in: [2]int{noLimitBlind / 2, noLimitBlind}, least: 2 * noLimitBlind}
	for round := range 4 {
		folder, err := b.round(round)
		if err != nil {
			return nil, nil, err
		}
		end = &game.Node{ID: -1, Kind: game.Showdown, Round: round, History: "/" + betting, Payoff: b.bigBlinds(0)}
		for seat := range b.in {
			end.Contributions[seat] = b.bigBlinds(seat)
		}
		if folder >= 0 {
			if end.Kind, end.Payoff = game.Folded, b.bigBlinds(1); folder == 0 {
				end.Payoff = -b.bigBlinds(0)
			}
		}
		if folder >= 0 || round == 3 {
			break
		}
		if b.next() != '/' {
			return nil, nil, b.wrong("want / for the next round")
		}
		b.at++
		pots = append(pots, b.bigBlinds(0))
	}
	if b.at < len(betting) {
		return nil, nil, b.wrong("the hand is over")
	}
	return end, pots, nil
}

type noLimitBetting struct {
	text  string
	at    int
	in    [2]int
	least int // least total of a raise
}

func (b *noLimitBetting) bigBlinds(seat int) float64 { return float64(b.in[seat]) / noLimitBlind }

// next is the next letter of the betting, 0 at its end.
func (b *noLimitBetting) next() byte {
	if b.at == len(b.text) {
		return 0
	}
	return b.text[b.at]
}

func (b *noLimitBetting) wrong(why string) error {
	if b.at == len(b.text) {
		return fmt.Errorf("the betting %q has no end: the hand is not over", shortened(b.text))
	}
	return fmt.Errorf("the betting %q has %q at column %d: %s", shortened(b.text), b.text[b.at], b.at+1, why)
}

// round plays a betting round and returns the seat that folds, -1 if none does. Nobody acts once both are all-in.
func (b *noLimitBetting) round(round int) (folder int, err error) {
	actor := min(round, 1)
	if round > 0 {
		b.least = b.in[0] + noLimitBlind
	}
	for opening := true; b.in[0] < noLimitStack || b.in[1] < noLimitStack; actor = 1 - actor {
		other := 1 - actor
		switch b.next() {
		case 'f':
			if b.in[actor] == b.in[other] {
				return -1, b.wrong("there is no bet to fold to")
			}
			b.at++
			return actor, nil
		case 'c':
			b.in[actor] = b.in[other]
			if b.at++; !opening {
				return -1, nil
			}
		case 'r':
			digits := len(b.text[b.at+1:]) - len(strings.TrimLeft(b.text[b.at+1:], "0123456789"))
			total, err := strconv.Atoi(b.text[b.at+1:][:digits])
			least := min(b.least, noLimitStack)
			if err != nil || total < least || total > noLimitStack || b.in[other] == noLimitStack {
				return -1, b.wrong(fmt.Sprintf("want a raise to %d to %d chips, such as r%[1]d, or none if the other "+
					"player is all-in", least, noLimitStack))
			}
			b.least = max(b.least, 2*total-b.in[other])
			b.in[actor] = total
			b.at += 1 + digits
		default:
			return -1, b.wrong("want f, c or a raise such as r300")
		}
		opening = false
	}
	return -1, nil
}
