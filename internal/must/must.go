package must

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
)

// test is a test, a benchmark or a check of package rapid.
type test interface {
	Helper()
	Fatal(args ...any)
	Errorf(format string, args ...any)
}

// Get takes a value and an error, and returns a function that ends the test if there is an error, and otherwise returns
// the value:
//
//	hand := must.Get(cards.ParseCombo("AhKh"))(t)
func Get[T any](value T, err error) func(t test) T {
	return func(t test) T {
		if err != nil {
			t.Helper() // which is slow, so only here
			t.Fatal(err)
		}
		return value
	}
}

// Do ends the test if there is an error.
func Do(t test, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}

// Fail makes the test fail, and go on, unless there is an error with all that is wanted: texts that it has, and errors
// that it wraps.
func Fail(t test, err error, wants ...any) {
	if err == nil && len(wants) == 0 {
		t.Helper()
		t.Errorf("no error")
	}
	for _, want := range wants {
		wrapped, wraps := want.(error)
		switch {
		case err != nil && wraps && errors.Is(err, wrapped):
		case err != nil && !wraps && strings.Contains(err.Error(), want.(string)):
		default:
			t.Helper()
			t.Errorf("error %v, want %v", err, want)
		}
	}
}

// Fails takes a value and an error, and returns a function that is [Fail] for the error:
//
//	must.Fails(cards.ParseCombo("AhAh"))(t, cards.ErrDuplicate)
func Fails[T any](_ T, err error) func(t test, wants ...any) {
	return func(t test, wants ...any) {
		t.Helper()
		Fail(t, err, wants...)
	}
}

// Equal makes the test fail, and go on, unless a value is the one that is wanted: by == if that can be, and by
// [reflect.DeepEqual] otherwise. The failure also says what the values are about.
func Equal[T any](t test, got, want T, about ...any) {
	of := reflect.TypeFor[T]()
	if of.Comparable() && any(got) == any(want) || !of.Comparable() && reflect.DeepEqual(got, want) {
		return
	}
	t.Helper()
	t.Errorf("%v: got %.4000s, want %.4000s", about, fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want))
}

// Near makes the test fail, and go on, unless a number is the one that is wanted, or off by most at the most.
func Near(t test, got, want, most float64, about ...any) {
	if !(math.Abs(got-want) <= most) {
		t.Helper()
		t.Errorf("%v: got %v, want %v, or off by %v at the most", about, got, want, most)
	}
}
