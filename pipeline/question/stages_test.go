package question_test

import (
	"encoding/json"
	"testing"

	"feltlab/dataset/data"
	"feltlab/dataset/equity"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store/storetest"
)

// TestStages compares the stored bytes of some flops of a matrix, and the rows of a table.
func TestStages(t *testing.T) {
	s := question.MustSubject("KTs", "JJ+,AKs")
	table := must.Get(question.OfTable("../../examples/mammo.csv.gz", data.Options{Target: "Malignant"}))(t)
	rows := must.Get(data.Read(table.Table().Path, data.Options{Target: "Malignant"}))(t) // by options without words
	storetest.Stages(t, storetest.Output{Spec: s.RowsSpec(), Value: someFlops(t, s)},
		storetest.Output{Spec: table.RowsSpec(), Value: withWords(t, rows)})
}

// withWords returns a table as JSON holds it, with the two words of each row's columns, which JSON does not see.
func withWords(t *testing.T, rows *data.Table) (value map[string]any) {
	t.Helper()
	must.Do(t, json.Unmarshal(must.Get(json.Marshal(rows))(t), &value))
	for i, row := range value["Rows"].([]any) {
		v := rows.Rows[i].Columns
		row.(map[string]any)["Columns"] = []uint64{v.Word(0), v.Word(1)}
	}
	return value
}

type someFlop struct {
	Flop     string
	Features []int
	Counts   equity.Count
}

func someFlops(t *testing.T, s question.Subject) (rows []someFlop) {
	t.Helper()
	for _, name := range []string{"Jh9c7c", "AsQsJs", "KhKdTc", "2c3d4h"} {
		flop := must.Get(cards.ParseFlop(name))(t)
		counts := must.Get(equity.Against(t.Context(), s.Hand().Combo, s.Against().Range.Range, flop[:]))(t)
		rows = append(rows, someFlop{name, features.Of(s.Hand().Combo, flop).IDs(), counts})
	}
	return rows
}
