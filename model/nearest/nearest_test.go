package nearest

import (
	"fmt"
	"testing"
)

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"flaw", "lawn", 2}, {"same", "same", 0}} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
		if got := distance(c.b, c.a); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.b, c.a, got, c.want)
		}
	}
}

func TestNothingNear(t *testing.T) {
	if name, ok := Name("zebra", []string{"hands", "ranges"}); ok {
		t.Errorf("suggested %q for zebra", name)
	}
}

func ExampleHint() {
	keys := []string{"hands", "ranges", "time_limit"}
	fmt.Println("unknown key \"time_limt\"" + Hint("time_limt", keys))
	fmt.Println("unknown key \"qqqqqqqq\"" + Hint("qqqqqqqq", keys))
	// Output:
	// unknown key "time_limt", did you mean "time_limit"?
	// unknown key "qqqqqqqq"
}
