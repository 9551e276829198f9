package jamfold

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"feltlab/model/tournament"
)

// TestTableTarget: only the gains of four and more players who play for chips are sampled to a part of a big blind, and
// one of many tables plays for its part of the prizes.
func TestTableTarget(t *testing.T) {
	for _, c := range []struct {
		players int
		prizes  []float64
		others  []int
		heads   []float64
		want    float64
	}{
		{3, nil, nil, nil, 0.0005},
		{4, nil, nil, nil, 0.05},
		{4, []float64{1}, nil, nil, 0.0005},
		{4, []float64{3, 1}, []int{60, 60}, nil, 0.0005 / 4},
		{4, []float64{3, 1}, []int{60, 60}, []float64{1, 1, 1, 1}, 0.0005 * 5 / 8},
	} {
		table := &tournament.Table{Prizes: c.prizes, Others: c.others, Heads: c.heads, BigBlind: 2}
		for range c.players {
			table.Stacks = append(table.Stacks, 10)
		}
		if got := TableTarget(table); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%d players, prizes %v, others %v, heads %v: %v, want %v", c.players, c.prizes, c.others, c.heads,
				got, c.want)
		}
	}
}

func TestTableText(t *testing.T) {
	for _, c := range []struct {
		text TableText
		want tournament.Table
	}{
		{TableText{Stacks: "8bb, 7.5bb", Ante: "BB", Dead: "0.5bb"}, tournament.Table{
			Stacks: []int{8000, 7500}, SmallBlind: 500, BigBlind: 1000, Ante: 1000, BigBlindAnte: true, Dead: 500,
		}},
		{TableText{Stacks: "800,1200,8bb", Blinds: "50,100", Ante: "10", Prizes: "50,30,20", Others: "400"},
			tournament.Table{Stacks: []int{800, 1200, 800}, SmallBlind: 50, BigBlind: 100, Ante: 10,
				Prizes: []float64{50, 30, 20}, Others: []int{400}}},
		{TableText{Stacks: "8 bb 7.5bb", Ante: "bba", Bounties: "2bb/1.5bb", Bounty: "shared"}, tournament.Table{
			Stacks: []int{8000, 7500}, SmallBlind: 500, BigBlind: 1000, Ante: 1000, BigBlindAnte: true,
			Heads: []float64{2000, 1500}, Bounty: tournament.BountyShared,
		}},
		{TableText{Stacks: "2x1.5k", Blinds: "50/0.1k", Prizes: "sng6", Bounties: "$5", Bounty: "equal"},
			tournament.Table{
				Stacks: []int{1500, 1500}, SmallBlind: 50, BigBlind: 100, Prizes: []float64{65, 35},
				Heads: []float64{5, 5}, Bounty: tournament.BountyEqual,
			}},
		{TableText{Stacks: "8bb,8bb", Ante: "0", Prizes: "5,5", Bounties: "1,2", Bounty: "half"},
			tournament.Table{
				Stacks: []int{8000, 8000}, SmallBlind: 500, BigBlind: 1000, Prizes: []float64{5,
					5}, Heads: []float64{1, 2},
				Bounty: tournament.BountyHalf,
			}},
	} {
		got := tournament.Table{
			Ante: 7, Dead: 7, Others: []int{7}, Prizes: []float64{7}, Heads: []float64{7},
			Bounty: tournament.BountyHalf,
		}
		if err := c.text.Read(&got); err != nil {
			t.Errorf("%+v: %v", c.text, err)
		} else if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%+v: %s", c.text, diff)
		}
	}
	for name, bad := range map[string]TableText{
		"stacks: 800,900: chips need":         {Stacks: "800,900"},
		"stacks: \"8bb,x\": \"x\" is no":      {Stacks: "8bb,x"},
		"blinds: ":                            {Stacks: "8bb,8bb", Blinds: "5"},
		"ante: ":                              {Stacks: "8bb,8bb", Ante: "x"},
		"dead: ":                              {Stacks: "8bb,8bb", Dead: "-1"},
		"prizes: ":                            {Stacks: "8bb,8bb", Prizes: "3,5"},
		"others: ":                            {Stacks: "8bb,8bb", Others: "3,,"},
		"stacks: 8bb,9: chips need":           {Stacks: "8bb,9"},
		"stacks 8bb: ":                        {Stacks: "8bb"},
		"stacks 8bb,0bb: ":                    {Stacks: "8bb,0bb"},
		"blinds 0,0: ":                        {Stacks: "8,8", Blinds: "0,0"},
		"ante: 0.1: chips need":               {Stacks: "8bb,8bb", Ante: "0.1"},
		"dead: 5: chips need":                 {Stacks: "8bb,8bb", Dead: "5"},
		"others 4bb: ":                        {Stacks: "8bb,8bb", Others: "4bb"},
		"prizes 5,5,1: ":                      {Stacks: "8bb,8bb", Prizes: "5,5,1"},
		"bounty: ":                            {Stacks: "8bb,8bb", Prizes: "5", Bounty: "hlf"},
		"bounty half: ":                       {Stacks: "8bb,8bb", Prizes: "5", Bounty: "half"},
		"bounties 5,5,5: bounties for 3 of 2": {Stacks: "8bb,8bb", Prizes: "5", Bounties: "5,5,5"},
		"bounties: -1 is negative":            {Stacks: "8bb,8bb", Prizes: "5", Bounties: "5,-1"},
	} {
		if err := bad.Read(new(tournament.Table)); err == nil || !strings.HasPrefix(err.Error(), name) {
			t.Errorf("%+v: %v, want %q", bad, err, name)
		}
	}
}

// TestFixText: a range is fixed at the decision that the text names.
func TestFixText(t *testing.T) {
	for text, node := range map[string]int{
		"BTN=AA, KK":                   tournament.Node(1, 0),
		"bb after CO and SB = AA,KK":   tournament.Node(3, 1|4),
		"Big-blind after CO, SB=AA,KK": tournament.Node(3, 1|4),
	} {
		q := &TableQuestion{Table: tournament.Table{Stacks: []int{8, 8, 8, 8}, SmallBlind: 1, BigBlind: 2}}
		if err := q.FixText(text); err != nil || len(q.Ranges) != 1 || q.Ranges[node] == nil {
			t.Errorf("%s: %v, %v", text, q.Ranges, err)
			continue
		}
		if r := q.Ranges[node]; r[0] != 1 || r[1] != 0 {
			t.Errorf("%s: aces %v, AKs %v", text, r[0], r[1])
		}
	}
	q := &TableQuestion{Table: tournament.Table{Stacks: []int{8, 8}, SmallBlind: 1, BigBlind: 2}}
	if err := q.FixText("SB=AA"); err != nil || q.FixText("SB=KK") == nil {
		t.Errorf("two ranges of one decision: %v", err)
	}
	if err := q.FixText("BB after SB="); err != nil || slices.Max(q.Ranges[tournament.Node(1, 1)][:]) != 0 {
		t.Errorf("no hand: %v, %v", q.Ranges, err)
	}
}
