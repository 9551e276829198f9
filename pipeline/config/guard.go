package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"go.yaml.in/yaml/v3"
)

// Limits of a file. Within them viper reads any file in no time; its time grows with the cube of the depth.
const (
	mostBytes = 1 << 20
	mostDepth = 16 // lists and groups in each other
)

// parse returns what a text with one YAML document holds; nil if that is nothing. It guards viper, which takes the
// first of several documents, loses empty keys, and reads 022 as 18.
func parse(text []byte) (*yaml.Node, error) {
	var first, second yaml.Node
	d := yaml.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(&first); err != nil {
		if errors.Is(err, io.EOF) {
			err = nil
		}
		return nil, err
	}
	if err := d.Decode(&second); err == nil {
		return nil, fmt.Errorf("line %d: a second document; want one", second.Line)
	} else if !errors.Is(err, io.EOF) {
		return nil, err
	}
	return first.Content[0], guard(&first, mostDepth)
}

// guard refuses too many levels and empty keys. It makes text of every number and date that would be printed otherwise
// than it is written: 0x63, 022, 1.10. A field of text, such as a hand, then has what the file says; readPlain reads it
// for a field of numbers.
func guard(n *yaml.Node, levels int) error {
	if levels < 0 {
		return fmt.Errorf("line %d: more than %d levels of lists and groups", n.Line, mostDepth)
	}
	var value any
	switch n.ShortTag() {
	case "!!int", "!!float", "!!timestamp":
		if n.Decode(&value) == nil && fmt.Sprint(value) != n.Value {
			n.Tag = "!!str"
		}
	}
	for i, c := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 && c.Value == "" {
			return fmt.Errorf("line %d: a key without a name", c.Line)
		}
		if err := guard(c, levels-1); err != nil {
			return err
		}
	}
	return nil
}

func find(n *yaml.Node, key string) (name, value *yaml.Node) {
	if n == nil {
		return nil, nil
	}
	for i, c := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 && c.Value == key {
			return c, n.Content[i+1]
		}
		if name, value := find(c, key); name != nil {
			return name, value
		}
	}
	return nil, nil
}
