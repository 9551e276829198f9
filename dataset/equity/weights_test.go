package equity

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"feltlab/dataset/eval"
	"feltlab/dataset/showdown"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// dealt is a combo with its weight as a range's text has it.
type dealt struct {
	hand   cards.Combo
	weight *big.Rat
}

// randomText writes a range of a few combos with weights of 1 to 9 digits.
func randomText(rng *rand.Rand) (text string, hands []dealt) {
	var tokens []string
	for _, h := range rng.Perm(cards.NumCombos)[:1+rng.IntN(24)] {
		digits := 1 + rng.IntN(9)
		parts := int64(1 + rng.IntN(int(math.Pow10(digits))))
		w := big.NewRat(parts, int64(math.Pow10(digits)))
		hands = append(hands, dealt{cards.Combo(h), w})
		tokens = append(tokens, fmt.Sprintf("%v:%s", cards.Combo(h), w.FloatString(digits)))
	}
	return strings.Join(tokens, ","), hands
}

// rationally deals every pair of hands and every board in rational numbers.
func rationally(hero, villain []dealt, known cards.Set) *big.Rat {
	won, all := new(big.Rat), new(big.Rat)
	for _, a := range hero {
		for _, b := range villain {
			both := a.hand.Set() | b.hand.Set()
			if a.hand.Set()&b.hand.Set() != 0 || both&known != 0 {
				continue
			}
			halves, boards := int64(0), int64(0)
			for board := range showdown.Completions(known, both) {
				mine, theirs := eval.HandOf(board|a.hand.Set()).Strength(), eval.HandOf(board|b.hand.Set()).Strength()
				boards++
				if mine > theirs {
					halves += 2
				} else if mine == theirs {
					halves++
				}
			}
			weight := new(big.Rat).Mul(a.weight, b.weight)
			won.Add(won, new(big.Rat).Mul(weight, big.NewRat(halves, 2)))
			all.Add(all, new(big.Rat).Mul(weight, big.NewRat(boards, 1)))
		}
	}
	if all.Sign() == 0 {
		return nil
	}
	return won.Quo(won, all)
}

// checkWeights holds equities of random spots to rational numbers.
func checkWeights(t *testing.T, cardsOnBoard, spots int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(cardsOnBoard), 65))
	for done := 0; done < spots; {
		heroText, hero := randomText(rng)
		villainText, villain := randomText(rng)
		board := make([]cards.Card, cardsOnBoard)
		for i, c := range rng.Perm(cards.NumCards)[:cardsOnBoard] {
			board[i] = cards.Card(c)
		}
		want := rationally(hero, villain, cards.SetOf(board...))
		if want == nil {
			continue
		}
		done++
		a, b := must.Get(ranges.Parse(heroText))(t), must.Get(ranges.Parse(villainText))(t)
		if a.Rounded() || b.Rounded() {
			t.Fatalf("rounded: %s, %s", heroText, villainText)
		}
		got := must.Get(ByCombo(background, a, b, board, 0, 0, nil))(t).Total()
		exact := new(big.Rat).SetFrac(new(big.Int).Add(new(big.Int).Lsh(got.Wins.Big(), 1), got.Ties.Big()),
			new(big.Int).Lsh(got.Deals.Big(), 1))
		halved := must.Get(RangeAgainst(background, a, b, board))(t)
		near, _ := want.Float64()
		if exact.Cmp(want) != 0 || math.Abs(got.Equity()-near) > 1e-15 || math.Abs(halved.Equity()-near) > 1e-15 {
			t.Fatalf("%s against %s on %s: %v, %v, want %v", heroText, villainText, cards.Format(board), exact,
				halved.Equity(), want)
		}
	}
}

// TestWeightsOfAnyDigits counts rivers and turns with weights of 1 to 9 digits.
func TestWeightsOfAnyDigits(t *testing.T) {
	checkWeights(t, 5, 350)
	checkWeights(t, 4, 100)
}

// TestHeaviest counts the widest ranges with the largest weights, and their mirror image.
func TestHeaviest(t *testing.T) {
	wholeDeck(t)
	var w weights
	for h := range w {
		w[h] = ranges.MaxWeight - uint32(cards.Combo(h).Class())%2
	}
	heavy := must.Get(ranges.FromWeights(&w))(t)
	for _, b := range []string{"", "2c7d9hJsKc"} {
		got := must.Get(ByCombo(background, heavy, heavy, board(t, b), 0, 0, nil))(t).Total()
		if got.Deals.Minus(got.Ties) != got.Wins.Times(2) || math.Abs(got.Equity()-0.5) > 1e-15 || got.Deals.high == 0 {
			t.Errorf("%q: %+v", b, got)
		}
	}
}
