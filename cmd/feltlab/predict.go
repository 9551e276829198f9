package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"feltlab/dataset/data"
	"feltlab/dataset/table"
	"feltlab/internal/plain"
	"feltlab/model/proof"
	"feltlab/model/weights"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
)

type predictFlags struct {
	Keep []string `flag:"keep" help:"columns of the file to copy before the estimates, such as a key"`
	Out  string   `flag:"out" help:"write the estimates to this CSV file (default: standard output)" file:""`
	Step float64  `flag:"step" help:"use the formula in steps of this, if the result has several (0: any weights)"`
	jsonFlag
}

func (a *app) predictCommand() *cobra.Command {
	f := &predictFlags{}
	return command(&cobra.Command{
		Use:   "predict RESULT FILE",
		Short: "Estimate new rows of a table by a formula",
		Long: `Applies a formula that feltlab regress or fit found, as --json printed it, to the rows of a CSV,
Parquet or Arrow file. The file needs the columns that the formula uses, by the names of the table that it was fitted
to; for a hand these are f1, f2 and so on, as in feltlab dataset. The estimates are CSV, in the rows' order. If the
file has the target too, the output has it and the error, and the average and the largest error follow. --step 5 takes
the formula that --step 5 added. --keep id,name copies columns of the file before the estimates.`,
		Example: `  feltlab regress examples/diabetes.csv.gz --target progression --features 3 \
    --json > diabetes.json
  feltlab regress predict diabetes.json examples/diabetes.csv.gz \
    --out estimates.csv`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.JSON && f.Out == "" {
				return usage("--json prints the errors: want --out FILE for the estimates")
			}
			return a.predict(args[0], args[1], f)
		},
	}, f)
}

// predictAnswer says how well a formula estimates a file; without its target there are no errors.
type predictAnswer struct {
	Rows         int64           `json:"rows"`                            // rows of the file
	Known        int64           `json:"known" text:"rows with a target"` // rows with a target
	AverageError question.Number `json:"average_error"`                   // average error in the unit of the target
	MaxError     question.Number `json:"max_error" text:"largest error"`  // largest error in the unit of the target
	// Wrong are rows on the wrong side of 0.5, of a target of 0 and 1.
	Wrong *int64 `json:"misclassified,omitempty"`
	// UpTo are rows with a target of at most the estimate, of a formula about a quantile; average_error counts rows as
	// regress does.
	UpTo         *int64   `json:"at_or_below,omitempty"`
	Notes        []string `json:"notes,omitempty" text:"-"` // columns with categories new to the formula
	sum, largest float64
	wrong, upTo  int64
	above        float64 // what rows above the estimate count in the average error; those below count 2 - above
}

// formulaOf returns the formula of a file with one result, or of those the one with a step, in the unit of its target,
// and the target.
func formulaOf(path string, step float64) (f fit.Formula, about *question.Answer, err error) {
	results, err := readResults(path)
	if err != nil {
		return f, nil, err
	}
	all, wanted := results, weights.Weights("")
	if step != 0 {
		lists, err := question.WeightsOfLists([]float64{step}, nil, false)
		if err != nil {
			return f, nil, usage("--step: %w", err)
		}
		wanted = lists[1]
	}
	if len(all) > 1 || step != 0 {
		results = slices.DeleteFunc(slices.Clone(all), func(r *question.Answer) bool { return r.Weights != wanted })
	}
	if len(results) != 1 || !results[0].Found() {
		return f, nil, usage("%s: want one result of feltlab fit or regress, with a formula, or one for each --step; "+
			"it has %s", path, inventory(all))
	}
	if f, err = tableFormula(results[0]); err != nil {
		return f, nil, usage("%s: %w", path, err)
	}
	return f, results[0], nil
}

// tableFormula returns the formula of a result as one about the columns of a table: of its own, or f1, f2 and so on of
// feltlab dataset.
func tableFormula(r *question.Answer) (f fit.Formula, err error) {
	if !r.IsTable() {
		f.Words = data.Pandas
		for _, w := range r.Features {
			f.Terms = append(f.Terms, fit.Term{Name: featureColumn(w.ID), Weight: w.Weight})
		}
		return f, nil
	}
	low, size, ok := r.Table().Span()
	if !ok {
		return f, errors.New("target_low and target_high: want decimals")
	}
	o := r.Table().Options()
	low, size = low*math.Pow10(o.Power), size*math.Pow10(o.Power)
	f = fit.Formula{Intercept: question.Digits15(low + size*r.Intercept), Missing: o.Missing, Words: o.Words,
		Decimal: o.Decimal}
	if o.NoIntercept {
		f.Intercept = 0
	}
	if r.Proof != nil && r.Proof.Packed != nil {
		// The proof names all columns; how it goes on does not matter here.
		text := prooffile.Text(context.Background(), bytes.NewReader(r.Proof.Packed))
		_, _ = proof.Read(text, func(h *proof.Header) error {
			f.Columns = h.Labels.Columns
			return io.EOF
		}, nil)
	}
	for _, w := range r.Features {
		f.Terms = append(f.Terms, fit.Term{Name: w.Name, Weight: question.Digits15(size * w.Weight), Parts: w.Parts})
	}
	return f, nil
}

// featureColumn is the name of a feature's column in feltlab dataset.
func featureColumn(id int) string { return "f" + strconv.Itoa(id) }

// equityColumn is the target of a matrix of feltlab dataset.
const equityColumn = "equity"

// targetOf returns the column that a result estimates.
func targetOf(r *question.Answer) string {
	if r.IsTable() {
		return r.Table().Target()
	}
	return equityColumn
}

func (a *app) predict(path, rows string, f *predictFlags) error {
	score, err := readScorecard(path)
	if err != nil {
		return err
	}
	var formula fit.Formula
	target, binary, quantile := "", false, ""
	if score != nil {
		formula, target = scoreFormula(score), score.Data.Target()
	} else {
		var about *question.Answer
		if formula, about, err = formulaOf(path, f.Step); err != nil {
			return err
		}
		target, binary = targetOf(about), about.Table().Low == "0" && about.Table().High == "1"
		quantile = about.Table().Options().Quantile
	}
	answer := &predictAnswer{AverageError: question.Number(math.NaN()), MaxError: question.Number(math.NaN()), above: 1}
	if q, err := strconv.ParseFloat(quantile, 64); err == nil {
		answer.above = 2 * q
	}
	err = a.writeTo(f.Out, func(w io.Writer) error {
		out := &keyedRows{Writer: csv.NewWriter(w), key: f.Keep}
		var err error
		answer.Notes, err = fit.Predict(rows, formula, target, f.Keep,
			func(estimate float64, cells []string) error {
				out.cells = cells[1:]
				if score != nil {
					return answer.addScore(out, score, estimate, cells[0])
				}
				return answer.add(out, estimate, cells[0], target)
			})
		out.Flush()
		if err == nil {
			err = out.Error()
		}
		return err
	})
	if err != nil {
		return badTable(named(err))
	}
	if answer.Known > 0 && score == nil {
		answer.AverageError = question.Number(answer.sum / float64(answer.Known))
		answer.MaxError = question.Number(answer.largest)
	}
	if answer.Known > 0 && (binary || score != nil) {
		answer.Wrong = &answer.wrong
	}
	if answer.Known > 0 && quantile != "" {
		answer.UpTo = &answer.upTo
	}
	if f.JSON {
		return a.printJSON(answer)
	}
	for _, note := range answer.Notes {
		fmt.Fprintln(a.stderr, plain.Line("feltlab: "+rows+": "+note))
	}
	if f.Out == "" {
		return nil
	}
	return table.Show(a.messages(f.Out), fmt.Sprintf("%s: estimates of %s", f.Out, target), answer)
}

// keyedRows writes rows of CSV after the cells to keep of each, and the header after their names.
type keyedRows struct {
	*csv.Writer
	key, cells []string
	begun      bool
}

// Write writes the header first, and then a row with each call.
func (k *keyedRows) Write(line []string) error {
	first := k.cells
	if !k.begun {
		first, k.begun = k.key, true
	}
	return k.Writer.Write(slices.Concat(first, line))
}

func (p *predictAnswer) add(rows *keyedRows, estimate float64, cell, target string) error {
	text := func(x float64) string { return strconv.FormatFloat(math.Round(1e9*x)/1e9+0, 'f', -1, 64) }
	return p.write(rows, []string{"estimate", target, "error"}, []string{text(estimate), cell}, func(y float64) string {
		size := math.Abs(y - estimate)
		p.largest = max(p.largest, size)
		if p.sum += max(p.above*(y-estimate), (2-p.above)*(estimate-y)); y <= estimate+1e-9 {
			p.upTo++
		}
		if (estimate >= 0.5-1e-9) != (y != 0) {
			p.wrong++
		}
		return text(size)
	})
}

// write writes a line, after the header with the first. It ends with the cell of the target, whose column is the last
// but one, and what judge says of the target where it is known.
func (p *predictAnswer) write(rows *keyedRows, header, line []string, judge func(y float64) string) error {
	if p.Rows++; p.Rows == 1 {
		if err := rows.Write(header); err != nil {
			return err
		}
	}
	said, cell := "", line[len(line)-1]
	if cell != "" {
		y, err := data.ParseTarget(cell)
		if err != nil {
			return usage("target %q, row %d: %w; leave the field empty where it is not known", header[len(header)-2],
				p.Rows, err)
		}
		p.Known++
		said = judge(y)
	}
	return rows.Write(append(line, said))
}
