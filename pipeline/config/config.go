package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/viper"
	"go.yaml.in/yaml/v3"

	"feltlab/internal/disk"
	"feltlab/internal/plain"
)

// ErrConfig marks a configuration that cannot be run; the message names file, line, key and value.
var ErrConfig = errors.New("bad configuration")

// The tags with a field's key in files and in requests.
const (
	keyTag  = "mapstructure"
	jsonTag = "json"
)

// File is a YAML file of keys and values.
type File struct {
	Path string
	Text string

	root *yaml.Node
	hook Hook
	set  map[string]setting
}

type setting struct {
	text  string
	value any
}

// Open reads a YAML file, and key=value settings, the value as YAML, that count instead of the
// file's. A hook, which may be nil, reads values that are no plain number, text or list; fields that
// unmarshal text do so without one. Errors wrap ErrConfig, or are those of disk.ReadFile.
func Open(path string, hook Hook, set ...string) (*File, error) {
	text, err := disk.ReadFile(path, mostBytes)
	if err != nil {
		return nil, err
	}
	return open(path, text, hook, set)
}

func open(path string, text []byte, hook Hook, set []string) (f *File, err error) {
	f = &File{Path: path, Text: string(text), hook: hook, set: map[string]setting{}}
	if f.root, err = parse(text); err == nil && f.root != nil {
		if f.root.Kind != yaml.MappingNode {
			err = errors.New("want keys and values, such as cores: 2")
		} else {
			err = f.root.Decode(&map[string]any{})
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
		f.set[key] = setting{s, value}
		f.Text += "# set: " + s + "\n"
	}
	return f, nil
}

// Values returns the file's keys and values with the settings. The caller may change them.
func (f *File) Values() map[string]any {
	values := map[string]any{}
	if f.root != nil {
		_ = f.root.Decode(&values) // Open has decoded it
	}
	for key, s := range f.set {
		values[key] = s.value
	}
	return values
}

// Load fills a struct, whose fields are named by mapstructure tags, from a YAML file; target is
// a pointer to it. Fields that the file does not name keep their values. Errors are those of Open.
func Load(path string, target any) error {
	text, err := disk.ReadFile(path, mostBytes)
	if err != nil {
		return err
	}
	return LoadText(path, text, target)
}

// LoadText is Load for the text of a file.
func LoadText(path string, text []byte, target any) error {
	f, err := open(path, text, nil, nil)
	if err != nil {
		return err
	}
	return f.Decode(target)
}

// Request fills a struct, whose fields are named by JSON tags, from a JSON object with one value a key.
func Request(in *json.Decoder, target any) error {
	values := map[string]any{}
	in.UseNumber() // as written
	if err := in.Decode(&values); err != nil {
		return plain.JSON(err)
	}
	known := keys(target, jsonTag)
	for _, key := range slices.Sorted(maps.Keys(values)) {
		switch values[key].(type) {
		case string, json.Number, bool:
		default:
			return fmt.Errorf("%s: want one value", key)
		}
		if !slices.Contains(known, key) {
			return unknown(key, known)
		}
	}
	v := viper.NewWithOptions(viper.KeyDelimiter("\x00"))
	if err := v.MergeConfigMap(values); err != nil {
		return err
	}
	if key, err := fill(v, target, jsonTag, Lists); err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}

// Decode fills a struct as Load does.
func (f *File) Decode(target any) error { return f.decode(f.Values(), target, nil) }

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
func (f *File) DecodeEntry(target any, list string, place int) error {
	group, _ := f.Values()[list].([]any)[place].(map[string]any)
	e := &entry{list, place}
	for key := range group {
		if s, ok := f.set[key]; ok {
			return fmt.Errorf("%w: setting %q: %s: %s%s has its own value there, which would count", ErrConfig, s.text,
				f.place(key, e), e, key)
		}
	}
	return f.decode(group, target, e)
}

func (f *File) decode(values map[string]any, target any, in *entry) error {
	if err := f.check(values, keys(target, keyTag), in); err != nil {
		return err
	}
	v := viper.NewWithOptions(viper.KeyDelimiter("\x00")) // no key has one
	if err := v.MergeConfigMap(values); err != nil {
		return err
	}
	if key, err := fill(v, target, keyTag, f.hook); err != nil {
		return f.bad(key, in, fmt.Errorf("%s: %w", key, err))
	}
	return nil
}

func unknown(key string, known []string) error {
	return fmt.Errorf("unknown key %q%s (keys are %s)", key, plain.Hint(key, known), strings.Join(known, ", "))
}

// check refuses unknown keys, which viper would read in any case, and keys without a value, which it would drop.
func (f *File) check(values map[string]any, known []string, in *entry) error {
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if !slices.Contains(known, key) {
			return f.bad(key, in, unknown(key, known))
		}
		if values[key] == nil {
			return f.bad(key, in, fmt.Errorf("%s has no value", key))
		}
	}
	return nil
}

// Bad is an error about the value of a key: it names the setting that it is from, or the file and the line.
func (f *File) Bad(key string, err error) error { return f.bad(key, nil, err) }

func (f *File) bad(key string, in *entry, err error) error {
	place := f.place(key, in)
	if s, ok := f.set[key]; ok {
		place = fmt.Sprintf("setting %q", s.text)
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

func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }
