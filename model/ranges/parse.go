package ranges

import (
	"fmt"
	"strings"

	"feltlab/model/cards"
)

const numCombos = cards.NumCombos

const expected = "want a hand such as 77+, ATs+, A5s-A2s, Axs, KQo or AhKh, or a name: " +
	"ATC, any, random, RUS, RS, RML, pairs, suited, offsuit, broadway, connectors, chen, sklansky:1-5, top 15%"

// Parse reads a range in the syntax of the package comment. An error about one token is a *TokenError. A
// text without tokens, or one that excludes all hands that it names, is an error too.
func Parse(text string) (*Range, error) { return parse(text, nil) }

func parse(text string, own vocabulary) (*Range, error) {
	read, err := own.read(text)
	if err != nil {
		return nil, err
	}
	weights, rounded := reduce(&read.weights)
	r, err := FromWeights(weights)
	if err == nil {
		r.rounded = rounded || read.rounded
	}
	return r, err
}

// read returns the weights of a text, before they are reduced.
func (v vocabulary) read(text string) (*reading, error) {
	tokens, err := scan(text)
	if err != nil {
		return nil, err
	}
	if len(tokens) == 0 {
		return nil, fmt.Errorf("range %s is empty: %s", quote(text), expected)
	}
	u := &union{own: v, heading: number{units: unit}}
	for _, pass := range []func(*token) error{u.exclude, u.add} {
		for i := range tokens {
			if err := pass(&tokens[i]); err != nil {
				return nil, err
			}
		}
	}
	if u.group != nil {
		return nil, u.group.fail("nothing ends it: want %s after its last hand", u.group.closing())
	}
	if u.weights == (units{}) {
		return nil, fmt.Errorf("range %s is empty: want hands that no %s excludes, with a weight above 0", quote(text),
			exclusionMark)
	}
	return &u.reading, nil
}

// reading has the weights of a text in units; some are rounded if it says so.
type reading struct {
	weights units
	rounded bool
}

// union collects the weights of the tokens' combos.
type union struct {
	own vocabulary
	reading
	from     [numCombos]*token // the first token with the combo
	excluded [numCombos]bool
	group    *token // the mark of the open group
	common   number // the weight of the open group
	heading  number // the weight of tokens after "75:"
	headed   bool
}

func (u *union) exclude(t *token) error {
	body, ok := t.excluded()
	if !ok {
		return nil
	}
	if _, weight := cutWeight(body); weight != "" {
		return t.fail("an exclusion takes no weight: want one such as !KK")
	}
	hands, err := u.own.hands(t, body)
	for _, h := range hands {
		u.excluded[h.Combo] = true
	}
	return err
}

// add gives the token's hands its weight, except those excluded, and fails if a hand has another weight
// already. A mark opens or closes a group.
func (u *union) add(t *token) error {
	if inside, ok := t.mark(); ok {
		return u.mark(t, inside)
	}
	if percent, ok := t.heading(); ok {
		u.heading, ok = parseDecimal(percent, -2)
		u.headed = true
		if !ok || u.heading.units > unit {
			return t.fail("want percent from 0 to 100, such as 75: AQs, AJs")
		}
		return nil
	}
	if _, excludes := t.excluded(); excludes {
		return nil
	}
	body, text := cutWeight(t.text)
	hands, err := u.own.hands(t, body)
	if err != nil {
		return err
	}
	weight := u.heading
	switch {
	case text != "" && u.group != nil:
		return t.fail("want one weight, its own or that of %s at character %d", u.group.text, u.group.position)
	case text != "" && u.headed:
		return t.fail("want one weight, its own or the percentage before the hands")
	case u.group != nil:
		weight = u.common
	case text != "":
		var ok bool
		if weight, ok = readWeight(text); !ok || weight.units > unit {
			return t.fail("want a weight from 0 to 1, such as %[1]s:0.5, or percent, such as %[1]s@50 or %[1]s:50%%",
				body)
		}
	}
	for _, h := range hands {
		if err := u.give(t, h, weight); err != nil {
			return err
		}
	}
	return nil
}

// give gives a hand of a token the weight of the token times the hand's own.
func (u *union) give(t *token, of weighted, weight number) error {
	h, w := of.Combo, weight.times(of.weight)
	switch first := u.from[h]; {
	case u.excluded[h]:
	case first == nil:
		u.weights[h], u.from[h], u.rounded = w.units, t, u.rounded || w.rounded
	case u.weights[h] != w.units:
		return t.fail("it gives %v weight %s, but %s at character %d gave it %s: want one weight for each combo",
			h, formatDecimal(w.units, unit), quote(first.text), first.position, formatDecimal(u.weights[h], unit))
	}
	return nil
}

// mark opens or closes a group of hands with one weight: "[50]AA,KK[/50]".
func (u *union) mark(t *token, inside string) error {
	percent, closes := strings.CutPrefix(inside, "/")
	weight, ok := readWeight("@" + percent)
	switch {
	case !ok || weight.units > unit:
		return t.fail("want percent from 0 to 100, such as [50]AA,KK[/50]")
	case closes && u.group == nil:
		return t.fail("it ends nothing: want [%s] before it", percent)
	case closes && weight != u.common:
		return t.fail("want %s, since %s at character %d is open", u.group.closing(), u.group.text, u.group.position)
	case closes:
		u.group = nil
	case u.group != nil:
		return t.fail("want %s before it, since %s at character %d is open",
			u.group.closing(), u.group.text, u.group.position)
	case u.headed:
		return t.fail("want one weight, that of the group or the percentage before it")
	default:
		u.group, u.common = t, weight
	}
	return nil
}

// cutWeight cuts a token before the colon or the @ of its weight, if it has one. The colon of "sklansky:1-5" belongs to
// the name.
func cutWeight(text string) (body, weight string) {
	if at := strings.IndexByte(text, '@'); at >= 0 {
		return text[:at], text[at:]
	}
	from := 0
	if name := sklanskyWord + ":"; len(text) >= len(name) && strings.EqualFold(text[:len(name)], name) {
		from = len(name)
	}
	if at := strings.IndexByte(text[from:], ':'); at >= 0 {
		return text[:from+at], text[from+at:]
	}
	return text, ""
}

// readWeight reads the weight that cutWeight cut: a fraction, or percent after @ or before %.
func readWeight(text string) (number, bool) {
	body, signed := strings.CutSuffix(text[1:], "%")
	if text[0] == '@' || signed {
		return parseDecimal(body, -2)
	}
	return parseDecimal(body, 0)
}

// TokenError says which token of a range is wrong, and why.
type TokenError struct {
	Token    string // as written, with its weight
	Position int    // of the token's first character in the text, counted from 1
	Problem  string // what is wrong and what would be right
}

// Error returns the message on one line.
func (e *TokenError) Error() string {
	return fmt.Sprintf("%s at character %d: %s", quote(e.Token), e.Position, e.Problem)
}

// quote returns a token in quotes, cut to 40 characters.
func quote(token string) string {
	const longest = 40
	if runes := []rune(token); len(runes) > longest {
		return fmt.Sprintf("%q...", string(runes[:longest]))
	}
	return fmt.Sprintf("%q", token)
}
