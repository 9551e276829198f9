package config

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/go-viper/mapstructure/v2"
	"github.com/spf13/viper"

	"feltlab/model/nearest"
)

// ErrConfig marks a configuration that cannot be run; the message names file, key and value.
var ErrConfig = errors.New("bad configuration")

// Load fills a struct, whose fields are named by mapstructure tags, from a YAML file; target is
// a pointer to it. Fields that the file does not name keep their values. A hook, which may be
// nil, reads values that are no plain number, text or list; fields that unmarshal text do so
// without one. Errors wrap ErrConfig, or are those of opening the file.
func Load(path string, target any, hook mapstructure.DecodeHookFuncType) error {
	if _, err := os.Stat(path); err != nil {
		return err
	}
	v := viper.NewWithOptions(viper.KeyDelimiter("\x00")) // keys are flat: a dot in one is no path
	v.SetConfigFile(path)
	v.SetConfigType("yaml")
	if err := v.ReadInConfig(); err != nil {
		return fmt.Errorf("%w: %s: %s", ErrConfig, path, oneLine(err))
	}
	if err := rejectUnknown(path, v, target); err != nil {
		return err
	}
	strict := func(d *mapstructure.DecoderConfig) {
		d.ErrorUnused, d.WeaklyTypedInput, d.ZeroFields = true, false, true
		hooks := []mapstructure.DecodeHookFunc{mapstructure.DecodeHookFuncType(wholeNumbers), mapstructure.TextUnmarshallerHookFunc()}
		if hook != nil { // first: it may read a fraction into what is kept as an integer
			hooks = append([]mapstructure.DecodeHookFunc{hook}, hooks...)
		}
		d.DecodeHook = mapstructure.ComposeDecodeHookFunc(hooks...)
	}
	if err := v.Unmarshal(target, strict); err != nil {
		return fmt.Errorf("%w: %s: %s", ErrConfig, path, oneLine(err))
	}
	return nil
}

func rejectUnknown(path string, v *viper.Viper, target any) error {
	var known []string
	for _, field := range reflect.VisibleFields(reflect.TypeOf(target).Elem()) {
		if tag := field.Tag.Get("mapstructure"); tag != "" {
			known = append(known, tag)
		}
	}
	var unknown []string
	for key := range v.AllSettings() {
		if !slices.Contains(known, key) {
			unknown = append(unknown, key)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	slices.Sort(unknown)
	slices.Sort(known)
	return fmt.Errorf("%w: %s: unknown key %q%s (keys are %s)",
		ErrConfig, path, unknown[0], nearest.Hint(unknown[0], known), strings.Join(known, ", "))
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
