package jamfold

import (
	"bytes"
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/tournament"
)

// TestFutureEnds: values after a hand are those of the next hand, and of ICM where there is none.
func TestFutureEnds(t *testing.T) {
	lab, _ := small(t, t.TempDir())
	q := smallTable()
	q.Future = 1
	f, _, err := lab.Future(t.Context(), q)
	must.Do(t, err)
	table := q.Table
	table.After = f.After(&q.Table)
	end := q.Table.End(1, []uint8{0, 0, 0}) // the button takes the blinds
	next, players := q.Table.Next(end)
	if want := []int{1, 2, 0}; !slices.Equal(players, want) {
		t.Fatalf("players %v, want %v", players, want)
	}
	one := must.Get(lab.Table(t.Context(), &TableQuestion{Table: *next, Target: 0.001, Deals: 1000}))(t)
	for i, seat := range players {
		if got, want := table.Values(end)[seat], one.Certificate.Values[i]; math.Abs(got-want) > 0.02 {
			t.Errorf("seat %d: %v after the hand, the next hand is worth %v", seat, got, want)
		}
	}
	far := tournament.Ended{Stacks: []float64{1, 2, 26}, Cash: make([]float64, 3), Heads: make([]float64, 3)}
	if got, want := table.Values(far), q.Table.Values(far); !slices.Equal(got, want) {
		t.Errorf("an end that no hand has: %v, want %v by ICM", got, want)
	}
}

// listener keeps what is printed, and calls heard when a text is.
type listener struct {
	sync.Mutex
	printed bytes.Buffer
	text    string
	heard   func()
}

func (w *listener) Write(p []byte) (int, error) {
	w.Lock()
	defer w.Unlock()
	if w.heard != nil && bytes.Contains(p, []byte(w.text)) {
		w.heard()
	}
	return w.printed.Write(p)
}

func (w *listener) String() string {
	w.Lock()
	defer w.Unlock()
	return w.printed.String()
}

// TestFutureInterrupted: after an interruption among the further hands the hand's play by ICM is the answer.
func TestFutureInterrupted(t *testing.T) {
	lab, _ := small(t, t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	w := &listener{text: "in turn after", heard: cancel}
	lab.Progress = w
	q := smallTable()
	q.Future = 2
	s, err := lab.Table(ctx, q)
	if s == nil || !errors.Is(err, context.Canceled) {
		t.Fatalf("%v, %v; printed %s", s, err, w)
	}
	if f := s.further(q); f.Rare != 100 || !strings.HasPrefix(f.Note(), "Interrupted after") ||
		len(s.Certificate.Values) != 3 {
		t.Errorf("%+v, %+v", f, s.Certificate)
	}
}
