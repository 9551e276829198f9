package plain

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
)

// Encode writes a value as JSON, in which <, > and & stand for themselves.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

// JSON says what package json says of a text of others, in words for whoever wrote the text: the key, what stands there
// and what was expected. Other errors stay as they are; nil stays nil.
func JSON(err error) error {
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &kind) && kind.Field != "":
		keys := slices.DeleteFunc(strings.Split(kind.Field, "."), func(key string) bool {
			return key != "" && key[0] >= 'A' && key[0] <= 'Z' // a type of Go in another, which is no key
		})
		return fmt.Errorf("%s: %s, want %s", strings.Join(keys, "."), kind.Value, wanted(kind.Type))
	case errors.As(err, &kind):
		return fmt.Errorf("%s, want %s", kind.Value, wanted(kind.Type))
	case errors.As(err, &syntax):
		return fmt.Errorf("no JSON at byte %d: %s", syntax.Offset, syntax)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the JSON ends too early")
	}
	if key, unknown := strings.CutPrefix(err.Error(), "json: unknown field "); unknown {
		return fmt.Errorf("unknown key %s", key)
	}
	return err
}

func wanted(t reflect.Type) string {
	switch k := t.Kind(); {
	case k >= reflect.Int && k <= reflect.Uintptr:
		return "a whole number, not too large"
	case k == reflect.Float32 || k == reflect.Float64:
		return "a number"
	case k == reflect.Bool:
		return "true or false"
	case k == reflect.Slice || k == reflect.Array:
		return "a list"
	case k == reflect.Struct || k == reflect.Map:
		return "an object of keys and values"
	case k == reflect.Pointer:
		return wanted(t.Elem())
	}
	return "text"
}
