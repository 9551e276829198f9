package featureset

import (
	"bytes"
	"errors"
	"io"
	"os"
	"testing"

	"go.yaml.in/yaml/v3"

	"feltlab/internal/must"
)

func init() { YAML = readYAML }

// readYAML is that of package question, which this package cannot import.
func readYAML(text []byte) (*Node, error) {
	var root, second yaml.Node
	d := yaml.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(&root); err != nil {
		if errors.Is(err, io.EOF) {
			err = errors.New("empty; want name and features")
		}
		return nil, err
	}
	if err := d.Decode(&second); !errors.Is(err, io.EOF) {
		return nil, errors.New("a second document; want one")
	}
	return yamlNode(root.Content[0]), nil
}

func yamlNode(n *yaml.Node) *Node {
	const quotes, blocks = yaml.SingleQuotedStyle | yaml.DoubleQuotedStyle, yaml.LiteralStyle | yaml.FoldedStyle
	kinds := map[yaml.Kind]Kind{yaml.ScalarNode: Scalar, yaml.SequenceNode: Sequence, yaml.MappingNode: Mapping}
	kind, known := kinds[n.Kind]
	if !known {
		kind = Other
	}
	out := &Node{Kind: kind, Value: n.Value, Null: n.Tag == "!!null", Quoted: n.Style&quotes != 0,
		Block: n.Style&blocks != 0, Line: n.Line, Column: n.Column}
	for _, c := range n.Content {
		out.Content = append(out.Content, yamlNode(c))
	}
	return out
}

// TestPlainForm reads the sets of this folder and of configs in the plain form as YAML does.
func TestPlainForm(t *testing.T) {
	for _, name := range []string{"paper-2.yaml", "any-hand.yaml", "turn.yaml", "river.yaml",
		"../../configs/features/plain.yaml"} {
		text := must.Get(os.ReadFile(name))(t)
		want := must.Get(Parse(name, text))(t)
		root := must.Get(plainForm(string(text)))(t)
		got, err := (&reader{name, text}).set(root)
		if err != nil || got.Reading != want.Reading {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, text := range []string{"name: a\nfeatures:\n  - {name: a}\n", "name: 'a'\n", "  - name: a\n", "name: a: b\n",
		"name: [a\n", "name: \"a\n", "name: a # b\n", "name: >\n  a\n", "? a\n", "name: &a b\n", "\tname: a\n"} {
		if n, err := plainForm(text); err == nil {
			t.Errorf("%q is plain: %+v", text, n)
		}
	}
}
