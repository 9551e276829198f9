package jamfold

import (
	"fmt"
	"maps"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"feltlab/dataset/table"
	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// TableInputs say which table was solved, and how.
type TableInputs struct {
	Seats       []string     `json:"seats"`                    // all seats, in the order in which they act
	StacksChips []int        `json:"stacks_chips"`             // their stacks
	SmallBlind  int          `json:"small_blind_chips"`        // small blind
	BigBlind    int          `json:"big_blind_chips"`          // big blind
	Ante        int          `json:"ante_chips"`               // ante
	BigAnte     bool         `json:"big_blind_posts_ante"`     // whether the big blind alone posts the ante
	Prizes      []float64    `json:"prizes_dollars"`           // prizes by place; none: play for chips
	Others      int          `json:"others"`                   // number of players at other tables
	OtherStacks []int        `json:"others_chips,omitempty"`   // their stacks
	Bounties    []float64    `json:"bounties_dollars"`         // bounties by seat; none: no bounties for money
	ChipHeads   []float64    `json:"bounties_chips,omitempty"` // the same in chips, if there are no prizes
	Bounty      string       `json:"bounty"`                   // how bounties are paid and valued
	Dead        int          `json:"dead_chips"`               // chips in the pot that no player at the table posted
	Opened      *Opened      `json:"opened,omitempty"`         // raise before the first jam; its seat acts last
	Unit        string       `json:"unit"`                     // dollars, the unit of the prizes, or chips
	Given       []GivenRange `json:"given_ranges,omitempty"`   // ranges that were given
	Seed        int          `json:"seed"`                     // seed of the deals
	MostDeals   int          `json:"most_deals"`               // most deals of the check; 0: no limit
	Seconds     float64      `json:"most_seconds,omitempty"`   // time that was given; none: no limit
	Hands       int          `json:"further_hands,omitempty"`  // further hands that count
	Product     bool         `json:"without_folded_cards"`     // whether complete deals only measure folded cards
}

// GivenRange is a range that a seat plays whatever it gains.
type GivenRange struct {
	Seat   string             `json:"seat"`   // the seat
	Jammed []string           `json:"jammed"` // earlier seats that jammed
	Hands  map[string]float64 `json:"hands"`  // probability to jam or call, of the hands that it plays
}

// Measure says that people read chips as big blinds.
func (in TableInputs) Measure() (unit string, factor float64) {
	if in.Unit == "chips" {
		return "bb", 1 / float64(in.BigBlind)
	}
	return in.Unit, 1
}

func (q *TableQuestion) inputs() TableInputs {
	t := &q.Table
	in := TableInputs{
		Seats: t.Seats(), StacksChips: t.Stacks, SmallBlind: t.SmallBlind,
		BigBlind: t.BigBlind, Ante: t.Ante, BigAnte: t.BigBlindAnte, Prizes: t.Prizes, Others: len(t.Others),
		OtherStacks: t.Others, Bounties: t.Heads, Bounty: t.Bounty.String(), Dead: t.Dead,
		Opened: openedOf(t), Unit: "dollars",
		Seed: q.Seed, MostDeals: q.Deals, Seconds: q.Time.Seconds(), Hands: q.Future, Product: q.Product,
	}
	if len(t.Prizes) == 0 {
		in.Unit, in.Bounties, in.ChipHeads = "chips", nil, t.Heads
	}
	if q.Deals == math.MaxInt {
		in.MostDeals = 0
	}
	for _, node := range slices.Sorted(maps.Keys(q.Ranges)) {
		at := tournament.DecisionOf(node)
		given := GivenRange{in.Seats[at.Seat], seatsOf(at.Jammed, in.Seats), map[string]float64{}}
		for k, p := range q.Ranges[node] {
			if p > 0 {
				given.Hands[cards.Class(k).String()] = p
			}
		}
		in.Given = append(in.Given, given)
	}
	return in
}

func seatsOf(set tournament.SeatSet, seats []string) []string {
	names := []string{}
	for rest := uint(set); rest != 0; rest &= rest - 1 {
		names = append(names, seats[bits.TrailingZeros(rest)])
	}
	return names
}

// Words describes the table in one line.
func (c *TableInputs) Words() string {
	blinds := func(chips int) string {
		const thousandths = 1000
		return strconv.FormatFloat(math.Round(thousandths*float64(chips)/float64(c.BigBlind))/thousandths, 'f', -1, 64)
	}
	stacks := make([]string, len(c.StacksChips))
	for i, chips := range c.StacksChips {
		stacks[i] = blinds(chips)
	}
	text := fmt.Sprintf("%d players, ", len(c.Seats))
	if slices.Min(c.StacksChips) == slices.Max(c.StacksChips) {
		text += stacks[0] + " big blinds each"
	} else {
		text += "stacks " + strings.Join(stacks, ", ") + " big blinds"
	}
	text += ", blinds " + blinds(c.SmallBlind) + "/1"
	switch {
	case c.BigAnte:
		text += ", the big blind antes " + blinds(c.Ante)
	case c.Ante > 0:
		text += ", each player antes " + blinds(c.Ante)
		if 2*c.Ante >= c.BigBlind {
			text += " (with ante bb the big blind antes for all)"
		}
	}
	if c.Dead > 0 {
		text += ", dead money " + blinds(c.Dead)
	}
	if o := c.Opened; o != nil {
		text += fmt.Sprintf(", %s raises to %s with %s%% of hands and acts last", o.Seat, blinds(o.To),
			table.Fixed(o.Percent, 1))
	}
	text += c.stakes()
	for _, g := range c.Given {
		at := SeatChart{Seat: g.Seat, Jammed: g.Jammed}
		text += ", " + at.Name() + " has a given range"
	}
	return text
}

// stakes says what the table plays for, and which prizes nobody at it can win.
func (c *TableInputs) stakes() string {
	if len(c.ChipHeads) > 0 {
		heads := make([]float64, len(c.ChipHeads))
		for i, chips := range c.ChipHeads {
			heads[i] = chips / float64(c.BigBlind)
		}
		return ", for chips, bounties (" + c.Bounty + ") " + joined(heads) + " big blinds"
	}
	if len(c.Prizes) == 0 {
		return ", for chips"
	}
	players := len(c.Seats) + c.Others
	text := ", prizes " + joined(c.Prizes[:min(len(c.Prizes), players)])
	if rest := Taken(c.Prizes, players); rest != "" {
		text += " (" + rest + ")"
	}
	if c.Others > 0 {
		text += fmt.Sprintf(" for these and %d others", c.Others)
	}
	if len(c.Bounties) > 0 {
		text += ", bounties (" + c.Bounty + ") " + joined(c.Bounties)
	}
	return text
}

// Taken says which prizes none of the players left can win, "" if there are none.
func Taken(prizes []float64, players int) string {
	if len(prizes) <= players || prizes[players] == 0 {
		return ""
	}
	return fmt.Sprintf("not %s: with %d players left these places are taken", joined(prizes[players:]), players)
}

func joined(numbers []float64) string {
	texts := make([]string, len(numbers))
	for i, x := range numbers {
		texts[i] = strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strings.Join(texts, ", ")
}
