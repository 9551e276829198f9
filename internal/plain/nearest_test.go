package plain

import (
	"fmt"
	"testing"

	"feltlab/internal/must"
)

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"flaw", "lawn", 2}, {"same", "same", 0},
		{"rsu", "rus", 1}, {"ca", "abc", 3}} {
		must.Equal(t, distance(c.a, c.b), c.want, c.a, c.b)
		must.Equal(t, distance(c.b, c.a), c.want, c.b, c.a)
	}
}

func TestNearest(t *testing.T) {
	names := []string{"chen", "top", "sklansky", "RUS", "RS", "RML", "ATC", "any", "random"}
	for got, want := range map[string]string{
		"RSU": "RUS", "rmls": "RML", "AT": "ATC", "antc": "ATC", "rndm": "random", "sklnasky": "sklansky",
		"sklanski": "sklansky", "sklansi": "sklansky", "cehn": "chen", "tpo": "top", "xyz": "", "": "",
		"sklanskysklansky": "",
	} {
		if name, ok := Nearest(got, names); name != want || ok != (want != "") {
			t.Errorf("%q: %q, %v, want %q", got, name, ok, want)
		}
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
