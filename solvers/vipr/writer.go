package vipr

import (
	"bufio"
	"fmt"
	"math/big"
	"strconv"
)

// writer writes the constraints of a certificate, or counts them: the number of derived constraints stands before them,
// and each names the last that uses it. So the same code runs twice, first without an output.
type writer struct {
	out  *bufio.Writer // nil while it counts
	next int           // constraint
	last []int32       // by constraint: the last that uses it
	size int64         // bytes, about, while it counts
	text []byte

	broken string // the first constraint of the program that the solution breaks
}

// list is a sum: how often each variable, or each constraint, is taken.
type list struct {
	text []byte
	n    int
	of   []int // constraints

	values []*big.Rat // by variable, if there is a solution
	sum    big.Rat    // for it
}

func (l *list) add(at int, times int64) {
	if times != 0 {
		l.text = strconv.AppendInt(append(strconv.AppendInt(append(l.text, ' '), int64(at), 10), ' '), times, 10)
		l.n, l.of = l.n+1, append(l.of, at)
		if l.values != nil {
			l.sum.Add(&l.sum, new(big.Rat).Mul(whole(times), l.values[at]))
		}
	}
}

func (l *list) addRat(at int, times *big.Rat) {
	if times.Sign() != 0 {
		l.text = append(append(strconv.AppendInt(append(l.text, ' '), int64(at), 10), ' '), times.RatString()...)
		l.n, l.of = l.n+1, append(l.of, at)
		if l.values != nil {
			l.sum.Add(&l.sum, new(big.Rat).Mul(times, l.values[at]))
		}
	}
}

func (l *list) reset() *list {
	l.text, l.n, l.of = l.text[:0], 0, l.of[:0]
	l.sum.SetInt64(0)
	return l
}

// given writes a constraint of the program and returns its number.
func (w *writer) given(name string, sense byte, right *big.Rat, left *list) int {
	if order := left.sum.Cmp(right); w.broken == "" && left.values != nil &&
		(order < 0 && sense != 'L' || order > 0 && sense != 'G') {
		w.broken = name
	}
	w.text = append(append(append(append(w.text[:0], name...), ' ', sense, ' '), right.RatString()...), ' ')
	w.text = append(append(strconv.AppendInt(w.text, int64(left.n), 10), left.text...), '\n')
	return w.end()
}

// Reasons of derived constraints.
const (
	assumed = "asm"
	linear  = "lin" // a linear combination
	rounded = "rnd" // a linear combination of whole coefficients, its right side rounded
	unsplit = "uns" // what follows from both of two assumptions, one of which holds
)

// derive writes a constraint that follows from others and returns its number. Without a left side it is about the
// objective.
func (w *writer) derive(sense byte, right string, left *list, reason string, from *list) int {
	for _, at := range from.of {
		w.last[at] = int32(w.next)
	}
	w.text = append(strconv.AppendInt(append(w.text[:0], 'D'), int64(w.next), 10), ' ', sense, ' ')
	w.text = append(append(w.text, right...), ' ')
	if left == nil {
		w.text = append(w.text, "OBJ"...)
	} else {
		w.text = append(strconv.AppendInt(w.text, int64(left.n), 10), left.text...)
	}
	w.text = append(append(w.text, " { "...), reason...)
	if reason == linear || reason == rounded {
		w.text = strconv.AppendInt(append(w.text, ' '), int64(from.n), 10)
	}
	last := -1
	if w.out != nil && w.last[w.next] != 0 {
		last = int(w.last[w.next])
	}
	w.text = append(strconv.AppendInt(append(append(w.text, from.text...), " } "...), int64(last), 10), '\n')
	return w.end()
}

// suppose assumes that a variable that is 0 or 1 is 1, or 0. It returns the number of the assumption.
func (w *writer) suppose(variable int, one bool) int {
	var l list
	l.add(variable, 1)
	if one {
		return w.derive('G', "1", &l, assumed, &list{})
	}
	return w.derive('L', "0", &l, assumed, &list{})
}

func (w *writer) end() int {
	if w.out == nil {
		w.last = append(w.last, 0)
		w.size += int64(len(w.text)) + 6
	} else {
		_, _ = w.out.Write(w.text) // the error stays in out
	}
	w.next++
	return w.next - 1
}

// print writes what is no constraint.
func (w *writer) print(format string, args ...any) {
	if w.out != nil {
		fmt.Fprintf(w.out, format, args...)
	}
}
