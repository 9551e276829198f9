package fit

import (
	"context"
	"errors"

	"feltlab/model/regression"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
	"feltlab/solvers/lad"
	"feltlab/solvers/prove"
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

// Title names the method for people.
func (m Method) Title() string {
	return map[Method]string{Greedy: "greedy forward selection", Exchange: "exchange of single features",
		L1: "L1 path, refitted"}[m]
}

// Compared is the formula of a method with at most MaxFeatures features.
type Compared struct {
	Method      Method `json:"method"`       // greedy, exchange or l1
	MaxFeatures int    `json:"max_features"` // largest number of features
	question.Scored
}

// Compare returns what each method finds with n features. The L1 path is for the average error alone. No seed and no
// random choice is involved. The error is that of package subset, or the context's.
func Compare(ctx context.Context, inst *regression.Instance, kind regression.Kind, n int) ([]Compared, error) {
	s, err := prove.NewProblem(inst)
	if err != nil {
		return nil, err
	}
	p := lad.Of(inst, kind.Loss())
	o := subset.Options{Exchange: 1, With: inst.With}
	greedy, err := subset.Greedy(ctx, p, n, o)
	if err != nil {
		return nil, err
	}
	fits := map[Method]*lad.Fit{Greedy: greedy[n-1]}
	if f := greedy[n-1]; f != nil {
		if fits[Exchange], err = subset.Exchange(ctx, p, f.IDs, o); err != nil {
			return nil, err
		}
	}
	path, err := subset.L1Path(ctx, p, n, o)
	if err != nil && !errors.Is(err, subset.ErrPath) {
		return nil, err
	}
	if len(path) >= n {
		fits[L1] = path[n-1]
	}
	var out []Compared
	for _, m := range []Method{Greedy, Exchange, L1} {
		if f := fits[m]; f != nil {
			scored, err := ledger.Scored(s, regression.Program{Kind: kind, N: n}, f.Formula())
			if err != nil {
				return nil, err
			}
			out = append(out, Compared{m, n, scored})
		}
	}
	return out, nil
}
