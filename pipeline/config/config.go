package config

import (
	"bytes"
	"cmp"
	"encoding"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-viper/mapstructure/v2"
	"go.yaml.in/yaml/v3"

	"feltlab/internal/disk"
	"feltlab/internal/nearest"
)

// ErrConfig marks a configuration that cannot be run; the message names file, line, key and value.
var ErrConfig = errors.New("bad configuration")

// Limits of a file, so that it is read in no time whatever it holds. Ours have some kilobytes and three levels.
const (
	mostBytes = 1 << 20
	mostDepth = 16 // lists and groups in each other
)

// File is a YAML file of keys and values.
type File struct {
	Path string
	Text string

	root   *yaml.Node
	values map[string]any
	hook   mapstructure.DecodeHookFuncType
	set    map[string]string // settings by key, as they were given
}

// Open reads a YAML file, and key=value settings, the value as YAML, that count instead of the
// file's. A hook, which may be nil, reads values that are no plain number, text or list; fields that
// unmarshal text do so without one. Errors wrap ErrConfig, or are those of disk.ReadFile.
func Open(path string, hook mapstructure.DecodeHookFuncType, set ...string) (*File, error) {
	text, err := disk.ReadFile(path, mostBytes)
	if err != nil {
		return nil, err
	}
	f := &File{Path: path, Text: string(text), hook: hook, values: map[string]any{}, set: map[string]string{}}
	if f.root, err = parse(text); err == nil && f.root != nil {
		if f.root.Kind != yaml.MappingNode {
			err = errors.New("want keys and values, such as cores: 2")
		} else {
			err = f.root.Decode(&f.values)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %s", ErrConfig, path, oneLine(err))
	}
	for _, s := range set {
		key, text, ok := strings.Cut(s, "=")
		var value any
		node, err := parse([]byte(text))
		if err == nil && node != nil {
			err = node.Decode(&value)
		}
		if err != nil || !ok || key == "" {
			return nil,
				fmt.Errorf("%w: setting %q, want key=value, such as time_limit=90s or hands=[AA,KK]", ErrConfig, s)
		}
		f.values[key], f.set[key] = value, s
		f.Text += "# set: " + s + "\n"
	}
	return f, nil
}

// parse returns what a text with one YAML document holds; nil if that is nothing.
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
	if n := deep(&first, mostDepth); n != nil {
		return nil, fmt.Errorf("line %d: more than %d levels of lists and groups", n.Line, mostDepth)
	}
	asWritten(&first)
	return first.Content[0], nil
}

// asWritten makes text of every number and date that would be printed otherwise than it is written: 0x63, 022, 1.10. A
// field of text, such as a hand or a column, then has what the file says; plainValues reads it for a field of numbers.
func asWritten(n *yaml.Node) {
	var value any
	switch n.ShortTag() {
	case "!!int", "!!float", "!!timestamp":
		if n.Decode(&value) == nil && fmt.Sprint(value) != n.Value {
			n.Tag = "!!str"
		}
	}
	for _, c := range n.Content {
		asWritten(c)
	}
}

// deep returns a node below more than some levels; nil if there is none.
func deep(n *yaml.Node, levels int) *yaml.Node {
	if levels < 0 {
		return n
	}
	for _, c := range n.Content {
		if found := deep(c, levels-1); found != nil {
			return found
		}
	}
	return nil
}

// Load fills a struct, whose fields are named by mapstructure tags, from a YAML file; target is
// a pointer to it. Fields that the file does not name keep their values. Errors are those of Open.
func Load(path string, target any) error {
	f, err := Open(path, nil)
	if err != nil {
		return err
	}
	return f.Decode(target)
}

// Read reads a YAML file of which all keys must be known. Errors are those of Open.
func Read(path string, known []string) (map[string]any, error) {
	f, err := Open(path, nil)
	if err == nil {
		err = f.check(f.values, slices.Sorted(slices.Values(known)), nil)
	}
	if err != nil {
		return nil, err
	}
	return f.values, nil
}

// Decode fills a struct as Load does.
func (f *File) Decode(target any) error { return f.decode(f.values, target, nil) }

// entry is the place of a group of keys in a list.
type entry struct {
	list  string
	place int
}

func (e *entry) String() string {
	if e == nil {
		return ""
	}
	return fmt.Sprintf("%s[%d]: ", e.list, e.place)
}

// DecodeEntry is Decode for an entry, counted from 0, of a list of groups of keys. A setting for a key of the entry
// is an error: the entry would hide it.
func (f *File) DecodeEntry(group map[string]any, target any, list string, place int) error {
	e := &entry{list, place}
	for key := range group {
		if s, ok := f.set[key]; ok {
			return fmt.Errorf("%w: setting %q: %s: %s%s has its own value there, which would count", ErrConfig, s,
				f.place(key, e), e, key)
		}
	}
	return f.decode(group, target, e)
}

func (f *File) decode(settings map[string]any, target any, in *entry) error {
	if err := f.check(settings, keys(reflect.TypeOf(target).Elem()), in); err != nil {
		return err
	}
	hooks := []mapstructure.DecodeHookFunc{mapstructure.DecodeHookFuncType(plainValues),
		mapstructure.TextUnmarshallerHookFunc()}
	if f.hook != nil { // first: it may read a fraction into what is kept as an integer
		hooks = append([]mapstructure.DecodeHookFunc{f.hook}, hooks...)
	}
	read := mapstructure.ComposeDecodeHookFunc(hooks...)
	for _, key := range slices.Sorted(maps.Keys(settings)) { // one by one, to say where
		var said error // by a hook first, without the words of the decoder
		hook := func(from, to reflect.Value) (any, error) {
			value, err := mapstructure.DecodeHookExec(read, from, to)
			said = cmp.Or(said, err)
			return value, err
		}
		d, err := mapstructure.NewDecoder(&mapstructure.DecoderConfig{
			Result: target, ErrorUnused: true, ZeroFields: true, DecodeHook: hook,
		})
		if err != nil {
			return err
		}
		if err := d.Decode(map[string]any{key: settings[key]}); err != nil {
			if said != nil {
				err = fmt.Errorf("%s: %w", key, said)
			}
			return f.bad(key, in, errors.New(oneLine(err)))
		}
	}
	return nil
}

// check refuses unknown keys and keys without a value.
func (f *File) check(settings map[string]any, known []string, in *entry) error {
	for _, key := range slices.Sorted(maps.Keys(settings)) {
		if !slices.Contains(known, key) {
			return f.bad(key, in, fmt.Errorf("unknown key %q%s (keys are %s)", key, nearest.Hint(key, known),
				strings.Join(known, ", ")))
		}
		if settings[key] == nil {
			return f.bad(key, in, fmt.Errorf("%s has no value", key))
		}
	}
	return nil
}

// keys are the names of a struct's fields, in order.
func keys(t reflect.Type) (names []string) {
	for _, field := range reflect.VisibleFields(t) {
		if tag := field.Tag.Get("mapstructure"); tag != "" && tag[0] != ',' {
			names = append(names, tag)
		}
	}
	slices.Sort(names)
	return names
}

// Bad is an error about the value of a key: it names the setting that it is from, or the file and the line.
func (f *File) Bad(key string, err error) error { return f.bad(key, nil, err) }

func (f *File) bad(key string, in *entry, err error) error {
	place := f.place(key, in)
	if s, ok := f.set[key]; ok {
		place = fmt.Sprintf("setting %q", s)
	}
	return fmt.Errorf("%w: %s: %v%w", ErrConfig, place, in, err)
}

// place returns the file and the line of a key: in an entry, or else where it comes first.
func (f *File) place(key string, in *entry) string {
	from := f.root
	if in != nil {
		if _, list := find(from, in.list); list != nil && in.place < len(list.Content) {
			from = list.Content[in.place]
		}
	}
	if name, _ := find(from, key); name != nil {
		return fmt.Sprintf("%s:%d", f.Path, name.Line)
	}
	return f.Path
}

// find returns the first key of a name and its value; nil if there is none.
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

// plainValues reads numbers that are kept as written, and text from numbers. It refuses what does not fit a field, in
// the words of a user.
func plainValues(from, to reflect.Type, value any) (any, error) {
	if reflect.PointerTo(to).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		to = reflect.TypeFor[string]()
	}
	text, want := fmt.Sprint(value), ""
	switch kind, is := to.Kind(), from.Kind(); {
	case from == to: // such as a time that another hook has read
	case kind >= reflect.Int && kind <= reflect.Uint64:
		if n, err := strconv.ParseInt(text, 10, 64); err == nil && strconv.FormatInt(n, 10) == text {
			return n, nil
		}
		want = "a whole number"
	case kind == reflect.Float64:
		x, err := strconv.ParseFloat(text, 64) // refuses what is too large
		if err == nil && strings.Trim(text, "+-.0123456789eE") == "" {
			return x, nil
		}
		want = "a number, such as 0.5"
	case kind == reflect.String && is >= reflect.Int && is <= reflect.Float64:
		return text, nil
	case kind == is || kind == reflect.Struct && is == reflect.Map:
	case kind == reflect.String:
		want = "text, in quotes if it looks like something else"
	case kind == reflect.Bool:
		want = "true or false"
	case kind == reflect.Slice:
		want = "a list, such as [1, 2]"
	case kind == reflect.Map || kind == reflect.Struct:
		want = "keys and values"
	}
	if want != "" {
		return nil, fmt.Errorf("%.80s: want %s", text, want)
	}
	return value, nil
}

// oneLine folds the several lines of a decoding error.
func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }
