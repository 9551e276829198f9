package ranges

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
)

// vocabulary has the user's own ranges by their names in lower case.
type vocabulary map[string]*reading

// own is the vocabulary of this process, which ParseTyped reads.
var own atomic.Pointer[vocabulary]

// ParseTyped is Parse for a text that the user typed: it also reads the names of Define. A text that came from a file
// of results or a proof is for Parse, since other users have other names.
func ParseTyped(text string) (*Range, error) {
	if names := own.Load(); names != nil {
		return parse(text, *names)
	}
	return Parse(text)
}

// Define gives names to ranges for ParseTyped, in place of earlier names. Names are a letter and then letters, digits,
// - and _, in upper or lower case alike. The text of a range may use other names of the map. The error says which
// name is wrong: it is taken by the syntax, has another name's letters, stands for itself, or its text is no range.
func Define(texts map[string]string) error {
	d := definitions{texts: map[string]string{}, read: vocabulary{}}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if err := checkName(name); err != nil {
			return fmt.Errorf("range %.40q: %w", name, err)
		}
		lower := strings.ToLower(name)
		if _, twice := d.texts[lower]; twice {
			return fmt.Errorf("range %q: it has two texts, and case makes no difference", name)
		}
		d.texts[lower] = texts[name]
	}
	for _, name := range slices.Sorted(maps.Keys(d.texts)) {
		if err := d.resolve(name, nil); err != nil {
			return err
		}
	}
	own.Store(&d.read)
	return nil
}

const longestName = 40

// wellFormed reports whether a text has the form of a user's name.
func wellFormed(name string) bool {
	letter := func(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
	for i := range len(name) {
		c := name[i]
		if !letter(c) && (i == 0 || (c < '0' || c > '9') && c != '-' && c != '_') {
			return false
		}
	}
	return name != "" && len(name) <= longestName
}

func checkName(name string) error {
	if !wellFormed(name) {
		return fmt.Errorf("want a letter and then letters, digits, - or _, at most %d in all", longestName)
	}
	_, problem := vocabulary(nil).expand(name)
	if problem == "" || slices.Contains([]string{topWord, sklanskyWord}, strings.ToLower(name)) {
		return errors.New("the name is taken: it means something already; want another")
	}
	return nil
}

type definitions struct {
	texts map[string]string
	read  vocabulary
}

// resolve reads the text of a name, after those of the names in it. within lists the names that are being read.
func (d *definitions) resolve(name string, within []string) error {
	if d.read[name] != nil {
		return nil
	}
	chain := append(slices.Clone(within), name)
	if slices.Contains(within, name) {
		return fmt.Errorf("range %q stands for itself: %s", name, strings.Join(chain, " needs "))
	}
	tokens, _ := scan(d.texts[name]) // read returns the error
	for _, t := range tokens {
		body, _ := t.excluded()
		body, _ = cutWeight(body)
		if lower := strings.ToLower(body); d.texts[lower] != "" {
			if err := d.resolve(lower, chain); err != nil {
				return err
			}
		}
	}
	read, err := d.read.read(d.texts[name])
	if err != nil {
		return fmt.Errorf("range %q: %w", name, err)
	}
	d.read[name] = read
	return nil
}

// OwnName reports whether an error of Parse is about a word that could be a name of another user's own.
func OwnName(err error) bool {
	var wrong *TokenError
	if !errors.As(err, &wrong) {
		return false
	}
	body, _ := (&token{text: wrong.Token}).excluded()
	body, _ = cutWeight(body)
	return wellFormed(body) && checkName(body) == nil
}
