package strength

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"feltlab/dataset/equity"
	"feltlab/model/cards"
)

// Equity is the equity of a hand or a range.
type Equity struct {
	Hand   string   `json:"hand" text:"-"`   // the hand or range
	Range  string   `json:"range" text:"-"`  // range of the first opponent
	Ranges []string `json:"ranges" text:"-"` // range of each opponent
	// HandPlain is the hand by classes and combos, which other programs read.
	HandPlain   string   `json:"hand_plain" text:"-"`
	RangesPlain []string `json:"ranges_plain" text:"-"` // the same of each opponent
	Board       string   `json:"board" text:"-"`        // board cards
	Method      string   `json:"method"`                // exact or sampled
	// Why says why deals were sampled although that was not asked for.
	Why    string  `json:"why_sampled,omitempty" text:"-"`
	Equity float64 `json:"equity" text:",%4"` // mean share of the pot
	Parts
	Ahead
	Players []Player `json:"players"` // each player, you first
	// RoundingError is the most that an equity is off for weights of too many digits; 0 where nothing is rounded.
	RoundingError float64      `json:"rounding_error,omitempty" text:"rounding of weights,%9"`
	Seed          *uint64      `json:"seed,omitempty"`          // seed of the sample
	Seconds       float64      `json:"seconds" text:",4"`       // time of the computation
	Dead          string       `json:"dead,omitempty" text:"-"` // dead cards
	Holdings                   // with --by-hand on a board
	Hands         []HandEquity `json:"hands,omitempty"`  // with --by-hand: its classes, the best first
	Combos        []CurvePoint `json:"combos,omitempty"` // with --by-combo: its combos, the best first
	// Next has the equities after each next card, with --next.
	Next   []Next         `json:"next,omitempty" text:"next card"`
	Curves [][]CurvePoint `json:"curves,omitempty" text:"-"` // with --curve -: each player's combos, you first

	names []string
}

// Names lists the players' hands or ranges as people read them, ours first.
func (a *Equity) Names() []string { return a.names }

// Parts are shares and counts of deals. Counts are weighted by the ranges' integer weights, unless sampled.
type Parts struct {
	Win   float64     `json:"win" text:",%4"` // share of the deals that win the whole pot
	Tie   float64     `json:"tie" text:",%4"` // share of the deals that win a part of it
	Wins  json.Number `json:"wins"`           // deals that win the whole pot
	Ties  json.Number `json:"ties"`           // deals that win a part of it
	Deals json.Number `json:"deals"`          // all deals
	// StandardError is the standard error of the mean share of the pot, where deals were sampled.
	StandardError *float64 `json:"standard_error,omitempty" text:",%4"`
}

// PartsOf makes the parts of counts.
func PartsOf(c equity.Tally) Parts {
	digits := func(s equity.Sum) json.Number { return json.Number(s.String()) }
	total := c.Deals.Float()
	return Parts{Win: c.Wins.Float() / total, Tie: c.Ties.Float() / total, Wins: digits(c.Wins), Ties: digits(c.Ties),
		Deals: digits(c.Deals)}
}

// Player has the equity of a player. All players' numbers come from the same deals.
type Player struct {
	Hand   string  `json:"hand" text:"player"` // the hand or range
	Equity float64 `json:"equity" text:",%4"`  // mean share of the pot
	Parts  `text:"win,tie,standard_error"`
	// Pots is the sum of the shares of the pots, in parts of 1/2520: those of all players add up to 2520 times the
	// deals.
	Pots json.Number `json:"pots_in_2520ths" text:"-"`
}

// PlayersOf lists the players of a spot with their shares, ours first. names are their hands or ranges.
func (s *Shared) PlayersOf(names []string) (list []Player) {
	for i, name := range names {
		p := &s.Players[i]
		list = append(list, Player{name, p.Equity(), p.shown(s.Sampled), json.Number(p.parts.String())})
	}
	return list
}

// shown makes the parts, with the standard error of a sample.
func (s *Shares) shown(sampled bool) Parts {
	p := PartsOf(s.Tally)
	if sampled {
		p.StandardError = new(s.StandardError())
	}
	return p
}

// HandEquity is the equity of a class of hands.
type HandEquity struct {
	Hand   string  `json:"hand"`                      // the class
	Equity float64 `json:"equity" text:",%4"`         // mean share of the pot
	Share  float64 `json:"share_of_deals" text:",%4"` // share of all deals in which the hand is held
	Parts  `text:"win,tie,standard_error"`
}

// Answer starts the answer for a spot: its hand, ranges and board.
func (s *Spot) Answer() *Equity {
	a := &Equity{Hand: s.Hero.String(), HandPlain: s.Hero.Plain(), Board: cards.Format(s.Board),
		Dead: s.Dead.String(), Method: "exact", names: s.Names()}
	for _, r := range s.Opponents {
		a.Ranges, a.RangesPlain = append(a.Ranges, r.String()), append(a.RangesPlain, r.Plain())
	}
	a.Range = a.Ranges[0]
	return a
}

// Shares completes an answer with shares of the pot, by hand if that is asked for; seed is nil where deals were
// counted.
func (a *Equity) Shares(s *Shared, byHand bool, seed *uint64, took time.Duration) {
	a.Equity, a.Parts, a.Seconds, a.Seed = s.All.Equity(), s.All.shown(s.Sampled), took.Seconds(), seed
	a.Players, a.RoundingError = s.PlayersOf(a.names), s.Error
	if seed != nil {
		a.Method = "sampled"
	}
	for k := range cards.Class(cards.NumClasses) {
		if c := &s.Classes[k]; byHand && !c.Deals.Zero() {
			share := c.Deals.Float() / s.All.Deals.Float()
			a.Hands = append(a.Hands, HandEquity{k.String(), c.Equity(), share, c.shown(s.Sampled)})
		}
	}
	slices.SortStableFunc(a.Hands, func(x, y HandEquity) int { return cmp.Compare(y.Equity, x.Equity) })
}

// Answer is the strength of a hand.
type Answer struct {
	Hand      string  `json:"hand" text:"-"`        // the hand
	Board     string  `json:"board" text:"-"`       // board cards
	Against   string  `json:"against" text:"-"`     // hands of the opponents: uniform, chen or a range
	Plain     string  `json:"range_plain" text:"-"` // the same by classes and combos, which other programs read
	Opponents int     `json:"opponents" text:"-"`   // number of opponents
	Mode      Mode    `json:"mode" text:"-"`        // rules, as-published or as-written
	Strength  float64 `json:"strength" text:",%4"`  // win and half of tie; against several the share of the pot
	Parts
}
