package multiway

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
	"feltlab/solvers/jamfold/stochastic"
)

func prior(k int) float64 { return stochastic.Prior(cards.Class(k)) }

// sixMax compares three players with equal stacks, for chips and for prizes of 70 and 30, as a thread about six-player
// tournaments does.
type sixMax struct {
	Address string    `json:"address"`
	Depths  []float64 `json:"depths_bigblinds"`
	// Button and SmallBlind hold the percentages of hands that jam: for chips, and for prizes.
	Button     [2][]float64 `json:"button_percent"`
	SmallBlind [2][]float64 `json:"small_blind_percent"`
}

const (
	sixMaxAddress = "http://www.pocketfives.com/f20004/nes-cheat-sheets-6-max-super-turbo-sng-thoughts-adjustments-629516/"
	sixMaxPrizes  = "70,30"
	sixMaxLargest = 20 // big blinds
)

func bubble(ctx context.Context, lab *jamfold.Lab) (*sixMax, error) {
	s := &sixMax{Address: sixMaxAddress}
	for depth := 1; depth <= sixMaxLargest; depth++ {
		s.Depths = append(s.Depths, float64(depth))
		for i, prizes := range []string{"", sixMaxPrizes} {
			q, err := equalTable(tournament.NumSeats, depth, "", prizes)
			if err != nil {
				return nil, err
			}
			solution, err := lab.FirstIn(ctx, q)
			if err != nil {
				return nil, err
			}
			s.Button[i] = append(s.Button[i], jams(solution, 0))
			s.SmallBlind[i] = append(s.SmallBlind[i], jams(solution, 1))
		}
	}
	return s, nil
}

// jams returns the percentage of hands that a seat jams if all before fold; 100 for a seat that its posts put all-in.
func jams(s *jamfold.FirstIn, seat int) (percent float64) {
	return 100 * stochastic.Share(&s.From[seat].Play.Strategy[tournament.Node(seat, 0)])
}

func equalTable(players, depth int, ante, prizes string) (*jamfold.TableQuestion, error) {
	q := &jamfold.TableQuestion{Target: target, Deals: deals}
	stack := strconv.Itoa(depth) + "bb"
	text := jamfold.TableText{
		Stacks: strings.TrimSuffix(strings.Repeat(stack+",", players), ","), Ante: ante, Prizes: prizes,
	}
	return q, text.Read(&q.Table)
}

// ButtonChange is how many percentage points wider the button jams for the prizes than for chips, on average.
func (s *sixMax) ButtonChange() float64 { return meanChange(&s.Button) }

// SmallBlindChange is the change of the small blind.
func (s *sixMax) SmallBlindChange() float64 { return meanChange(&s.SmallBlind) }

func meanChange(of *[2][]float64) (mean float64) {
	for i := range of[0] {
		mean += (of[1][i] - of[0][i]) / float64(len(of[0]))
	}
	return mean
}

// descent is how well a table of a number of players is solved in which time.
type descent struct {
	Players int            `json:"players"`
	Falls   []jamfold.Fall `json:"falls"`
}

// The tables whose descent is followed: stacks of 10 big blinds, the big blind's ante, prizes of 50, 30 and 20.
const (
	descentDepth  = 10
	descentAnte   = "bb"
	descentPrizes = "50,30,20"
)

var (
	descentPlayers   = []int{3, 6, 9}
	descentMultiples = []float64{64, 32, 16, 8, 4, 2, 1} // of the solver's target
)

// fallsFile keeps what was measured, since times cannot come from the store.
const fallsFile = "multiway/falls.jsonl"

// descents returns the descents of the results' folder, or measures those that it lacks.
func descents(ctx context.Context, env *experiments.Env, lab *jamfold.Lab) (all []descent, err error) {
	if all, err = experiments.ReadLines[descent](env, fallsFile); err != nil {
		return nil, err
	}
	for _, players := range descentPlayers {
		if slices.ContainsFunc(all, func(d descent) bool { return d.Players == players }) {
			continue
		}
		q, err := equalTable(players, descentDepth, descentAnte, descentPrizes)
		if err != nil {
			return nil, err
		}
		falls, err := lab.Falls(ctx, q, descentMultiples, experiments.CPUTime)
		if err != nil {
			return nil, err
		}
		all = append(all, descent{players, falls})
		if err := experiments.WriteLines(env, fallsFile, all); err != nil {
			return nil, err
		}
	}
	return all, nil
}
