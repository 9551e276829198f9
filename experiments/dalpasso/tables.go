package dalpasso

import (
	"bytes"
	"fmt"

	"feltlab/experiments/published"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
)

// Tables render the tables of experiments again from the results that were written with them, by
// the names of the files.
func Tables() map[string]func([]*fit.Result) ([]byte, error) {
	return map[string]func([]*fit.Result) ([]byte, error){
		"table3.csv":  renderTable3,
		"table4.csv":  renderErrors("average"),
		"figures.csv": renderErrors("average"),
		"sor13.csv":   renderErrors("max"),
	}
}

func renderErrors(quantity string) func([]*fit.Result) ([]byte, error) {
	return func(results []*fit.Result) ([]byte, error) {
		var b bytes.Buffer
		err := errorTable(quantity, results).CSV(&b)
		return b.Bytes(), err
	}
}

// renderTable3 takes results in the order in which they are written: of each row the number of
// features, and then errors.
func renderTable3(results []*fit.Result) ([]byte, error) {
	var rows []*table3Row
	for _, r := range results {
		if r.Program == regression.FeatAvgErr.String() {
			printed, ok := published.Find(published.Table3(), r.Hand, r.Range)
			if !ok {
				return nil, fmt.Errorf("dalpasso: Table 3 has no row %s against %s", r.Hand, r.Range)
			}
			rows = append(rows, &table3Row{printed: printed, count: r})
			continue
		}
		if len(rows) == 0 {
			return nil, fmt.Errorf("dalpasso: results of Table 3 begin with %s", r.Title())
		}
		last := rows[len(rows)-1]
		last.sized = append(last.sized, r)
	}
	for _, r := range rows {
		r.combine()
	}
	var b bytes.Buffer
	err := table3Table(rows).CSV(&b)
	return b.Bytes(), err
}
