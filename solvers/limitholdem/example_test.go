package limitholdem_test

import (
	"context"
	"fmt"

	"feltlab/model/strategy"
	"feltlab/solvers/limitholdem"
)

func ExampleSolver_Combine() {
	opponent, _ := strategy.Trivial("always-call")
	s, err := limitholdem.New(opponent, limitholdem.Options{})
	if err != nil {
		panic(err)
	}
	var items []*limitholdem.Item
	for _, t := range limitholdem.Tasks()[:20] {
		item, err := s.Flop(context.Background(), t.Flop, t.Seat)
		if err != nil {
			panic(err)
		}
		items = append(items, item) // or store it and resume on another day
	}
	r, err := s.Combine(items)
	if err != nil {
		panic(err)
	}
	fmt.Println(s.FlopCards(items[0].Flop), s.Method(items[0].Seat))
	fmt.Printf("%d of %d items: the mean is between %.2f and %.2f big blinds\n", r.Done, r.Total, r.Mean().Low,
		r.Mean().High)
	// Output:
	// 2h2d2c blindfold
	// 20 of 3510 items: the mean is between -0.75 and 21.91 big blinds
}
