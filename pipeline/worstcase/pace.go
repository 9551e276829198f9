package worstcase

import (
	"fmt"
	"sync"
	"time"

	"feltlab/solvers/limitholdem"
)

// watch lets the bar count the answers of programs among the players. It returns a function that ends this.
func (c *computation) watch(tasks []limitholdem.Task) (end func()) {
	var agents []*Agent
	for _, p := range c.players {
		if a, ok := p.(*Agent); ok {
			agents = append(agents, a)
		}
	}
	total := 0
	for _, t := range tasks {
		total += c.solver.Questions(t.Seat)
	}
	if len(agents) == 0 || total == 0 {
		return func() {}
	}
	c.asking = true
	c.bar.Of(0, total)
	var mu sync.Mutex
	answered, start := 0, time.Now()
	watch := func(states int) {
		mu.Lock()
		defer mu.Unlock()
		answered = min(answered+states, total)
		c.bar.Latest(fmt.Sprintf("%.0f public states a second", float64(answered)/time.Since(start).Seconds()))
		c.bar.Set(answered)
	}
	for _, a := range agents {
		a.watch.Store(&watch)
	}
	return func() {
		for _, a := range agents {
			a.watch.Store(nil)
		}
	}
}
