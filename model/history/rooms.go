package history

import "regexp"

// stated has the blinds in the first line of PokerStars, GGPoker and Winamax: (10/20), ($0.05/$0.10 USD), the ante
// first as in (60/250/500), or last as in (250/500(60)).
const (
	currency = `[^\d()/]{0,4}`
	blinds   = currency + `(?P<small>` + number + `)` + currency + `/` + currency + `(?P<big>` + number + `)`
	stated   = `\((?:` + currency + `(?P<ante>` + number + `)` + currency + `/)?` + blinds
)

// starsWords are the words of PokerStars in the languages in which it writes histories.
var starsWords = []word{
	{"posts", posts}, {"folds", folds}, {"checks", checks}, {"calls", calls}, {"bets", bets}, {"raises", raises},
	{"shows", shows}, {"mucks", shows}, {"collected", wins}, {"wins", wins},
	{"met", posts}, {"passe", folds}, {"se couche", folds}, {"parole", checks}, {"suit", calls}, {"mise", bets},
	{"relance", raises}, {"montre", shows}, {"remporte", wins}, {"gagne", wins},
	{"pone", posts}, {"se retira", folds}, {"pasa", checks}, {"iguala", calls}, {"apuesta", bets}, {"sube", raises},
	{"muestra", shows}, {"se lleva", wins},
	{"coloca", posts}, {"paga o", posts}, {"desiste", folds}, {"passa", checks}, {"aposta", bets}, {"aumenta", raises},
	{"mostra", shows}, {"recebeu", wins}, {"recebe", dealt},
	{"setzt Small Blind", posts}, {"setzt Big Blind", posts}, {"setzt Ante", posts}, {"setzt den Ante", posts},
	{"passt", folds}, {"checkt", checks}, {"geht mit", calls}, {"setzt", bets}, {"erhöht", raises},
	{"zeigt", shows}, {"gewinnt", wins}, {"bekommt", dealt},
}

var stars = grammar{
	room: "PokerStars",
	header: regexp.MustCompile(`^(?:PokerStars(?: Zoom| Home Game)? (?:Hand|Game|Partie)(?: #| Nr\. ?)|` +
		`Main PokerStars n[°º]|Mão PokerStars #|Mano n\.º )(\d+)`),
	game:   regexp.MustCompile(`Hold'em No Limit`),
	blinds: regexp.MustCompile(stated),
	event:  regexp.MustCompile(`(?:Tournament|Tournoi|Torneio|Torneo|Turnier) *(?:#|n[°º.]+|Nr\. ?) *(\d+)`),
	colon:  true,
	words:  starsWords,
}

var gg = grammar{
	room:   "GGPoker",
	header: regexp.MustCompile(`^Poker Hand #(\w+)`),
	game:   regexp.MustCompile(`Hold'em No Limit`),
	blinds: regexp.MustCompile(`\(` + blinds + `(?:\((?P<ante>` + number + `)\))?`),
	event:  regexp.MustCompile(`Tournament #(\d+)`),
	colon:  true,
	words:  append([]word{{"straddle", posts}}, starsWords[:10]...),
}

// roundWords are the words of rooms that write names without a colon.
var roundWords = starsWords[:9]

var pacific = grammar{
	room:   "888",
	header: regexp.MustCompile(`^\*{5} (?:[\w.-]+ )+Hand History for Game (\d+)`),
	game:   regexp.MustCompile(`Blinds No Limit Holdem`),
	blinds: regexp.MustCompile(`^\D{0,3}(?P<small>` + number + `)\D{0,3}/\D{0,3}(?P<big>` + number +
		`)\D{0,3}(?P<ante>) Blinds`),
	event: regexp.MustCompile(`^Tournament #(\d+)`),
	added: true,
	words: roundWords,
}

var party = grammar{
	room:   "partypoker",
	header: regexp.MustCompile(`^\*{5} Hand History [Ff]or Game (\w+)`),
	game:   regexp.MustCompile(`NL +(?:Texas )?Hold'?em|^\S+ (?:Tourney )?Texas Hold'?em Game Table \(NL\)`),
	blinds: regexp.MustCompile(`(?:Blinds(?:-Antes)?\(|^\D?)(?P<small>` + number + `)(?: ?/ ?)\D?(?P<big>` + number +
		`)(?: -(?P<ante>` + number + `))?(?:\)| (?:USD |EUR |GBP |Tourney )?(?:NL |Texas))`),
	event: regexp.MustCompile(`Trny: ?(\d+)|Tournament #(\d+)|^Table .*\((\d+)\) Table #`),
	added: true,
	words: append([]word{{"is all-In", jams}, {"wins", wins}, {"balance", settles}}, roundWords...),
}

var winamax = grammar{
	room:   "Winamax",
	header: regexp.MustCompile(`^Winamax Poker - .*HandId: #([\d-]+)`),
	game:   regexp.MustCompile(`Holdem no limit`),
	blinds: regexp.MustCompile(`limit ` + stated),
	event:  regexp.MustCompile(`^Table: '.*\((\d+)\)#\d+'`),
	words:  roundWords,
}

// ipokerText is iPoker as its software and trackers write it as text.
var ipokerText = grammar{
	room:   "iPoker",
	header: regexp.MustCompile(`^GAME #(\d+) Version:`),
	game:   regexp.MustCompile(`(?:Texas Hold'?em|Holdem) NL`),
	blinds: regexp.MustCompile(`(?: NL \D?|Blinds: )(?P<small>` + number + `)/\D?(?P<big>` + number +
		`)(?:, Ante: (?P<ante>` + number + `))?`),
	event: regexp.MustCompile(`^Table .*?, (\d+)(?:, \d+)? \(Tournament:`),
	colon: true,
	words: []word{
		{"Post", posts}, {"Fold", folds}, {"Check", checks}, {"Call", calls}, {"Bet", bets}, {"Raise", raises},
		{"Allin", jams}, {"Shows", shows}, {"Mucks", shows}, {"wins", wins},
	},
}
