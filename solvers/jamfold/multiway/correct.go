package multiway

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"feltlab/model/cards"
	"feltlab/solvers/jamfold/stochastic"
)

// correctionRounds is the number of times that the strategies are measured and play goes on.
const correctionRounds = 2

// Correction is what complete deals say of the product of chances, by stochastic.TableNode and class.
type Correction struct {
	Deals   int  // complete deals, of up to six boards each
	Applied bool // whether the solution takes the corrections into account
	// Difference and Range are those of the solution by the product alone: the value of a jam less that of a fold, and the
	// part of all hands that jams.
	Difference [][cards.NumClasses]float64
	Range      []float64
	// Moved is what must be added to the product's value of a jam less that of a fold, and Error the standard error of
	// the deals' mean before the hands of a decision are smoothed together.
	Moved, Error [][cards.NumClasses]float64
}

// excess is by how much complete deals exceed the product, summed over the weights of deals. The noises are sums of
// squares.
type excess struct {
	weight                float64
	difference, fold      float64
	differences, foldings float64
}

// measurement compares complete deals with the product.
type measurement struct {
	*solver
	batches          int
	ends             [dealers][]endValues // which the dealers keep from round to round
	by               [][cards.NumClasses]excess
	deals, predicted []float64 // probability to come to a decision, by the deals and by the product, summed over batches
}

func newMeasurement(s *solver) *measurement {
	n := len(s.nodes)
	m := &measurement{
		solver: s, by: make([][cards.NumClasses]excess, n), deals: make([]float64, n), predicted: make([]float64, n),
	}
	for i := range m.ends {
		m.ends[i] = make([]endValues, 1<<s.n)
	}
	return m
}

// round plays complete deals by the strategies. The error is that of the context.
func (m *measurement) round(ctx context.Context, x stochastic.TableStrategy, deals int) error {
	batches := (deals + observeBatch - 1) / observeBatch
	seen, err := m.observe(ctx, x, m.batches, batches)
	if err != nil {
		return err
	}
	m.batches += batches
	m.advantages(decisions(x), make(decisions, len(x)), slackShare*m.options.Target)
	for at := range m.nodes {
		d := &m.nodes[at]
		reach, all := m.reachBy(d), 0.0
		for k := range seen[at] {
			o, e := &seen[at][k], &m.by[at][k]
			if all += o.weight; o.weight == 0 || reach[k] == 0 {
				continue
			}
			e.weight += o.weight
			e.difference += o.difference - o.weight*(d.jam[k]-d.fold[k])/reach[k]
			e.fold += o.fold - o.weight*d.fold[k]/reach[k]
			e.differences += max(0, o.differences-o.weights*square(o.difference/o.weight))
			e.foldings += max(0, o.foldSquares-o.weights*square(o.fold/o.weight))
		}
		m.deals[at] += all / observeBatch
		m.predicted[at] += float64(batches) * m.chanceOf(d)
	}
	return nil
}

func square(x float64) float64 { return x * x }

// chanceOf returns the probability that play comes to a decision, by the product over all hands.
func (s *solver) chanceOf(d *node) float64 {
	p := 1.0
	for i, before := range d.path {
		p *= chance(s.nodes[before].mean, d.in[i])
	}
	return p
}

// correction is what is added to the values of the product.
type correction struct {
	difference, fold, error []values
	reach                   []float64 // factor of the probability to come to a decision
}

// correction estimates the corrections from all deals so far.
func (m *measurement) correction() *correction {
	n := len(m.nodes)
	c := &correction{
		difference: make([]values, n), fold: make([]values, n), error: make([]values, n), reach: make([]float64, n),
	}
	for at := range m.nodes {
		if c.reach[at] = 1; m.deals[at]*observeBatch < fewDeals || m.predicted[at] == 0 {
			continue
		}
		c.reach[at] = m.deals[at] / m.predicted[at]
		var difference, fold estimates
		for k, e := range m.by[at] {
			if e.weight > 0 {
				difference[k] = estimate{e.difference / e.weight, e.differences / square(e.weight)}
				fold[k] = estimate{e.fold / e.weight, e.foldings / square(e.weight)}
				c.error[at][k] = math.Sqrt(difference[k].variance)
			}
		}
		c.difference[at], c.fold[at] = difference.smooth(), fold.smooth()
	}
	return c
}

// fewDeals is the number of deals below which a decision has no correction.
const fewDeals = 500

// estimate is a mean and its variance, 0 if it is unknown.
type estimate struct{ mean, variance float64 }

// estimates are those of the hands of a decision.
type estimates [cards.NumClasses]estimate

// regressors is the number of properties of a hand: of each rank, how many cards it has; suited; a pair.
const regressors = cards.NumRanks + 2

// propertiesOf lists the properties of each hand.
var propertiesOf = func() (of [cards.NumClasses][regressors]float64) {
	for k := range of {
		class := cards.Class(k)
		high, low := class.Ranks()
		of[k][high]++
		of[k][low]++
		if class.Suited() {
			of[k][cards.NumRanks] = 1
		}
		if class.Pair() {
			of[k][cards.NumRanks+1] = 1
		}
	}
	return of
}()

// smooth estimates the means of all hands together. What the cards of the others do depends on a hand's ranks, nearly
// as a sum over both: a regression, shrunk as James and Stein do, gives most of it, and each hand keeps of its
// distance to it the part that is not noise.
func (e *estimates) smooth() (out values) {
	fit, rest := e.regress(0)
	fit, rest = e.regress(rest)
	for k, x := range e {
		out[k] = fit[k]
		if x.variance > 0 && rest > 0 {
			out[k] += rest / (rest + x.variance) * (x.mean - fit[k])
		}
	}
	return out
}

// regress fits the means by the properties, if a hand's own part has a variance, and estimates this variance.
func (e *estimates) regress(own float64) (fit values, rest float64) {
	normal, right := mat.NewSymDense(regressors, nil), mat.NewVecDense(regressors, nil)
	known, weights, squares := 0, 0.0, 0.0
	for k, x := range e {
		if x.variance <= 0 {
			continue
		}
		w, of := 1/(x.variance+own), &propertiesOf[k]
		known++
		weights += w
		squares += w * w
		for i, p := range of {
			if p == 0 {
				continue
			}
			right.SetVec(i, right.AtVec(i)+w*p*x.mean)
			for j := i; j < regressors; j++ {
				normal.SetSym(i, j, normal.At(i, j)+w*p*of[j])
			}
		}
	}
	if known <= 2*regressors {
		return fit, 0
	}
	for i := range regressors {
		normal.SetSym(i, i, normal.At(i, i)+1e-9*weights)
	}
	var cholesky mat.Cholesky
	var solution mat.VecDense
	if !cholesky.Factorize(normal) || cholesky.SolveVecTo(&solution, right) != nil {
		return fit, 0
	}
	explained, unexplained := 0.0, 0.0
	for k, x := range e {
		for i, p := range propertiesOf[k] {
			fit[k] += p * solution.AtVec(i)
		}
		if x.variance > 0 {
			w := 1 / (x.variance + own)
			explained += w * square(fit[k])
			unexplained += w * square(x.mean-fit[k])
		}
	}
	shrunk := 0.0
	if explained > regressors-2 {
		shrunk = 1 - (regressors-2)/explained
	}
	for k := range fit {
		fit[k] *= shrunk
	}
	free := float64(known - regressors)
	return fit, max(0, own+(unexplained-free)/(weights-squares/weights))
}

// corrected adds the corrections to the values of a solution, and says what they are.
func (s *solver) corrected(r *Solution, c *correction, product *Solution, deals int) {
	n := len(s.nodes)
	r.Correction = &Correction{
		Deals: deals, Applied: s.correction != nil, Difference: make([][cards.NumClasses]float64, n),
		Range: make([]float64, n), Moved: make([][cards.NumClasses]float64, n), Error: make([][cards.NumClasses]float64, n),
	}
	for at := range s.nodes {
		for k := range cards.Class(cards.NumClasses) {
			r.Correction.Difference[at][k] = product.Jam[at][k] - product.Fold[at][k]
			r.Correction.Range[at] += stochastic.Prior(k) * product.Strategy[at][k]
		}
		r.Correction.Moved[at], r.Correction.Error[at] = c.difference[at], c.error[at]
		if s.correction == nil {
			continue
		}
		r.Reach[at] *= c.reach[at]
		for k := range r.Jam[at] {
			if d := c.difference[at][k]; r.Reach[at] > 0 {
				r.Fold[at][k] += c.fold[at][k]
				r.Jam[at][k] += c.fold[at][k] + d
			}
		}
	}
}
