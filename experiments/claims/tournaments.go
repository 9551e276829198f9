package claims

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"feltlab/dataset/allin"
	"feltlab/dataset/published"
	"feltlab/experiments"
	"feltlab/experiments/ganzfried"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
)

const byVIFP = "feltlab reproduce vi-fp"

func (e *evidence) viFPTable() (*sheet, error) { return e.table("vi-fp/vi-fp.csv", "vi-fp") }

func (s *sheet) ours(quantity string) float64 {
	return s.number(s.find("quantity", quantity), "ours")
}

var viFP = fromTable("vi-fp/vi-fp.csv", "vi-fp", func(s *sheet) finding {
	row := s.find("quantity", "largest gain, $")
	gain, printed := s.number(row, "ours"), s.number(row, "published")
	return found(verdictIf(gain <= printed, differs), "over %.0f states, by the paper's rules, %.0f rounds, the last "+
		"of which moved a value by $%.4f; then a player gains at most $%.4f, $%.4f on average; printed is "+
		"$%.4f. Fictitious play averages by 2/(t+2) here",
		s.ours("states"), s.ours("rounds"), s.ours("last change of a value, $"), gain, s.ours("mean gain, $"), printed)
})

func rolloutTime(ctx context.Context, _ *evidence) (finding, error) {
	took, err := seconds(func() error {
		_, err := allin.Compute(ctx, 1, nil)
		return err
	})
	return found(differs, "%.0f s on one core, exactly: %d multisets with all boards", took, allin.NumTriples), err
}

// aksTwice judges AKs in the big blind after two jams, with equal stacks. With results of VI-FP it also gives the
// difference between jam and fold there.
func aksTwice(_ context.Context, e *evidence) (finding, error) {
	cells, err := e.table("jamfold/cells.csv", "jamfold")
	if err != nil {
		return finding{}, err
	}
	row := cells.find("table", "10", "hand", "AKs")
	printed, ours := cells.number(row, "published_percent"), cells.number(row, "paper_percent")
	f := found(verdictIf((ours >= 50) == (printed >= 50), differs),
		"%.1f%% by the paper's rules, %s%% in the exact model", ours, cells.text(row, "default_percent"))
	s, err := e.viFPTable()
	var gone *missingError
	switch {
	case errors.As(err, &gone):
		return f, cells.err
	case err != nil:
		return f, err
	}
	f.ours += fmt.Sprintf("; at the end of VI-FP %.1f%%, where a jam wins $%+.4f more than a fold and a player "+
		"may gain $%.4f altogether",
		100*s.ours("AKs jams after two jams"), s.ours("jam less fold with it, $"), s.ours("largest gain, $"))
	return f, errors.Join(cells.err, s.err)
}

const pure = .01

var mixing = fromTable("vi-fp/vi-fp.csv", "vi-fp", func(s *sheet) finding {
	decisions := s.ours("decisions")
	part := s.ours("mixed (1% to 99%)") / decisions
	const hardly = .05
	return found(verdictIf(part < hardly, differs),
		"%.1f%% of %.0f decisions at the end of VI-FP have a probability between 1%% and 99%%", 100*part, decisions)
})

var icmLeast = fromTable("vi-fp/vi-fp.csv", "vi-fp", func(s *sheet) finding {
	return found(differs, "$%.3g at the end of VI-FP. The least of 2,838 distances depends on the last digits of "+
		"all values", s.ours("least, $"))
})

func onHeadsUp(judge func(ctx context.Context, e *evidence, s *jamfold.Solved) (finding, error)) judge {
	return func(ctx context.Context, e *evidence) (finding, error) {
		s, err := e.lab.HeadsUp(ctx)
		if err != nil {
			return finding{}, err
		}
		return judge(ctx, e, s)
	}
}

var share = onHeadsUp(func(ctx context.Context, e *evidence, s *jamfold.Solved) (finding, error) {
	largest := ganzfried.HeadsUpDeviation(s)
	return found(verdictIf(largest <= .004, refuted), "within %.4f at all %d states; a player could gain at "+
		"most %.6f", largest, len(s.Game.Played()), s.Certificate.Gain), nil
})

var reversal = onHeadsUp(func(ctx context.Context, e *evidence, s *jamfold.Solved) (finding, error) {
	agrees, text := true, ""
	for _, x := range []struct {
		hand       string
		small, big int
		jams       bool
	}{{"43s", 1800, 6200, false}, {"J2o", 1800, 6200, true}, {"43s", 3600, 4400, true}, {"J2o", 3600, 4400, false}} {
		k, err := cards.ParseClass(x.hand)
		if err != nil {
			return finding{}, err
		}
		state := s.At(s.Game.Space.Index(tournament.Stacks{0, x.small / s.Config.Unit, x.big / s.Config.Unit}))
		jam, fold, ok := state.Actions(tournament.SmallBlindAfterFold, k)
		if !ok {
			return finding{}, fmt.Errorf("%s has no choice at %d/%d", x.hand, x.small, x.big)
		}
		d := jam - fold
		agrees = agrees && (d > s.Certificate.Gain) == x.jams && math.Abs(d) > s.Certificate.Gain
		text += fmt.Sprintf("%s %+.5f at %d/%d, ", x.hand, d, x.small, x.big)
	}
	return found(verdictIf(agrees, refuted), "jam minus fold, in probability of winning: %seach larger than the "+
		"%.6f that a player could gain", text, s.Certificate.Gain), nil
})

// freeSituations lists the situations of a heads-up state in which the player has a choice.
func freeSituations(s *jamfold.Solved, state int) []tournament.Situation {
	both := []tournament.Situation{tournament.SmallBlindAfterFold, tournament.BigBlindAfterFoldJam}
	return experiments.Where(both, func(at tournament.Situation) bool {
		return s.Game.Hands[state].Choice(at) == tournament.Free
	})
}

// headsUpMixing counts mixed hands by state and player, in the tournament's solution and in the same states solved to a
// tenth of its regret.
var headsUpMixing = onHeadsUp(func(ctx context.Context, e *evidence, s *jamfold.Solved) (finding, error) {
	c := s.Config
	c.Epsilon /= 10
	several, severalFiner, decisions := 0, 0, 0
	for _, i := range s.Game.Played() {
		finer, err := e.lab.SolveState(ctx, &c, s.Game.Space.At(i), s.Certificate.Values)
		if err != nil {
			return finding{}, err
		}
		for _, at := range freeSituations(s, i) {
			decisions++
			if experiments.Count(s.Profile[i][at][:], mixed) > 1 {
				several++
			}
			if experiments.Count(finer.Strategy[at][:], mixed) > 1 {
				severalFiner++
			}
		}
	}
	return found(verdictIf(severalFiner == 0, differs),
		"a player mixes more than one hand in %d of %d strategies (%d states, regret within %.0e), in %d of them "+
			"solved to %.0e. Finer solutions mix fewer hands; exact solutions may mix at most one",
		several, decisions, len(s.Game.Played()), s.Config.Epsilon, severalFiner, c.Epsilon), nil
})

// mixed reports whether a probability is not near 0 or 1.
func mixed(p float64) bool { return p > pure && p < 1-pure }

// headsUpCash compares each state of the heads-up tournament with the cash game for the same stacks.
var headsUpCash = onHeadsUp(func(ctx context.Context, e *evidence, s *jamfold.Solved) (finding, error) {
	c, err := jamfold.Preset("default", tournament.Cash)
	if err != nil {
		return finding{}, err
	}
	c.Unit = s.Config.Unit
	c.Epsilon = s.Config.Epsilon * float64(s.Config.Chips) // the same share of the prize
	var off spread
	apart, of := 0, 0
	for _, i := range s.Game.Played() {
		cash, err := e.lab.SolveState(ctx, &c, s.Game.Space.At(i), nil)
		if err != nil {
			return finding{}, err
		}
		for _, at := range freeSituations(s, i) {
			off.add(math.Abs(s.Profile[i].Frequency(at) - cash.Strategy.Frequency(at)))
			for k, p := range s.Profile[i][at] {
				of++
				if (p >= .5) != (cash.Strategy[at][k] >= .5) {
					apart++
				}
			}
		}
	}
	const near = .05
	return found(verdictIf(off.most <= near, differs),
		"frequencies are %.4f apart on average and %.4f at most, over %d situations; %d of %d decisions are on the "+
			"other side of 50%%", off.mean(), off.most, off.n, apart, of), nil
})

var guarantee = onHeadsUp(func(ctx context.Context, e *evidence, s *jamfold.Solved) (finding, error) {
	g, err := assure(ctx, e, s)
	if err != nil {
		return finding{}, err
	}
	return found(verdictIf(g.Sum >= .986, differs), "V1 + V2 is at least %.4f, least with %d chips in the small blind "+
		"(%.4f + %.4f): the guarantee of strategies learned here against an opponent who may also bet less than all",
		g.Sum, g.SmallBlind, g.V1, g.V2), nil
})

var icmMean = fromTable("jamfold/icm.csv", "jamfold", func(s *sheet) finding {
	row := s.find("", "mean, $")
	paper, exact := s.number(row, "paper"), s.number(row, "default")
	return found(verdictIf(prints(paper, published.JamFoldICM().Mean, 4), differs),
		"$%.4f by the paper's rules, $%.4f in the exact model", paper, exact)
})

var icmMost = fromTable("jamfold/icm.csv", "jamfold", func(s *sheet) finding {
	row, at := s.find("", "largest, $"), s.find("", "at stacks")
	p := published.JamFoldICM()
	same := s.text(at, "paper") == fmt.Sprint(p.LargestAt)
	paper := s.number(row, "paper")
	return found(verdictIf(same && prints(paper, p.Largest, 2), differs),
		"$%.3f by the paper's rules at %s, $%s in the exact model at %s",
		paper, s.text(at, "paper"), s.text(row, "default"), s.text(at, "default"))
})

var icmState = fromTable("jamfold/icm.csv", "jamfold", func(s *sheet) finding {
	p := published.JamFoldICM()
	icm := s.find("", fmt.Sprintf("ICM at %v", p.LargestAt))
	values := s.find("", fmt.Sprintf("values at %v", p.LargestAt))
	off := func(text string, printed []float64) (largest float64) {
		for i, field := range strings.Fields(strings.Trim(text, "[]")) {
			var x float64
			if _, err := fmt.Sscan(field, &x); err != nil || i >= len(printed) {
				s.fail(fmt.Errorf("%s: %q is no list of %d values", s.file, text, len(printed)))
				return 0
			}
			largest = max(largest, math.Abs(x-printed[i]))
		}
		return largest
	}
	icmOff, valueOff := off(s.text(icm, "paper"), p.ICM[:]), off(s.text(values, "paper"), p.Values[:])
	const cent = .005
	return found(verdictIf(icmOff <= cent && valueOff <= cent, differs),
		"ICM %s, within $%.3f; values %s by the paper's rules, within $%.3f, and %s in the exact model",
		s.text(icm, "paper"), icmOff, s.text(values, "paper"), valueOff, s.text(values, "default"))
})

var icmHistogram = fromTable("jamfold/icm.csv", "jamfold", func(s *sheet) finding {
	p := published.JamFoldICM()
	moved, total, printed := 0., 0., 0.
	for i, n := range p.Counts {
		ours := s.number(s.find("", fmt.Sprintf("%v to %v", p.Edges[i], p.Edges[i+1])), "paper")
		moved += math.Abs(ours-n) / 2
		total += ours
		printed += n
	}
	return found(verdictIf(moved == 0 && total == printed, differs),
		"the printed counts sum to %.0f; by the paper's rules %.0f of %.0f fall in another bin", printed, moved, total)
})
