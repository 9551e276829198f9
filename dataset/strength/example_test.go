package strength_test

import (
	"context"
	"fmt"

	"feltlab/dataset/strength"
	"feltlab/model/cards"
)

func ExampleEnumerate() {
	hand, _ := cards.ParseCombo("QcQd")
	flop, _ := cards.ParseBoard("AhJcAc")
	spot, err := strength.Enumerate(context.Background(), []cards.Combo{hand}, flop, strength.Rules, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	uniform := strength.Uniform.Range(strength.Rules)
	value, err := spot.Against(uniform)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("strength %.4f of %d deals\n", value.Equity(), value.Deals)
	for _, threat := range spot.Threats(uniform)[:3] {
		fmt.Printf("%-3v beats queens %.1f%% of the time\n", threat.Class,
			100*float64(threat.Losses())/float64(threat.Deals))
	}
	// Output:
	// strength 0.8619 of 1070190 deals
	// AKo beats queens 90.1% of the time
	// KK  beats queens 89.8% of the time
	// ATo beats queens 88.9% of the time
}

func ExampleStreets() {
	hand, _ := cards.ParseCombo("QcQd")
	board, _ := cards.ParseBoard("AhJcAcKsJd")
	mode := strength.AsPublished
	streets, err := strength.Streets(context.Background(), []cards.Combo{hand}, board, strength.Chen.Range(mode), mode,
		0)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range streets {
		fmt.Printf("%-8s %.4f\n", s.Name, s.Equity())
	}
	// Output:
	// preflop  0.7068
	// flop     0.6949
	// turn     0.6456
	// river    0.5575
}

func ExampleSpot_Sample() {
	hand, _ := cards.ParseCombo("AsAh")
	spot, err := strength.SpotOf(hand, nil, 3, strength.Uniform.Range(strength.Rules), strength.Rules)
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := spot.Sample(context.Background(), 100_000, 1, 0, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("strength %.3f, standard error %.4f\n", s.All.Equity(), s.All.StandardError())
	// Output: strength 0.639, standard error 0.0015
}
