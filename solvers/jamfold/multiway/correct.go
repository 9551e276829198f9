package multiway

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/solvers/jamfold/stochastic"
)

const (
	// correctionRounds is the number of times that the strategies are measured and play goes on, and correctionShare
	// the part of the deals for that: play depends little on the noise of the corrections. The other deals are for the
	// values of the last strategies.
	correctionRounds = 2
	correctionShare  = 0.25
	// productIterations is the largest number of iterations before the first measurement.
	productIterations = 60
	// correctedAge is the number of iterations for which the strategies count when play goes on. Corrections are small.
	correctedAge = 30
)

// Correction is what complete deals say of the product of chances, by tournament.Node and class.
type Correction struct {
	Deals   int  // complete deals, of up to six boards each
	Applied bool // whether the solution takes the corrections into account
	// Range is the part of all hands that jams in the solution by the product alone.
	Range []float64
	// Moved is what must be added to the product's value of a jam less that of a fold, and Error its standard error.
	Moved, Error [][cards.NumClasses]float64
}

// excess is by how much complete deals exceed the product, summed over the weights of deals. The noises are sums of
// squares.
type excess struct {
	weight                float64
	difference, fold      float64
	product               float64 // the product's difference of jam and fold
	differences, foldings float64
}

type measurement struct {
	*solver
	first, batches int              // number of the first batch of deals, and of batches so far
	ends           chan []endValues // values of ends for each dealer that plays at a time, kept from round to round
	by             [][cards.NumClasses]excess
	// probability to come to a decision, by the deals and by the product, summed over batches
	deals, predicted []float64
}

func newMeasurement(s *solver, first int) *measurement {
	n := len(s.nodes)
	m := &measurement{
		solver: s, first: first, by: make([][cards.NumClasses]excess, n),
		deals: make([]float64, n), predicted: make([]float64, n),
		ends: make(chan []endValues, min(dealers, parallel.Workers(s.options.Workers))),
	}
	for range cap(m.ends) {
		m.ends <- make([]endValues, 1<<s.n)
	}
	return m
}

// round plays complete deals by the strategies. The error is the context's.
func (m *measurement) round(ctx context.Context, x stochastic.Strategy, deals int) error {
	batches := (deals + observeBatch - 1) / observeBatch
	seen, err := m.observe(ctx, x, m.first+m.batches, batches)
	if err != nil {
		return err
	}
	m.batches += batches
	for at := range m.nodes {
		d := &m.nodes[at]
		reach, all := m.reachBy(d), 0.0
		for k := range seen[at] {
			o, e := &seen[at][k], &m.by[at][k]
			if all += o.weight; o.weight == 0 || reach[k] == 0 {
				continue
			}
			e.weight += o.weight
			product := o.weight * (d.jam[k] - d.fold[k]) / reach[k]
			e.product += product
			e.difference += o.difference - product
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

// chanceOf returns the probability that play comes from the first decision to another one, by the product over all
// hands.
func (s *solver) chanceOf(d *node) float64 {
	p := 1.0
	for i := s.From.Seat; i < d.seat; i++ {
		p *= chance(s.nodes[d.path[i]].mean, d.in[i])
	}
	return p
}

// correction is what is added to the values of the product.
type correction struct {
	difference, fold, error []values
	reach                   []float64 // factor of the probability to come to a decision
	// taken are the differences of jam and fold at decisions where the product is so rough that its values do not
	// count; nil at others. There four and more hands often meet, of which the product has few deals for a hand.
	taken []*values
}

func (m *measurement) correction() *correction {
	n := len(m.nodes)
	c := &correction{
		difference: make([]values, n), fold: make([]values, n), error: make([]values, n), reach: make([]float64, n),
		taken: make([]*values, n),
	}
	for at := range m.nodes {
		if c.reach[at] = 1; m.deals[at]*observeBatch < FewDeals || m.predicted[at] == 0 {
			continue
		}
		c.reach[at] = m.deals[at] / m.predicted[at]
		var difference, fold estimates
		for k, e := range m.by[at] {
			if e.weight > 0 {
				difference[k] = estimate{e.difference / e.weight, e.differences / square(e.weight)}
				fold[k] = estimate{e.fold / e.weight, e.foldings / square(e.weight)}
			}
		}
		var rough bool
		c.difference[at], c.error[at], rough = difference.smooth()
		c.fold[at], _, _ = fold.smooth()
		if rough {
			c.taken[at] = new(values)
			for k, e := range m.by[at] {
				if c.taken[at][k] = c.difference[at][k]; e.weight > 0 {
					c.taken[at][k] += e.product / e.weight
				}
			}
		}
	}
	return c
}

// FewDeals is the number of complete deals below which a decision has no correction.
const FewDeals = 500

// estimate is a mean and its variance, 0 if it is unknown.
type estimate struct{ mean, variance float64 }

type estimates [cards.NumClasses]estimate

// regressors is the number of properties of a hand: of each rank, how many cards it has; suited; a pair.
const regressors = cards.NumRanks + 2

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

// smooth estimates the means of all hands together, with standard errors. What the cards of the others do depends on a
// hand's ranks, nearly as a sum over both: a regression, shrunk as James and Stein do, gives most of it, and each hand
// keeps of its distance to it the part that is not noise. Rough reports that hands have much more of their own than the
// means are off.
func (e *estimates) smooth() (out, errors values, rough bool) {
	f := e.regress(0)
	f = e.regress(f.own)
	variances, known := 0.0, 0.0
	for k, x := range e {
		out[k] = f.fit[k]
		variance := f.variance[k]
		if x.variance > 0 {
			variances += x.variance
			known++
		}
		if x.variance > 0 && f.own > 0 {
			part := f.own / (f.own + x.variance)
			out[k] += part * (x.mean - f.fit[k])
			variance += part * x.variance
		}
		errors[k] = math.Sqrt(variance)
	}
	return out, errors, f.own*known > roughly*variances
}

// roughly is by how many times the variance of what hands have of their own exceeds that of the means, if the product
// is rough.
const roughly = 4

// regression is a fit of means by the properties of hands. Own is the variance of what a hand has of its own.
type regression struct {
	fit, variance values
	own           float64
}

// regress fits the means by the properties, if what a hand has of its own has some variance.
func (e *estimates) regress(own float64) (r regression) {
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
		return r
	}
	for i := range regressors {
		normal.SetSym(i, i, normal.At(i, i)+1e-9*weights)
	}
	var cholesky mat.Cholesky
	var solution mat.VecDense
	var inverse mat.SymDense
	if !cholesky.Factorize(normal) || cholesky.SolveVecTo(&solution, right) != nil ||
		cholesky.InverseTo(&inverse) != nil {
		return r
	}
	explained, unexplained := 0.0, 0.0
	for k, x := range e {
		of := mat.NewVecDense(regressors, propertiesOf[k][:])
		r.fit[k], r.variance[k] = mat.Dot(of, &solution), mat.Inner(of, &inverse, of)
		if x.variance > 0 {
			w := 1 / (x.variance + own)
			explained += w * square(r.fit[k])
			unexplained += w * square(x.mean-r.fit[k])
		}
	}
	shrunk := 0.0
	if explained > regressors-2 {
		shrunk = 1 - (regressors-2)/explained
	}
	for k := range r.fit {
		r.fit[k] *= shrunk
	}
	r.own = max(0, own+(unexplained-float64(known-regressors))/(weights-squares/weights))
	return r
}

// corrected adds the corrections to the values of a solution, unless it is that of the product, and says what they are.
func (s *solver) corrected(r *Solution, c *correction, product stochastic.Strategy, deals int, onlySay bool) {
	r.Correction = &Correction{
		Deals: deals, Applied: !onlySay, Range: make([]float64, len(s.nodes)), Moved: c.difference, Error: c.error,
	}
	for at := range s.nodes {
		for k := range cards.Class(cards.NumClasses) {
			r.Correction.Range[at] += stochastic.Prior(k) * product[at][k]
		}
		if onlySay {
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
