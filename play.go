package feltlab

import (
	"context"
	"io"

	"feltlab/dataset/equity"
	"feltlab/dataset/strength"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/ranges"
	"feltlab/pipeline/jamfold"
	"feltlab/pipeline/store"
	"feltlab/solvers/extensive"
)

type (
	// Range is a weighted set of the 1,326 two-card hands.
	Range = ranges.Range
	// Count has the wins, ties and deals of a hand as integers, and its Equity.
	Count = equity.Count
	// Player has the equity of a player, with its wins and ties.
	Player = strength.Player
	// CurvePoint is a combo of a player's range with its equity.
	CurvePoint = strength.CurvePoint
	// NextCard is the equity after one more board card.
	NextCard = strength.Next
	// Threat is a class of hands that beat a hand, with the counts against it.
	Threat = strength.Threat
	// JamFoldHand is equilibrium play of a hand of jam or fold by decision, with its certificate.
	JamFoldHand = jamfold.TableChart
	// Game is a two-player game, such as game.Leduc().
	Game = game.Game
	// Policy is a strategy for both seats: a table read by dataset/strategyfile, or a type of your own.
	Policy = game.Policy
	// Response is what a best response wins against a policy.
	Response = extensive.Response
)

// ParseRange reads a range, such as "TT+,AKs", "RUS" or "top 15%"; package model/ranges has the syntax.
func ParseRange(text string) (*Range, error) { return ranges.Parse(text) }

// Equity counts all deals of a hand against a range on a board of 0, 3, 4 or 5 cards, such as "2s6cQc" or "". The hand
// is two cards, such as "TsTh", or a range. It takes milliseconds on a board, about a second before the flop. Errors
// are those of the texts, and equity.ErrEmptyRange.
func Equity(ctx context.Context, hand, rng, board string) (Count, error) {
	r, on, err := spot(rng, board)
	if err != nil {
		return Count{}, err
	}
	hero, err := ranges.Parse(hand)
	if err != nil {
		return Count{}, err
	}
	return equity.RangeAgainst(ctx, hero, r, on)
}

// Players counts all deals of two to nine players, each with two cards, such as "Ah Kh", or a range, and returns each
// player's equity: all come from the same deals. The board is that of Equity; dead cards, such as "2c,Qh" or "", are in
// no hand and do not come. It takes milliseconds for few hands, and more the wider three and more ranges are. Errors
// are those of the texts, and equity.ErrEmptyRange.
func Players(ctx context.Context, board, dead string, players ...string) ([]Player, error) {
	s, err := strength.ParseSpot(board, dead, players...)
	if err != nil {
		return nil, err
	}
	shared, err := s.Exact(ctx, 0, nil)
	if err != nil {
		return nil, err
	}
	return shared.PlayersOf(s.Names()), nil
}

// Combos counts as Players does, and returns the equity of each combo of each player's range, the best first.
func Combos(ctx context.Context, board, dead string, players ...string) ([][]CurvePoint, error) {
	s, err := strength.ParseSpot(board, dead, players...)
	if err != nil {
		return nil, err
	}
	return s.Curves(ctx, s.Names(), nil)
}

// NextCards counts as Players does after each card that can come next on a board of three or four cards, and returns
// the first player's equities, the best first.
func NextCards(ctx context.Context, board, dead string, players ...string) ([]NextCard, error) {
	s, err := strength.ParseSpot(board, dead, players...)
	if err != nil {
		return nil, err
	}
	count := func(ctx context.Context, s *strength.Spot) (*strength.Shared, error) { return s.Exact(ctx, 0, nil) }
	return s.NextCards(ctx, count, nil)
}

// Strength counts two cards, such as "QcQd", as Equity does, and lists the hands that beat them, those that cost most
// first.
func Strength(ctx context.Context, hand, rng, board string) (Count, []Threat, error) {
	r, on, err := spot(rng, board)
	if err != nil {
		return Count{}, nil, err
	}
	combo, err := cards.ParseCombo(hand)
	if err != nil {
		return Count{}, nil, err
	}
	s, err := strength.Enumerate(ctx, []cards.Combo{combo}, on, strength.Rules, 0)
	if err != nil {
		return Count{}, nil, err
	}
	count, err := s.Against(r)
	return count, s.Threats(r), err
}

func spot(rng, board string) (*ranges.Range, []cards.Card, error) {
	on, err := cards.ParseBoard(board)
	if err != nil {
		return nil, nil, err
	}
	r, err := ranges.Parse(rng)
	return r, on, err
}

// JamFold solves one hand of jam or fold for chips of two to ten players: stacks in the order in which the seats act,
// such as "8bb,10bb" or "4500,4500,4500", and blinds, such as "1,2". The cache is a folder that keeps the all-in
// results before the flop, "" for that of the commands; a first hand of three and more players takes 40 CPU-seconds to
// count them. Progress gets a bar, or lines if it is no terminal; it may be nil.
func JamFold(ctx context.Context, stacks, blinds, cache string, progress io.Writer) (*JamFoldHand, error) {
	q := new(jamfold.TableQuestion)
	if err := (&jamfold.TableText{Stacks: stacks, Blinds: blinds}).Read(&q.Table); err != nil {
		return nil, err
	}
	q.Certify(jamfold.Percent{})
	if cache == "" {
		var err error
		if cache, err = store.DefaultRoot(); err != nil {
			return nil, err
		}
	}
	kept, err := store.Open(cache, nil)
	if err != nil {
		return nil, err
	}
	s, err := (&jamfold.Lab{Store: kept, Progress: progress}).FirstIn(ctx, q)
	if err != nil {
		return nil, err
	}
	return s.Chart(0), nil
}

// BestResponse computes exactly what a policy can lose in a small game: milliseconds. Limit hold'em at full size, from
// samples and with progress, is pipeline/worstcase.
func BestResponse(ctx context.Context, g Game, p Policy) (*Response, error) {
	return extensive.BestResponse(ctx, g, p, extensive.ResponseOptions{})
}
