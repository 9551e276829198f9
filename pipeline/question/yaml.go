package question

import (
	"bytes"
	"errors"
	"io"

	"go.yaml.in/yaml/v3"

	"feltlab/model/featureset"
)

func init() { featureset.YAML = readYAML }

func readYAML(text []byte) (*featureset.Node, error) {
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

func yamlNode(n *yaml.Node) *featureset.Node {
	const quotes, blocks = yaml.SingleQuotedStyle | yaml.DoubleQuotedStyle, yaml.LiteralStyle | yaml.FoldedStyle
	kinds := map[yaml.Kind]featureset.Kind{yaml.ScalarNode: featureset.Scalar,
		yaml.SequenceNode: featureset.Sequence, yaml.MappingNode: featureset.Mapping}
	kind, known := kinds[n.Kind]
	if !known {
		kind = featureset.Other
	}
	out := &featureset.Node{Kind: kind, Value: n.Value, Null: n.Tag == "!!null", Quoted: n.Style&quotes != 0,
		Block: n.Style&blocks != 0, Line: n.Line, Column: n.Column}
	for _, c := range n.Content {
		out.Content = append(out.Content, yamlNode(c))
	}
	return out
}
