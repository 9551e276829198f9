package featureset

import (
	"reflect"
	"slices"
	"sync"
)

// Word is a word of the expressions.
type Word struct {
	Name    string // such as "board.high"
	Type    string // number, yes/no, or function with its parameters
	Streets string // where the word can be true or above 0, such as "flop, turn"
	Means   string
	Example string // an expression that holds for the hand AsKs on the board Kd7s2s
}

// Words lists all words in the order of the documentation. The slice is the caller's.
func Words() []Word { return slices.Clone(words()) }

var words = sync.OnceValue(func() []Word { return wordsOf(reflect.TypeFor[Facts](), "") })

func wordsOf(t reflect.Type, prefix string) (list []Word) {
	for i := range t.NumField() {
		f := t.Field(i)
		name := f.Tag.Get("expr")
		switch {
		case f.Anonymous:
			list = append(list, wordsOf(f.Type, prefix)...)
		case name == "":
		case f.Type.Kind() == reflect.Struct:
			list = append(list, wordsOf(f.Type, name+".")...)
		default:
			about := meanings[prefix+name]
			w := Word{prefix + name, "number", about.streets, about.text, about.example}
			switch {
			case f.Type.Kind() == reflect.Bool:
				w.Type = "yes/no"
			case f.Type.Kind() == reflect.Func && f.Type.NumIn() == 1:
				w.Name, w.Type = w.Name+"(n)", "number"
			case f.Type.Kind() == reflect.Func:
				w.Name, w.Type = w.Name+"(low, high)", "number"
			}
			list = append(list, w)
		}
	}
	return list
}
