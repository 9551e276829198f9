package dalpasso

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"feltlab/experiments/published"
	"feltlab/experiments/reproduce"
	"feltlab/model/proof"
	"feltlab/solvers/prove"
)

// spoilt is by how much the mean difference of weights may change before a row counts as closer or farther: more than
// the two printed digits leave open.
const spoilt = 0.02

// readingVerdict is what a reading does to the rows, compared with the first.
type readingVerdict struct {
	Reading  string `json:"reading"`
	Examples int    `json:"worked_examples"`
	// Explains are the disputed rows of Table 3 that it reaches, Lost those of all rows that it does not and the first reading does.
	Explains []pair `json:"explains"`
	Lost     []pair `json:"lost"`
	// Beyond are the rows of Table 4 whose printed features certainly do not reach the printed error, and Open those for
	// which that is neither proved nor refuted. Mended and Broken are those that the first has beyond and it has not,
	// and the other way round.
	Beyond []pair `json:"beyond"`
	Open   []pair `json:"open"`
	Mended []pair `json:"mended"`
	Broken []pair `json:"broken"`
	// Closer and Farther are the rows whose printed weights it comes closer to, or moves away from.
	Closer  []pair `json:"closer"`
	Farther []pair `json:"farther"`
	// WorseFull counts formulas printed in full whose error grows, BetterFull those whose error falls.
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

// reaches says whether a formula of a row can be printed as it was, rounded or cut off: an error below the next digit.
// Neither is known if a formula above it has not been proved the best.
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

// writeReadings writes everything but the summary.
func writeReadings(env *reproduce.Env, trials []readingTrial, p *printedRows, limit time.Duration) error {
	t := reproduce.NewTable("reading", "hand", "range", "asked", "printed", "least_error_percent", "bound_percent", "weights_difference", "cut_short")
	for i := range trials {
		x := &trials[i]
		for k, d := range p.disputed {
			a := &x.Disputed[k]
			row, _ := published.Find(p.table3, d.Hand, d.Range)
			t.Add(x.Reading, d.Hand, d.Range, fmt.Sprintf("AVGERR(%d)", row.FeaturesNeeded), "2.5",
				percentText(a.Error, 6), "", fmt.Sprintf("%.3f", a.Weights), fmt.Sprint(a.Cut))
		}
		for k, row := range p.table3 {
			if a := &x.Reaches[k]; a.Error > 0 {
				t.Add(x.Reading, row.Hand, row.Range, fmt.Sprintf("2.5 with %d features", row.FeaturesNeeded), "2.5", percentText(a.Error, 6), "", "", fmt.Sprint(a.Cut))
			}
		}
		for k, row := range fullRows() {
			t.Add(x.Reading, row.Hand, row.Range, "printed formula", "2.5", percentText(x.Full[k], 6), "", "", "")
		}
		for k, row := range p.table4 {
			addCompletion(t, x.Reading, row, row.Range, &x.Rows[k])
			if a := &x.Widened[k]; a.Error > 0 {
				addCompletion(t, x.Reading, row, widened, a)
			}
		}
	}
	if err := env.Write("readings.csv", t.CSV); err != nil {
		return err
	}
	return env.Write("readings/README.md", func(w io.Writer) error {
		_, err := io.WriteString(w, readingsPage(trials, p, limit))
		return err
	})
}

func addCompletion(t *reproduce.Table, reading string, row published.Formula, rng string, a *answer) {
	bound := ""
	if a.Bound > 0 {
		bound = percentText(a.Bound, 6)
	}
	t.Add(reading, row.Hand, rng, "AVGERR(10) with the printed features", fmt.Sprint(row.AverageErrorPercent),
		percentText(a.Error, 6), bound, fmt.Sprintf("%.3f", a.Weights), fmt.Sprint(a.Cut))
}

const readingsHead = `# Readings of the features

The source describes its 73 features in prose. We began with the reading %[3]s. Each line of the table but the first and the last
two changes one of its features; the last is %[2]s, the default everywhere else, and the one before it changes one of %[2]s's.
All %[1]d are held to what is printed:

- the four worked examples of the text;
- the formulas that Table 3 prints with all weights: their average error, which should be at most 2.5 up to the two
  digits of the weights;
- the rows of Table 3 whose printed number of features is proved too small under %[3]s: does a search find a formula with
  so many?
- Table 4. It prints the error with ten features, with one digit, and the five largest weights. So the best formula that has
  these five features cannot be worse than printed, rounded or cut off. A row is *beyond* a reading if it is, by certificate: then the
  reading is not the source's. *Closer* and *farther* compare the five weights of that formula with those printed (the
  source's formula need not be the best one).

Searches and proofs take at most %[4]s each. Made by ` + "`feltlab reproduce readings`" + `; the numbers: [readings.csv](../readings.csv).

`

func readingsPage(trials []readingTrial, p *printedRows, limit time.Duration) string {
	s := summarizeReadings(trials, p)
	t := reproduce.NewTable("reading", "examples", "reaches of Table 3", "rows of Table 4 beyond", "not beyond any more", "newly beyond", "closer", "farther", "full formulas better", "worse", "verdict")
	last := len(trials) - 1
	for i := range s.Verdicts {
		v := &s.Verdicts[i]
		verdict := ""
		switch {
		case i == 0:
			verdict = "what we began with"
		case i == last && v.good():
			verdict = "the default: explains without spoiling"
		case v.good():
			verdict = "explains without spoiling"
		default:
			verdict = "spoils or explains nothing"
		}
		t.Add(v.Reading, fmt.Sprintf("%d of %d", v.Examples, len(workedExamples)), countedPairs(v.Explains), countedPairs(v.Beyond), countedPairs(v.Mended),
			countedPairs(v.Broken), countedPairs(v.Closer), countedPairs(v.Farther), fmt.Sprint(v.BetterFull), fmt.Sprint(v.WorseFull), verdict)
	}
	conclusion := "No reading explains a row without spoiling another."
	if len(s.Good) > 0 {
		conclusion = "These explain something and spoil nothing: " + strings.Join(s.Good, "; ") + "."
	}
	return fmt.Sprintf(readingsHead, len(trials), s.Default, s.First, limitText(limit.Seconds())) +
		"## Verdict\n\n" + conclusion + "\n\n" + t.Markdown() + "\n" + aboutDefault(trials, s, p) +
		lastDigits(trials, last, p.table4) + changedRows(trials, last, p.table4) + widenedRows(trials, last, p.table4)
}

// aboutDefault says what the default leaves open. The last trial is its own, the one before differs from it in one feature.
func aboutDefault(trials []readingTrial, s *readingsSummary, p *printedRows) string {
	last := len(trials) - 1
	reached := func(t *readingTrial) (n int) {
		for i := range t.Reaches {
			if t.Reaches[i].within() {
				n++
			}
		}
		return n
	}
	v := judgeReading(&trials[last-1], &trials[last], p)
	return fmt.Sprintf(defaultText, s.Default, countedPairs(s.Verdicts[last].Beyond), countedPairs(s.Verdicts[last].Open), s.First,
		len(p.table3), reached(&trials[0]), reached(&trials[last]), countedPairs(s.Verdicts[last].Lost),
		len(v.Mended), len(v.Broken), len(v.Closer), len(v.Farther))
}

const defaultText = `%[1]s takes the changes together that explain something and spoil nothing (and F60 as F61). Beyond it stay %[2]s; not known of %[3]s.
Of the %[5]d rows of Table 3, a search finds a formula with the printed number of features within 2.5 for %[6]d under %[4]s and %[7]d under %[1]s;
lost: %[8]s.

To change F66 too, as the last line but one does, mends %[9]d of the rows that are beyond %[1]s and puts %[10]d others beyond; it comes closer
to the printed weights in %[11]d rows and moves away in %[12]d. Weights are no proof, because the source's formula need not be the best one. So %[1]s
leaves F66 as it is.

`

// recovered is the mean difference of five weights up to which a formula is taken for the source's.
const recovered = 0.01

// lastDigits counts how errors are printed under the first reading and another, where the formula seems to be the source's.
func lastDigits(trials []readingTrial, other int, table4 []published.Formula) string {
	t := reproduce.NewTable("reading", "ranges", "rows", "weights come back", "error rounds to the print", "truncates to it", "above both", "below both")
	for _, x := range []*readingTrial{&trials[0], &trials[other]} {
		for _, rml := range []bool{false, true} {
			var rows, back, rounds, truncates, above, below int
			for i, row := range table4 {
				if (row.Range == narrow) != rml {
					continue
				}
				rows++
				if x.Rows[i].Weights > recovered {
					continue
				}
				back++
				off := 100*x.Rows[i].Error - row.AverageErrorPercent
				switch {
				case off >= lastDigit:
					above++
				case off < -lastDigit/2:
					below++
				}
				if math.Abs(off) <= lastDigit/2 {
					rounds++
				}
				if off >= 0 && off < lastDigit {
					truncates++
				}
			}
			ranges := "RUS, RS, ATC"
			if rml {
				ranges = "RML"
			}
			t.Add(x.Reading, ranges, fmt.Sprint(rows), fmt.Sprint(back), fmt.Sprint(rounds), fmt.Sprint(truncates), fmt.Sprint(above), fmt.Sprint(below))
		}
	}
	return fmt.Sprintf(lastDigitsHead, recovered) + t.Markdown()
}

const lastDigitsHead = `## Rounded or truncated?

Where the five weights come back, with a mean difference of at most %v, the best formula with the printed features is most likely the
source's, and its error says how the last digit was made:

`

// cells are an answer's error, bound and difference of weights.
func (a *answer) cells() []string {
	bound := "none"
	if a.Bound > 0 {
		bound = percentText(a.Bound, 4)
	}
	return []string{percentText(a.Error, 4), bound, fmt.Sprintf("%.3f", a.Weights)}
}

// widenedRows sets RML beside RML with KJs under a reading.
func widenedRows(trials []readingTrial, of int, table4 []published.Formula) string {
	x := &trials[of]
	t := reproduce.NewTable("hand", "printed", "RML", "bound", "weights off by", widened, "bound", "weights off by")
	for i, row := range table4 {
		a, b := &x.Rows[i], &x.Widened[i]
		if b.Error == 0 {
			continue
		}
		t.Add(append(append([]string{row.Hand, fmt.Sprint(row.AverageErrorPercent)}, a.cells()...), b.cells()...)...)
	}
	return fmt.Sprintf(widenedHead, x.Reading) + t.Markdown()
}

const widenedHead = `## The range RML

The source's list of Sklansky's groups has KJs nowhere, so RML is without it here; Sklansky has it in the third group. With it, under
%s, the same least errors:

`

// changedRows sets the first reading and another side by side where they differ.
func changedRows(trials []readingTrial, other int, table4 []published.Formula) string {
	a, b := &trials[0], &trials[other]
	t := reproduce.NewTable("hand", "range", "printed", a.Reading, "bound", "weights off by", b.Reading, "bound", "weights off by")
	for i, row := range table4 {
		x, y := &a.Rows[i], &b.Rows[i]
		if math.Abs(x.Error-y.Error) < prove.Tolerance && math.Abs(x.Weights-y.Weights) < 1e-3 {
			continue
		}
		t.Add(append(append([]string{row.Hand, row.Range, fmt.Sprint(row.AverageErrorPercent)}, x.cells()...), y.cells()...)...)
	}
	return fmt.Sprintf("## %s beside %s\n\nThe least error with ten features that has the five printed ones, where the two differ:\n\n", b.Reading, a.Reading) + t.Markdown()
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
