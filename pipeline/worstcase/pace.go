package worstcase

import (
	"fmt"
	"sync"
	"time"

	"feltlab/solvers/limitholdem"
)

// Times after which a program's pace is known, and of a sample that is worth a sentence.
var paceAfter, longSample = 5 * time.Second, time.Minute

// watch lets the bar count the answers of programs among the players, and says once, when their pace is known, what
// the tasks will take. It returns a function that ends this.
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
	answered, said, start := 0, false, time.Now()
	watch := func(states int) {
		mu.Lock()
		defer mu.Unlock()
		answered = min(answered+states, total)
		passed := time.Since(start)
		pace := float64(answered) / passed.Seconds()
		c.bar.Latest(fmt.Sprintf("%.0f public states a second", pace))
		c.bar.Set(answered)
		if said || passed < paceAfter {
			return
		}
		said = true
		if left := time.Duration(float64(total) / pace * float64(time.Second)); left > longSample {
			c.bar.Say(fmt.Sprintf("%s answers for %.0f public states a second; the sample asks for at most %d: %v.\n"+
				"Fewer --flops, --turns or --rivers take less; docs/agents.md says how to be faster.",
				agents[0].Name(), pace, total, left.Round(time.Second)))
		}
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
