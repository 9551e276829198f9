package main

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
)

// schemaOf names the shape of a command's JSON. The number at its end goes up when a key goes or
// changes its meaning; docs/json.md lists all keys.
func schemaOf(command string) string {
	return "feltlab/" + strings.ReplaceAll(command, " ", "-") + "/2"
}

// encode writes a value as JSON with the command's schema as the first key: of the object, or of
// each object in a list.
func (a *app) encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return withSchema(bytes.TrimSpace(b.Bytes()), schemaOf(a.command))
}

func withSchema(text []byte, schema string) ([]byte, error) {
	switch {
	case text[0] == '[':
		var items []json.RawMessage
		if err := json.Unmarshal(text, &items); err != nil {
			return nil, err
		}
		var parts [][]byte
		for _, item := range items {
			part, err := withSchema(item, schema)
			if err != nil {
				return nil, err
			}
			parts = append(parts, part)
		}
		return append(append([]byte{'['}, bytes.Join(parts, []byte{','})...), ']'), nil
	case bytes.HasPrefix(text, []byte(`{"schema":`)):
		return text, nil // it says its own
	case text[0] == '{':
		head := `{"schema":"` + schema + `"`
		if len(text) > len("{}") {
			head += ","
		}
		return append([]byte(head), text[1:]...), nil
	}
	return text, nil
}

// printJSON writes one value, indented, as the whole of standard output.
func (a *app) printJSON(v any) error { return a.writeJSON(a.stdout, v) }

func (a *app) writeJSON(w io.Writer, v any) error {
	text, err := a.encode(v)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		return err
	}
	b.WriteByte('\n')
	_, err = b.WriteTo(w)
	return err
}

// printLine writes one value as a line, for output of many.
func (a *app) printLine(v any) error {
	text, err := a.encode(v)
	if err == nil {
		_, err = a.stdout.Write(append(text, '\n'))
	}
	return err
}
