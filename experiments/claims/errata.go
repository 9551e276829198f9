package claims

import (
	"context"
	"fmt"
	"strings"

	"feltlab/dataset/published"
	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/ranges"
	"feltlab/model/regression"
)

type erratum struct {
	source, where, printed string
	right                  judge // its verdict does not count
}

type correction struct {
	Source  string `json:"source"`
	Where   string `json:"where"`
	Printed string `json:"printed"`
	Right   string `json:"right"`
}

var errata = []erratum{
	{"Dalpasso & Lancia", "worked example KcTh on AcQcTc", "F46 is true", exampleFeature},
	{"Dalpasso & Lancia", "Table 2", "K9s in groups 6 and 7", groupOf("K9s", "the first listing is taken: group %d")},
	{"Dalpasso & Lancia", "Table 2", "KJs in no group",
		groupOf("KJs", "so it falls into group %d with all hands that are not listed, and RML does not have it "+
			"here; Sklansky has it in the third group")},
	{"Dalpasso & Lancia", "Table 3", "F45, F46, F47 in another order than in the list of features", madeHands},
	{"Dalpasso & Lancia", "Table 3, 99 against ATC", "five features within 2.5", ninesRefitted},
	{"Dalpasso & Lancia", "Table 4, KK against RS", "F15 twice", secondTen},
	{"Dalpasso & Lancia", "Table 4", "errors as if rounded", cutOff},
	{"Kumar & Keshner", "program, two pair",
		"compared by five ranks in descending order, so that a kicker beats a pair", queensOnFlop},
	{"Kumar & Keshner", "Table 1", "Chen's gap as the difference of the ranks, not the ranks between", chenPoints},
	{"Kumar & Keshner", "program, Chen's points", "pairs below fives are not lifted to 5 points", weightedReading},
	{"Kumar & Keshner", "Table 2", "places gained", placesGained},
	{"Ganzfried & Sandholm", "text on the rollout", "881,805 multisets of three classes", triples},
	{"Ganzfried & Sandholm", "section 6.1.2", "C(52,7) is 133784650", sevenCards},
	{"Ganzfried & Sandholm", "text on Table 4", "52s has the rank 155", rankOf("52s")},
	{"Ganzfried & Sandholm", "Table 14", "Q5s out of line with its neighbours", neighbours},
}

func correct(ctx context.Context, e *evidence) (list []correction, err error) {
	for _, x := range errata {
		f, err := x.right.on(ctx, e)
		if err != nil {
			return nil, fmt.Errorf("%s, %s: %w", x.source, x.where, err)
		}
		list = append(list, correction{x.source, x.where, x.printed, f.ours})
	}
	return list, nil
}

func errataTable(list []correction) *table.Sheet {
	t := table.NewSheet("source", "where", "printed", "right")
	for _, x := range list {
		t.Add(x.Source, x.Where, x.Printed, x.Right)
	}
	return t
}

func exampleFeature(context.Context, *evidence) (finding, error) {
	x := examples[len(examples)-1]
	ids, err := trueFeatures(x.hand, x.flop, x.from, x.to)
	if err != nil {
		return finding{}, err
	}
	for i, id := range ids {
		if id != x.ids[i] {
			f, err := features.ByID(id)
			return found(refuted, "%v, not F%d", f, x.ids[i]), err
		}
	}
	return finding{}, fmt.Errorf("the features of %s on %s are as printed", x.hand, x.flop)
}

func groupOf(hand, text string) judge {
	return func(context.Context, *evidence) (finding, error) {
		k, err := cards.ParseClass(hand)
		return found(refuted, text, ranges.SklanskyGroup(k)), err
	}
}

func madeHands(context.Context, *evidence) (finding, error) {
	return found(refuted, "%s", experiments.Join([]int{45, 46, 47}, func(id int) string {
		return fmt.Sprintf("its F%d is F%d", id, features.FromTable3(id))
	})), nil
}

func secondTen(context.Context, *evidence) (finding, error) {
	row, _ := published.Find(published.Table4(), "KK", "RS")
	ids := experiments.Map(row.Terms, func(t regression.Term) string { return fmt.Sprintf("F%d", t.ID) })
	return found(refuted, "the second stands for F14: %s", strings.Join(ids, " ")), nil
}

// cutOff lists the rows of Table 4 with a certified bound that rounds to more than the print.
var cutOff = fromTable("table4.csv", "table4", func(s *sheet) finding {
	var rows []string
	for i, p := range published.Table4() {
		if bound := s.number(s.rows[i], "lower_bound_percent"); bound > p.AverageErrorPercent+.05 {
			rows = append(rows, fmt.Sprintf("%s against %s at least %.4f, printed %.1f", p.Hand, p.Range, bound,
				p.AverageErrorPercent))
		}
	}
	return found(refuted, "cut off: %s", orNone(rows))
})

var queensOnFlop = fromTable("strength/case.csv", "strength", func(s *sheet) finding {
	row := s.find("street", "flop", "opponent", "uniform")
	return found(refuted, "QcQd on %s against a uniform opponent is %s by the rules; %s is printed, and that "+
		"comparison gives %s",
		s.text(row, "board"), s.text(row, "rules"), s.text(row, "published"), s.text(row, "as-published"))
})

var weightedReading = fromTable("strength/readings.csv", "strength", func(s *sheet) finding {
	stated := s.find("reading", "gap: the difference of the ranks")
	fitting := s.find("reading", "**gap: the difference of the ranks; pairs: twice their points, even below 5**")
	return found(refuted, "with lifted pairs, %s streets of the weighted case agree; without, %s",
		s.text(stated, "streets met"), s.text(fitting, "streets met"))
})

func rankOf(hand string) judge {
	return func(context.Context, *evidence) (finding, error) {
		k, err := cards.ParseClass(hand)
		return found(refuted, "%d in the paper's Table 4", published.KarlsonSklansky()[k]), err
	}
}

var neighbours = fromTable("jamfold/cells.csv", "jamfold", func(s *sheet) finding {
	parts := experiments.Map([]string{"Q6s", "Q5s", "Q4s"}, func(hand string) string {
		row := s.find("table", "14", "hand", hand)
		return fmt.Sprintf("%s %s, ours %s", hand, s.text(row, "published_percent"), s.text(row, "paper_percent"))
	})
	return found(refuted, "jams in percent: %s", strings.Join(parts, "; "))
})
