package sweep

import (
	"bytes"
	"regexp"

	"feltlab/pipeline/fit"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
)

// NewChecker returns a checker of files that counts the flops of hands and ranges from the cards, reads the tables of
// other rows, and renders the tables of a sweep and of Export again.
func NewChecker(o ledger.Options) *ledger.Checker {
	o.Rows = func(asked []question.Subject) ledger.Instances {
		var questions []question.Question
		for _, s := range asked {
			questions = append(questions, question.Question{Subject: s})
		}
		instances := fit.NewInstances(nil, o.Workers)
		instances.Expect(fit.ManyRanges(questions))
		return instances
	}
	o.Render = renderLike
	return ledger.NewChecker(o)
}

func renderLike(text []byte, results []*question.Answer) ([]byte, error) {
	if bytes.HasPrefix(text, []byte("PAR1")) {
		return Render(ledger.ParquetFile, results)
	}
	if ofSweep.Match(text) {
		return Render(ledger.TableFile, results)
	}
	return exportLike(text, results)
}

// ofSweep matches the start of a sweep's table.csv.
var ofSweep = regexp.MustCompile(
	`^(hand,(hands,)?(estimate,)?range,(range_as_typed,)?(street,)?|file,target,(quantile,)?)` +
		`(weights,)?reading,program,`)
