package experiments

import (
	"fmt"
	"io"
	"strings"
	"time"

	"feltlab/model/features"
)

// spoilt is by how much the mean difference of weights may grow before a reading spoils a row: more than the
// two printed digits leave open.
const spoilt = 0.02

// readingVerdict is what a reading does to the rows, compared with the default.
type readingVerdict struct {
	Reading string `json:"reading"`
	// Explains says that five features reach 2.5 for 99 against ATC.
	Explains bool    `json:"explains_99_atc"`
	Disputed float64 `json:"five_features_99_atc_percent"`
	Examples int     `json:"worked_examples"`
	// Cut is how many searches of it or of the default were cut short.
	Cut int `json:"searches_cut_short"`
	// Closer and Farther are the rows of Table 4 whose printed weights it comes closer to, or moves away from.
	Closer  []pair `json:"closer"`
	Farther []pair `json:"farther"`
	// WorseFull counts formulas printed in full whose error grows, BetterFull those whose error falls.
	WorseFull  int `json:"full_formulas_worse"`
	BetterFull int `json:"full_formulas_better"`
}

// good reports whether a reading explains something and spoils nothing.
func (v *readingVerdict) good() bool {
	return v.Examples == len(workedExamples) && len(v.Farther) == 0 && v.WorseFull == 0 &&
		(v.Explains || len(v.Closer) > 0 || v.BetterFull > 0)
}

// readingsSummary is what the trials say together.
type readingsSummary struct {
	Default      string           `json:"default"`
	Alternatives []readingVerdict `json:"alternatives"`
	// Good are those that explain something and spoil nothing.
	Good []string `json:"explain_and_spoil_nothing"`
}

// cut counts the searches that were cut short.
func (s *readingsSummary) cut() (n int) {
	for i := range s.Alternatives {
		n += s.Alternatives[i].Cut
	}
	return n
}

// judgeReading compares a trial with that of the default.
func judgeReading(t, base *readingTrial) readingVerdict {
	v := readingVerdict{Reading: t.Reading, Explains: t.Disputed <= table3Error, Disputed: 100 * t.Disputed, Examples: t.Examples, Cut: t.Cut + base.Cut}
	for i, p := range weightRows {
		switch d := t.Weights[i] - base.Weights[i]; {
		case d > spoilt:
			v.Farther = append(v.Farther, p)
		case d < -spoilt:
			v.Closer = append(v.Closer, p)
		}
	}
	// printedDigits is how much two digits of five weights may move an error.
	const printedDigits = 1e-5
	for i := range t.Full {
		switch d := t.Full[i] - base.Full[i]; {
		case d > printedDigits:
			v.WorseFull++
		case d < -printedDigits:
			v.BetterFull++
		}
	}
	return v
}

// summarizeReadings compares all trials with the first, the default's.
func summarizeReadings(trials []readingTrial) *readingsSummary {
	s := &readingsSummary{Default: trials[0].Reading}
	for i := range trials[1:] {
		v := judgeReading(&trials[i+1], &trials[0])
		s.Alternatives = append(s.Alternatives, v)
		if v.good() {
			s.Good = append(s.Good, v.Reading)
		}
	}
	return s
}

// writeReadings writes everything but the summary.
func writeReadings(env *Env, trials []readingTrial, limit time.Duration) error {
	t := newTable("reading", "searches cut short", "worked examples", "99 against ATC, five features")
	for _, row := range fullRows() {
		t.header = append(t.header, fmt.Sprintf("printed in full: %s %s", row.Hand, row.Range))
	}
	for _, p := range weightRows {
		t.header = append(t.header, fmt.Sprintf("weights: %s %s", p.Hand, p.Range))
	}
	for i := range trials {
		x := &trials[i]
		cells := []string{x.Reading, fmt.Sprint(x.Cut), fmt.Sprintf("%d of %d", x.Examples, len(workedExamples)), percentText(x.Disputed, 4)}
		for _, e := range x.Full {
			cells = append(cells, percentText(e, 4))
		}
		for _, d := range x.Weights {
			cells = append(cells, fmt.Sprintf("%.3f", d))
		}
		t.add(cells...)
	}
	if err := env.Write("readings.csv", t.csv); err != nil {
		return err
	}
	return env.Write("readings/README.md", func(w io.Writer) error {
		_, err := io.WriteString(w, readingsPage(t, summarizeReadings(trials), limit))
		return err
	})
}

const readingsHead = `# Other readings of the features

The source describes its 73 features in prose. Here each line but the first changes one of them (%d
alternatives to %s) and is held to what is printed: the four worked examples; the formulas that Table 3 prints with
all weights (their average error, which should be at most 2.5 up to the two digits of the weights); the
least error with five features for 99 against ATC, where Table 3 prints five; and the five weights that Table 4
prints, as the mean difference to the best formula found: the default was decoded by the first %d rows,
the rows of 98s are those that fit worst. Formulas come from a search of at most %s each, without
proofs. Made by ` + "`feltlab reproduce readings`" + `; the numbers: [readings.csv](../readings.csv).

`

func readingsPage(t *table, s *readingsSummary, limit time.Duration) string {
	verdicts := newTable("reading", "99 against ATC", "closer", "farther", "full formulas better", "worse", "verdict")
	for i := range s.Alternatives {
		v := &s.Alternatives[i]
		reach := "no"
		if v.Explains {
			reach = "yes"
		}
		verdict := "spoils or explains nothing"
		if v.good() {
			verdict = "explains without spoiling"
		}
		if v.Cut > 0 {
			verdict += fmt.Sprintf(", but %d searches were cut short", v.Cut)
		}
		verdicts.add(v.Reading, reach, countedPairs(v.Closer), countedPairs(v.Farther), fmt.Sprint(v.BetterFull), fmt.Sprint(v.WorseFull), verdict)
	}
	conclusion := "No reading explains a row without spoiling another; the default stays."
	if len(s.Good) > 0 {
		conclusion = "These explain something and spoil nothing: " + strings.Join(s.Good, "; ") + "."
	}
	if s.cut() > 0 {
		conclusion += " Searches were cut short by the time limit, so this is a hint and no result."
	}
	return fmt.Sprintf(readingsHead, len(features.Alternatives()), s.Default, decodedRows, limitText(limit.Seconds())) +
		"## Verdict\n\n" + conclusion + "\n\n" + verdicts.markdown() + "## Numbers\n\n" + t.markdown()
}

// Text writes the summary for a person.
func (s *readingsSummary) Text(w io.Writer) error {
	var b strings.Builder
	for i := range s.Alternatives {
		v := &s.Alternatives[i]
		fmt.Fprintf(&b, "%s: 99 against ATC %.4f with five features; %d rows closer, %d farther; %d of %d examples\n",
			v.Reading, v.Disputed, len(v.Closer), len(v.Farther), v.Examples, len(workedExamples))
	}
	fmt.Fprintf(&b, "%d of %d alternatives explain something and spoil nothing", len(s.Good), len(s.Alternatives))
	if cut := s.cut(); cut > 0 {
		fmt.Fprintf(&b, " (%d searches were cut short: give them more time)", cut)
	}
	if len(s.Good) > 0 {
		fmt.Fprintf(&b, ": %s", strings.Join(s.Good, "; "))
	}
	b.WriteByte('\n')
	_, err := io.WriteString(w, b.String())
	return err
}
