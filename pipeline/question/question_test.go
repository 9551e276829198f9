package question

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"feltlab/model/regression"
	"feltlab/model/weights"
)

// TestTyped expects ranges that are equal to have the same canonical texts and keys, and messages to
// show what the user typed.
func TestTyped(t *testing.T) {
	const typed = "22+,A2s+,KTs+,QTs+,JTs,AKo"
	a, b := MustSubject("KdAh", "JTs QTs+  KTs+ A2s+ 22+ AKo"), MustSubject("AhKd", typed)
	if !a.Is(b) || a.Key() != b.Key() || a.Canonical() != b.Canonical() {
		t.Errorf("%s and %s", a.Key(), b.Key())
	}
	if got := b.String(); got != "AhKd against 22+,A2s+,AK,KTs+,QTs+,JTs" {
		t.Error(got)
	}
	if got := a.RangeText(); got != "22+,A2s+,AK,KTs+,QTs+,JTs" {
		t.Error(got)
	}
	if s := MustSubject("AA", " rus"); s.Against().Typed != "" || s.Key() != "AA; RUS" {
		t.Errorf("%+v", s)
	}
}

// TestText reads canonical texts back, and refuses others.
func TestText(t *testing.T) {
	q := Question{Subject: MustSubject("AA", "AKs:0.5, QQ+"),
		Program: regression.Program{Kind: regression.FeatMaxErr, E: 0.025}, Formulation: regression.Pattern,
		Engine: HiGHS, Start: StartNone, TimeLimit: 90 * time.Second, Seed: 7}
	text, err := q.MarshalText()
	if want := "AA; QQ+,AKs:0.5; FEAT_MAXERR(2.5%); pattern; highs; none; 1m30s; seed 7"; err != nil ||
		string(text) != want {
		t.Fatalf("%s, %v, want %s", text, err, want)
	}
	var read Question
	if err := read.UnmarshalText(text); err != nil || read.Key() != q.Key() || read.Start != q.Start ||
		read.TimeLimit != q.TimeLimit {
		t.Errorf("%+v, %v", read, err)
	}
	if again, err := read.MarshalText(); err != nil || string(again) != string(text) {
		t.Errorf("%s, %v", again, err)
	}
	q.Program, q.Engine, q.Start, q.Gap = regression.Program{Kind: regression.AvgErr, N: 4}, Exact, StartSearch, 0.15
	if text, err := q.MarshalText(); err != nil || !strings.HasSuffix(string(text), "; seed 7; gap 0.15") ||
		read.UnmarshalText(text) != nil || read.Gap != q.Gap {
		t.Errorf("%s, %v, %+v", text, err, read)
	}
	for _, old := range []string{"AA", "QQ+", "MAXERR", "pattern", "highs", "none", "1m30s", "7"} {
		if bad := strings.Replace(string(text), old, "x", 1); new(Question).UnmarshalText([]byte(bad)) == nil {
			t.Errorf("%s was read", bad)
		}
	}
}

// TestGap says which gaps a question can have, and what answers it.
func TestGap(t *testing.T) {
	q := Question{Subject: MustSubject("AA", "RS"), Program: regression.Program{Kind: regression.AvgErr, N: 4},
		Formulation: regression.Pattern, Engine: Auto, TimeLimit: time.Second, Gap: 0.2}
	if err := q.Validate(); err != nil {
		t.Error(err)
	}
	for _, bad := range []func(q *Question){
		func(q *Question) { q.Gap = 1 }, func(q *Question) { q.Gap = -0.1 }, func(q *Question) { q.Gap = math.NaN() },
		func(q *Question) { q.Engine = HiGHS }, func(q *Question) { q.Engine = Search },
		func(q *Question) { q.Program = regression.Program{Kind: regression.FeatAvgErr, E: 0.02} },
	} {
		of := q
		if bad(&of); !errors.Is(of.Validate(), ErrQuestion) {
			t.Errorf("%+v: %v", of, of.Validate())
		}
	}
	a := NewAnswer(q)
	for bound, want := range map[float64]bool{0: false, 0.0079: false, 0.0081: true, 0.01: true} {
		a.AverageError, a.Features = 0.01, []Weight{{}}
		if a.SetBound(bound); q.AnsweredBy(a) != want {
			t.Errorf("bound %v: %+v", bound, a)
		}
		if all := (Question{}); all.AnsweredBy(a) != (bound == 0.01) {
			t.Errorf("without a gap, bound %v: %+v", bound, a)
		}
	}
	if q.AnsweredBy(NewAnswer(q)) {
		t.Error("nothing answers it")
	}
}

// TestAnswerJSON reads an answer back from its JSON, with the range as it was typed.
func TestAnswerJSON(t *testing.T) {
	a := NewAnswer(Question{Subject: MustSubject("AA", "QQ+, AKs"),
		Program: regression.Program{Kind: regression.AvgErr, N: 5}, TimeLimit: time.Minute})
	text, err := json.Marshal(a)
	if want := `{"hand":"AA","range":"QQ+,AKs","range_as_typed":"QQ+, AKs","reading":"` + a.Reading +
		`","program":"AVGERR","max_features":5,"status":"none","average_error":null`; err != nil ||
		!strings.HasPrefix(string(text), want) {
		t.Fatalf("%s, %v, want %s", text, err, want)
	}
	read, err := ReadAnswers(strings.NewReader(string(text)))
	if err != nil || read[0].String() != "AA against QQ+,AKs, AVGERR(5)" || !read[0].Gap.Missing() {
		t.Errorf("%v, %v", read, err)
	}
}

// TestSettings reads questions with settings of HiGHS back; without settings the text, which is a key, has none.
func TestSettings(t *testing.T) {
	plain := "AA; QQ+; AVGERR(5); pattern; highs; search; 1m0s; seed 0"
	for _, settings := range []string{"", "; presolve off", "; threads 2; tolerance 1e-09",
		"; presolve on; threads 4; tolerance 0.001"} {
		var q Question
		err := q.UnmarshalText([]byte(plain + settings))
		text, _ := q.MarshalText()
		if err != nil || string(text) != plain+settings || q.Validate() != nil {
			t.Errorf("%v: %s, %v", settings, text, err)
		}
	}
	for _, bad := range []string{"presolve of", "threads x", "threads -1", "tolerance 1", "tolerance 1e-9",
		"gap 0.2; x 1", "threads 0", "threads 2; presolve on"} {
		if err := new(Question).UnmarshalText([]byte(plain + "; " + bad)); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}

// TestWeights reads subjects with round weights back from their canonical texts.
func TestWeights(t *testing.T) {
	for _, text := range []string{"step 5", "positive", "step 2.5 positive", "values -10 5 20"} {
		s := MustSubject("AA", "QQ+").With(weights.Weights(text))
		first, second := s.Parts()
		got, err := ParseSubject(first, second)
		if err != nil || got.Canonical() != s.Canonical() {
			t.Errorf("%s, %s: %+v, %v", first, second, got, err)
		}
		if strings.Contains(s.Key(), "; QQ+;") || s.Key() == got.With("").Key() {
			t.Error(s.Key())
		}
	}
	for _, bad := range []string{"step 3", "step 0", "step", "values", "values 0", "values 5 -10", "values 120",
		"step 5 5", "x"} {
		if _, err := ParseSubject("AA", "QQ+ with weights "+bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}
