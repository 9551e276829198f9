package claims

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"feltlab/dataset/published"
	"feltlab/dataset/table"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/ranges"
)

type erratum struct {
	source, where, printed string
	right                  judgeText
}

type judgeText func(ctx context.Context, e *evidence) (string, error)

type correction struct {
	Source  string `json:"source"`
	Where   string `json:"where"`
	Printed string `json:"printed"`
	Right   string `json:"right"`
}

// errata are in the order of the sources.
var errata = []erratum{
	{"Dalpasso & Lancia", "worked example KcTh on AcQcTc", "F46 is true", exampleFeature},
	{"Dalpasso & Lancia", "Table 2", "K9s in groups 6 and 7", groupOf("K9s", "the first listing is taken: group %d")},
	{"Dalpasso & Lancia", "Table 2", "KJs in no group",
		groupOf("KJs", "so it falls into group %d with all that are not listed; Sklansky has it in the third, and "+
			"RML is without it here")},
	{"Dalpasso & Lancia", "Table 3", "F45, F46, F47 in another order than in the list of features", madeHands},
	{"Dalpasso & Lancia", "Table 3, 99 against ATC", "five features within 2.5", judgedText(ninesRefitted)},
	{"Dalpasso & Lancia", "Table 4, KK against RS", "F15 twice", secondTen},
	{"Dalpasso & Lancia", "Table 4", "errors as if rounded", cutOff},
	{"Kumar & Keshner", "program, two pair",
		"compared by five ranks in descending order, so that a kicker beats a pair", queensOnFlop},
	{"Kumar & Keshner", "Table 1", "Chen's gap as the difference of the ranks, not the ranks between",
		judgedText(chenPoints)},
	{"Kumar & Keshner", "program, Chen's points", "pairs below fives are not lifted to 5 points", weightedReading},
	{"Kumar & Keshner", "Table 2", "places gained", judgedText(placesGained)},
	{"Ganzfried & Sandholm", "text on the rollout", "881,805 multisets of three classes", judgedText(triples)},
	{"Ganzfried & Sandholm", "text on Table 4", "52s has the rank 155", rankOf("52s")},
	{"Ganzfried & Sandholm", "Table 14", "Q5s out of line with its neighbours", neighbours},
}

func correct(ctx context.Context, e *evidence) (list []correction, err error) {
	for _, x := range errata {
		text, err := x.right(ctx, e)
		var gone *missingError
		switch {
		case errors.As(err, &gone):
			text = gone.Error()
		case err != nil:
			return nil, fmt.Errorf("%s, %s: %w", x.source, x.where, err)
		}
		list = append(list, correction{x.source, x.where, x.printed, text})
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

func judgedText(j judge) judgeText {
	return func(ctx context.Context, e *evidence) (string, error) {
		f, err := j(ctx, e)
		return f.ours, err
	}
}

func exampleFeature(context.Context, *evidence) (string, error) {
	x := examples[len(examples)-1]
	ids, err := trueFeatures(x.hand, x.flop, x.from, x.to)
	if err != nil {
		return "", err
	}
	for i, id := range ids {
		if id != x.ids[i] {
			f, err := features.ByID(id)
			return fmt.Sprintf("%v, not F%d", f, x.ids[i]), err
		}
	}
	return "nothing", nil
}

func groupOf(hand, text string) judgeText {
	return func(context.Context, *evidence) (string, error) {
		k, err := cards.ParseClass(hand)
		return fmt.Sprintf(text, ranges.SklanskyGroup(k)), err
	}
}

func madeHands(context.Context, *evidence) (string, error) {
	var parts []string
	for id := 45; id <= 47; id++ {
		parts = append(parts, fmt.Sprintf("its F%d is F%d", id, features.FromTable3(id)))
	}
	return strings.Join(parts, ", "), nil
}

func secondTen(context.Context, *evidence) (string, error) {
	row, _ := published.Find(published.Table4(), "KK", "RS")
	var ids []string
	for _, t := range row.Terms {
		ids = append(ids, fmt.Sprintf("F%d", t.ID))
	}
	return "the second stands for F14: " + strings.Join(ids, " "), nil
}

// cutOff lists the rows of Table 4 to whose print no error rounds.
func cutOff(_ context.Context, e *evidence) (string, error) {
	s, err := e.table("table4.csv", "table4")
	if err != nil {
		return "", err
	}
	var rows []string
	for i, p := range published.Table4() {
		if bound := s.number(s.rows[i], "lower_bound_percent"); bound > p.AverageErrorPercent+.05 {
			rows = append(rows, fmt.Sprintf("%s against %s at least %.4f, printed %.1f", p.Hand, p.Range, bound,
				p.AverageErrorPercent))
		}
	}
	return "cut off: " + orNone(rows), s.err
}

func queensOnFlop(_ context.Context, e *evidence) (string, error) {
	s, err := e.table("strength/case.csv", "strength")
	if err != nil {
		return "", err
	}
	row := s.find("street", "flop", "opponent", "uniform")
	return fmt.Sprintf("QcQd on %s against a uniform opponent is %s by the rules; %s is printed, %s comes of that "+
		"comparison",
		s.text(row, "board"), s.text(row, "rules"), s.text(row, "published"), s.text(row, "as-published")), s.err
}

func weightedReading(_ context.Context, e *evidence) (string, error) {
	s, err := e.table("strength/readings.csv", "strength")
	if err != nil {
		return "", err
	}
	stated := s.find("reading", "gap: the difference of the ranks")
	found := s.find("reading", "**gap: the difference of the ranks; pairs: twice their points, even below 5**")
	return fmt.Sprintf("with them lifted %s streets of the weighted case come back, without %s",
		s.text(stated, "streets met"), s.text(found, "streets met")), s.err
}

func rankOf(hand string) judgeText {
	return func(context.Context, *evidence) (string, error) {
		k, err := cards.ParseClass(hand)
		return fmt.Sprintf("%d in the paper's Table 4", published.KarlsonSklansky()[k]), err
	}
}

func neighbours(_ context.Context, e *evidence) (string, error) {
	s, err := e.table("jamfold/cells.csv", "jamfold")
	if err != nil {
		return "", err
	}
	var parts []string
	for _, hand := range []string{"Q6s", "Q5s", "Q4s"} {
		row := s.find("table", "14", "hand", hand)
		parts = append(parts, fmt.Sprintf("%s %s, ours %s", hand, s.text(row, "published_percent"),
			s.text(row, "paper_percent")))
	}
	return "jams in percent: " + strings.Join(parts, "; "), s.err
}
