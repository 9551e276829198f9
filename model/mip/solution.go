package mip

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// ErrSolution is wrapped by errors about a text that is no solution of a program.
var ErrSolution = errors.New("no solution of this program")

// Solution is what a solver's file says about a model.
type Solution struct {
	Format    string    // HiGHS, CBC, GLPK, SCIP, Gurobi or CPLEX
	X         []float64 // one value a column
	Objective float64   // as the file states it, NaN if it states none
}

// solutionFormat describes a format by regular expressions for its lines without the spaces around them.
type solutionFormat struct {
	name      string
	first     *regexp.Regexp // the first line that is not empty
	none      *regexp.Regexp // a line of a file without a solution; nil: there is none
	objective *regexp.Regexp // the value of the objective
	begin     string         // how the line before the columns begins
	column    *regexp.Regexp // name, or number from 1, and value of a column
	skip      *regexp.Regexp // other lines among the columns
	end       string         // how the line after the columns begins; empty: the file ends there
	sparse    bool           // columns that are 0 may be missing
}

var solutionFormats = func() (all []solutionFormat) {
	re := regexp.MustCompile
	pair, empty := re(`^(\S+)\s+(\S+)$`), re(`^$`)
	return []solutionFormat{
		{"HiGHS", re(`^Model status$`), re(`^(Infeasible|None)$`), re(`^Objective (\S+)$`), "# Columns ", pair, empty,
			"# Rows ", false},
		{"CBC", re(`- objective value `), re(`nfeasible|nbounded|no integer solution`),
			re(`- objective value (\S+)$`), "",
			re(`^(?:\*\*\s+)?\d+\s+(\S+)\s+(\S+)\s+\S+$`), empty, "", true},
		// A long name has a line to itself.
		{"GLPK", re(`^Problem:`), re(`^Status:.*(UNDEFINED|EMPTY|INFEASIBLE|UNBOUNDED)`), re(`^Objective: .* = (\S+)`),
			"No. Column name", re(`^\d+\s+(\S+)\s+(?:\*\s+)?([^*\s]\S*)`), re(`^(-.*|)$`), "Integer feasibility",
			false},
		{"GLPK", re(`^(c |s mip )`), re(`^s mip \d+ \d+ [^of]|^s (bas|ipt)`), re(`^s mip \d+ \d+ \S+ (\S+)$`), "s mip",
			re(`^j (\d+) (\S+)$`), re(`^(i .*|)$`), "e o f", false},
		{"SCIP", re(`^solution status:`), re(`^no solution`), re(`^objective value:\s+(\S+)$`), "objective value:",
			re(`^(\S+)\s+(\S+)(?:\s+\(obj:.*\))?$`), empty, "", true},
		{"Gurobi", re(`^#`), nil, re(`^# Objective value = (\S+)$`), "#", pair, re(`^(#.*|)$`), "", false},
		{"CPLEX", re(`^<(\?xml|CPLEXSolution)`), nil, re(`objectiveValue="([^"]*)"`), "<variables>",
			re(`^<variable name="([^"]*)" .*value="([^"]*)"`), empty, "</variables>", true},
	}
}()

// longName is a line of GLPK with a number and a name alone.
var longName = regexp.MustCompile(`^\d+ \S+$`)

// ReadSolution reads the file in which a solver has put its solution of m, as WriteMPS writes m: that of HiGHS, CBC,
// GLPK (-o or -w), SCIP, Gurobi or CPLEX, which it recognises by the first line. It returns a point only if that is
// one of m within what solvers round, with the stated objective. Else the error wraps ErrSolution and names line and
// value, or it is the reader's.
func ReadSolution(r io.Reader, m *Model) (*Solution, error) {
	s := &solutionReader{names: mpsColumns(m), index: map[string]int{}}
	for j, name := range s.names {
		s.index[name] = j
	}
	s.X, s.seen, s.Objective = make([]float64, len(s.names)), make([]bool, len(s.names)), math.NaN()
	lines := bufio.NewScanner(r)
	for lines.Buffer(nil, 1<<20); !s.ended && lines.Scan(); {
		s.line++
		if err := s.read(strings.TrimSpace(lines.Text())); err != nil {
			return nil, err
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", s.line+1, err)
	}
	if err := cmp.Or(s.complete(m), s.check(m)); err != nil {
		return nil, err
	}
	return &s.Solution, nil
}

type solutionReader struct {
	Solution
	*solutionFormat
	names        []string
	index        map[string]int // of names
	seen         []bool
	line         int
	before       string // a long name
	among, ended bool   // whether the columns have begun, and ended
}

func (s *solutionReader) wrong(format string, args ...any) error {
	return fmt.Errorf("%w: line %d: %s", ErrSolution, s.line, fmt.Sprintf(format, args...))
}

func (s *solutionReader) read(text string) error {
	if s.solutionFormat == nil {
		i := slices.IndexFunc(solutionFormats, func(f solutionFormat) bool { return f.first.MatchString(text) })
		switch {
		case i >= 0:
			s.solutionFormat = &solutionFormats[i]
			s.Format = s.name
		case text != "":
			return s.wrong("%.40q begins no solution of HiGHS, CBC, GLPK, SCIP, Gurobi or CPLEX", text)
		default:
			return nil
		}
	}
	if !s.among && s.none != nil && s.none.MatchString(text) {
		return s.wrong("%s found none: %.60q", s.Format, text)
	}
	if found := s.objective.FindStringSubmatch(text); found != nil && math.IsNaN(s.Objective) {
		var ok bool
		if s.Objective, ok = solverNumber(found[1]); !ok {
			return s.wrong("the objective is %.40q, want a number", found[1])
		}
	}
	switch {
	case !s.among:
		s.among = strings.HasPrefix(text, s.begin)
	case s.end != "" && strings.HasPrefix(text, s.end):
		s.ended = true
	case s.Format == "GLPK" && longName.MatchString(text):
		s.before = text + " "
	default:
		text, s.before = s.before+text, ""
		return s.readColumn(text)
	}
	return nil
}

func (s *solutionReader) readColumn(text string) error {
	found := s.column.FindStringSubmatch(text)
	if found == nil && s.skip.MatchString(text) {
		return nil
	}
	if found == nil {
		return s.wrong("%.60q, want a column and its value as %s writes them", text, s.Format)
	}
	j, ok := s.index[found[1]]
	if s.begin == "s mip" {
		n, _ := strconv.Atoi(found[1])
		j, ok = n-1, 0 < n && n <= len(s.names)
	}
	v, isNumber := solverNumber(found[2])
	switch {
	case !ok:
		return s.wrong("the program has no column %.60q", found[1])
	case s.seen[j]:
		return s.wrong("column %s twice", s.names[j])
	case !isNumber:
		return s.wrong("column %s is %.40q, want a number", s.names[j], found[2])
	}
	s.X[j], s.seen[j] = v, true
	return nil
}

// solverNumber reads a finite number; solvers call 1e20 infinite.
func solverNumber(text string) (float64, bool) {
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil && math.Abs(v) < 1e20
}

// complete checks that the file has what its format promises. The column of the offset is never 0.
func (s *solutionReader) complete(m *Model) error {
	switch {
	case s.solutionFormat == nil:
		return s.wrong("the file is empty")
	case s.end != "" && !s.ended:
		return s.wrong("the file ends before %q", s.end)
	case !slices.Contains(s.seen, true):
		return s.wrong("the file ends without a value of any column")
	}
	for j, name := range s.names {
		if !s.seen[j] && (!s.sparse || j == len(m.Columns)) {
			return s.wrong("the file has no value of column %s", name)
		}
	}
	return nil
}

// solverTolerance is how far a point may break a row, relative to the sizes of its terms, and be whole: solvers are
// precise to 1e-6 and print as few as six digits.
const solverTolerance = 1e-4

func off(value, size, lower, upper float64) bool {
	return max(lower-value, value-upper) > solverTolerance*(1+size)
}

// check checks the point against the model, and leaves out the column of the offset.
func (s *solutionReader) check(m *Model) error {
	wrong := func(format string, args ...any) error {
		return fmt.Errorf("%w: %s; is it the solution of another question?", ErrSolution, fmt.Sprintf(format, args...))
	}
	for _, v := range s.X[len(m.Columns):] {
		if off(v, 0, 1, 1) {
			return wrong("column %s is %v, want 1", mpsOffset, v)
		}
	}
	s.X = s.X[:len(m.Columns)]
	for j, c := range m.Columns {
		switch v := s.X[j]; {
		case off(v, math.Abs(v), c.Lower, c.Upper):
			return wrong("column %s is %v, want %v to %v", s.names[j], v, c.Lower, c.Upper)
		case c.Integer && off(v, 0, math.Round(v), math.Round(v)):
			return wrong("column %s is %v, want a whole number", s.names[j], v)
		}
	}
	for i, r := range m.Rows {
		sum, size := 0.0, 0.0
		for k := m.Start[i]; k < m.Start[i+1]; k++ {
			term := m.Value[k] * s.X[m.Index[k]]
			sum, size = sum+term, size+math.Abs(term)
		}
		if off(sum, size, r.Lower, r.Upper) {
			return wrong("row %s is %v, want %v to %v", r.Name, sum, r.Lower, r.Upper)
		}
	}
	if value := m.Objective(s.X); off(value, math.Abs(value), s.Objective, s.Objective) {
		return wrong("the objective of its columns is %v, it states %v", value, s.Objective)
	}
	return nil
}
