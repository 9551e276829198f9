package history

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"feltlab/model/cards"
)

// grammar is how a room writes a hand.
type grammar struct {
	room   string
	header *regexp.Regexp // first line of a hand; its group is the number of the hand
	game   *regexp.Regexp // what a line before the seats has in no-limit hold'em
	blinds *regexp.Regexp // stated blinds: groups small, big and, if it is stated, ante
	event  *regexp.Regexp // number of the tournament
	colon  bool           // whether actions have a colon behind the name
	added  bool           // whether the only number of a raise is what it puts in, not what it raises to
	words  []word
}

// verb is what a line about a player says.
type verb uint8

const (
	posts verb = iota
	folds
	checks
	calls
	bets // the number is what it puts in
	raises
	jams // all chips behind
	shows
	dealt
	wins
	settles // partypoker's summary
)

// word is the beginning of what stands behind a name.
type word struct {
	text string
	verb verb
}

// grammars are those of text, in the order in which lines are tried.
var grammars = []*grammar{&stars, &gg, &pacific, &party, &winamax, &ipokerText}

const seatWord = `(?:[Ss]eat|Lugar|Siège|Place|Asiento|Platz)`

var (
	ofSeat   = regexp.MustCompile(`^` + seatWord + ` (\d{1,3}): `)
	seatLine = regexp.MustCompile(`^` + seatWord + ` (\d{1,3}): *(.*?) \( ?([^()]*\d[^()]*)\)([^()]*)$`)
	button   = regexp.MustCompile(`(?i)` + seatWord + ` *(?:#|n\.º|nr\.)? *(\d{1,3}) +` +
		`(?:is the button|é o botão|est (?:au|le) bouton|es el botón|ist der button)`)
	dealtTo  = regexp.MustCompile(`^(?:Dealt to|Distribuées(?: à)?|Repartidas a|Distribuídas a) (.*\[.*)`)
	bounty   = regexp.MustCompile(`(` + number + `)[^\d,]* (?:bounty|de bounty|prime)`)
	givenTo  = regexp.MustCompile(`^[^\[]*?\([^()]*?(` + number + `)[^()]*\)\D`)
	collects = regexp.MustCompile(`collected \D{0,3}(` + number + `)`)
	noWin    = regexp.MustCompile(`eliminat|bounty|prime|ticket|tournament`)
)

// Read calls each for every hand of a text, in order, with the hand or with its error. It stops when each returns
// false, and reports whether the text has a line that begins a hand of a known room.
func Read(text []byte, each func(*Hand, error) bool) (known bool) {
	all := lines(text)
	var g *grammar
	begun := 0
	flush := func(end int) bool {
		switch {
		case known && g == nil:
			return readXML(all[begun:end], begun+1, each)
		case known:
			return each(g.read(all[begun:end], begun+1))
		}
		return true
	}
	for i, line := range all {
		next, ok := begins(line)
		if !ok {
			continue
		}
		if !flush(i) {
			return true
		}
		g, begun, known = next, i, true
	}
	flush(len(all))
	return known
}

// begins reports whether a line begins a hand, and of which room; nil is iPoker's XML.
func begins(line string) (*grammar, bool) {
	if strings.HasPrefix(line, "<") {
		return nil, strings.Contains(line, "<session")
	}
	for _, g := range grammars {
		if g.header.MatchString(line) {
			return g, true
		}
	}
	return nil, false
}

// read reads a hand of which line is the number of the first line.
func (g *grammar) read(lines []string, line int) (*Hand, error) {
	r := &replay{hand: Hand{Room: g.room, Line: line, Hero: -1}}
	m := g.header.FindStringSubmatch(lines[0])
	r.hand.ID = m[1]
	game, summary := false, false
	for i, text := range lines {
		switch {
		case text == "":
		case strings.HasPrefix(text, "** ") || strings.HasPrefix(text, "*** "):
			summary = r.marker(text) || summary
		case summary && ofSeat.MatchString(text):
			r.showed(text)
		case len(r.hand.Events) == 0 && g.about(r, text, &game):
		case seatLine.MatchString(text): // of another hand: the first one lacks its end
			r.fail(ErrCut, "line %d begins another", line+i)
		default:
			g.player(r, text)
		}
		if r.err != nil {
			return nil, r.err
		}
	}
	if !game {
		return nil, ErrGame
	}
	return r.finish()
}

// marker reads a line that begins a betting round or the summary, and reports whether it is the summary.
func (r *replay) marker(text string) (summary bool) {
	lower := strings.ToLower(text)
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(lower, w) })
	}
	switch {
	case has("summary", "résumé", "synthèse", "resumen", "sumário", "zusammenfassung"):
		r.ended = true
		return true
	case has("second", "pre-flop", "show"):
	case has("down cards"):
		r.postStated()
	case has("flop"):
		r.next(1, cardsIn(text, true))
	case has("turn", "tournant"):
		r.next(2, cardsIn(text, true))
	case has("river", "rivière"):
		r.next(3, cardsIn(text, true))
	}
	return false
}

// about reads a line before the first post, and reports whether it was one.
func (g *grammar) about(r *replay, text string, game *bool) bool {
	if m := seatLine.FindStringSubmatch(text); m != nil {
		number, _ := strconv.Atoi(m[1])
		s := Seat{Number: number, Name: m[2], Stack: amount(numbers.FindString(m[3]))}
		if b := bounty.FindStringSubmatch(m[3]); b != nil {
			s.Bounty = float64(amount(b[1])) / Hundredths
		}
		if r.sit(s); strings.Contains(m[4], "DEALER") {
			r.button = number
		}
		return true
	}
	if len(r.hand.Seats) == 0 && g.game.MatchString(text) {
		*game = true
	}
	found := false
	if m := button.FindStringSubmatch(text); m != nil {
		r.button, _ = strconv.Atoi(m[1])
		found = true
	}
	if m := g.event.FindStringSubmatch(text); m != nil && r.hand.Tournament == "" {
		r.hand.Tournament = cmp.Or(m[1:]...)
		found = true
	}
	if m := g.blinds.FindStringSubmatch(text); m != nil {
		for i, to := range map[string]*int{"small": &r.hand.Small, "big": &r.hand.Big, "ante": &r.hand.Ante} {
			*to = amount(m[g.blinds.SubexpIndex(i)])
		}
		found = true
	}
	return found
}

// showed reads the cards of a line of the summary.
func (r *replay) showed(text string) {
	number, _ := strconv.Atoi(ofSeat.FindStringSubmatch(text)[1])
	i := slices.IndexFunc(r.hand.Seats, func(s Seat) bool { return s.Number == number })
	if i >= 0 {
		r.know(i, cardsIn(text, false))
	}
}

func (r *replay) know(seat int, two []cards.Card) {
	if len(two) == 2 && two[0] != two[1] && r.hand.Seats[seat].Cards == nil {
		r.hand.Seats[seat].Cards = two
	}
}

// named returns the player with whose name a text begins, and what stands behind; the longest name counts. The seat is
// -1 if there is none.
func (r *replay) named(text string) (seat int, rest string) {
	seat = -1
	for i, s := range r.hand.Seats {
		after, ok := strings.CutPrefix(text, s.Name)
		if ok && (after == "" || after[0] == ' ' || after[0] == ':') && (seat < 0 || len(after) < len(rest)) {
			seat, rest = i, after
		}
	}
	return seat, rest
}

// player reads a line about a player; other lines are chat and news of the table.
func (g *grammar) player(r *replay, text string) {
	if m := dealtTo.FindStringSubmatch(text); m != nil {
		if seat, rest := r.named(m[1]); seat >= 0 {
			r.deal(seat, rest)
		}
		return
	}
	seat, rest := r.named(text)
	if seat < 0 {
		r.uncalled(text)
		return
	}
	rest = strings.TrimLeft(rest, " ")
	rest, colon := strings.CutPrefix(rest, ":")
	rest = strings.TrimLeft(rest, " ")
	for _, w := range g.words {
		after, ok := strings.CutPrefix(rest, w.text)
		if ok && !startsWithLetter(after) && (w.verb >= shows || colon == g.colon) {
			g.act(r, seat, w.verb, rest)
			return
		}
	}
}

func startsWithLetter(text string) bool {
	return text != "" && (text[0] >= 'a' && text[0] <= 'z' || text[0] >= 0x80)
}

// deal remembers the cards of the player whose history it is: the first one whose cards it has before the flop.
func (r *replay) deal(seat int, text string) {
	if r.know(seat, cardsIn(text, false)); r.hand.Hero < 0 && r.hand.Seats[seat].Cards != nil {
		r.hand.Hero = seat
	}
}

// uncalled reads a line that ends with the name of the player who gets back chips.
func (r *replay) uncalled(text string) {
	m := givenTo.FindStringSubmatch(text)
	if m == nil {
		return
	}
	for i, s := range r.hand.Seats {
		if strings.HasSuffix(text, " "+s.Name) {
			r.restore(i, amount(m[1]))
			return
		}
	}
}

func (g *grammar) act(r *replay, seat int, v verb, rest string) {
	switch v {
	case shows:
		r.know(seat, cardsIn(rest, false))
		return
	case dealt:
		r.deal(seat, rest)
		return
	case settles:
		r.ended = true
		r.know(seat, cardsIn(rest, false))
		if m := collects.FindStringSubmatch(rest); m != nil {
			r.hand.Seats[seat].Won += amount(m[1])
		}
		return
	case folds:
		r.put(seat, Fold, 0)
		return
	case checks:
		r.put(seat, Check, 0)
		return
	}
	text, _, _ := strings.Cut(rest, "#")
	var chips []int
	for _, n := range numbers.FindAllString(text, -1) {
		chips = append(chips, amount(n))
	}
	switch {
	case v == wins && (len(chips) == 0 || noWin.MatchString(rest)):
	case v == wins:
		r.ended = r.ended || g == &party
		r.hand.Seats[seat].Won += chips[0]
	case v == jams && len(chips) > 0:
		r.jam(seat)
	case len(chips) == 0: // partypoker says again in words that a player is all-in
	case v == posts:
		r.posted(seat, rest, chips)
	case v == calls:
		r.put(seat, Call, chips[0])
	case v == bets || len(chips) == 1 && g.added:
		r.put(seat, Raise, chips[0])
	default:
		r.put(seat, Raise, chips[len(chips)-1]-r.front[seat])
	}
}

func (r *replay) jam(seat int) {
	kind := Call
	if r.front[seat]+r.left[seat] > r.level {
		kind = Raise
	}
	r.put(seat, kind, r.left[seat])
}

var (
	anteWord  = regexp.MustCompile(`(?i)\bante\b`)
	smallWord = regexp.MustCompile(`(?i)^(post sb|[\pL' ]+ (small|petite) blind|[\pL ]+ciega pequeña)`)
	bigWord   = regexp.MustCompile(`(?i)^(post bb|[\pL' ]+ (big|grosse) blind|[\pL ]+ciega grande)`)
	bothWord  = regexp.MustCompile(`(?i)dead|straddle|&|\+|blinds`)
)

func (r *replay) posted(seat int, rest string, chips []int) {
	kind, sum := OtherPost, 0
	switch {
	case bothWord.MatchString(rest):
	case anteWord.MatchString(rest):
		kind = Ante
	case smallWord.MatchString(rest):
		kind = SmallBlind
	case bigWord.MatchString(rest):
		kind = BigBlind
	}
	for _, c := range chips {
		sum += c
	}
	r.post(seat, kind, sum)
}
