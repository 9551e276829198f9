package ranges

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"feltlab/internal/plain"
	"feltlab/model/cards"
)

// weighted is a hand of a token, with its weight in the token.
type weighted struct {
	cards.Combo
	weight number
}

// hands lists the hands of a token with the given text, of those kinds that narrow it.
func (v vocabulary) hands(t *token, body string) ([]weighted, error) {
	hands, problem := v.expand(body)
	if problem != "" {
		return nil, t.fail("%s", problem)
	}
	for _, kind := range t.kinds {
		name, not := strings.CutPrefix(kind, exclusionMark)
		is := kindOf(name)
		if hands = slices.DeleteFunc(hands, func(h weighted) bool { return is(h.Combo) == not }); len(hands) == 0 {
			return nil, t.fail("no hand of %s is %s: want a comma between them for the hands of both", body, kind)
		}
	}
	return hands, nil
}

// expand lists the hands of a token without its weight, or returns the problem with it.
func (v vocabulary) expand(body string) (hands []weighted, problem string) {
	lower := strings.ToLower(body)
	if own := v[lower]; own != nil {
		for h, w := range own.weights {
			if w > 0 {
				hands = append(hands, weighted{cards.Combo(h), number{w, own.rounded}})
			}
		}
		return hands, ""
	}
	if h, err := cards.ParseCombo(body); err == nil {
		return []weighted{{h, number{units: unit}}}, ""
	}
	if is := kindOf(lower); is != nil {
		for h := range cards.Combo(numCombos) {
			if is(h) {
				hands = append(hands, weighted{h, number{units: unit}})
			}
		}
		return hands, ""
	}
	classes, problem := wordClasses(lower)
	if classes == nil && problem == "" {
		if classes, problem = parseClasses(body); problem != "" {
			problem += v.suggestion(body)
		}
	}
	for _, k := range classes {
		weight := uint64(unit)
		if lower == chenWord {
			weight *= uint64(ChenWeight(k))
		}
		for _, h := range k.Combos() {
			hands = append(hands, weighted{h, number{units: weight}})
		}
	}
	return hands, problem
}

// wordClasses lists the classes of a token that begins with a word or is a percentage; none if it does not.
func wordClasses(lower string) (classes []cards.Class, problem string) {
	switch {
	case lower == chenWord:
		return groupClasses(1, numGroups), ""
	case strings.HasPrefix(lower, sklanskyWord):
		return parseSklansky(lower)
	case strings.HasPrefix(lower, topWord), startsNumber(lower) && strings.HasSuffix(lower, "%"):
		return parseTop(lower)
	}
	for _, n := range namedGroups {
		if strings.EqualFold(n.name, lower) {
			return groupClasses(1, n.last), ""
		}
	}
	return nil, ""
}

func parseSklansky(lower string) ([]cards.Class, string) {
	first, last, ranged := strings.Cut(strings.TrimPrefix(lower, sklanskyWord+":"), "-")
	if !ranged {
		last = first
	}
	groups := "123456789"[:numGroups]
	a, b := strings.Index(groups, first)+1, strings.Index(groups, last)+1
	if len(first) != 1 || len(last) != 1 || a == 0 || b == 0 {
		return nil, fmt.Sprintf("want groups 1 to %d, such as sklansky:3 or sklansky:1-5", numGroups)
	}
	return groupClasses(min(a, b), max(a, b)), ""
}

// parseTop reads "top 15%", "top15%" and "15%", and "10%-20%", the classes of the top 20% that are not of the top 10%.
func parseTop(lower string) ([]cards.Class, string) {
	text := strings.TrimLeft(strings.TrimPrefix(lower, topWord), " ")
	first, last, band := strings.Cut(text, "-")
	if !band {
		first, last = "0", first
	}
	last, signed := strings.CutSuffix(last, "%")
	low, lowOK := parseDecimal(strings.TrimSuffix(first, "%"), 0)
	high, highOK := parseDecimal(last, 0)
	if !signed || !lowOK || !highOK || high.units > hundredPercent || low.units >= high.units {
		return nil, "want a number above 0 and up to 100, and %, such as top 15%, or two for a band, such as 10%-20%"
	}
	classes := ranking[topCount(low.units):topCount(high.units)]
	if len(classes) == 0 {
		return nil, "no class lies in the band: want a wider one, such as 10%-20%"
	}
	return classes, ""
}

// suggestion returns the end of a message that names the closest name of a misspelt word, if any.
func (v vocabulary) suggestion(body string) string {
	if looksSpecific(body) && len(body) <= 3 {
		if _, ok := cards.ParseRank(body[0]); ok {
			return "" // a card
		}
	}
	end := strings.IndexFunc(body+" ", func(c rune) bool { return c|0x20 < 'a' || c|0x20 > 'z' })
	names := slices.Concat(slices.Sorted(maps.Keys(v)), []string{chenWord, topWord, sklanskyWord}, Names())
	if name, ok := plain.Nearest(body[:end], names); ok {
		return fmt.Sprintf("; did you mean %s?", name)
	}
	return ""
}
