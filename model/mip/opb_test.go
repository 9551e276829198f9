package mip

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"feltlab/internal/must"
)

// drawCovering draws a model with 0-1 columns and whole coefficients.
func drawCovering(t *rapid.T) *Model {
	m := &Model{Name: "covering"}
	whole := rapid.IntRange(-3, 3)
	for j := range rapid.IntRange(1, 6).Draw(t, "columns") {
		fixed := float64(rapid.IntRange(0, 5).Draw(t, "fixed") / 5)
		m.AddColumn(Column{Name: fmt.Sprintf("x%d", 7*j), Lower: fixed, Upper: 1, Integer: true,
			Meaning: rapid.SampledFrom([]string{"", "age >= 55", "a\nb"}).Draw(t, "meaning")})
	}
	for i := range rapid.IntRange(0, 6).Draw(t, "rows") {
		row := Row{fmt.Sprintf("r%d", i), -inf, inf}
		ends := rapid.IntRange(0, 3).Draw(t, "ends")
		if ends&1 != 0 {
			row.Lower = float64(whole.Draw(t, "lower"))
		}
		if ends&2 != 0 {
			row.Upper = max(row.Lower, 0) + float64(whole.Draw(t, "more")+3)
		}
		drawRow(t, m, row, rapid.Map(whole, func(k int) float64 { return float64(k) }))
	}
	return m
}

// The part of the competitions' grammar that WriteOPB uses: a comment with the sizes, comments with what variables
// mean, and constraints whose sums are not empty.
var (
	opbNote = regexp.MustCompile(`^\* x[1-9][0-9]* [ -~]+$`)
	opbHead = regexp.MustCompile(`^\* #variable= ([0-9]+) #constraint= ([0-9]+)$`)
	opbLine = regexp.MustCompile(`^(?:[+-][0-9]+ x[1-9][0-9]* )+>= -?[0-9]+ ;$`)
	opbTerm = regexp.MustCompile(`([+-][0-9]+) x([0-9]+) `)
)

// holdsOPB reads the text and reports for a 0-1 point whether it satisfies all constraints.
func holdsOPB(text string) (func(x []float64) bool, error) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for len(lines) > 1 && opbNote.MatchString(lines[1]) {
		lines = slices.Delete(lines, 1, 2)
	}
	head := opbHead.FindStringSubmatch(lines[0])
	if head == nil || !strings.HasSuffix(text, "\n") {
		return nil, fmt.Errorf("head %q", lines[0])
	}
	if head[2] != strconv.Itoa(len(lines)-1) {
		return nil, fmt.Errorf("%d constraints, the head says %s", len(lines)-1, head[2])
	}
	variables, _ := strconv.Atoi(head[1])
	for _, line := range lines[1:] {
		if !opbLine.MatchString(line) {
			return nil, fmt.Errorf("line %q", line)
		}
		for _, term := range opbTerm.FindAllStringSubmatch(line, -1) {
			if j, _ := strconv.Atoi(term[2]); j > variables {
				return nil, fmt.Errorf("%d variables: line %q", variables, line)
			}
		}
	}
	return func(x []float64) bool {
		for _, line := range lines[1:] {
			sum := 0
			for _, term := range opbTerm.FindAllStringSubmatch(line, -1) {
				c, _ := strconv.Atoi(term[1])
				j, _ := strconv.Atoi(term[2])
				sum += c * int(x[j-1])
			}
			_, end, _ := strings.Cut(strings.TrimSuffix(line, " ;"), ">= ")
			if least, _ := strconv.Atoi(end); sum < least {
				return false
			}
		}
		return true
	}, nil
}

// TestOPB expects text in the format whose solutions are those of the model.
func TestOPB(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawCovering(t)
		var b bytes.Buffer
		must.Do(t, WriteOPB(&b, m))
		holds, err := holdsOPB(b.String())
		if err != nil {
			t.Fatalf("%v in\n%s", err, &b)
		}
		x := make([]float64, len(m.Columns))
		for point := range 1 << len(x) {
			for j := range x {
				x[j] = float64(point >> j & 1)
			}
			if got, want := holds(x), m.Violation(x) == 0; got != want {
				t.Fatalf("%v: %v, the model %v, in\n%s", x, got, want, &b)
			}
		}
	})
}

func TestOPBErrors(t *testing.T) {
	good := func() *Model {
		m := &Model{}
		m.AddColumn(Column{Name: "x", Upper: 1, Integer: true})
		m.AddRow(Row{Name: "r", Lower: 1, Upper: inf}, []int32{0}, []float64{1})
		return m
	}
	for name, change := range map[string]func(*Model){
		"continuous":  func(m *Model) { m.Columns[0].Integer = false },
		"to 2":        func(m *Model) { m.Columns[0].Upper = 2 },
		"fixed at 0":  func(m *Model) { m.Columns[0].Upper = 0 },
		"coefficient": func(m *Model) { m.Value[0] = 0.5 },
		"end":         func(m *Model) { m.Rows[0].Lower = 0.5 },
	} {
		m := good()
		change(m)
		var b bytes.Buffer
		if err := WriteOPB(&b, m); !errors.Is(err, ErrNotPseudoBoolean) || b.Len() > 0 {
			t.Errorf("%s: %v, %d bytes", name, err, b.Len())
		}
	}
	m := good()
	m.Index[0] = 3
	if err := WriteOPB(io.Discard, m); !errors.Is(err, ErrModel) {
		t.Error(err)
	}
	var whole bytes.Buffer
	m = good()
	m.Columns[0].Lower = 1
	m.AddRow(Row{Name: "empty", Lower: -inf, Upper: 2}, nil, nil)
	must.Do(t, WriteOPB(&whole, m))
	for room := range whole.Len() {
		if err := WriteOPB(&full{room}, m); !errors.Is(err, io.ErrShortWrite) {
			t.Errorf("room for %d of %d bytes: %v", room, whole.Len(), err)
		}
	}
}

// full is a writer that takes room bytes and then fails.
type full struct{ room int }

func (f *full) Write(p []byte) (int, error) {
	if f.room -= len(p); f.room < 0 {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}
