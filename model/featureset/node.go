package featureset

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Node is a value in the file of a set.
type Node struct {
	Kind         Kind
	Value        string // of a scalar
	Null         bool   // a scalar that stands for nothing
	Quoted       bool   // a scalar between quotes
	Block        bool   // a scalar on the lines after its own
	Line, Column int    // from 1
	Content      []*Node
}

// Kind is the kind of a node.
type Kind int

// The kinds. A mapping has keys and values in turn.
const (
	Scalar Kind = iota
	Sequence
	Mapping
	Other
)

// YAML reads the one document of a YAML text, where a package that links a reader of YAML sets it, as
// pipeline/question does. Without it only the plain form is read, in which the files of this folder are: a key and
// its value a line, lists of words between brackets, and features as a list of such lines, indented by four.
var YAML func(text []byte) (*Node, error)

func nodeOf(text []byte) (*Node, error) {
	if YAML != nil {
		return YAML(text)
	}
	return plainForm(string(text))
}

var (
	keyLine = regexp.MustCompile(`^(|  - |    )([a-z]+):(?: +(.*))?$`)
	comment = regexp.MustCompile(`^\s*(#.*)?$`)
)

// plainForm reads the plain form.
func plainForm(text string) (*Node, error) {
	root := &Node{Kind: Mapping, Line: 1, Column: 1}
	var list, feature *Node
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		if comment.MatchString(lines[i]) {
			continue
		}
		part, at := keyLine.FindStringSubmatch(lines[i]), i+1
		if part == nil {
			return nil, fmt.Errorf("line %d: want a key and its value on a line of the plain form, as in "+
				"configs/features/plain.yaml", at)
		}
		indent, key, value := part[1], part[2], strings.TrimSpace(part[3])
		for strings.HasPrefix(value, `"`) && strings.Count(value, `"`)%2 == 1 && i+1 < len(lines) { // it goes on
			i++
			value += " " + strings.TrimSpace(lines[i])
		}
		to := root
		switch {
		case indent == "  - " && list != nil:
			feature = &Node{Kind: Mapping, Line: at, Column: 5}
			list.Content = append(list.Content, feature)
			to = feature
		case indent != "":
			to = feature
		}
		if to == nil {
			return nil, fmt.Errorf("line %d: indented, and no list is above it", at)
		}
		n, err := scalarOf(value)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", at, err)
		}
		n.Line, n.Column = at, len(indent)+len(key)+3
		if indent == "" && value == "" {
			n.Kind, list, feature = Sequence, n, nil
		}
		to.Content = append(to.Content, &Node{Value: key, Line: at, Column: len(indent) + 1}, n)
	}
	return root, nil
}

// scalarOf reads a word, a text between quotes, or a list of words between brackets.
func scalarOf(text string) (n *Node, err error) {
	n = &Node{Value: text}
	switch {
	case strings.HasPrefix(text, `"`):
		n.Quoted = true
		n.Value, err = strconv.Unquote(text)
	case strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]"):
		n.Kind = Sequence
		for _, word := range strings.Split(text[1:len(text)-1], ",") {
			n.Content = append(n.Content, &Node{Value: strings.TrimSpace(word)})
		}
	case strings.ContainsAny(text, "\t") || strings.ContainsAny(text[:min(1, len(text))], `'{[|>&*!%@`+"`") ||
		strings.Contains(text, " #") || strings.Contains(text, ": "):
		err = fmt.Errorf("%.40q, want a word, a text in double quotes, or a list of words in brackets", text)
	}
	return n, err
}
