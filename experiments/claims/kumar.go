package claims

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"feltlab/dataset/published"
	"feltlab/dataset/strength"
	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/model/ranges"

	"gonum.org/v1/gonum/stat/combin"
)

const byStrength = "feltlab reproduce strength"

var kumarClaims = []claim{
	{"Table 1: the strength of 15 hands against a uniform opponent",
		"Table 1", byStrength, strengthTable("table1"), quick},
	{"Table 2: the same against an opponent weighted by Chen's points",
		"Table 2", byStrength, strengthTable("table2"), quick},
	{"Table 1: Chen's points of the 15 hands by the rules as stated",
		"Table 1", "feltlab reproduce strength", chenPoints, quick},
	{"Table 2: how many places each hand gains or loses", "Table 2", byStrength, placesGained, quick},
	{"QcQd against a uniform opponent: .778, .822 on AhJcAc, .787 with Ks, .702 with Jd",
		"section 5", "feltlab strength QcQd --board AhJcAcKsJd", streets("uniform"), quick},
	{"the same against the weighted opponent: .707, .695, .646, .558",
		"section 5", "feltlab strength QcQd --board AhJcAcKsJd --against chen", streets("chen"), quick},
	{"before the flop there are C(50,5) x C(45,2) = 2,097,572,400 deals", timed, byClaims, preflopDeals, quick},
	{"before the flop 10,000 sampled deals take 13 s, 100,000 take 132 s", timed, byClaims, preflopTime, slow},
	{"all deals take 0.5 s on the river (990 of them), 7 s on the turn (45,540), 8 minutes on the flop (1,070,190)",
		timed, byClaims, streetTimes, slow},
}

const timed = "sections 4.1 and 4.2"

func preflopDeals(context.Context, *evidence) (finding, error) {
	n := dealsAfter(0)
	return found(verdictIf(n == 2_097_572_400, refuted), "C(50,5) C(45,2) = %d", n), nil
}

// dealsAfter counts the boards that may follow a number of known cards, each with the hands of an opponent.
func dealsAfter(board int) int {
	const left, whole = cards.NumCards - 2, 5
	return combin.Binomial(left-board, whole-board) * combin.Binomial(left-whole, 2)
}

func explained(s *sheet, rows [][]string, mode string) int {
	return experiments.Count(rows, func(row []string) bool {
		return slices.Contains(strings.Split(s.text(row, "explained by"), ", "), mode)
	})
}

// strengthTable judges Table 1 or 2. A number agrees if the exact one is within three standard errors of the source's
// sampling and its rounding.
func strengthTable(name string) judge {
	return fromTable("strength/"+name+".csv", "strength", func(s *sheet) finding {
		right, slips := explained(s, s.rows, "rules"), explained(s, s.rows, "as-published")
		queens := s.find("hand", "QQ")
		return found(verdictIf(right == len(s.rows), refuted),
			"exact strengths explain %d of %d numbers; a program with three slips explains %d. QQ is %s, not %s",
			right, len(s.rows), slips, s.text(queens, "rules"), s.text(queens, "published"))
	})
}

func chenPoints(context.Context, *evidence) (finding, error) {
	var apart []string
	rows := published.StrengthUniform()
	for _, row := range rows {
		class, err := cards.ParseClass(row.Hand)
		if err != nil {
			return finding{}, err
		}
		if stated := ranges.ChenScore(class); stated != row.Chen {
			apart = append(apart, fmt.Sprintf("%s %d, printed %d", row.Hand, stated, row.Chen))
		}
	}
	return found(verdictIf(len(apart) == 0, refuted), "the rules give %d of %d: %s", len(rows)-len(apart), len(rows),
		orNone(apart)), nil
}

func placesGained(context.Context, *evidence) (finding, error) {
	var apart []string
	sum := 0
	uniform, rows := published.StrengthUniform(), published.StrengthWeighted()
	if !slices.IsSortedFunc(rows, func(a, b published.StrengthRow) int { return cmp.Compare(b.Strength, a.Strength) }) {
		return finding{}, fmt.Errorf("the rows of Table 2 are not in the order of its strengths")
	}
	for i, row := range rows {
		sum += row.PositionChange
		before := slices.IndexFunc(uniform, func(r published.StrengthRow) bool { return r.Hand == row.Hand })
		if gained := before - i; gained != row.PositionChange {
			apart = append(apart, fmt.Sprintf("%s gains %d, printed %d", row.Hand, gained, row.PositionChange))
		}
	}
	return found(verdictIf(len(apart) == 0, refuted), "the order of the printed strengths gives %d of %d: %s. The "+
		"printed gains sum to %d, but places that are exchanged sum to 0",
		len(rows)-len(apart), len(rows), orNone(apart), sum), nil
}

func streets(opponent string) judge {
	return fromTable("strength/case.csv", "strength", func(s *sheet) finding {
		var rows [][]string
		var ours []string
		for _, row := range s.rows {
			if s.text(row, "opponent") == opponent {
				rows = append(rows, row)
				ours = append(ours, s.text(row, "rules"))
			}
		}
		right, slips := explained(s, rows, "rules"), explained(s, rows, "as-published")
		return found(verdictIf(right == len(rows), refuted), "%s, %d of %d as printed; the program with slips gives %d",
			strings.Join(ours, ", "), right, len(rows), slips)
	})
}

func seconds(do func() error) (float64, error) {
	start := experiments.CPUTime()
	err := do()
	return (experiments.CPUTime() - start).Seconds(), err
}

func preflopTime(ctx context.Context, _ *evidence) (finding, error) {
	took, err := seconds(func() error {
		_, err := strength.Preflop(ctx, strength.Chen, strength.Rules, 1)
		return err
	})
	const sampled = 132
	return found(verdictIf(took >= sampled, differs),
		"all %d hands exactly, each from all deals, in %.1f s on one core", cards.NumClasses, took), err
}

// printedTimes are the source's average times by the cards of the board, and its counts of deals.
var printedTimes = []struct {
	street  string
	board   int
	deals   int
	seconds float64
}{{"river", 5, 990, 0.5}, {"turn", 4, 45_540, 7}, {"flop", 3, 1_070_190, 8 * 60}}

func streetTimes(ctx context.Context, _ *evidence) (finding, error) {
	streets := published.StrengthCase()
	last := streets[len(streets)-1]
	hand, err := cards.ParseCombo(last.Hand)
	if err != nil {
		return finding{}, err
	}
	board, err := cards.ParseCards(last.Board)
	if err != nil {
		return finding{}, err
	}
	var parts []string
	counts, slower := true, true
	for _, printed := range printedTimes {
		took, err := seconds(func() error {
			spot, err := strength.Enumerate(ctx, hand, board[:printed.board], strength.Rules, 1)
			if err != nil {
				return err
			}
			_, err = spot.Against(strength.Chen.Range(strength.Rules))
			return err
		})
		if err != nil {
			return finding{}, err
		}
		counts = counts && dealsAfter(printed.board) == printed.deals
		slower = slower && took >= printed.seconds
		parts = append(parts, fmt.Sprintf("%s %.4f s for %d", printed.street, took, dealsAfter(printed.board)))
	}
	v := verdictIf(slower, differs)
	if !counts {
		v = refuted
	}
	return found(v, "on one core, exact and with Chen's weights: %s", strings.Join(parts, ", ")), nil
}
