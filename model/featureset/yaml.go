package featureset

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"feltlab/internal/plain"
	"feltlab/model/proof"
)

// reader reads one file.
type reader struct {
	path string
	text []byte
}

// at returns an error about a node.
func (r *reader) at(n *Node, format string, args ...any) error {
	return fmt.Errorf("%s:%d:%d: %w", r.path, n.Line, n.Column, fmt.Errorf(format, args...))
}

func parse(path string, text []byte) (*Set, error) {
	root, err := nodeOf(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %s", path, strings.Join(strings.Fields(err.Error()), " "))
	}
	return (&reader{path, text}).set(root)
}

func (r *reader) set(n *Node) (*Set, error) {
	keys, err := r.keys(n, "name", "streets", "base", "features")
	if err != nil {
		return nil, err
	}
	s := &Set{Streets: Streets[:1]}
	if keys["name"] == nil {
		return nil, r.at(n, "name is missing")
	}
	if s.Name, err = r.word(keys["name"], "name"); err == nil && keys["streets"] != nil {
		err = r.streets(keys["streets"], s)
	}
	if err == nil && keys["base"] != nil {
		err = r.base(keys["base"], s)
	}
	if err == nil && keys["features"] != nil {
		err = r.features(keys["features"], s)
	}
	switch {
	case err != nil:
		return nil, err
	case s.Count() == 0:
		return nil, r.at(n, "no features; want a list such as - {name: eight-outs, when: \"outs.clean >= 8\"}")
	case s.Count() > MostFeatures:
		return nil, r.at(n, "%d features, want at most %d; leave %d out", s.Count(), MostFeatures,
			s.Count()-MostFeatures)
	}
	s.Reading = s.digest()
	return s, nil
}

// keys returns the values of a mapping by their keys.
func (r *reader) keys(n *Node, known ...string) (map[string]*Node, error) {
	if n.Kind != Mapping {
		return nil, r.at(n, "want keys and values: %s", strings.Join(known, ", "))
	}
	values := map[string]*Node{}
	for i := 0; i < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		switch {
		case !slices.Contains(known, key.Value):
			return nil, r.at(key, "unknown key %q, want %s%s", key.Value, strings.Join(known, ", "),
				plain.Hint(key.Value, known))
		case values[key.Value] != nil:
			return nil, r.at(key, "the key %q is there twice", key.Value)
		}
		values[key.Value] = value
	}
	return values, nil
}

// word returns the text of a node: one line that is not empty.
func (r *reader) word(n *Node, key string) (string, error) {
	text := strings.TrimSpace(n.Value)
	if n.Kind != Scalar || n.Null || text == "" || strings.ContainsAny(text, "\r\n;") || len(text) > 500 {
		return "", r.at(n, "%s: want one line of text of at most 500 bytes, without a semicolon", key)
	}
	return text, nil
}

func (r *reader) streets(n *Node, s *Set) error {
	nodes := []*Node{n}
	if n.Kind == Sequence {
		nodes = n.Content
	}
	var found []string
	for _, one := range nodes {
		if !slices.Contains(Streets, one.Value) {
			return r.at(one, "unknown street %q, want flop, turn or river%s", one.Value,
				plain.Hint(one.Value, Streets))
		}
		found = append(found, one.Value)
	}
	s.Streets = slices.DeleteFunc(slices.Clone(Streets), func(x string) bool { return !slices.Contains(found, x) })
	if len(s.Streets) == 0 {
		return r.at(n, "streets: want flop, turn or river")
	}
	return nil
}

// base adds the features of the paper, some of them, or none.
func (r *reader) base(n *Node, s *Set) error {
	if n.Kind == Scalar && n.Value == "none" {
		return nil
	}
	if !slices.Equal(s.Streets, Streets[:1]) {
		return r.at(n, "base: the features of paper-2 are for the flop alone; leave out base, or streets")
	}
	all := Paper2().Features
	if n.Kind == Scalar && n.Value == "paper-2" {
		s.Features = all
		return nil
	}
	if n.Kind != Sequence {
		return r.at(n, "base %q, want paper-2, none or a list such as [F39, F40]", n.Value)
	}
	var seen proof.Vector
	for _, one := range n.Content {
		id, err := strconv.Atoi(strings.TrimPrefix(strings.ToUpper(one.Value), "F"))
		if err != nil || id < 1 || id > len(all) || seen.Has(id) {
			return r.at(one, "base: %q, want features from F1 to F%d, each once", one.Value, len(all))
		}
		seen = seen.With(id)
		s.Features = append(s.Features, all[id-1])
	}
	return nil
}

func (r *reader) features(n *Node, s *Set) error {
	if n.Kind != Sequence {
		return r.at(n, "features: want a list, such as - {name: eight-outs, when: \"outs.clean >= 8\", says: \"...\"}")
	}
	taken := map[string]bool{}
	for _, f := range s.Features {
		taken[f.Name] = true
	}
	if most := MostFeatures; len(n.Content)+s.Count() > most {
		return r.at(n, "%d features, want at most %d; leave %d out", len(n.Content)+s.Count(), most,
			len(n.Content)+s.Count()-most)
	}
	for _, one := range n.Content {
		f, err := r.feature(one, s.Streets)
		if err != nil {
			return err
		}
		if taken[f.Name] {
			return r.at(one, "two features are named %q", f.Name)
		}
		taken[f.Name] = true
		s.Features = append(s.Features, f)
	}
	return nil
}

func (r *reader) feature(n *Node, streets []string) (f Feature, err error) {
	keys, err := r.keys(n, "name", "when", "says")
	if err != nil {
		return f, err
	}
	for _, key := range []string{"name", "when"} {
		if keys[key] == nil {
			return f, r.at(n, "a feature without %s", key)
		}
	}
	if f.Name, err = r.word(keys["name"], "name"); err != nil {
		return f, err
	}
	f.Sentence = f.Name
	if keys["says"] != nil {
		if f.Sentence, err = r.word(keys["says"], "says"); err != nil {
			return f, err
		}
	}
	when := keys["when"]
	if when.Kind != Scalar {
		return f, r.at(when, "when: want an expression in quotes, such as \"outs.clean >= 8\"")
	}
	f.When = strings.Join(strings.Fields(when.Value), " ")
	if f.program, err = compile(f.When, streets); err != nil {
		var wrong *fault
		errors.As(err, &wrong)
		line, column := r.place(when, wrong.column)
		return f, fmt.Errorf("%s:%d:%d: feature %q: %s", r.path, line, column, f.Name, wrong.text)
	}
	return f, nil
}

// place returns where the n-th character of a node's text stands in the file, where spaces and line breaks in a row
// count as one.
func (r *reader) place(n *Node, character int) (line, column int) {
	lines := strings.Split(string(r.text), "\n")
	line, column = n.Line, n.Column
	switch {
	case n.Quoted:
		column++
	case n.Block:
		line, column = line+1, 1
	}
	space := true // what stands before the text counts as nothing
	for ; line <= len(lines); line, column = line+1, 1 {
		for _, c := range []rune(lines[line-1])[min(column-1, len([]rune(lines[line-1]))):] {
			if blank := c == ' ' || c == '\t' || c == '\r'; !blank {
				if character == 0 {
					return line, column
				}
				character, space = character-1, false
			} else if !space {
				if space = true; character > 0 {
					character--
				}
			}
			column++
		}
		if !space {
			if space = true; character > 0 {
				character--
			}
		}
	}
	return n.Line, n.Column
}
