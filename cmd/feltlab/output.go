package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"feltlab/dataset/table"
	"feltlab/internal/disk"
	"feltlab/internal/plain"
	"feltlab/internal/progress"
	"feltlab/pipeline/worstcase"
)

// standardOutput is the path that means standard output.
const standardOutput = "-"

// writeTo lets write fill a file, which appears whole or not at all. Paths "" and "-" mean standard output: "" for
// people, "-" with the bytes of a file, unless it is a terminal.
func (a *app) writeTo(path string, write func(io.Writer) error) error {
	switch {
	case path == "" || path == standardOutput && progress.Terminal(a.stdout):
		return write(a.stdout)
	case path == standardOutput:
		if text, ok := a.stdout.(*plain.Writer); ok {
			return write(text.Raw())
		}
		return write(a.stdout)
	}
	if err := disk.Replaceable(path); err != nil {
		return named(fmt.Errorf("cannot write: %w", err))
	}
	return disk.Write(path, write)
}

// formatOf is the format of a table's file by its ending, or the ending.
func formatOf(path string) string {
	ending := strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), ".")
	return cmp.Or(map[string]string{"md": "markdown", "tex": "latex"}[ending], ending)
}

// messages returns the stream for messages about a file: standard error if the file is standard output.
func (a *app) messages(path string) io.Writer {
	if path == standardOutput {
		return a.stderr
	}
	return a.stdout
}

// oneStream refuses to write a file and JSON to standard output at once.
func oneStream(path string, asJSON bool) error {
	if asJSON && path == standardOutput {
		return usage("--out - and --json both write to standard output: want one of them, or a file")
	}
	return nil
}

// writable reports before long work that a file cannot be written. It accepts "" and "-".
func writable(path string) error {
	if path == "" || path == standardOutput {
		return nil
	}
	info, err := os.Stat(filepath.Dir(path))
	if err == nil && !info.IsDir() {
		err = errors.New("its folder is a file")
	}
	err = cmp.Or(err, disk.Replaceable(path))
	if err != nil {
		return named(fmt.Errorf("cannot write %s: %w", path, err))
	}
	probe, err := os.CreateTemp(filepath.Dir(path), ".feltlab-*.tmp")
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// makeFolder creates the folder of a flag before long work. "" is no folder.
func makeFolder(path string) error {
	if path == "" {
		return nil
	}
	if err := os.MkdirAll(path, 0o777); err != nil {
		return fmt.Errorf("cannot write to %s: %w", path, err)
	}
	return nil
}

func mapped[T any](list []T, text func(T) string) []string {
	out := make([]string, len(list))
	for i, item := range list {
		out[i] = text(item)
	}
	return out
}

// show prints an answer as JSON, or for people. It first asks the programs that the answer is about again.
func (a *app) show(asJSON bool, answer any, text func(io.Writer) error) error {
	// Programs end with a command that is stopped; what it prints then was checked before it was kept.
	if err := worstcase.Steady(a.agents...); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	if asJSON {
		return a.printJSON(answer)
	}
	return text(a.stdout)
}

// print prints an answer as JSON, or for people by table.Show, below a title and with notes.
func (a *app) print(asJSON bool, answer any, title string, notes ...string) error {
	return a.show(asJSON, answer, func(w io.Writer) error { return table.Show(w, title, answer, notes...) })
}

// schemaOf names the shape of a command's JSON. The number at its end goes up when a key goes or
// changes its meaning; docs/json.md lists all keys.
func schemaOf(command string) string {
	version := "/2"
	switch command {
	case "regress", "regress curve", "regress milp", "sweep":
		version = "/3"
	}
	return "feltlab/" + strings.ReplaceAll(command, " ", "-") + version
}

// encode writes a value as JSON with the command's schema as the first key: of the object, or of each object in a list.
func (a *app) encode(v any) ([]byte, error) {
	text, err := plain.Encode(v)
	if err != nil {
		return nil, err
	}
	return withSchema(text, schemaOf(a.command))
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

// lineWidth is the width of a help page and of printed answers.
const lineWidth = table.LineWidth

var wrap = table.Wrap

// printWrapped prints a line of an answer, wrapped and indented.
func printWrapped(w io.Writer, format string, args ...any) {
	fmt.Fprintf(w, "  %s\n", wrap(fmt.Sprintf(format, args...), "    ", lineWidth-2))
}

// reflow wraps the paragraphs of a text, but for those with lines that are set by hand: indented, or with words apart.
func reflow(text string) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		if !strings.HasPrefix(p, " ") && !strings.Contains(p, "\n ") && !strings.Contains(p, "  ") {
			paragraphs[i] = wrap(strings.ReplaceAll(p, "\n", " "), "", lineWidth)
		}
	}
	return strings.Join(paragraphs, "\n\n")
}
