package must

// test is a test, a benchmark or a check of package rapid.
type test interface {
	Helper()
	Fatal(args ...any)
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
