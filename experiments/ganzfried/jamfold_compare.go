package ganzfried

import (
	"math"

	"feltlab/dataset/published"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
)

type match struct {
	Table     int    `json:"table"`
	Shows     string `json:"shows"`
	Preset    string `json:"preset"`
	SameSide  int    `json:"same_side_of_50"`
	Within5   int    `json:"within_5_points"`
	Identical int    `json:"identical"`
	Of        int    `json:"of"`
	// Apart are the hands on different sides.
	Apart []string `json:"apart"`
}

const fivePoints = 5

func (m *model) match(t *published.JamFoldTable) match {
	c := match{Table: t.Number, Shows: t.Label(), Preset: m.preset, Apart: []string{}}
	for k, p := range m.ours(t) {
		ours, theirs := 100*p, t.JamPercent[k]
		c.Of++
		if (ours >= 50) == (theirs >= 50) {
			c.SameSide++
		} else {
			c.Apart = append(c.Apart, cards.Class(k).String())
		}
		if math.Abs(ours-theirs) <= fivePoints {
			c.Within5++
		}
		if math.Round(ours) == theirs {
			c.Identical++
		}
	}
	return c
}

// eachFromICM calls visit with the distance from ICM, in dollars, of each seat's value at all states with three
// players.
func eachFromICM(s *jamfold.Solved, visit func(state int, seat int, dollars float64)) {
	for i := range s.Game.Space.Live() {
		for seat, value := range s.Certificate.Values[i] {
			visit(i, seat, math.Abs(value-s.Game.ICM[i][seat]))
		}
	}
}

type icmStudy struct {
	Preset    string                       `json:"preset"`
	Mean      float64                      `json:"mean_dollars"`
	Largest   float64                      `json:"largest_dollars"`
	LargestAt []int                        `json:"largest_at_chips"`
	Seat      string                       `json:"largest_seat"`
	Counts    []float64                    `json:"counts"`
	ICM       [tournament.NumSeats]float64 `json:"icm_at_published_state"`
	Values    [tournament.NumSeats]float64 `json:"values_at_published_state"`
}

func (m *model) icm(p *published.ICMStudy) icmStudy {
	g := m.solved.Game
	s := icmStudy{Preset: m.preset, Counts: make([]float64, len(p.Counts))}
	eachFromICM(m.solved, func(state int, seat int, d float64) {
		s.Mean += d / float64(tournament.NumSeats*g.Space.Live())
		if d > s.Largest {
			s.Largest, s.Seat, s.LargestAt = d, tournament.TableSeats(tournament.NumSeats)[seat], nil
			for _, units := range g.Space.At(state) {
				s.LargestAt = append(s.LargestAt, units*m.solved.Config.Unit)
			}
		}
		for bin := range s.Counts {
			if d >= p.Edges[bin] && (d < p.Edges[bin+1] || bin == len(s.Counts)-1) {
				s.Counts[bin]++
			}
		}
	})
	at := g.Space.Index(m.units(p.LargestAt))
	s.ICM, s.Values = g.ICM[at], m.solved.Certificate.Values[at]
	return s
}

type mixing struct {
	Preset    string `json:"preset"`
	Decisions int    `json:"decisions"`
	// Mixed decisions take both actions with a probability above 1%.
	Mixed int `json:"mixed"`
}

const pureEnough = 0.01

func (m *model) mixing() mixing {
	x := mixing{Preset: m.preset}
	g := m.solved.Game
	for _, i := range g.Played() {
		for node, free := range g.States[i].Table.Free() {
			for _, p := range m.solved.Profile[i][node] {
				if free {
					x.Decisions++
				}
				if free && p > pureEnough && p < 1-pureEnough {
					x.Mixed++
				}
			}
		}
	}
	return x
}

// rankingStudy compares the hands that are jammed with equal stacks with the same number of best hands in the ranking
// of Karlson & Sklansky.
type rankingStudy struct {
	Mode      string   `json:"mode"`
	Situation string   `json:"situation"`
	Jammed    int      `json:"jammed"`
	Against   []string `json:"jammed_against_the_ranking"` // ranked behind a hand that is folded
}

func (m *model) rankings(mode published.Mode) (studies []rankingStudy) {
	ranks := published.KarlsonSklansky()
	x := m.equal(mode)
	for _, at := range situations {
		s := rankingStudy{Mode: string(mode), Situation: at.Name(tournament.NumSeats), Against: []string{}}
		var by [cards.NumClasses]cards.Class
		jams := &x[at.Node()]
		for k, p := range jams {
			by[ranks[k]] = cards.Class(k)
			if p >= 0.5 {
				s.Jammed++
			}
		}
		for rank, k := range by {
			if jams[k] >= 0.5 && rank >= s.Jammed {
				s.Against = append(s.Against, k.String())
			}
		}
		studies = append(studies, s)
	}
	return studies
}

type summary struct {
	Certificates []certificate  `json:"certificates"`
	Tables       []match        `json:"tables"`
	Frequencies  []frequencyRow `json:"table_2"`
	ICM          []icmStudy     `json:"icm"`
	Mixing       []mixing       `json:"mixing"`
	Rankings     []rankingStudy `json:"karlson_sklansky"`
	// HeadsUpDeviation is that of the tournament of Miltersen & Sorensen.
	HeadsUpDeviation float64      `json:"heads_up_deviation"`
	Reversals        []ranksTwice `json:"reversals"`
	reversalCount    int
}

type certificate struct {
	Preset      string  `json:"preset"`
	GainDollars float64 `json:"gain_dollars"`
	MeanDollars float64 `json:"mean_dollars"`
	Rounds      int     `json:"rounds"`
}

type frequencyRow struct {
	Mode      string             `json:"mode"`
	Situation string             `json:"situation"`
	Published float64            `json:"published"`
	Ours      map[string]float64 `json:"ours"` // by preset
}

type ranksTwice struct {
	First       string  `json:"first"`
	Second      string  `json:"second"`
	OnlyFirst   [2]int  `json:"only_first_at_chips"`
	OnlySecond  [2]int  `json:"only_second_at_chips"`
	MarginShare float64 `json:"margin"`
}

func summarize(models []*model, heads *jamfold.Solved) (*summary, error) {
	s := &summary{}
	tables, study := published.JamFoldTables(), published.JamFoldICM()
	for _, m := range models {
		c := m.solved.Certificate
		s.Certificates = append(s.Certificates, certificate{m.preset, c.Gain, c.Mean, m.solved.Round})
		for i := range tables {
			s.Tables = append(s.Tables, m.match(&tables[i]))
		}
		s.ICM = append(s.ICM, m.icm(&study))
		s.Mixing = append(s.Mixing, m.mixing())
	}
	exact := models[0]
	for _, mode := range []published.Mode{published.Tournament, published.Cash} {
		s.Rankings = append(s.Rankings, exact.rankings(mode)...)
		for _, at := range situations {
			row := frequencyRow{Mode: string(mode), Situation: at.Name(tournament.NumSeats),
				Published: published.JamFoldFrequency(mode, at), Ours: map[string]float64{}}
			for _, m := range models {
				row.Ours[m.preset] = m.frequency(mode, at)
			}
			s.Frequencies = append(s.Frequencies, row)
		}
	}
	return s, s.addHeadsUp(heads)
}

// headsUpDeviation returns the largest difference between the probability of winning and the share of the chips at the
// states of a heads-up tournament.
func headsUpDeviation(heads *jamfold.Solved) (largest float64) {
	for _, i := range heads.Game.Played() {
		stacks := heads.Game.Space.At(i)
		share := float64(stacks[tournament.SmallBlind]) / float64(stacks.Total())
		largest = max(largest, math.Abs(heads.Certificate.Values[i][0]-share))
	}
	return largest
}

func (s *summary) addHeadsUp(heads *jamfold.Solved) error {
	s.HeadsUpDeviation = headsUpDeviation(heads)
	const listed = 20
	reversals, err := heads.Reversals()
	s.reversalCount = len(reversals)
	for i, r := range reversals {
		first, second := r.Hands[0], r.Hands[1]
		published := first == "J2o" && second == "43s" || first == "43s" && second == "J2o"
		if i < listed || published {
			s.Reversals = append(s.Reversals, ranksTwice{first, second, r.Only[0], r.Only[1], r.Margin})
		}
	}
	return err
}
