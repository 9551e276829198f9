package config

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-viper/mapstructure/v2"
	"github.com/spf13/viper"

	"feltlab/internal/plain"
)

// Hook reads a value for a field of a type, or returns it as it is.
type Hook = func(from, to reflect.Type, value any) (any, error)

// fieldsOf lists the fields of a struct, and of the structs in it, that have a tag.
func fieldsOf(s reflect.Value, tag string) (fields []reflect.StructField, values []reflect.Value) {
	for i := range s.NumField() {
		field, value := s.Type().Field(i), s.Field(i)
		if field.Tag.Get(tag) != "" {
			fields, values = append(fields, field), append(values, value)
		} else if value.Kind() == reflect.Struct && field.Anonymous {
			more, moreValues := fieldsOf(value, tag)
			fields, values = append(fields, more...), append(values, moreValues...)
		}
	}
	return fields, values
}

func keys(target any, tag string) (names []string) {
	fields, _ := fieldsOf(reflect.ValueOf(target).Elem(), tag)
	for _, f := range fields {
		names = append(names, f.Tag.Get(tag))
	}
	slices.Sort(names)
	return names
}

// fill decodes all values of v into a struct whose fields have their keys in a tag, and holds them to the tags oneof,
// min and max. An error is about the first key that has a bad value.
func fill(v *viper.Viper, target any, tag string, hook Hook) (key string, err error) {
	hooks := []mapstructure.DecodeHookFunc{readPlain, mapstructure.TextUnmarshallerHookFunc()}
	if hook != nil { // first: it may read a fraction into what is kept as an integer
		hooks = slices.Insert(hooks, 0, mapstructure.DecodeHookFunc(hook))
	}
	err = v.UnmarshalExact(target, func(c *mapstructure.DecoderConfig) {
		c.TagName, c.Squash, c.ZeroFields, c.WeaklyTypedInput = tag, true, true, false
		c.DecodeHook = mapstructure.ComposeDecodeHookFunc(hooks...)
	})
	var bad *mapstructure.DecodeError
	for errors.As(err, &bad) { // of a list the entry
		key, err = bad.Name(), bad.Unwrap()
	}
	if err != nil {
		key, _, _ = strings.Cut(key, "[")
		return key, err
	}
	fields, values := fieldsOf(reflect.ValueOf(target).Elem(), tag)
	for i, f := range fields {
		if key := f.Tag.Get(tag); v.IsSet(key) {
			if err := checkTags(f.Tag, values[i]); err != nil {
				return key, err
			}
		}
	}
	return "", nil
}

// checkTags holds a value, or each of a list, to the tags of its field.
func checkTags(tag reflect.StructTag, v reflect.Value) error {
	if v.Kind() == reflect.Slice {
		for i := range v.Len() {
			if err := checkTags(tag, v.Index(i)); err != nil {
				return err
			}
		}
		return nil
	}
	bad := func(format string, args ...any) error {
		return &plainError{fmt.Sprint(v.Interface()), fmt.Sprintf(format, args...)}
	}
	if names := tag.Get("oneof"); names != "" && v.Kind() == reflect.String {
		if all := strings.Split(names, ","); !slices.Contains(all, v.String()) {
			return bad("%s%s", plain.Either(all), plain.Hint(v.String(), all))
		}
	}
	var x float64
	switch {
	case v.CanInt():
		x = float64(v.Int())
	case v.CanFloat():
		x = v.Float()
	default:
		return nil
	}
	least, most := tag.Get("min"), tag.Get("max")
	low, noLow := strconv.ParseFloat(least, 64)
	high, noHigh := strconv.ParseFloat(most, 64)
	switch {
	case (noLow != nil || x >= low) && (noHigh != nil || x <= high):
		return nil
	case noLow != nil:
		return bad("at most %s", most)
	case noHigh != nil:
		return bad("at least %s", least)
	}
	return bad("%s to %s", least, most)
}

// Lists is a Hook that reads one entry for a list of one, 1..10 for ten whole numbers, and truths.
func Lists(from, to reflect.Type, value any) (any, error) {
	text, isText := value.(string)
	switch {
	case to.Kind() == reflect.Bool && isText:
		truth, err := strconv.ParseBool(text)
		if err != nil {
			return nil, &plainError{text, "true or false"}
		}
		return truth, nil
	case to == reflect.TypeFor[[]int]():
		return spans(value)
	case to.Kind() == reflect.Slice && from.Kind() != reflect.Slice:
		return []any{value}, nil
	}
	return value, nil
}

// spans replaces "1..10" by the numbers from 1 to 10, in a list or alone.
func spans(value any) (any, error) {
	var list, out []any
	switch v := value.(type) {
	case []any:
		list = v
	case []string:
		for _, s := range v {
			list = append(list, s)
		}
	default:
		list = []any{value}
	}
	for _, entry := range list {
		text, ok := entry.(string)
		low, high, isSpan := strings.Cut(text, "..")
		if !ok || !isSpan {
			out = append(out, entry)
			continue
		}
		a, err := strconv.Atoi(strings.TrimSpace(low))
		b, err2 := strconv.Atoi(strings.TrimSpace(high))
		if err != nil || err2 != nil || a > b || b-a > 1000 {
			return nil, &plainError{text, "a whole number, or numbers such as 1..10"}
		}
		for ; a <= b; a++ {
			out = append(out, a)
		}
	}
	return out, nil
}

// readPlain reads numbers that are kept as written, text from numbers, and times. It refuses what does not fit a field,
// in the words of a user.
func readPlain(from, to reflect.Type, value any) (any, error) {
	if reflect.PointerTo(to).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		to = reflect.TypeFor[string]()
	}
	text, want := fmt.Sprint(value), ""
	switch kind, is := to.Kind(), from.Kind(); {
	case from == to:
	case to == reflect.TypeFor[time.Duration]():
		return ParseTime(text)
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
		return nil, &plainError{text, want}
	}
	return value, nil
}

type plainError struct{ text, want string }

func (e *plainError) Error() string { return fmt.Sprintf("%.80s: want %s", e.text, e.want) }

// ErrTime marks a text that is no time above zero.
var ErrTime = errors.New("bad time")

// ParseTime reads "90s", "2m" or a number of seconds. The time must be above zero.
func ParseTime(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil {
		seconds, failed := strconv.ParseFloat(text, 64)
		if failed != nil {
			return 0, fmt.Errorf("%w %q: want seconds or a time such as 90s, 2m or 1h", ErrTime, text)
		}
		d = time.Duration(seconds * float64(time.Second))
	}
	if d <= 0 {
		return 0, fmt.Errorf("%w: %q is not above zero", ErrTime, text)
	}
	return d, nil
}
