package config

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/go-viper/mapstructure/v2"
	"github.com/spf13/viper"
	"go.yaml.in/yaml/v3"

	"feltlab/internal/nearest"
)

// ErrConfig marks a configuration that cannot be run; the message names file, line, key and value.
var ErrConfig = errors.New("bad configuration")

// File is a YAML file of keys and values.
type File struct {
	Path string
	Text string

	viper *viper.Viper
	hook  mapstructure.DecodeHookFuncType
	set   map[string]string // settings by key, as they were given
}

// Open reads a YAML file, and key=value settings, the value as YAML, that count instead of the
// file's. A hook, which may be nil, reads values that are no plain number, text or list; fields that
// unmarshal text do so without one. Errors wrap ErrConfig, or are those of opening the file.
func Open(path string, hook mapstructure.DecodeHookFuncType, set ...string) (*File, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	v := viper.NewWithOptions(viper.KeyDelimiter("\x00")) // keys are flat: a dot in one is no path
	v.SetConfigType("yaml")
	f := &File{Path: path, Text: string(text), viper: v, hook: hook, set: map[string]string{}}
	if err := v.ReadConfig(strings.NewReader(f.Text)); err != nil {
		return nil, fmt.Errorf("%w: %s: %s", ErrConfig, path, oneLine(err))
	}
	for _, s := range set {
		key, text, ok := strings.Cut(s, "=")
		var value any
		if err := yaml.Unmarshal([]byte(text), &value); err != nil || !ok || key == "" {
			return nil,
				fmt.Errorf("%w: setting %q, want key=value, such as time_limit=90s or hands=[AA,KK]", ErrConfig, s)
		}
		v.Set(key, value)
		f.set[key] = s
		f.Text += "# set: " + s + "\n"
	}
	return f, nil
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
func Read(path string, known []string) (*viper.Viper, error) {
	f, err := Open(path, nil)
	if err == nil {
		err = f.check(f.viper.AllSettings(), slices.Sorted(slices.Values(known)), "")
	}
	if err != nil {
		return nil, err
	}
	return f.viper, nil
}

// Decode fills a struct as Load does.
func (f *File) Decode(target any) error { return f.decode(f.viper.AllSettings(), target, "") }

// DecodeEntry is Decode for an entry of a list of groups of keys, in which group's keys are.
func (f *File) DecodeEntry(group map[string]any, target any, name string) error {
	return f.decode(group, target, name+": ")
}

func (f *File) decode(settings map[string]any, target any, prefix string) error {
	if err := f.check(settings, keys(reflect.TypeOf(target).Elem()), prefix); err != nil {
		return err
	}
	hooks := []mapstructure.DecodeHookFunc{mapstructure.DecodeHookFuncType(wholeNumbers),
		mapstructure.TextUnmarshallerHookFunc()}
	if f.hook != nil { // first: it may read a fraction into what is kept as an integer
		hooks = append([]mapstructure.DecodeHookFunc{f.hook}, hooks...)
	}
	for _, key := range slices.Sorted(maps.Keys(settings)) { // one by one, to say where
		d, err := mapstructure.NewDecoder(&mapstructure.DecoderConfig{
			Result: target, ErrorUnused: true, ZeroFields: true,
			DecodeHook: mapstructure.ComposeDecodeHookFunc(hooks...),
		})
		if err != nil {
			return err
		}
		if err := d.Decode(map[string]any{key: settings[key]}); err != nil {
			return f.Bad(key, errors.New(prefix+oneLine(err)))
		}
	}
	return nil
}

func (f *File) check(settings map[string]any, known []string, prefix string) error {
	for _, key := range slices.Sorted(maps.Keys(settings)) {
		if !slices.Contains(known, key) {
			return f.Bad(key, fmt.Errorf("%sunknown key %q%s (keys are %s)", prefix, key, nearest.Hint(key, known),
				strings.Join(known, ", ")))
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

// Bad is an error about the value of a key: it names the setting that it is from, or the file and,
// where the key is a line's first word, the line.
func (f *File) Bad(key string, err error) error {
	place := f.Path
	if s, ok := f.set[key]; ok {
		place = fmt.Sprintf("setting %q", s)
	} else if at := regexp.MustCompile(`(?m)^[\s-]*` + regexp.QuoteMeta(key) + `\s*:`).
		FindStringIndex(f.Text); at != nil {
		place = fmt.Sprintf("%s:%d", place, 1+strings.Count(f.Text[:at[1]], "\n"))
	}
	return fmt.Errorf("%w: %s: %w", ErrConfig, place, err)
}

// wholeNumbers rejects fractions where integers are wanted; they would be cut off.
func wholeNumbers(from, to reflect.Type, value any) (any, error) {
	if from.Kind() == reflect.Float64 && to.Kind() >= reflect.Int && to.Kind() <= reflect.Uint64 {
		return nil, fmt.Errorf("%v is no whole number", value)
	}
	return value, nil
}

// oneLine folds the several lines of a decoding error.
func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }
