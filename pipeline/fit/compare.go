package fit

import (
	"context"
	"errors"

	"feltlab/model/regression"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
	"feltlab/solvers/lad"
	"feltlab/solvers/subset"
)

// Method is a common way to choose features that proves nothing.
type Method string

// The methods. Each fits the weights of its features optimally.
const (
	Greedy   Method = "greedy"   // forward selection: adds the best feature, one after the other
	Exchange Method = "exchange" // local search: exchanges one feature of the greedy set while that helps
	L1       Method = "l1"       // the features of the lasso's path for least absolute error
)

// Methods lists all methods.
var Methods = []Method{Greedy, Exchange, L1}

// Title names the method for people.
func (m Method) Title() string {
	switch m {
	case Greedy:
		return "greedy forward selection"
	case Exchange:
		return "exchange of single features"
	}
	return "L1 path, refitted"
}

// Compared is the formula of a method with at most MaxFeatures features.
type Compared struct {
	Method      Method `json:"method"`       // greedy, exchange or l1
	MaxFeatures int    `json:"max_features"` // largest number of features
	question.Scored
}

// Compare returns what each method finds for the numbers of features from first to last, the first method's first.
// The L1 path is for the average error alone. No seed and no random choice is involved. The error is that of package
// subset, or the context's.
func Compare(ctx context.Context, inst *regression.Instance, kind regression.Kind, first, last int,
	workers int) ([]Compared, error) {
	p, err := lad.New(inst, kind.Loss())
	if err != nil {
		return nil, err
	}
	o := subset.Options{Exchange: 1, Workers: workers, With: inst.With}
	fits := map[Method][]*lad.Fit{}
	if fits[Greedy], err = subset.Greedy(ctx, p, last, o); err != nil {
		return nil, err
	}
	for n := 1; n <= last; n++ {
		f := fits[Greedy][n-1]
		if f != nil && n >= first {
			if f, err = subset.Exchange(ctx, p, f.IDs, o); err != nil {
				return nil, err
			}
		}
		fits[Exchange] = append(fits[Exchange], f)
	}
	fits[L1], err = subset.L1Path(ctx, p, last, o)
	if err != nil && !errors.Is(err, subset.ErrPath) {
		return nil, err
	}
	var out []Compared
	for _, m := range Methods {
		for n := first; n <= min(last, len(fits[m])); n++ {
			f := fits[m][n-1]
			if f == nil {
				continue
			}
			scored, err := ledger.Score(inst, regression.Program{Kind: kind, N: n}, f.Formula())
			if err != nil {
				return nil, err
			}
			out = append(out, Compared{m, n, scored})
		}
	}
	return out, nil
}
