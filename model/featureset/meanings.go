package featureset

// meaning explains a word.
type meaning struct {
	text    string
	example string // an expression that holds for AsKs on Kd7s2s
	streets string // where the word can be true or above 0
}

const all = "all"

// meanings explains the words by their names.
var meanings = map[string]meaning{
	"board.cards":    {"cards on the board: 3, 4 or 5", "board.cards == 3", all},
	"board.high":     {"highest rank", "board.high == king", all},
	"board.low":      {"lowest rank, the ace high", "board.low == two", all},
	"board.rank":     {"rank of the n-th highest card, rank(1) the highest", "board.rank(2) == seven", all},
	"board.count":    {"cards with a rank from low to high", "board.count(ten, ace) == 1", all},
	"board.distinct": {"different ranks", "board.distinct == 3", all},
	"board.most":     {"cards of the commonest rank", "board.most == 1", all},
	"board.pairs":    {"ranks with two cards or more", "board.pairs == 0", all},
	"board.suits":    {"different suits", "board.suits == 2", all},
	"board.flush":    {"cards of the commonest suit", "board.flush == 2", all},
	"board.suited": {
		"highest rank in the commonest suit; of several suits, the highest",
		"board.suited == seven", all,
	},
	"board.straight": {
		"most different ranks within five neighbouring ranks, the ace high and low",
		"board.straight == 1", all,
	},
	"board.missing": {
		"ranks missing between lowest and highest, the ace high or low, whichever gives fewer",
		"board.missing == 9", all,
	},
	"hand.high":   {"rank of the higher hole card", "hand.high == ace", all},
	"hand.low":    {"rank of the lower hole card", "hand.low == king", all},
	"hand.pair":   {"the hole cards have the same rank", "not hand.pair", all},
	"hand.suited": {"the hole cards have the same suit", "hand.suited", all},
	"hand.gap":    {"ranks missing between the hole cards, the ace high or low", "hand.gap == 0", all},
	"hand.count":  {"hole cards with a rank from low to high", "hand.count(ten, ace) == 2", all},
	"pair.hits":   {"hole cards with the rank of a board card", "pair.hits == 1", all},
	"pair.top":    {"a hole card has the highest rank on the board", "pair.top", all},
	"pair.second": {"a hole card has the second highest different rank on the board", "not pair.second", all},
	"pair.bottom": {
		"a hole card has the lowest rank on a board of two different ranks or more",
		"not pair.bottom", all,
	},
	"pair.both":  {"two hole cards of different ranks both match the board", "not pair.both", all},
	"pair.over":  {"a pocket pair above every board card", "not pair.over", all},
	"pair.under": {"a pocket pair below every board card", "not pair.under", all},
	"pair.board": {
		"pairs of our best hand that lie on the board, if it is one pair or two pair; else 0",
		"pair.board == 0", all,
	},
	"kicker.rank": {
		"rank of the hole card that matches no board card, if the other does; else 0",
		"kicker.rank == ace", all,
	},
	"kicker.better": {
		"higher ranks that the board lacks and that would play as better kickers, straights and flushes not " +
			"counted; 13 without a kicker",
		"kicker.better == 0", all,
	},
	"over.ours":  {"hole cards above every board card", "over.ours == 1", all},
	"over.board": {"board cards above our higher hole card", "over.board == 0", all},
	"made.category": {
		"category of hand and board, one of the names from high_card to straight_flush",
		"made.category == one_pair", all,
	},
	"made.board": {"category of the board alone", "made.board == high_card", all},
	"made.ours": {
		"hand and board make more than the board alone: a higher category, or the same with higher ranks, " +
			"kickers not counted",
		"made.ours", all,
	},
	"flush.all": {"cards of the commonest suit in hand and board", "flush.all == 4", all},
	"flush.held": {
		"hole cards of the suit that most board cards have; of several suits, of the one that we " +
			"hold most of",
		"flush.held == 2", all,
	},
	"flush.nut":     {"we hold the highest card of a commonest suit of the board that the board lacks", "flush.nut", all},
	"straight.made": {"hand and board hold a straight", "not straight.made", all},
	"straight.high": {"highest rank of our highest straight, five for A-5; 0 without one", "straight.high == 0", all},
	"straight.best": {
		"highest rank of the highest straight that any hand can have on the board; 0 if none can",
		"straight.best == 0", all,
	},
	"straight.outs": {"different ranks that would fill a further window", "straight.outs == 0", all},
	"straight.ways": {"windows that hold exactly three different ranks", "straight.ways == 0", all},
	"straight.four": {
		"a window holds exactly four different ranks, at least one of them in our hand alone",
		"not straight.four", all,
	},
	"straight.ours": {
		"four in a row from 2-5 to T-K, and we hold the lowest rank; a fifth may follow",
		"not straight.ours", all,
	},
	"straight.board": {
		"four in a row from 2-5 to T-K, and we do not hold the lowest rank; a fifth may follow",
		"not straight.board", all,
	},
	"draw.flush": {
		"exactly four cards of the commonest suit in hand and board, at least one of them ours",
		"draw.flush", "flop, turn",
	},
	"draw.backdoor_flush": {
		"exactly three cards of the commonest suit, on a flop of two suits or three",
		"not draw.backdoor_flush", "flop",
	},
	"draw.open":   {"no straight, and four in a row that are open at both ends", "not draw.open", "flop, turn"},
	"draw.inside": {"no straight, not open-ended, and one rank makes a straight", "not draw.inside", "flop, turn"},
	"draw.double_inside": {
		"no straight, not open-ended, and two ranks or more make a straight",
		"not draw.double_inside", "flop, turn",
	},
	"outs.better": {
		"cards that raise our category, after which made.ours holds",
		"outs.better == 20", "flop, turn",
	},
	"outs.clean": {
		"such cards that do not pair the board, and put no third or further card of a suit there unless " +
			"they give us a flush or straight flush",
		"outs.clean == 12", "flop, turn",
	},
	"outs.flush": {
		"without a flush yet, cards that give us a flush that the board does not then have alone",
		"outs.flush == 9", "flop, turn",
	},
	"outs.straight": {
		"without a straight yet, cards that give us a straight or straight flush higher than the board " +
			"then has alone",
		"outs.straight == 0", "flop, turn",
	},
	"outs.over": {"cards of the rank of a hole card that is above every board card", "outs.over == 3", "flop, turn"},
	"blocker.flush": {
		"hole cards of a suit that two board cards or more share; of several suits, of the one that we " +
			"hold most of",
		"blocker.flush == 2", all,
	},
	"blocker.straight": {
		"hole cards with a rank that the board lacks in a window of which it has three ranks or more",
		"blocker.straight == 0", all,
	},
	"blocker.set":    {"hole cards with the rank of a board card, as pair.hits", "blocker.set == 1", all},
	"two":            {"rank 2", "two == 2", all},
	"three":          {"rank 3", "three == 3", all},
	"four":           {"rank 4", "four == 4", all},
	"five":           {"rank 5", "five == 5", all},
	"six":            {"rank 6", "six == 6", all},
	"seven":          {"rank 7", "seven == 7", all},
	"eight":          {"rank 8", "eight == 8", all},
	"nine":           {"rank 9", "nine == 9", all},
	"ten":            {"rank 10", "ten == 10", all},
	"jack":           {"rank 11", "jack == 11", all},
	"queen":          {"rank 12", "queen == 12", all},
	"king":           {"rank 13", "king == 13", all},
	"ace":            {"rank 14", "ace == 14", all},
	"high_card":      {"category 0", "made.category > high_card", all},
	"one_pair":       {"category 1", "made.category == one_pair", all},
	"two_pair":       {"category 2", "made.category < two_pair", all},
	"trips":          {"category 3, three of a kind", "made.category < trips", all},
	"a_straight":     {"category 4", "made.category < a_straight", all},
	"a_flush":        {"category 5", "made.category < a_flush", all},
	"full_house":     {"category 6", "made.category < full_house", all},
	"quads":          {"category 7, four of a kind", "made.category < quads", all},
	"straight_flush": {"category 8", "made.category < straight_flush", all},
}
