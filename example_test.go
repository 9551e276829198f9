package feltlab_test

import (
	"context"
	"fmt"
	"os"
	"time"

	"feltlab"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/pipeline/fit"
)

// From pocket aces against the strongest hands to the two features that estimate their equity best,
// and a proof that no other two are better.
func Example() {
	ctx := context.Background()
	flops := must(feltlab.Equities(ctx, "AA", "RUS"))
	m := must(feltlab.NewMatrix("AA", "RUS", flops))
	best := must(feltlab.Fit(ctx, m, feltlab.LeastAverage(2), feltlab.Options{}))
	proof := must(feltlab.Prove(ctx, m, best))
	fmt.Println(m.Hand, "against", m.Range, "on", len(m.List), "flops")
	fmt.Println(fit.Words(best, m.Instance()))
	fmt.Printf("average error %.4f; of two features no formula is below %.4f\n", best.AverageError, proof.Cutoff)
	fmt.Println("checked:", feltlab.Check(ctx, m, proof))
	// Output:
	// AA against RUS on 19600 flops
	// start with 75%; no paint card on the flop: +14
	// average error 0.0678; of two features no formula is below 0.0678
	// checked: <nil>
}

// How many features keep the average error within five percentage points, and how far the bound has come meanwhile.
func ExampleFit() {
	ctx := context.Background()
	m := must(feltlab.NewMatrix("AA", "RUS", must(feltlab.Equities(ctx, "AA", "RUS"))))
	calls := 0
	o := feltlab.Options{TimeLimit: 30 * time.Second, Progress: func(fit.Progress) { calls++ }}
	fewest := must(feltlab.Fit(ctx, m, feltlab.FewestWithinAverage(0.05), o))
	fmt.Println(len(fewest.Features), "features,", fewest.Status, calls > 0)
	largest := must(feltlab.Fit(ctx, m, feltlab.LeastLargest(1), o))
	fmt.Printf("largest error of one feature %.4f, %s\n", largest.MaxError, largest.Status)
	// Output:
	// 3 features, optimal true
	// largest error of one feature 0.3684, optimal
}

func ExampleEquity() {
	ctx := context.Background()
	on := must(feltlab.Equity(ctx, "TsTh", "TT+,AKs", "2s6cQc"))
	fmt.Printf("%.4f in %d deals\n", on.Equity(), on.Deals)
	wide := must(feltlab.Equity(ctx, "JJ+,AK", "top 10%", "2s6cQc"))
	fmt.Printf("%.4f\n", wide.Equity())
	// Output:
	// 0.1767 in 25740 deals
	// 0.6321
}

func ExamplePlayers() {
	players := must(feltlab.Players(context.Background(), "Qs7h2d", "Qh", "Ah Kh", "TT+", "8s7s"))
	for _, p := range players {
		fmt.Printf("%-5s %.4f: wins %s and ties %s of %s\n", p.Hand, p.Equity, p.Wins, p.Ties, p.Deals)
	}
	// Output:
	// AhKh  0.1946: wins 3183 and ties 0 of 16359
	// TT+   0.5777: wins 9451 and ties 0 of 16359
	// 8s7s  0.2277: wins 3725 and ties 0 of 16359
}

func ExampleCombos() {
	curves := must(feltlab.Combos(context.Background(), "Qs7h2d", "", "QQ,AKs", "TT+"))
	for _, c := range curves[0] {
		fmt.Printf("%s %.4f, now ahead of %.0f%%: %s\n", c.Combo, c.Equity, 100**c.Ahead, c.Holds)
	}
	// Output:
	// QdQc 0.9566, now ahead of 100%: set
	// QhQc 0.9566, now ahead of 100%: set
	// QhQd 0.9566, now ahead of 100%: set
	// AdKd 0.2061, now ahead of 0%: ace high, backdoor flush draw, backdoor straight draw
	// AhKh 0.2061, now ahead of 0%: ace high, backdoor flush draw, backdoor straight draw
	// AsKs 0.2061, now ahead of 0%: ace high, backdoor flush draw, backdoor straight draw
	// AcKc 0.1670, now ahead of 0%: ace high, backdoor straight draw
}

func ExampleNextCards() {
	next := must(feltlab.NextCards(context.Background(), "Qs7h2d", "", "AhKh", "TT+"))
	for _, c := range next[:4] {
		fmt.Printf("%s: %.4f, %+.4f\n", c.Card, c.Equity, c.Change)
	}
	// Output:
	// As Ad Ac: 0.7572, +0.5511
	// Ks Kd Kc: 0.6100, +0.4040
	// Jh: 0.2992, +0.0932
	// Th: 0.2992, +0.0932
}

func ExampleStrength() {
	count, threats, err := feltlab.Strength(context.Background(), "QcQd", "any", "AhJcAc")
	if err != nil {
		panic(err)
	}
	fmt.Printf("%.4f; most is lost to %v, which wins %.1f%%\n", count.Equity(), threats[0].Class,
		100*float64(threats[0].Losses())/float64(threats[0].Deals))
	// Output:
	// 0.8619; most is lost to AKo, which wins 90.1%
}

func ExampleJamFold() {
	cache := must(os.MkdirTemp("", "feltlab"))
	defer os.RemoveAll(cache)
	hand := must(feltlab.JamFold(context.Background(), "8bb,8bb", "1,2", cache, os.Stderr))
	for _, d := range hand.Charts {
		fmt.Printf("%s: %s %.1f%%\n", d.Name(), d.Verb(), d.Percent)
	}
	// Output:
	// SB: jam 61.9%
	// BB after SB: call 45.0%
}

func ExampleBestResponse() {
	r := must(feltlab.BestResponse(context.Background(), game.Leduc(), strategy.Uniform{}))
	fmt.Printf("uniform play of Leduc loses %.4f chips a hand to the best opponent\n", r.Mean())
	// Output:
	// uniform play of Leduc loses 2.3736 chips a hand to the best opponent
}

func ExampleParseRange() {
	r := must(feltlab.ParseRange("AA,KK,QQ,JJ,TT,AKs,AQs"))
	fmt.Println(r)
	// Output:
	// TT+,AQs+
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
