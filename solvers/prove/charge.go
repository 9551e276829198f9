package prove

import "math"

// charge is a price for the weights of some columns: at its bound a weight costs the price, and nearer to 0 in
// proportion.
type charge struct {
	price  float64
	on     columns
	slopes [][]float64 // beside the bounds and 0, by column
}

func (c *charge) set(t *table, price float64, on columns) {
	if c.price, c.on = price, on; price == 0 {
		c.on = columns{}
		return
	}
	if c.slopes == nil {
		c.slopes = make([][]float64, len(t.ids))
	}
	for j, kinks := range t.zeroed {
		s := append(c.slopes[j][:0], math.Inf(-1))
		for _, y := range kinks {
			if y != 0 {
				s = append(s, price/y)
			}
		}
		c.slopes[j] = append(s, math.Inf(1))
	}
}

// charge puts columns out, and a price on the weights of others.
func (l *lp) charge(out, on columns, price float64) {
	back := l.out.minus(out)
	for l.out = out; !back.empty(); back = back.without(back.smallest()) {
		l.bringBack(back.smallest())
	}
	l.charged.set(l.t, price, on)
	l.listLive()
	l.recompute()
	l.value = l.evaluate()
}

// boxLoss returns how much the box of a column lowers the value of the dual.
func (l *lp) boxLoss(j int) float64 {
	v := l.t.boxLoss(j, l.lambda[l.t.patterns+j])
	if l.charged.on.has(j) {
		v = max(v-l.charged.price, 0)
	}
	return v
}

// used returns how many columns weights take, a weight at its bound one, a smaller one a part.
func (l *lp) used(on columns) float64 {
	sum := 0.0
	for _, j := range on.list() {
		sum += l.place(j)
	}
	return sum
}

// place returns the part of its bound that a weight has.
func (l *lp) place(j int) float64 {
	x, y := l.x[j], l.t.zeroed[j]
	end := y[0]
	if x > 0 {
		end = y[len(y)-1]
	}
	if end == 0 { // then x is, but for rounding
		return 0
	}
	return x / end
}
