package mip

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// Names of the objective row, the column of the offset, the three sets of values and the markers.
const (
	mpsObjective = "objective" // longer than 8 letters: see writeRows
	mpsOffset    = "offset"
	mpsRHS       = "RHS"
	mpsRanges    = "RNG"
	mpsBounds    = "BND"
	mpsMarker    = "MARKER" // no column may be called like that
)

// WriteMPS writes m in free-format MPS as CBC, GLPK, SCIP, HiGHS, CPLEX and Gurobi all read it. A reader
// gets back the same program, to the last bit of every number:
//
//   - it is minimised, which all readers take as the default (GLPK has no section OBJSENSE);
//   - numbers are printed in the fewest digits that read back as the same float64;
//   - names are made safe and unique ("a b" becomes a_b, a second one a_b_2, none c7 or r7);
//   - integer columns stand between markers and always have their bounds spelled out, since
//     readers differ in the default;
//   - the offset is the cost of a column fixed at 1, offset, since readers differ in the sign of a
//     right-hand side of the objective;
//   - a row with two ends is one ranged row when lower + range or upper - range is exact in
//     floating point, and otherwise two rows, the second ending in _upper;
//   - a row without ends is an N row, which readers drop;
//   - comments at the top say what columns mean.
//
// The bytes depend on m only. The error wraps ErrModel, before anything is written, or is the writer's.
func WriteMPS(w io.Writer, m *Model) error {
	if err := m.Check(); err != nil {
		return err
	}
	f := newMPSFile(w, m)
	for j, c := range m.Columns {
		if c.Meaning != "" {
			f.line("*", f.columns[j], "=", commentText(c.Meaning))
		}
	}
	f.line("NAME", f.title)
	f.writeRows()
	f.writeColumns()
	f.writeRHS()
	f.writeRanges()
	f.writeBounds()
	f.line("ENDATA")
	return f.w.Flush()
}

// mpsFile is one file being written. bufio keeps the first error for Flush.
type mpsFile struct {
	w       *bufio.Writer
	m       *Model
	title   string
	rows    []mpsRow
	columns []string // names
}

// mpsRow is a row in MPS: a type, a right-hand side and maybe a range.
type mpsRow struct {
	name   string
	kind   string // N, E, L or G
	rhs    float64
	width  float64
	ranged bool
	source int // row of the model
}

func newMPSFile(w io.Writer, m *Model) *mpsFile {
	f := &mpsFile{w: bufio.NewWriterSize(w, 1<<16), m: m, title: safeName(m.Name)}
	if f.title == "" {
		f.title = "model"
	}
	f.columns = mpsColumns(m)
	names := mpsNames{mpsObjective: true}
	f.rows = make([]mpsRow, 0, len(m.Rows))
	for i, r := range m.Rows {
		name := names.unique(r.Name, "r"+strconv.Itoa(i))
		row := mpsRow{name: name, source: i}
		switch lower, upper := !math.IsInf(r.Lower, -1), !math.IsInf(r.Upper, 1); {
		case !lower && !upper:
			row.kind = "N"
		case r.Lower == r.Upper:
			row.kind, row.rhs = "E", r.Lower
		case !lower:
			row.kind, row.rhs = "L", r.Upper
		case !upper:
			row.kind, row.rhs = "G", r.Lower
		default:
			if kind, rhs, width, ok := exactRange(r.Lower, r.Upper); ok {
				row.kind, row.rhs, row.width, row.ranged = kind, rhs, width, true
				break
			}
			row.kind, row.rhs = "G", r.Lower
			f.rows = append(f.rows, row)
			row = mpsRow{name: names.unique(name+"_upper", ""), kind: "L", rhs: r.Upper, source: i}
		}
		f.rows = append(f.rows, row)
	}
	return f
}

// mpsColumns returns the names of the columns in MPS, with that of the offset at the end if there is one.
func mpsColumns(m *Model) (all []string) {
	names := mpsNames{mpsMarker: true}
	if m.Offset != 0 {
		names[mpsOffset] = true
	}
	for j, c := range m.Columns {
		all = append(all, names.unique(c.Name, "c"+strconv.Itoa(j)))
	}
	if m.Offset != 0 {
		all = append(all, mpsOffset)
	}
	return all
}

// exactRange finds a ranged row whose ends a reader computes exactly: it rounds the other end of a G row,
// rhs + width, and of an L row, rhs - width.
func exactRange(lower, upper float64) (kind string, rhs, width float64, ok bool) {
	middle := upper - lower
	for _, width := range [3]float64{middle, math.Nextafter(middle, 0), math.Nextafter(middle, math.Inf(1))} {
		if !finite(width) {
			continue
		}
		if lower+width == upper {
			return "G", lower, width, true
		}
		if upper-width == lower {
			return "L", upper, width, true
		}
	}
	return "", 0, 0, false
}

// writeRows puts the objective where CBC looks for fields of 8 letters until it sees a longer name there.
// Without this line it would read "BND x1" as one name.
func (f *mpsFile) writeRows() {
	f.line("ROWS")
	f.data("N ", mpsObjective)
	for _, r := range f.rows {
		f.data(r.kind, r.name)
	}
}

func (f *mpsFile) writeColumns() {
	m := f.m
	start := make([]int, len(m.Columns)+1) // entries of column j: start[j]..start[j+1]
	for _, r := range f.rows {
		for k := m.Start[r.source]; k < m.Start[r.source+1]; k++ {
			start[m.Index[k]+1]++
		}
	}
	for j := range m.Columns {
		start[j+1] += start[j]
	}
	type entry struct {
		row   int
		value float64
	}
	entries := make([]entry, start[len(m.Columns)])
	next := append([]int(nil), start...)
	for i, r := range f.rows {
		for k := m.Start[r.source]; k < m.Start[r.source+1]; k++ {
			j := m.Index[k]
			entries[next[j]] = entry{i, m.Value[k]}
			next[j]++
		}
	}
	f.line("COLUMNS")
	integer := false
	for j, c := range m.Columns {
		if c.Integer != integer {
			integer = c.Integer
			f.marker(integer)
		}
		// A column that appears nowhere is still a column.
		if c.Cost != 0 || start[j] == start[j+1] {
			f.number(c.Cost, f.columns[j], mpsObjective)
		}
		for _, e := range entries[start[j]:start[j+1]] {
			f.number(e.value, f.columns[j], f.rows[e.row].name)
		}
	}
	if integer {
		f.marker(false)
	}
	if m.Offset != 0 {
		f.number(m.Offset, mpsOffset, mpsObjective)
	}
}

func (f *mpsFile) marker(integer bool) {
	if integer {
		f.data(mpsMarker, "'MARKER'", "'INTORG'")
	} else {
		f.data(mpsMarker, "'MARKER'", "'INTEND'")
	}
}

func (f *mpsFile) writeRHS() {
	f.line("RHS")
	for _, r := range f.rows {
		if r.rhs != 0 {
			f.number(r.rhs, mpsRHS, r.name)
		}
	}
}

func (f *mpsFile) writeRanges() {
	header := false
	for _, r := range f.rows {
		if !r.ranged {
			continue
		}
		if !header {
			f.line("RANGES")
			header = true
		}
		f.number(r.width, mpsRanges, r.name)
	}
}

// writeBounds leaves out the default of all readers: a continuous column in [0, +inf).
func (f *mpsFile) writeBounds() {
	f.line("BOUNDS")
	for j, c := range f.m.Columns {
		name := f.columns[j]
		lowerInf, upperInf := math.IsInf(c.Lower, -1), math.IsInf(c.Upper, 1)
		switch {
		case c.Lower == c.Upper:
			f.number(c.Lower, "FX", mpsBounds, name)
			continue
		case lowerInf && upperInf:
			f.data("FR", mpsBounds, name)
			continue
		}
		// The lower end first: some readers let a negative UP move a lower end of zero.
		if lowerInf {
			f.data("MI", mpsBounds, name)
		} else if c.Lower != 0 || c.Integer {
			f.number(c.Lower, "LO", mpsBounds, name)
		}
		if !upperInf {
			f.number(c.Upper, "UP", mpsBounds, name)
		} else if c.Integer {
			f.data("PL", mpsBounds, name)
		}
	}
	if f.m.Offset != 0 {
		f.number(1, "FX", mpsBounds, mpsOffset)
	}
}

func (f *mpsFile) line(fields ...string) {
	f.w.WriteString(strings.Join(fields, " "))
	f.w.WriteByte('\n')
}

func (f *mpsFile) data(fields ...string) {
	f.w.WriteByte(' ')
	f.line(fields...)
}

func (f *mpsFile) number(value float64, fields ...string) {
	f.data(append(fields, strconv.FormatFloat(value, 'g', -1, 64))...)
}

// maxNameLength is the length to which names are cut; CBC stops at 159 bytes.
const maxNameLength = 120

// mpsNames are the names in use. Names for free-format MPS have no spaces, and nothing that a reader could
// take for a number, a quote or a comment.
type mpsNames map[string]bool

// unique returns a safe form of name, or fallback if that is empty, followed by the first _2, _3, ...
// that makes it new.
func (n mpsNames) unique(name, fallback string) string {
	base := safeName(name)
	if base == "" {
		base = fallback
	}
	result := base
	for k := 2; n[result]; k++ {
		result = base + "_" + strconv.Itoa(k)
	}
	n[result] = true
	return result
}

// safeName keeps ASCII letters, digits and _ . [ ] ( ), makes everything else an underscore,
// and puts an underscore before a name that does not start with a letter or an underscore.
func safeName(name string) string {
	if len(name) > maxNameLength {
		name = name[:maxNameLength]
	}
	safe := strings.Map(func(r rune) rune {
		switch {
		case isLetter(r), '0' <= r && r <= '9', strings.ContainsRune("_.[]()", r):
			return r
		}
		return '_'
	}, name)
	if safe != "" && safe[0] != '_' && !isLetter(rune(safe[0])) {
		safe = "_" + safe
	}
	return safe
}

func isLetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }

// commentText is what a column means, in one line of printing characters that is not too long for any reader.
func commentText(meaning string) string {
	return fmt.Sprintf("%.120s", strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, meaning))
}

// ErrNotPseudoBoolean is wrapped by errors about a model that is not a pseudo-Boolean problem.
var ErrNotPseudoBoolean = errors.New("not a pseudo-Boolean problem")

// WriteOPB writes the constraints of a model with 0-1 columns and integer coefficients, without its
// objective, in the OPB format of pseudo-Boolean solvers: column j is the variable x(j+1), and comments say
// what that means. The error wraps
// ErrNotPseudoBoolean or ErrModel, before anything is written, or is the writer's.
func WriteOPB(w io.Writer, m *Model) error {
	if err := m.Check(); err != nil {
		return err
	}
	rows := 0
	for _, c := range m.Columns {
		if !c.Integer || c.Lower != 0 && c.Lower != 1 || c.Upper != 1 {
			return fmt.Errorf("%w: column %s is not 0-1", ErrNotPseudoBoolean, c.Name)
		}
		if c.Lower == 1 {
			rows++
		}
	}
	for i, r := range m.Rows {
		for _, v := range append([]float64{r.Lower, r.Upper}, m.Value[m.Start[i]:m.Start[i+1]]...) {
			if !math.IsInf(v, 0) && v != math.Trunc(v) {
				return fmt.Errorf("%w: row %s has %v", ErrNotPseudoBoolean, r.Name, v)
			}
		}
		for _, end := range []float64{r.Lower, r.Upper} {
			if !math.IsInf(end, 0) {
				rows++
			}
		}
	}
	out := bufio.NewWriter(w) // keeps the first error for Flush
	fmt.Fprintf(out, "* #variable= %d #constraint= %d\n", len(m.Columns), rows)
	for j, c := range m.Columns {
		if c.Meaning != "" {
			fmt.Fprintf(out, "* x%d %s\n", j+1, commentText(c.Meaning))
		}
	}
	for j, c := range m.Columns {
		if c.Lower == 1 {
			fmt.Fprintf(out, "+1 x%d >= 1 ;\n", j+1)
		}
	}
	for i, r := range m.Rows {
		for _, end := range []struct{ sign, value float64 }{{1, r.Lower}, {-1, r.Upper}} {
			if math.IsInf(end.value, 0) {
				continue
			}
			for k := m.Start[i]; k < m.Start[i+1]; k++ {
				fmt.Fprintf(out, "%+.0f x%d ", end.sign*m.Value[k], m.Index[k]+1)
			}
			if m.Start[i] == m.Start[i+1] { // a sum needs a term
				out.WriteString("+0 x1 ")
			}
			fmt.Fprintf(out, ">= %.0f ;\n", end.sign*end.value)
		}
	}
	return out.Flush()
}
