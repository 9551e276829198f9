package ranges

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"feltlab/internal/nearest"
	"feltlab/model/cards"
)

const expected = "want a hand such as 77+, ATs+, A5s-A2s, Axs, KQo or AhKh, or a name: " +
	"ATC, any, random, RUS, RS, RML, pairs, suited, offsuit, broadway, connectors, chen, sklansky:1-5, top 15%"

// Parse reads a range in the syntax of the package comment. An error about one token is a *TokenError. A
// text without tokens, or one that excludes all hands that it names, is an error too.
func Parse(text string) (*Range, error) { return parse(text, nil) }

func parse(text string, own vocabulary) (*Range, error) {
	weights, err := own.read(text)
	if err != nil {
		return nil, err
	}
	return FromWeights(weights)
}

// read returns the weights of a text in millionths, before they are reduced.
func (v vocabulary) read(text string) (*[cards.NumCombos]uint32, error) {
	tokens := scan(text)
	if len(tokens) == 0 {
		return nil, fmt.Errorf("range %s is empty: %s", quote(text), expected)
	}
	if err := besideKind(tokens); err != nil {
		return nil, err
	}
	u := union{own: v}
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
	if u.weights == ([cards.NumCombos]uint32{}) {
		return nil, fmt.Errorf("range %s is empty: want hands that no %s excludes", quote(text), exclusionMark)
	}
	return &u.weights, nil
}

const exclusionMark = "!"

// token is a part of the text between separators, or a mark such as [50] or [/50].
type token struct {
	text     string
	position int  // of its first character, from 1
	beside   bool // only spaces are between it and the token before
}

func (t *token) fail(format string, args ...any) error {
	return &TokenError{t.text, t.position, fmt.Sprintf(format, args...)}
}

func (t *token) mark() (inside string, ok bool) {
	inside, opened := strings.CutPrefix(t.text, "[")
	inside, closed := strings.CutSuffix(inside, "]")
	return inside, opened && closed
}

// closing returns the mark that ends the group that this mark begins.
func (t *token) closing() string { return "[/" + t.text[1:] }

func (t *token) excluded() (body string, ok bool) { return strings.CutPrefix(t.text, exclusionMark) }

// scan splits a text at commas and white space, and around brackets. "top" and the number after it are one token.
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
		if end := strings.IndexByte(word, ']'); word[0] == '[' && end >= 0 {
			word = word[:end+1]
		} else if start := strings.IndexByte(word, '['); start > 0 {
			word = word[:start]
		}
		position += utf8.RuneCountInString(rest[:gap])
		number := word[0] >= '0' && word[0] <= '9'
		last := len(out) - 1
		if number && last >= 0 && endsInTop(out[last].text) && strings.Trim(rest[:gap], space) == "" {
			out[last].text += " " + word
		} else {
			out = append(out, token{word, position, last >= 0 && strings.Trim(rest[:gap], " \t") == ""})
		}
		position += utf8.RuneCountInString(word)
		rest = rest[gap+len(word):]
	}
	return out
}

func endsInTop(text string) bool {
	return strings.EqualFold(strings.TrimPrefix(text, exclusionMark), topWord)
}

// besideKind refuses a word for a kind of hands beside another token: "AK suited" without a comma looks like one hand.
func besideKind(tokens []token) error {
	last, isMark := "", true // the token before, without its weight
	for i, t := range tokens {
		text, _ := t.excluded()
		text, _, _ = splitWeight(text)
		_, mark := t.mark()
		if t.beside && !mark && !isMark && (isKind(last) || isKind(text)) {
			pair := token{text: tokens[i-1].text + " " + t.text, position: tokens[i-1].position}
			return pair.fail("want a comma between %s and %s for the hands of both%s", last, text,
				cmp.Or(ofSuits(last, text), ofSuits(text, last)))
		}
		last, isMark = text, mark
	}
	return nil
}

// ofSuits says how to write the hands of a token that are suited or offsuit; nothing for another kind.
func ofSuits(body, kind string) string {
	kind = strings.ToLower(kind)
	other := map[string]string{"suited": "offsuit", "offsuit": "suited"}[kind]
	if other == "" {
		return ""
	}
	if classes, problem := parseClasses(body + kind[:1]); problem == "" && len(classes) == 1 {
		return fmt.Sprintf("; %v is %s %s", classes[0], body, kind)
	}
	return fmt.Sprintf("; %q is %s %s", body+", !"+other+", !pairs", body, kind)
}

// union collects the weights of the tokens' combos, in millionths.
type union struct {
	own      vocabulary
	weights  [cards.NumCombos]uint32
	from     [cards.NumCombos]*token // the first token with the combo
	excluded [cards.NumCombos]bool
	group    *token // the mark of the open group
	common   uint32 // the weight of the open group
}

func (u *union) exclude(t *token) error {
	body, ok := t.excluded()
	if !ok {
		return nil
	}
	if _, _, weighted := splitWeight(body); weighted {
		return t.fail("an exclusion takes no weight: want one such as !KK")
	}
	hands, problem := u.own.expand(body)
	if problem != "" {
		return t.fail("%s", problem)
	}
	for _, h := range hands {
		u.excluded[h.Combo] = true
	}
	return nil
}

// add gives the token's hands its weight, except those excluded, and fails if a hand has another weight
// already. A mark opens or closes a group.
func (u *union) add(t *token) error {
	if inside, ok := t.mark(); ok {
		return u.mark(t, inside)
	}
	if _, excludes := t.excluded(); excludes {
		return nil
	}
	body, read, weighted := splitWeight(t.text)
	hands, problem := u.own.expand(body)
	if problem != "" {
		return t.fail("%s", problem)
	}
	weight := uint32(one)
	switch {
	case weighted && u.group != nil:
		return t.fail("want one weight, its own or that of %s at character %d", u.group.text, u.group.position)
	case u.group != nil:
		weight = u.common
	case weighted:
		var ok bool
		if weight, ok = read(); !ok {
			return t.fail("want a weight above 0 and up to 1 with at most %d digits after the point, "+
				"such as %[2]s:0.5, or percent, such as %[2]s@50", fractionDigits, body)
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
func (u *union) give(t *token, of weighted, weight uint32) error {
	h, product := of.Combo, uint64(weight)*uint64(of.weight)
	w := uint32(product / one)
	switch first := u.from[h]; {
	case u.excluded[h]:
	case product%one != 0:
		return t.fail("it gives %v a weight of more than %d digits after the point, %s times %s",
			h, fractionDigits, formatDecimal(uint64(weight)), formatDecimal(uint64(of.weight)))
	case first == nil:
		u.weights[h], u.from[h] = w, t
	case u.weights[h] != w:
		return t.fail("it gives %v weight %s, but %s at character %d gave it %s: want one weight for each combo",
			h, formatDecimal(uint64(w)), quote(first.text), first.position, formatDecimal(uint64(u.weights[h])))
	}
	return nil
}

// mark opens or closes a group of hands with one weight: "[50]AA,KK[/50]".
func (u *union) mark(t *token, inside string) error {
	percent, closes := strings.CutPrefix(inside, "/")
	weight, ok := parsePercent(percent)
	switch {
	case !ok:
		return t.fail("want percent above 0 and up to 100 with at most %d digits after the point, "+
			"such as [50]AA,KK[/50]", percentDigits)
	case closes && u.group == nil:
		return t.fail("it ends nothing: want [%s] before it", percent)
	case closes && weight != u.common:
		return t.fail("want %s, since %s at character %d is open", u.group.closing(), u.group.text, u.group.position)
	case closes:
		u.group = nil
	case u.group != nil:
		return t.fail("want %s before it, since %s at character %d is open",
			u.group.closing(), u.group.text, u.group.position)
	default:
		u.group, u.common = t, weight
	}
	return nil
}

// splitWeight cuts a token at the colon or the @ before its weight, if it has one, and returns a function
// that reads the weight. The colon of "sklansky:1-5" belongs to the name.
func splitWeight(text string) (body string, read func() (uint32, bool), weighted bool) {
	if body, percent, weighted := strings.Cut(text, "@"); weighted {
		return body, func() (uint32, bool) { return parsePercent(percent) }, true
	}
	body, weight, weighted := strings.Cut(text, ":")
	if strings.EqualFold(body, sklanskyWord) {
		var groups string
		groups, weight, weighted = strings.Cut(weight, ":")
		body += ":" + groups
	}
	return body, func() (uint32, bool) { return parseWeight(weight) }, weighted
}

// parseWeight reads a weight above 0 and up to 1, in millionths.
func parseWeight(text string) (uint32, bool) {
	weight, ok := parseDecimal(text)
	return uint32(weight), ok && weight > 0 && weight <= one
}

// percentDigits is the number of digits after the point of a percentage that is a whole number of millionths.
const percentDigits = fractionDigits - 2

func parsePercent(text string) (uint32, bool) {
	percent, ok := parseDecimal(strings.TrimSuffix(text, "%"))
	return uint32(percent / 100), ok && percent%100 == 0 && percent > 0 && percent <= hundredPercent
}

// weighted is a hand of a token, with its weight in the token in millionths.
type weighted struct {
	cards.Combo
	weight uint32
}

// expand lists the hands of a token without its weight, or returns the problem with it.
func (v vocabulary) expand(body string) (hands []weighted, problem string) {
	lower := strings.ToLower(body)
	if weights := v[lower]; weights != nil {
		for h, w := range weights {
			if w > 0 {
				hands = append(hands, weighted{cards.Combo(h), w})
			}
		}
		return hands, ""
	}
	if h, err := cards.ParseCombo(body); err == nil {
		return []weighted{{h, one}}, ""
	}
	classes, problem := wordClasses(lower)
	if classes == nil && problem == "" {
		if classes, problem = parseClasses(body); problem != "" {
			problem += v.suggestion(body)
		}
	}
	for _, k := range classes {
		weight := uint32(one)
		if lower == chenWord {
			weight *= uint32(ChenWeight(k))
		}
		for _, h := range k.Combos() {
			hands = append(hands, weighted{h, weight})
		}
	}
	return hands, problem
}

// wordClasses lists the classes of a token that begins with a word; none if it does not.
func wordClasses(lower string) (classes []cards.Class, problem string) {
	switch {
	case lower == chenWord:
		return groupClasses(1, numGroups), ""
	case strings.HasPrefix(lower, sklanskyWord):
		return parseSklansky(lower)
	case strings.HasPrefix(lower, topWord):
		return parseTop(lower)
	}
	for _, n := range namedGroups {
		if strings.EqualFold(n.name, lower) {
			return groupClasses(1, n.last), ""
		}
	}
	for _, n := range words {
		if n.name == lower {
			return n.classes(), ""
		}
	}
	return nil, ""
}

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

func parseTop(lower string) ([]cards.Class, string) {
	number, spaced := strings.CutPrefix(lower, topWord+" ")
	number, signed := strings.CutSuffix(number, "%")
	percent, ok := parseDecimal(number)
	if !spaced || !signed || !ok || percent == 0 || percent > hundredPercent {
		return nil, fmt.Sprintf("want a space, a number above 0 and up to 100 with at most %d digits after the point, "+
			"and %%, such as top 15%%", fractionDigits)
	}
	return topClasses(percent), ""
}

// suggestion returns the end of a message that names the closest name of a misspelt word, if any.
func (v vocabulary) suggestion(body string) string {
	if number, percent := strings.CutSuffix(body, "%"); percent {
		if n, ok := parseDecimal(number); ok && n > 0 && n <= hundredPercent {
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
	names := slices.Concat(slices.Sorted(maps.Keys(v)), []string{chenWord, topWord, sklanskyWord}, Names())
	if name, ok := nearest.Name(word, names); ok {
		return fmt.Sprintf("; did you mean %s?", name)
	}
	return ""
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

const (
	fractionDigits = 6         // the number of digits a decimal may have after its point
	one            = 1_000_000 // 1 in millionths
)

// parseDecimal reads a decimal such as "1", "0.25" or "15.5" exactly, in millionths. It refuses signs,
// exponents, a missing digit on either side of the point, and more than six digits after the point.
func parseDecimal(s string) (millionths uint64, ok bool) {
	whole, fraction, pointed := strings.Cut(s, ".")
	const longestWhole = 9 // keeps the result within 64 bits
	if whole == "" || len(whole) > longestWhole || pointed && fraction == "" || len(fraction) > fractionDigits {
		return 0, false
	}
	for _, c := range whole + fraction {
		if c < '0' || c > '9' {
			return 0, false
		}
		millionths = 10*millionths + uint64(c-'0')
	}
	for range fractionDigits - len(fraction) {
		millionths *= 10
	}
	return millionths, true
}

// formatDecimal returns the shortest decimal for a number of millionths.
func formatDecimal(millionths uint64) string {
	whole := strconv.FormatUint(millionths/one, 10)
	fraction := strconv.FormatUint(one+millionths%one, 10)[1:]
	if fraction = strings.TrimRight(fraction, "0"); fraction == "" {
		return whole
	}
	return whole + "." + fraction
}
