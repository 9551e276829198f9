package claims

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"feltlab/dataset/allin"
	"feltlab/dataset/published"
	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/model/tournament"

	"gonum.org/v1/gonum/stat/combin"
)

const (
	byJamFold    = "feltlab reproduce jamfold"
	byStructures = "feltlab reproduce structures"
	byHeadsUp    = "feltlab jamfold heads-up"
)

var ganzfriedClaims = []claim{
	{"the tournament has 946 states with three players", "text", byClaims, states, quick},
	{"three hands have 881,805 multisets of classes", "text", byClaims, triples, quick},
	{"C(52,7) = 133784650", "section 6.1.2", byClaims, sevenCards, quick},
	{"sorted sets of seven cards take 1/7685 of the memory", "section 6.1.2", byClaims, sortedCards, quick},
	{"three known hands leave C(46,5) = 1370754 boards", "section 6.1.2", byClaims, boardsLeft, quick},
	{"their rollout takes a month on 16 processors", "text", byClaims, rolloutTime, slow},
	{"no player gains more than $0.0488 at any state by playing otherwise", "text", byStructures, certificate, quick},
	{"VI-FP with epsilon $.001 and delta $.05 ends in such strategies", "text", byVIFP, viFP, quick},
	{"Table 2: how often each player jams in the tournament", "Table 2", byJamFold, frequencies("tournament"), quick},
	{"Table 2: and in the cash game", "Table 2", byJamFold, frequencies("cash"), quick},
	{"Table 2 counts what Tables 5 to 16 show", "Tables 2, 5 to 16", byClaims, ownFrequencies, quick},
	{"Table 3: the small blind's jams at 3300/1500/8700", "Table 3", byJamFold, cells(3, 3), quick},
	{"Tables 5 to 10: the tournament with equal stacks", "Tables 5 to 10", byJamFold, cells(5, 10), quick},
	{"Tables 11 to 16: the cash game with equal stacks", "Tables 11 to 16", byJamFold, cells(11, 16), quick},
	{"the big blind jams AKs in 96% after two jams", "Table 10", byJamFold, aksTwice, quick},
	{"strategies hardly ever mix", "text", byVIFP, mixing, quick},
	{"the hands that are jammed against the ranking of Karlson & Sklansky",
		"section 7.2, Tables 3 and 4", byJamFold, againstRanking, quick},
	{"Table 2: jams are called more rarely in the tournament than in the cash game, first jams about as frequent",
		"Table 2", byJamFold, cashApart, quick},
	{"values are $0.3703 from ICM on average", "study of ICM", byJamFold, icmMean, quick},
	{"at most $2.99, at 300/12300/900", "study of ICM", byJamFold, icmMost, quick},
	{"at least $0.0000442", "study of ICM", byVIFP, icmLeast, quick},
	{"ICM at 300/12300/900 is 22.96, 48.19, 28.848; the values are 25.45, 48.69, 25.856",
		"study of ICM", byJamFold, icmState, quick},
	{"the histogram of 2,838 distances from ICM", "study of ICM", byJamFold, icmHistogram, quick},
	{"heads-up, the probability to win is within .004 of the share of the chips", "text", byHeadsUp, share, slow},
	{"heads-up, 43s is folded and J2o jammed at 1800/6200, the other way round at 3600/4400",
		"text", byHeadsUp, reversal, slow},
	{"heads-up, at most one hand a state is mixed", "text", byClaims, headsUpMixing, slow},
	{"heads-up, tournament play is near that of the cash game", "text", byClaims, headsUpCash, slow},
	{"heads-up, jam or fold guarantees V1 + V2 >= .986 against any play", "text", byClaims, guarantee, slow},
}

func states(context.Context, *evidence) (finding, error) {
	rules := tournament.Default()
	space := rules.Space()
	n := space.Live()
	return found(verdictIf(n == 946, refuted), "%d, and %d with two, for %d chips in units of %d", n, space.HeadsUp(),
		rules.Chips, rules.Unit), nil
}

func triples(context.Context, *evidence) (finding, error) {
	const size = 3
	n := combin.Binomial(cards.NumClasses+size-1, size)
	if n != allin.NumTriples {
		return finding{}, fmt.Errorf("%d triples are rolled out, not %d", allin.NumTriples, n)
	}
	return found(verdictIf(n == 881_805, refuted), "C(171,3) = %d, a misprint", n), nil
}

func sevenCards(context.Context, *evidence) (finding, error) {
	n := combin.Binomial(cards.NumCards, 7)
	return found(verdictIf(n == 133_784_650, refuted), "C(52,7) = %d, a misprint", n), nil
}

func sortedCards(context.Context, *evidence) (finding, error) {
	saved := math.Pow(cards.NumCards, 7) / float64(combin.Binomial(cards.NumCards, 7))
	return found(verdictIf(prints(saved, 7685, 0), refuted), "52^7 / C(52,7) = %.2f", saved), nil
}

func boardsLeft(context.Context, *evidence) (finding, error) {
	n := combin.Binomial(cards.NumCards-6, 5)
	return found(verdictIf(n == 1_370_754, refuted), "C(46,5) = %d", n), nil
}

var certificate = fromTable("structures/structures.csv", "structures", func(s *sheet) finding {
	row := s.find("structure", "50/30/20")
	ours := s.number(row, "largest gain, $")
	return found(verdictIf(ours <= .0488, differs), "ours gain at most $%.5f, $%s on average, in the exact model", ours,
		s.text(row, "mean gain, $"))
})

func frequencies(mode string) judge {
	return fromTable("jamfold/table2.csv", "jamfold", func(s *sheet) finding {
		n := 0
		var paper, exact spread
		for _, row := range s.rows {
			if s.text(row, "mode") != mode {
				continue
			}
			n++
			printed := s.number(row, "published")
			paper.add(math.Abs(s.number(row, "paper") - printed))
			exact.add(math.Abs(s.number(row, "default") - printed))
		}
		const near = .01
		return found(verdictIf(paper.most <= near, differs),
			"all %d are within %.4f by the paper's rules, %.4f in the exact model", n, paper.most, exact.most)
	})
}

func tableFrequency(t *published.JamFoldTable) float64 {
	jams := 0.
	for k, percent := range t.JamPercent {
		jams += percent / 100 * float64(cards.Class(k).Size())
	}
	return jams / cards.NumCombos
}

func ownFrequencies(context.Context, *evidence) (finding, error) {
	const wholePercents = .005
	var apart []string
	n, possible := 0, true
	tables := published.JamFoldTables()
	for i := range tables {
		t := &tables[i]
		if t.Number < 5 {
			continue
		}
		n++
		printed, own := published.JamFoldFrequencies(t.Mode)[t.Situation], tableFrequency(t)
		if !prints(own, printed, 3) {
			apart = append(apart, fmt.Sprintf("%.4f from Table %d, printed %.3f", own, t.Number, printed))
		}
		possible = possible && math.Abs(own-printed) <= wholePercents
	}
	return found(verdictIf(possible, refuted), "%d of %d to the last digit, and the others within the rounding of "+
		"whole percents: %s", n-len(apart), n, orNone(apart)), nil
}

func cells(from, to int) judge {
	return fromTable("jamfold/tables.csv", "jamfold", func(s *sheet) finding {
		same, within, of := map[string]float64{}, map[string]float64{}, 0.
		var apart []string
		for _, row := range s.rows {
			number := int(s.number(row, "table"))
			if number < from || number > to {
				continue
			}
			model := s.text(row, "model")
			same[model] += s.number(row, "same side of 50%")
			within[model] += s.number(row, "within 5 points")
			if model == "paper" {
				of += s.number(row, "of")
				if hands := s.text(row, "on the other side"); hands != "" {
					apart = append(apart, fmt.Sprintf("%s in Table %d", hands, number))
				}
			}
		}
		return found(verdictIf(same["paper"] == of, differs),
			"by the paper's rules %.0f of %.0f cells are on the same side of 50%% and %.0f within 5 points, in the "+
				"exact model %.0f and %.0f. On the other side: %s",
			same["paper"], of, within["paper"], same["default"], within["default"], orNone(apart))
	})
}

// behind lists the jammed hands that the ranking has behind a folded hand, and the folded hands that it has ahead of a
// jammed hand, both by rank.
func behind(isJammed func(cards.Class) bool) (jams, folds []string) {
	var by [cards.NumClasses]cards.Class
	var jammed [cards.NumClasses]bool // by rank
	for k, rank := range published.KarlsonSklansky() {
		by[rank], jammed[rank] = cards.Class(k), isJammed(cards.Class(k))
	}
	for rank, k := range by {
		switch {
		case jammed[rank] && slices.Contains(jammed[:rank], false):
			jams = append(jams, k.String())
		case !jammed[rank] && slices.Contains(jammed[rank:], true):
			folds = append(folds, k.String())
		}
	}
	return jams, folds
}

var againstRanking = fromTable("jamfold/cells.csv", "jamfold", func(s *sheet) finding {
	against := func(column string) (jams, folds []string) {
		return behind(func(k cards.Class) bool {
			return s.number(s.find("table", "3", "hand", k.String()), column) >= 50
		})
	}
	printed, folded := against("published_percent")
	paper, _ := against("paper_percent")
	exact, _ := against("default_percent")
	return found(verdictIf(slices.Equal(printed, exact), differs),
		"Table 3 jams %s, but folds %s ahead of them; ours are %s in the exact model, by the paper's rules %s",
		orNone(printed), orNone(folded), apartText(printed, exact), apartText(printed, paper))
})

// apartText lists the hands that are only in one of two lists.
func apartText(theirs, ours []string) string {
	only := func(word string, list, other []string) []string {
		alone := experiments.Where(list, func(hand string) bool { return !slices.Contains(other, hand) })
		return experiments.Map(alone, func(hand string) string { return word + " " + hand })
	}
	parts := slices.Concat(only("also", ours, theirs), only("not", theirs, ours))
	return cmp.Or(strings.Join(parts, ", "), "the same")
}

var cashApart = fromTable("jamfold/table2.csv", "jamfold", func(s *sheet) finding {
	tournaments, cash := tournament.Tournament.String(), tournament.Cash.String()
	var first, called spread
	var parts []string
	for at := range tournament.Situation(tournament.NumSituations) {
		a := s.number(s.find("mode", tournaments, "situation", at.String()), "default")
		b := s.number(s.find("mode", cash, "situation", at.String()), "default")
		parts = append(parts, fmt.Sprintf("%v %.3f and %.3f", at, a, b))
		if at.Jammed() == 0 {
			first.add(math.Abs(a - b))
		} else {
			called.add(b - a)
		}
	}
	return found(verdictIf(called.least > first.most, differs),
		"in the exact model %s: up to %.3f apart for a first jam, calls at least %.3f rarer in the "+
			"tournament", strings.Join(parts, ", "), first.most, called.least)
})
