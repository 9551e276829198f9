package features

import "feltlab/model/cards"

var flopFeatures = [...]Feature{
	{1, "one ace on the flop", "exactly one flop card is an ace", one(cards.Ace)},
	{2, "two or more aces on the flop", "at least two flop cards are aces", twoOrMore(cards.Ace)},
	{3, "no ace on the flop", "no flop card is an ace", no(cards.Ace)},
	{4, "one king on the flop", "exactly one flop card is a king", one(cards.King)},
	{5, "two or more kings on the flop", "at least two flop cards are kings", twoOrMore(cards.King)},
	{6, "no king on the flop", "no flop card is a king", no(cards.King)},
	{7, "one queen on the flop", "exactly one flop card is a queen", one(cards.Queen)},
	{8, "two or more queens on the flop", "at least two flop cards are queens", twoOrMore(cards.Queen)},
	{9, "no queen on the flop", "no flop card is a queen", no(cards.Queen)},
	{10, "one jack on the flop", "exactly one flop card is a jack", one(cards.Jack)},
	{11, "two or more jacks on the flop", "at least two flop cards are jacks", twoOrMore(cards.Jack)},
	{12, "no jack on the flop", "no flop card is a jack", no(cards.Jack)},
	{13, "one ten on the flop", "exactly one flop card is a ten", one(cards.Ten)},
	{14, "two or more tens on the flop", "at least two flop cards are tens", twoOrMore(cards.Ten)},
	{15, "no ten on the flop", "no flop card is a ten", no(cards.Ten)},

	{16, "flop of one suit", "all three flop cards have the same suit",
		func(v view) bool { return v.flopSuits == 1 }},
	{17, "flop of two suits", "the flop has two suits: two cards share one, the third has another",
		func(v view) bool { return v.flopSuits == 2 }},
	{18, "flop of three suits", "the three flop cards have three different suits",
		func(v view) bool { return v.flopSuits == 3 }},
	{19, "ace among the two suited flop cards",
		"the flop has two suits and an ace is one of the two cards that share one",
		func(v view) bool { return v.suitedAce }},

	{20, "three of a kind on the flop", "all three flop cards have the same rank",
		func(v view) bool { return v.distinct == 1 }},
	{21, "pair on the flop", "exactly two of the flop cards have the same rank",
		func(v view) bool { return v.distinct == 2 }},
	{22, "no pair on the flop", "the three flop cards have three different ranks",
		func(v view) bool { return v.distinct == 3 }},

	{23, "one paint card on the flop", "exactly one flop card is a paint card, jack to ace",
		func(v view) bool { return v.among(cards.Jack, cards.Ace) == 1 }},
	{24, "two or more paint cards on the flop", "at least two flop cards are paint cards, jack to ace",
		func(v view) bool { return v.among(cards.Jack, cards.Ace) >= 2 }},
	{25, "three paint cards on the flop", "all three flop cards are paint cards, jack to ace",
		func(v view) bool { return v.among(cards.Jack, cards.Ace) == 3 }},
	{26, "no broadway card on the flop", "no flop card is a broadway card, ten to ace",
		func(v view) bool { return v.among(cards.Ten, cards.Ace) == 0 }},
	{27, "one broadway card on the flop", "exactly one flop card is a broadway card, ten to ace",
		func(v view) bool { return v.among(cards.Ten, cards.Ace) == 1 }},
	{28, "two broadway cards on the flop", "exactly two flop cards are broadway cards, ten to ace",
		func(v view) bool { return v.among(cards.Ten, cards.Ace) == 2 }},
	{29, "three broadway cards on the flop", "all three flop cards are broadway cards, ten to ace",
		func(v view) bool { return v.among(cards.Ten, cards.Ace) == 3 }},
	{30, "three medium cards on the flop", "all three flop cards are medium, seven to ten",
		func(v view) bool { return v.among(cards.Seven, cards.Ten) == 3 }},
	{31, "three small cards on the flop", "all three flop cards are small, deuce to six",
		func(v view) bool { return v.among(cards.Two, cards.Six) == 3 }},
	{32, "no paint card on the flop", "all three flop cards are deuces to tens",
		func(v view) bool { return v.among(cards.Two, cards.Ten) == 3 }},
	{33, "three different ranks up to five on the flop",
		"the three flop cards have three different ranks, none above five and none an ace",
		func(v view) bool { return v.distinct == 3 && v.among(cards.Two, cards.Five) == 3 }},

	{34, "three in a row on the flop",
		"the flop has three different ranks with none missing between lowest and highest, the ace high or low",
		func(v view) bool { return v.distinct == 3 && v.missing == 0 }},
	{35, "three in a row but for one rank on the flop",
		"the flop has three different ranks with one missing between lowest and highest, the ace high or low",
		func(v view) bool { return v.distinct == 3 && v.missing == 1 }},
	{36, "three in a row but for two ranks on the flop",
		"the flop has three different ranks with two missing between lowest and highest, the ace high or low",
		func(v view) bool { return v.distinct == 3 && v.missing == 2 }},
	{37, "three ranks missing inside the flop",
		"exactly three ranks are missing between the lowest and the highest of the flop, paired or not, the " +
			"ace high or low",
		func(v view) bool { return v.missing == 3 }},
	{38, "no straight possible by the turn",
		"no two different flop ranks fit in one five-rank straight, so nobody can have one by the turn",
		func(v view) bool { return !connected(v.flopRanks) }},
}

func one(r cards.Rank) func(view) bool {
	return func(v view) bool { return v.among(r, r) == 1 }
}

func twoOrMore(r cards.Rank) func(view) bool {
	return func(v view) bool { return v.among(r, r) >= 2 }
}

func no(r cards.Rank) func(view) bool {
	return func(v view) bool { return v.among(r, r) == 0 }
}
