package dalpasso

import (
	"fmt"
	"io"
	"strings"

	"feltlab/model/proof"
)

// spoilt is by how much the mean difference of weights may change before a row counts as closer or
// farther: more than the two printed digits leave open.
const spoilt = 0.02

// readingVerdict is what a reading does to the rows, compared with the first.
type readingVerdict struct {
	Reading  string `json:"reading"`
	Examples int    `json:"worked_examples"`
	// Explains are the disputed rows of Table 3 that it reaches, Lost those of all rows that it
	// does not and the first reading does.
	Explains []pair `json:"explains"`
	Lost     []pair `json:"lost"`
	// Beyond are the rows of Table 4 whose printed features certainly do not reach the printed
	// error, and Open those for which that is neither proved nor refuted. Mended and Broken are
	// those that the first has beyond and it has not, and the other way round.
	Beyond []pair `json:"beyond"`
	Open   []pair `json:"open"`
	Mended []pair `json:"mended"`
	Broken []pair `json:"broken"`
	// Closer and Farther are the rows whose printed weights it comes closer to, or moves away from.
	Closer  []pair `json:"closer"`
	Farther []pair `json:"farther"`
	// WorseFull counts formulas printed in full whose error grows, BetterFull those whose error
	// falls.
	WorseFull  int `json:"full_formulas_worse"`
	BetterFull int `json:"full_formulas_better"`
	// Cut is how many searches and proofs were cut short.
	Cut int `json:"cut_short"`
}

// good reports whether a reading explains something and spoils nothing.
func (v *readingVerdict) good() bool {
	return v.Examples == len(workedExamples) && len(v.Broken) == 0 && len(v.Lost) == 0 && v.WorseFull == 0 && (len(v.Explains) > 0 || len(v.Mended) > 0)
}

// readingsSummary is what the trials say together. The last verdict is the default's.
type readingsSummary struct {
	First    string           `json:"first"`
	Default  string           `json:"default"`
	Verdicts []readingVerdict `json:"readings"`
	// Good are those that explain something and spoil nothing.
	Good []string `json:"explain_and_spoil_nothing"`
}

// reaches says whether a formula of a row can be printed as it was, rounded or cut off: an error
// below the next digit. Neither is known if a formula above it has not been proved the best.
func (a *answer) reaches(printed float64) (yes, no bool) {
	next := (printed + lastDigit) / 100
	return a.Error < next, a.Bound >= next
}

// within says whether there is an error and it is one that Table 3 asks for.
func (a *answer) within() bool { return a.Error > 0 && a.Error <= table3Error+proof.LimitTolerance }

// judgeReading compares a trial with that of the first reading.
func judgeReading(t, base *readingTrial, p *printedRows) readingVerdict {
	v := readingVerdict{Reading: t.Reading, Examples: t.Examples}
	for i, d := range p.disputed {
		if t.Disputed[i].within() {
			v.Explains = append(v.Explains, d)
		}
		v.count(&t.Disputed[i])
	}
	for i, row := range p.table3 {
		if now := &t.Reaches[i]; base.Reaches[i].within() && now.Error > 0 && !now.within() {
			v.Lost = append(v.Lost, pair{row.Hand, row.Range})
		}
	}
	for i, row := range p.table4 {
		name, own, other := pair{row.Hand, row.Range}, &t.Rows[i], &base.Rows[i]
		yes, no := own.reaches(row.AverageErrorPercent)
		was, wasNot := other.reaches(row.AverageErrorPercent)
		switch {
		case no:
			v.Beyond = append(v.Beyond, name)
		case !yes:
			v.Open = append(v.Open, name)
		}
		if yes && wasNot {
			v.Mended = append(v.Mended, name)
		}
		if no && was {
			v.Broken = append(v.Broken, name)
		}
		switch d := own.Weights - other.Weights; {
		case d > spoilt:
			v.Farther = append(v.Farther, name)
		case d < -spoilt:
			v.Closer = append(v.Closer, name)
		}
		v.count(own)
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

func (v *readingVerdict) count(a *answer) {
	if a.Cut {
		v.Cut++
	}
}

// summarizeReadings compares all trials with the first. The last is the default's.
func summarizeReadings(trials []readingTrial, p *printedRows) *readingsSummary {
	s := &readingsSummary{First: trials[0].Reading, Default: trials[len(trials)-1].Reading}
	for i := range trials {
		v := judgeReading(&trials[i], &trials[0], p)
		s.Verdicts = append(s.Verdicts, v)
		if i > 0 && v.good() {
			s.Good = append(s.Good, v.Reading)
		}
	}
	return s
}

// Text writes the summary for a person.
func (s *readingsSummary) Text(w io.Writer) error {
	var b strings.Builder
	for i := range s.Verdicts {
		v := &s.Verdicts[i]
		fmt.Fprintf(&b, "%s: %d rows of Table 4 beyond, %d not any more, %d newly; %d of %d examples; %d cut short\n",
			v.Reading, len(v.Beyond), len(v.Mended), len(v.Broken), v.Examples, len(workedExamples), v.Cut)
	}
	fmt.Fprintf(&b, "%d of %d alternatives explain something and spoil nothing", len(s.Good), len(s.Verdicts)-1)
	if len(s.Good) > 0 {
		fmt.Fprintf(&b, ": %s", strings.Join(s.Good, "; "))
	}
	b.WriteByte('\n')
	_, err := io.WriteString(w, b.String())
	return err
}
