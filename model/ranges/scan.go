package ranges

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

const exclusionMark = "!"

// token is a part of the text between separators, a mark such as [50] or [/50], or the weight of the tokens after it,
// such as "75:".
type token struct {
	text     string   // without the spaces in it
	position int      // of its first character, from 1
	beside   bool     // only spaces are between it and the token before
	kinds    []string // the kinds after it, which narrow it: "suited", "!hh"
}

func (t *token) fail(format string, args ...any) error {
	text := strings.Join(append([]string{t.text}, t.kinds...), " ")
	return &TokenError{text, t.position, fmt.Sprintf(format, args...)}
}

func (t *token) mark() (inside string, ok bool) {
	inside, opened := strings.CutPrefix(t.text, "[")
	inside, closed := strings.CutSuffix(inside, "]")
	return inside, opened && closed
}

// heading returns the percentage of a token such as "75:".
func (t *token) heading() (percent string, ok bool) {
	percent, ok = strings.CutSuffix(t.text, ":")
	return percent, ok && decimal(percent)
}

// closing returns the mark that ends the group that this mark begins.
func (t *token) closing() string { return "[/" + t.text[1:] }

func (t *token) excluded() (body string, ok bool) { return strings.CutPrefix(t.text, exclusionMark) }

const space, separators = " \t\r\n", ",; \t\r\n"

// scan splits a text at commas, semicolons and white space, and around brackets. "top" and the number after it are one
// token, and so are "AA:" and the number after it. A kind beside a token narrows it.
func scan(text string) ([]token, error) {
	var out []token
	for rest, position := text, 1; rest != ""; {
		gap := len(rest) - len(strings.TrimLeft(rest, separators))
		word := cutWord(rest[gap:])
		if word == "" {
			break
		}
		position += utf8.RuneCountInString(rest[:gap])
		last := len(out) - 1
		if startsNumber(word) && last >= 0 && endsInTop(out[last].text) && strings.Trim(rest[:gap], space) == "" {
			out[last].text += " " + word
		} else {
			t := token{text: strings.Join(strings.Fields(word), ""), position: position}
			t.beside = last >= 0 && strings.Trim(rest[:gap], " \t") == ""
			out = append(out, t)
		}
		position += utf8.RuneCountInString(word)
		rest = rest[gap+len(word):]
	}
	return narrow(out)
}

// cutWord returns the beginning of a text that is one token, with a space only before a weight.
func cutWord(text string) string {
	end := func(text string) int {
		if at := strings.IndexAny(text, separators); at >= 0 {
			return at
		}
		return len(text)
	}
	word := text[:end(text)]
	if at := strings.IndexByte(word, ']'); at >= 0 && word[0] == '[' {
		return word[:at+1]
	}
	if at := strings.IndexByte(word, '['); at > 0 {
		word = word[:at]
	}
	left, weight, colon := strings.Cut(word, ":")
	next := strings.TrimLeft(text[len(word):], " \t")
	if colon && weight == "" && startsNumber(next) {
		weight = next[:end(next)]
		word = text[:len(text)-len(next)+len(weight)]
	}
	if colon && decimal(left) {
		_, problem := parseShape(left) // "65:0.5" is a hand with a weight, "65: AA" a percentage
		if n, ok := readWeight(":" + weight); problem != "" || !ok || n.units > unit {
			return left + ":"
		}
	}
	return word
}

func startsNumber(text string) bool {
	return text != "" && strings.IndexByte("0123456789.", text[0]) >= 0
}

func decimal(text string) bool { return text != "" && strings.Trim(text, "0123456789.") == "" }

func endsInTop(text string) bool {
	return strings.EqualFold(strings.TrimPrefix(text, exclusionMark), topWord)
}

// narrow moves kinds into the tokens that they narrow: "AK suited" is AKs, and "KTs+ !hh" has no two hearts. A kind
// before a token narrows nothing and needs a comma.
func narrow(tokens []token) ([]token, error) {
	var out []token
	for _, t := range tokens {
		last := len(out) - 1
		kind, weight := cutWeight(t.text)
		if _, mark := t.mark(); mark || !t.beside || last < 0 {
			out = append(out, t)
			continue
		}
		before := &out[last]
		body, own := cutWeight(before.text)
		_, mark := before.mark()
		_, heading := before.heading()
		switch narrows := isKind(strings.TrimPrefix(kind, exclusionMark)); {
		case mark || heading:
			out = append(out, t)
		case narrows && own != "" && weight != "":
			return nil, before.fail("want one weight for %s %s", body, kind)
		case narrows:
			before.text += weight
			before.kinds = append(before.kinds, kind)
		case isKind(strings.TrimPrefix(body, exclusionMark)) && !strings.HasPrefix(kind, exclusionMark):
			before.kinds = append(before.kinds, t.text)
			return nil, before.fail("want a comma between %s and %s for the hands of both, or %[2]s %[1]s", body, kind)
		default:
			out = append(out, t)
		}
	}
	return out, nil
}
