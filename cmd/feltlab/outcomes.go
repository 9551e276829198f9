package main

import (
	"io"
	"strconv"

	"feltlab/dataset/data"
	"feltlab/dataset/table"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

// outcomesOf says how well the estimates of a formula tell the two values of a target apart; nil for another target.
func outcomesOf(t *data.Table, f regression.Formula) *question.Outcomes {
	if !question.TwoValues(t) {
		return nil
	}
	return question.OutcomesOf(t, t.Estimate(f.Estimate))
}

// printOutcomes prints what scores say about two outcomes: "estimates" are in the unit of the target.
func printOutcomes(w io.Writer, t *data.Table, o *question.Outcomes, what string) error {
	if o == nil {
		return nil
	}
	printWrapped(w, "%s is %v in %.2f%% of the rows (base rate); AUC %.4f; outcomes by %s, and what follows if rows "+
		"from there on are called %v:", t.Options.Target, t.High, 100*o.BaseRate, o.AUC, what, t.High)
	percent := func(x float64) string { return strconv.FormatFloat(100*x, 'f', 1, 64) + "%" }
	sheet := table.NewSheet(what, "rows", "are "+t.High.String(), "share", "sensitivity", "specificity").Align("r")
	for _, at := range o.Scores {
		sheet.Add(strconv.FormatFloat(at.Score, 'f', -1, 64), strconv.FormatInt(at.Rows, 10),
			strconv.FormatInt(at.Positive, 10), percent(at.Rate), percent(at.Sensitivity), percent(at.Specificity))
	}
	return sheet.Print(w, "    ")
}
