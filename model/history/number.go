package history

import (
	"regexp"
	"strconv"
	"strings"

	"feltlab/model/cards"
)

// number is an amount as rooms write it: 1,500 and 1.500 and 1 500 are thousands, 0,90 and 292.5 have decimals.
const number = `(?:\d{1,3}(?:[ .,]\d{3})+(?:[.,]\d{1,2})?\b|\d+(?:[.,]\d+)?)`

var (
	numbers    = regexp.MustCompile(number)
	inBrackets = regexp.MustCompile(`\[([^\]]*)\]`)
)

// mostDigits bounds an amount, so that sums of a table fit.
const mostDigits = 15

// amount reads a number in hundredths. Digits beyond them are dropped; what is too large is 0.
func amount(text string) int {
	text = strings.ReplaceAll(text, " ", "")
	whole, part := text, ""
	if at := strings.LastIndexAny(text, ".,"); at >= 0 && !thousands(text, at) {
		whole, part = text[:at], text[at+1:]
	}
	whole = strings.NewReplacer(".", "", ",", "").Replace(whole)
	part = (part + "00")[:2]
	if len(whole) > mostDigits {
		return 0
	}
	n, _ := strconv.Atoi(whole + part)
	return n
}

// thousands reports whether the last point or comma of a number groups digits and has no decimals behind it.
func thousands(text string, at int) bool {
	first := strings.IndexAny(text, ".,")
	return len(text)-at-1 == 3 && text[:first] != "0" && (first == at || text[first] == text[at])
}

// cardsIn reads the cards of the first brackets, or of the last; nil if one is not known. iPoker has the suit before
// the rank.
func cardsIn(text string, last bool) []cards.Card {
	all := inBrackets.FindAllStringSubmatch(text, -1)
	if len(all) == 0 {
		return nil
	}
	if last {
		return readCards(all[len(all)-1][1])
	}
	return readCards(all[0][1])
}

func readCards(text string) (read []cards.Card) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' }) {
		word = strings.Replace(word, "10", "T", 1)
		if len(word) == 2 && strings.Contains("SHDC", word[:1]) {
			word = word[1:] + strings.ToLower(word[:1])
		}
		c, err := cards.ParseCard(word)
		if err != nil {
			return nil
		}
		read = append(read, c)
	}
	return read
}
