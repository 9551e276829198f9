package ranges

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"feltlab/model/cards"
	"feltlab/model/chen"
)

// expected ends the message about a token nothing is known about.
const expected = "want a hand such as 77+, ATs+, A5s-A2s, KQo or AhKh, or a name: " +
	"ATC, any, random, RUS, RS, RML, chen, sklansky:1-5, top 15%"

// Parse reads a range in the syntax of the package comment. Errors about one token are
// *TokenError; a text without tokens gives ErrEmpty.
func Parse(text string) (*Range, error) {
	tokens := scan(text)
	if len(tokens) == 0 {
		return nil, fmt.Errorf("%w: %s: %s", ErrEmpty, quote(text), expected)
	}
	var u union
	for i := range tokens {
		if err := u.add(&tokens[i]); err != nil {
			return nil, err
		}
	}
	return FromWeights(&u.weights)
}

// token is a stretch of the text between separators.
type token struct {
	text     string
	position int // of its first character, from 1
}

// scan splits a text at commas and white space. "top" and the number after it are one token.
func scan(text string) []token {
	const space, separators = " \t\r\n", ", \t\r\n"
	var out []token
	for rest, position := text, 1; rest != ""; {
		gap := len(rest) - len(strings.TrimLeft(rest, separators))
		word := rest[gap:]
		if end := strings.IndexAny(word, separators); end >= 0 {
			word = word[:end]
		}
		if word == "" {
			break
		}
		position += utf8.RuneCountInString(rest[:gap])
		number := word[0] >= '0' && word[0] <= '9'
		if last := len(out) - 1; number && last >= 0 && strings.EqualFold(out[last].text, topWord) && strings.Trim(rest[:gap], space) == "" {
			out[last].text += " " + word
		} else {
			out = append(out, token{word, position})
		}
		position += utf8.RuneCountInString(word)
		rest = rest[gap+len(word):]
	}
	return out
}

// union collects the weights that tokens give, in millionths.
type union struct {
	weights [cards.NumCombos]uint32
	from    [cards.NumCombos]*token // the first token that gave the weight
}

// add gives the token's hands its weight and fails if one of them has another weight.
func (u *union) add(t *token) error {
	fail := func(kind error, problem string) error {
		return &TokenError{Token: t.text, Position: t.position, Problem: problem, Kind: kind}
	}
	body, weightText, weighted := splitWeight(t.text)
	hands, problem := expand(body)
	if problem != "" {
		return fail(ErrSyntax, problem)
	}
	weight := uint32(one)
	if weighted {
		var err error
		if weight, err = parseWeight(weightText); err != nil {
			return fail(err, weightProblem(body))
		}
	}
	byChen := strings.EqualFold(body, chenWord)
	for _, h := range hands {
		w := weight
		if byChen {
			w *= uint32(chen.Weight(h.Class()))
		}
		if first := u.from[h]; first != nil && u.weights[h] != w {
			return fail(ErrConflict, fmt.Sprintf("it gives %v weight %s, but %s at character %d gave it %s: want one weight for each combo",
				h, formatDecimal(uint64(w)), quote(first.text), first.position, formatDecimal(uint64(u.weights[h]))))
		}
		if u.from[h] == nil {
			u.weights[h], u.from[h] = w, t
		}
	}
	return nil
}

func weightProblem(body string) string {
	return fmt.Sprintf("want a weight above 0 and up to 1 with at most %d digits after the point, such as %s:0.5", fractionDigits, body)
}

// splitWeight cuts a token at the colon before its weight, if it has one. The colon of
// "sklansky:1-5" belongs to the name.
func splitWeight(text string) (body, weight string, weighted bool) {
	body, weight, weighted = strings.Cut(text, ":")
	if strings.EqualFold(body, sklanskyWord) {
		groups, rest, more := strings.Cut(weight, ":")
		return body + ":" + groups, rest, more
	}
	return body, weight, weighted
}

// parseWeight reads a weight in millionths. It returns ErrSyntax for text that is no plain
// decimal and ErrWeight for one out of bounds.
func parseWeight(text string) (uint32, error) {
	weight, ok := parseDecimal(text)
	switch {
	case !ok:
		return 0, ErrSyntax
	case weight == 0 || weight > one:
		return 0, ErrWeight
	}
	return uint32(weight), nil
}

// expand lists the hands a token without its weight stands for, or says what is wrong.
func expand(body string) (hands []cards.Combo, problem string) {
	lower := strings.ToLower(body)
	var classes []cards.Class
	switch {
	case lower == chenWord:
		classes = groupClasses(1, numGroups)
	case strings.HasPrefix(lower, sklanskyWord):
		classes, problem = parseSklansky(lower)
	case strings.HasPrefix(lower, topWord):
		classes, problem = parseTop(lower)
	default:
		for _, n := range namedGroups {
			if strings.EqualFold(n.name, body) {
				classes = groupClasses(1, n.last)
			}
		}
		if classes != nil {
			break
		}
		if h, err := cards.ParseCombo(body); err == nil {
			return []cards.Combo{h}, ""
		}
		if classes, problem = parseClasses(body); problem != "" {
			problem += suggestion(body)
		}
	}
	for _, k := range classes {
		hands = append(hands, k.Combos()...)
	}
	return hands, problem
}

// parseSklansky reads "sklansky:3" or "sklansky:1-5", groups in either order.
func parseSklansky(lower string) ([]cards.Class, string) {
	first, last, ranged := strings.Cut(strings.TrimPrefix(lower, sklanskyWord+":"), "-")
	if !ranged {
		last = first
	}
	group := func(s string) (int, bool) {
		if len(s) != 1 || s[0] < '1' || s[0] > '0'+numGroups {
			return 0, false
		}
		return int(s[0] - '0'), true
	}
	a, aOK := group(first)
	b, bOK := group(last)
	if !aOK || !bOK {
		return nil, fmt.Sprintf("want groups 1 to %d, such as sklansky:3 or sklansky:1-5", numGroups)
	}
	return groupClasses(min(a, b), max(a, b)), ""
}

// parseTop reads "top 15%".
func parseTop(lower string) ([]cards.Class, string) {
	number, spaced := strings.CutPrefix(lower, topWord+" ")
	number, signed := strings.CutSuffix(number, "%")
	percent, ok := parseDecimal(number)
	if !spaced || !signed || !ok || percent == 0 || percent > hundredPercent {
		return nil, fmt.Sprintf("want a space, a number above 0 and up to 100 with at most %d digits after the point, and %%, such as top 15%%", fractionDigits)
	}
	return topClasses(percent), ""
}

// suggestion ends a message with the name a misspelt word is near to, if any.
func suggestion(body string) string {
	if number, percent := strings.CutSuffix(body, "%"); percent {
		if _, ok := parseDecimal(number); ok {
			return fmt.Sprintf("; did you mean %s %s?", topWord, body)
		}
	}
	if looksSpecific(body) && len(body) <= 3 {
		if _, ok := cards.ParseRank(body[0]); ok {
			return "" // a card
		}
	}
	word := body
	for i := range len(body) {
		if c := body[i] | 0x20; c < 'a' || c > 'z' {
			word = body[:i]
			break
		}
	}
	if name := nearestName(word); name != "" {
		return fmt.Sprintf("; did you mean %s?", name)
	}
	return ""
}
