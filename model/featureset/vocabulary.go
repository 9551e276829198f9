package featureset

import (
	"reflect"
	"strings"
	"sync"

	"feltlab/model/features"
)

// The versions of the words, on the flop and on all streets. One changes when a word changes its meaning there.
const (
	flopVersion = "words-1"
	version     = "words-2"
)

// Prefix is what every Set.Reading begins with.
const Prefix = "words-"

// word is a word of the expressions: a fact, or the name of a rank or category.
type word struct {
	name       string // such as "board.high"
	parameters string // of a function, such as "(n)"
	kind       string // number or yes/no
	streets    string // where the word can be true or above 0, such as "flop, turn"
	value      int    // of a name
}

const allStreets = "all"

var words = sync.OnceValue(func() []word {
	return wordsOf(reflect.ValueOf(features.NewFacts()).Elem(), "", allStreets)
})

func wordsOf(v reflect.Value, prefix, streets string) (list []word) {
	for i := range v.NumField() {
		f, of := v.Type().Field(i), streets
		name := f.Tag.Get("expr")
		if only := f.Tag.Get("streets"); only != "" {
			of = only
		}
		switch w := (word{name: prefix + name, kind: "number", streets: of}); {
		case f.Anonymous:
			list = append(list, wordsOf(v.Field(i), prefix, of)...)
			continue
		case name == "":
			continue
		case f.Type.Kind() == reflect.Struct:
			list = append(list, wordsOf(v.Field(i), name+".", of)...)
			continue
		default:
			switch {
			case f.Type.Kind() == reflect.Bool:
				w.kind = "yes/no"
			case f.Type.Kind() == reflect.Func && f.Type.NumIn() == 1:
				w.parameters = "(n)"
			case f.Type.Kind() == reflect.Func:
				w.parameters = "(low, high)"
			default:
				w.value = int(v.Field(i).Int())
			}
			list = append(list, w)
		}
	}
	return list
}

// group returns the first part of the word, such as board; "" for a name.
func (w *word) group() string {
	if group, _, ok := strings.Cut(w.name, "."); ok {
		return group
	}
	return ""
}
