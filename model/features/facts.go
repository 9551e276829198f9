package features

import "feltlab/model/cards"

// Facts are what expressions read: the facts about a hand on a board of three to five cards. Ranks are 2 to 14, and 0
// where there is none. The tag expr has the word; the tag streets says where the word can be true or above 0, if not on
// all streets. docs/feature-words.md says what each word means.
type Facts struct {
	Board    Board    `expr:"board"`
	Hand     Hand     `expr:"hand"`
	Pair     Pair     `expr:"pair"`
	Kicker   Kicker   `expr:"kicker"`
	Over     Over     `expr:"over"`
	Made     Made     `expr:"made"`
	Flush    Flush    `expr:"flush"`
	Straight Straight `expr:"straight"`
	Draw     Draw     `expr:"draw" streets:"flop, turn"`
	Outs     Outs     `expr:"outs" streets:"flop, turn"`
	Blocker  Blocker  `expr:"blocker"`
	values

	mine, common cards.Set
	all          suited // of hand and board
	table        suited // of the board
	held         suited // of the hand
	made         made   // of hand and board
}

// Board has the facts about the board alone.
type Board struct {
	Cards    int                     `expr:"cards"`
	High     int                     `expr:"high"`
	Low      int                     `expr:"low"`
	Rank     func(n int) int         `expr:"rank"`
	Count    func(low, high int) int `expr:"count"`
	Distinct int                     `expr:"distinct"`
	Most     int                     `expr:"most"`
	Pairs    int                     `expr:"pairs"`
	Suits    int                     `expr:"suits"`
	Flush    int                     `expr:"flush"`
	Suited   int                     `expr:"suited"`
	Straight int                     `expr:"straight"`
	Missing  int                     `expr:"missing"`
}

// Hand has the facts about the two hole cards alone.
type Hand struct {
	High   int                     `expr:"high"`
	Low    int                     `expr:"low"`
	Paired bool                    `expr:"pair"`
	Suited bool                    `expr:"suited"`
	Gap    int                     `expr:"gap"`
	Count  func(low, high int) int `expr:"count"`
}

// Pair says how hole cards match ranks of the board.
type Pair struct {
	Hits   int  `expr:"hits"`
	Top    bool `expr:"top"`
	Second bool `expr:"second"`
	Bottom bool `expr:"bottom"`
	Both   bool `expr:"both"`
	Over   bool `expr:"over"`
	Under  bool `expr:"under"`
	Board  int  `expr:"board"`
}

// Kicker is about the hole card beside the one that matches the board.
type Kicker struct {
	Rank   int `expr:"rank"`
	Better int `expr:"better"`
}

// Over counts overcards.
type Over struct {
	Ours  int `expr:"ours"`
	Board int `expr:"board"`
}

// Made is the best hand of five or more cards.
type Made struct {
	Category int  `expr:"category"`
	Board    int  `expr:"board"`
	Ours     bool `expr:"ours"`
}

// Flush counts suits.
type Flush struct {
	All  int  `expr:"all"`
	Held int  `expr:"held"`
	Nut  bool `expr:"nut"`
}

// Straight says how the ranks of hand and board lie in the ten windows of five neighbouring ranks.
type Straight struct {
	Made  bool `expr:"made"`
	High  int  `expr:"high"`
	Best  int  `expr:"best"`
	Outs  int  `expr:"outs"`
	Ways  int  `expr:"ways"`
	Four  bool `expr:"four"`
	Ours  bool `expr:"ours"`
	Board bool `expr:"board"`
}

// Draw says what the next cards may make. On the river all of it is false.
type Draw struct {
	Flush         bool `expr:"flush"`
	BackdoorFlush bool `expr:"backdoor_flush" streets:"flop"`
	Open          bool `expr:"open"`
	Inside        bool `expr:"inside"`
	DoubleInside  bool `expr:"double_inside"`
}

// Outs count the unseen cards that improve the hand on the next street. On the river all are 0.
type Outs struct {
	Better   int `expr:"better"`
	Clean    int `expr:"clean"`
	Flush    int `expr:"flush"`
	Straight int `expr:"straight"`
	Over     int `expr:"over"`
}

// Blocker counts hole cards that opponents lack.
type Blocker struct {
	Flush    int `expr:"flush"`
	Straight int `expr:"straight"`
	Set      int `expr:"set"`
}

// values are ranks and categories by their names.
type values struct {
	Two   int `expr:"two"`
	Three int `expr:"three"`
	Four  int `expr:"four"`
	Five  int `expr:"five"`
	Six   int `expr:"six"`
	Seven int `expr:"seven"`
	Eight int `expr:"eight"`
	Nine  int `expr:"nine"`
	Ten   int `expr:"ten"`
	Jack  int `expr:"jack"`
	Queen int `expr:"queen"`
	King  int `expr:"king"`
	Ace   int `expr:"ace"`

	HighCard      int `expr:"high_card"`
	OnePair       int `expr:"one_pair"`
	TwoPair       int `expr:"two_pair"`
	Trips         int `expr:"trips"`
	AStraight     int `expr:"a_straight"`
	AFlush        int `expr:"a_flush"`
	FullHouse     int `expr:"full_house"`
	Quads         int `expr:"quads"`
	StraightFlush int `expr:"straight_flush"`
}

var names = values{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0, 1, 2, 3, 4, 5, 6, 7, 8}
