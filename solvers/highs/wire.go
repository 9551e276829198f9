package highs

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"

	"feltlab/model/mip"
)

// order is the byte order of both sides, which run on one machine.
var order = binary.NativeEndian

// send writes a request as child/child.c reads it: the numbers of columns, rows and coefficients, whether there are
// integer columns and a start, and the seed; the offset and the time limit in seconds; costs and bounds of columns,
// bounds of rows; the rows' first entries, the columns of entries and their coefficients; which columns are integer;
// the start.
func send(w io.Writer, m *mip.Model, start []float64, o Options) error {
	cost, lower, upper := make([]float64, 0, len(m.Columns)), []float64(nil), []float64(nil)
	var integer []int32
	for _, c := range m.Columns {
		cost, lower, upper = append(cost, c.Cost), append(lower, c.Lower), append(upper, c.Upper)
		integer = append(integer, flag(c.Integer))
	}
	if !slices.Contains(integer, 1) {
		integer = nil
	}
	var rowLower, rowUpper []float64
	for _, r := range m.Rows {
		rowLower, rowUpper = append(rowLower, r.Lower), append(rowUpper, r.Upper)
	}
	limit := math.Inf(1)
	if o.TimeLimit > 0 {
		limit = o.TimeLimit.Seconds()
	}
	size := []int32{int32(len(m.Columns)), int32(len(m.Rows)), int32(len(m.Index)), flag(integer != nil),
		flag(start != nil), int32(o.Seed)}
	first := m.Start[:min(len(m.Rows), len(m.Start))]
	b := bufio.NewWriter(w)
	for _, part := range []any{size, []float64{m.Offset, limit}, cost, lower, upper, rowLower, rowUpper, first, m.Index,
		m.Value, integer, start} {
		if err := binary.Write(b, order, part); err != nil {
			return err
		}
	}
	return b.Flush()
}

func flag(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

// The kinds of messages of a child; each is a byte before what it says.
const (
	improved = 'X' // a better point: its objective, a value for each column
	advanced = 'P' // a Progress
	ended    = 'R' // an outcome, and a value for each column if it is feasible
	refused  = 'E' // to the end: what HiGHS could not do
)

// ending is the last message of a solve; the numbers are those of HiGHS.
type ending struct {
	Run, Status, Feasible, Nodes int64
	Objective, Bound             float64
}

// receive reads the messages of a child that solves m and passes its progress on. With an error it returns the last
// known state.
func receive(in io.Reader, m *mip.Model, progress func(Progress)) (*Result, error) {
	r, known, x := bufio.NewReader(in), nothing, []float64(nil)
	read := func(v any) error { return binary.Read(r, order, v) }
	for {
		kind, err := r.ReadByte()
		switch kind {
		case improved:
			var objective float64
			point := make([]float64, len(m.Columns))
			if err = read(&objective); err == nil {
				err = read(point)
			}
			if err == nil {
				known.Objective, x = objective, point
			}
		case advanced:
			var p Progress
			if err = read(&p); err == nil {
				if known = p; progress != nil {
					progress(p)
				}
			}
		case ended:
			var e ending
			if err = read(&e); err == nil && e.Feasible != 0 {
				x = make([]float64, len(m.Columns))
				err = read(x)
			}
			if err == nil {
				return e.result(m, x)
			}
		case refused:
			text, _ := io.ReadAll(io.LimitReader(r, 100))
			return nil, fmt.Errorf("%w to %s", ErrFailed, text)
		default:
			if err == nil {
				err = fmt.Errorf("%w: its process sent the byte %d", ErrFailed, kind)
			}
		}
		if err != nil {
			return known.result(Interrupted, x), err
		}
	}
}

// result reads the end of a solve.
func (e *ending) result(m *mip.Model, x []float64) (*Result, error) {
	r := &Result{Status: Status(e.Status), Objective: math.Inf(1), Bound: math.Inf(-1), Nodes: max(0, e.Nodes)}
	if r.Status.outcome() == failed || e.Run < 0 && r.Status.outcome() != limited {
		return nil, fmt.Errorf("%w: it ended with the status %q", ErrFailed, r.Status)
	}
	if e.Feasible != 0 && r.Status != Unbounded && r.Status != UnboundedOrInfeasible {
		r.X, r.Objective = x, e.Objective
	}
	if slices.ContainsFunc(m.Columns, func(c mip.Column) bool { return c.Integer }) {
		r.Bound = e.Bound
	} else if r.Status == Optimal {
		r.Bound = r.Objective
	}
	switch r.Status {
	case ModelEmpty:
		r.Objective, r.Bound = m.Offset, m.Offset
	case Infeasible:
		r.Objective, r.Bound = math.Inf(1), math.Inf(1)
	case Unbounded:
		r.Objective, r.Bound = math.Inf(-1), math.Inf(-1)
	}
	return r, nil
}
