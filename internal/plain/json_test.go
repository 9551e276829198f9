package plain

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"feltlab/internal/must"
)

func TestJSON(t *testing.T) {
	type part struct {
		N int `json:"n"`
	}
	for text, want := range map[string]string{
		`{"x": "a"}`:        "x: string, want a number",
		`{"n": {"n": 1.5}}`: "n.n: number 1.5, want a whole number, not too large",
		`{"n": 3}`:          "n: number, want an object of keys and values",
		`{"list": true}`:    "list: bool, want a list",
		`{"text": 4}`:       "text: number, want text", `{"yes": null, "x": 1}`: "",
		`[]`:       "array, want an object of keys and values",
		`{"y": 1}`: `unknown key "y"`, `{"x": `: "the JSON ends too early",
		`{"x" 1}`: "no JSON at byte 6: invalid character '1' after object key",
	} {
		var value struct {
			X    float64  `json:"x"`
			N    *part    `json:"n"`
			List []string `json:"list"`
			Text string   `json:"text"`
			Yes  bool     `json:"yes"`
		}
		d := json.NewDecoder(strings.NewReader(text))
		d.DisallowUnknownFields()
		got := ""
		if err := JSON(d.Decode(&value)); err != nil {
			got = err.Error()
		}
		must.Equal(t, got, want, text)
	}
	if other := errors.New("other"); JSON(other) != other {
		t.Error("another error does not stay as it is")
	}
}
