package config

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"feltlab/internal/plain"
)

// flagTag is the tag with the name of a field's flag.
const flagTag = "flag"

// Flags are the flags of a command, each a field of a struct. See the package's comment for the tags.
type Flags struct {
	set    *pflag.FlagSet
	target any
	// Prefix begins the names of environment variables, which give values to flags that are not on the command line;
	// none: no variables.
	Prefix string
}

// Bind adds a flag for each field of a struct, and of the structs in it. help returns the sentence of a flag. Fill
// fills the struct.
func Bind(set *pflag.FlagSet, target any, help func(reflect.StructField) string) *Flags {
	fields, values := fieldsOf(reflect.ValueOf(target).Elem(), flagTag)
	for i, f := range fields {
		v := &flagValue{kind: kindOf(values[i]), whole: f.Tag.Get("keep") == ","}
		if text, ok := f.Tag.Lookup("default"); ok && values[i].IsZero() {
			v.texts = v.split(text)
		} else if !values[i].IsZero() {
			v.texts = v.split(strings.Trim(fmt.Sprint(values[i].Interface()), "[]"))
		}
		text := strings.ReplaceAll(help(f), "{}", plain.Either(strings.Split(f.Tag.Get("oneof"), ",")))
		flag := set.VarPF(v, f.Tag.Get(flagTag), "", text)
		flag.DefValue = strings.Join(v.texts, ",")
		if v.kind == "bool" {
			flag.NoOptDefVal = "true"
		}
	}
	return &Flags{set: set, target: target}
}

// Variable is the environment variable of a flag.
func (f *Flags) Variable(name string) string { return f.Prefix + strings.ToUpper(name) }

// FlagOf returns the name of the flag of the field with a key in files; nothing if it has none.
func FlagOf(target any, key string) string {
	fields, _ := fieldsOf(reflect.ValueOf(target).Elem(), flagTag)
	for _, f := range fields {
		if f.Tag.Get(keyTag) == key {
			return f.Tag.Get(flagTag)
		}
	}
	return ""
}

// Fill reads the values into the struct. The error names the flag or the variable, and the value.
func (f *Flags) Fill() error {
	v := viper.NewWithOptions(viper.KeyDelimiter("\x00"))
	for _, name := range keys(f.target, flagTag) {
		flag := f.set.Lookup(name)
		if flag.Changed || flag.DefValue != "" {
			if err := v.BindPFlag(name, flag); err != nil {
				return err
			}
		}
		if f.Prefix != "" {
			if err := v.BindEnv(name, f.Variable(name)); err != nil {
				return err
			}
		}
	}
	key, err := fill(v, f.target, flagTag, Lists)
	if err == nil {
		return nil
	}
	place, text := "--"+key, f.set.Lookup(key).Value.(*flagValue).typed()
	if !f.set.Changed(key) {
		place, text = f.Variable(key)+":", os.Getenv(f.Variable(key))
	}
	var plain *plainError
	if errors.As(err, &plain) { // the value is in the message already
		err = errors.New("want " + plain.want)
	}
	return fmt.Errorf("%s %q: %w", place, text, err)
}

// flagValue keeps the text of a flag, or the texts of a list. viper reads it.
type flagValue struct {
	kind  string
	whole bool // a list of texts that may hold commas
	texts []string
	given bool
}

// listKind is the kind of lists, for viper.
const listKind = "stringSlice"

// kindOf is the word for a field's value on a help page.
func kindOf(v reflect.Value) string {
	switch kind := v.Kind(); {
	case v.Type() == reflect.TypeFor[time.Duration]():
		return "time"
	case kind == reflect.Bool:
		return "bool"
	case kind == reflect.Slice:
		return listKind
	case v.Type() == reflect.TypeFor[int](), kind == reflect.Float64 && v.Type().PkgPath() == "":
		return "number"
	}
	return "text"
}

// Type is the kind.
func (v *flagValue) Type() string { return v.kind }

func (v *flagValue) list() bool { return v.kind == listKind }

func (v *flagValue) split(text string) []string {
	if !v.list() || v.whole || text == "" {
		return []string{text}
	}
	entries, err := csv.NewReader(strings.NewReader(text)).Read()
	if err != nil {
		return []string{text}
	}
	return entries
}

// String writes the value as viper reads it.
func (v *flagValue) String() string {
	if !v.list() {
		return v.typed()
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write(v.texts) // into memory
	w.Flush()
	return "[" + strings.TrimSuffix(b.String(), "\n") + "]"
}

func (v *flagValue) typed() string { return strings.Join(v.texts, ",") }

var errTwice = errors.New("the flag takes one value and has two")

// Set takes a text. A list collects its entries; another flag is an error if it is given two values.
func (v *flagValue) Set(text string) error {
	switch {
	case v.list() && v.given:
		v.texts = append(v.texts, v.split(text)...)
		return nil
	case v.given && text != v.typed():
		return errTwice
	case v.kind == "bool":
		if _, err := strconv.ParseBool(text); err != nil {
			return errors.New("want true or false")
		}
	}
	v.texts, v.given = v.split(text), true
	return nil
}
