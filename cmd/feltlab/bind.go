package main

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"feltlab/internal/nearest"
	"feltlab/model/ranges"
	"feltlab/pipeline/question"
)

// The flags of a command are the exported fields of a struct, described by tags:
//
//	Features int `flag:"features" default:"8" min:"1" help:"largest number of features"`
//
//	flag      the name
//	default   the default as typed; without it, the value of the field
//	help      the sentence of the help page; {} stands for the values of oneof. A long sentence follows
//	          in the tag of a field _ string
//	oneof     the only values, separated by commas; the shell completes them
//	complete  the key, in the map completions, of the values that the shell offers
//	min, max  the limits of a number
//	required  an example; the command is a usage error without the flag
//
// Commands share flags by embedding structs. A flag that takes one value is an error if it is given
// twice with two values; a list collects its values.

// command binds structs to a command's flags and returns the command.
func command(cmd *cobra.Command, structs ...any) *cobra.Command {
	var required []reflect.StructField
	for _, s := range structs {
		bindTo(cmd.Flags(), reflect.ValueOf(s).Elem(), func(f reflect.StructField) {
			if f.Tag.Get("required") != "" {
				required = append(required, f)
			}
			completeFlag(cmd, f)
		})
	}
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error {
		for _, f := range required {
			if name := f.Tag.Get("flag"); !cmd.Flags().Changed(name) {
				return usage("--%s is missing, such as --%[1]s %s", name, f.Tag.Get("required"))
			}
		}
		return nil
	}
	return cmd
}

// bindTo adds a flag for each field of a struct, and of the structs in it. It calls each for every flag.
func bindTo(flags *pflag.FlagSet, s reflect.Value, each func(reflect.StructField)) {
	for i := range s.NumField() {
		field, value := s.Type().Field(i), s.Field(i)
		name := field.Tag.Get("flag")
		if name == "" {
			if value.Kind() == reflect.Struct && (field.Anonymous || field.IsExported()) {
				bindTo(flags, value, each)
			}
			continue
		}
		v := checkedValue{Value: valueOf(value), list: value.Kind() == reflect.Slice}
		if text := field.Tag.Get("oneof"); text != "" {
			v.oneOf = strings.Split(text, ",")
		}
		v.min, v.max = field.Tag.Get("min"), field.Tag.Get("max")
		if text, ok := field.Tag.Lookup("default"); ok && value.IsZero() {
			if err := v.Value.Set(text); err != nil {
				panic(fmt.Sprintf("default of --%s: %v", name, err)) // a wrong tag
			}
		}
		help := field.Tag.Get("help")
		if i+1 < s.NumField() && s.Type().Field(i+1).Name == "_" {
			help = s.Type().Field(i + 1).Tag.Get("help")
		}
		help = strings.ReplaceAll(help, "{}", either(v.oneOf))
		f := flags.VarPF(&v, name, "", help)
		if value.Kind() == reflect.Bool {
			f.NoOptDefVal = "true"
		}
		each(field)
	}
}

// either lists names as in "a, b or c".
func either(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// valueOf returns the value of a flag that reads text into a field.
func valueOf(field reflect.Value) pflag.Value {
	scratch := pflag.NewFlagSet("", pflag.ContinueOnError)
	switch p := field.Addr().Interface().(type) {
	case *bool:
		scratch.BoolVar(p, "v", *p, "")
	case *int:
		scratch.IntVar(p, "v", *p, "")
	case *float64:
		scratch.Float64Var(p, "v", *p, "")
	case *[]int:
		scratch.IntSliceVar(p, "v", *p, "")
	case *[]float64:
		scratch.Float64SliceVar(p, "v", *p, "")
	case *[]string:
		scratch.StringSliceVar(p, "v", *p, "")
	case *texts:
		scratch.StringArrayVar((*[]string)(p), "v", *p, "")
	default:
		return textFlagOf(field)
	}
	return scratch.Lookup("v").Value
}

// errTwice is the error of a flag that takes one value and is given again.
var errTwice = errors.New("the flag takes one value and has two")

// texts are values that may hold commas. Each value needs a flag of its own.
type texts []string

// textFlag reads a value and prints it as typed.
type textFlag struct {
	parse       func(string) error
	typed, kind string
}

func (p *textFlag) String() string { return p.typed }
func (p *textFlag) Type() string   { return p.kind }

func (p *textFlag) Set(s string) error {
	p.typed = s
	return p.parse(s)
}

// textFlagOf returns the flag value of a field: hands, a duration, a name, or a type that reads text.
func textFlagOf(field reflect.Value) *textFlag {
	v := &textFlag{kind: "string"}
	if !field.IsZero() {
		v.typed = fmt.Sprint(field.Interface())
	}
	switch p := field.Addr().Interface().(type) {
	case *handTexts:
		v.kind, v.parse = "hands", func(s string) error { return p.UnmarshalText([]byte(s)) }
	case *[]ranges.Hand:
		v.kind, v.parse = "hands", func(s string) error { return addHands(p, s) }
	case *time.Duration:
		v.kind, v.parse = "duration", func(s string) (err error) { *p, err = question.ParseTimeLimit(s); return err }
	case *ranges.Hand:
		v.parse = func(s string) error {
			if strings.Contains(s, ",") {
				return errors.New("the flag takes one hand here, such as AA")
			}
			return p.UnmarshalText([]byte(s))
		}
	case encoding.TextUnmarshaler:
		v.parse = func(s string) error { return p.UnmarshalText([]byte(s)) }
	default:
		v.parse = func(s string) error { field.SetString(s); return nil }
	}
	return v
}

// addHands reads hands separated by commas.
func addHands(to *[]ranges.Hand, s string) error {
	for text := range strings.SplitSeq(s, ",") {
		h, err := ranges.ParseHand(strings.TrimSpace(text))
		if err != nil {
			return err
		}
		if slices.Contains(*to, h) {
			return fmt.Errorf("%s is named twice", h)
		}
		*to = append(*to, h)
	}
	return nil
}

// checkedValue is a value with the limits that the tags state.
type checkedValue struct {
	pflag.Value
	oneOf    []string
	min, max string
	list     bool // takes several values
	given    bool
	typed    string
}

// String leaves out the brackets that pflag prints around a list.
func (v *checkedValue) String() string { return strings.Trim(v.Value.String(), "[]") }

// Type is the word for the value on a help page.
func (v *checkedValue) Type() string {
	switch kind := v.Value.Type(); kind {
	case "stringArray":
		return "string"
	case "float64Slice":
		return "floats"
	default:
		return kind
	}
}

func (v *checkedValue) Set(s string) error {
	if v.given && !v.list && s != v.typed {
		return errTwice
	}
	v.given, v.typed = true, s
	if v.oneOf != nil {
		names := []string{s}
		if v.list {
			names = strings.Split(s, ",")
		}
		for _, name := range names {
			if !slices.Contains(v.oneOf, name) {
				return fmt.Errorf("want %s%s", either(v.oneOf), nearest.Hint(name, v.oneOf))
			}
		}
	}
	if err := v.Value.Set(s); err != nil {
		return err
	}
	return v.checkLimits(s)
}

// checkLimits holds a number to min and max.
func (v *checkedValue) checkLimits(s string) error {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return nil // not a number
	}
	low, noLow := strconv.ParseFloat(v.min, 64)
	high, noHigh := strconv.ParseFloat(v.max, 64)
	switch {
	case (noLow != nil || x >= low) && (noHigh != nil || x <= high):
		return nil
	case noLow != nil:
		return fmt.Errorf("want at most %s", v.max)
	case noHigh != nil:
		return fmt.Errorf("want at least %s", v.min)
	}
	return fmt.Errorf("want %s to %s", v.min, v.max)
}
