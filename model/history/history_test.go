package history

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
)

// reading writes a hand as testdata/readings.golden has it: the hand, its seats in the order in which they act, the
// events, and the board. An event is the index of the seat, a letter, and the chips of a post or the bet after an
// action; ! is all-in, R gives chips back, | begins a betting round.
func reading(file string, h *Hand) string {
	plain := func(hundredths int) string { return strconv.FormatFloat(float64(hundredths)/Hundredths, 'f', -1, 64) }
	event := h.Tournament
	if event == "" {
		event = "cash"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d %s %s %s %s/%s/%s hero %d\n", file, h.Line, h.Room, h.ID, event, plain(h.Small),
		plain(h.Big), plain(h.Ante), h.Hero)
	for i, s := range append(append([]Seat{}, h.Seats...), h.Away...) {
		b.WriteString("  ")
		if i >= len(h.Seats) {
			b.WriteString("away ")
		}
		fmt.Fprintf(&b, "%d %s %s", s.Number, s.Name, plain(s.Stack))
		if s.Bounty > 0 {
			fmt.Fprintf(&b, " bounty %v", s.Bounty)
		}
		if s.Cards != nil {
			fmt.Fprintf(&b, " %v%v", s.Cards[0], s.Cards[1])
		}
		if s.Won > 0 {
			fmt.Fprintf(&b, " won %s", plain(s.Won))
		}
		b.WriteString("\n")
	}
	street := 0
	b.WriteString(" ")
	for _, e := range h.Events {
		if e.Street > street {
			b.WriteString(" " + strings.Repeat("|", e.Street-street))
			street = e.Street
		}
		fmt.Fprintf(&b, " %d%c", e.Seat, "asbofxcrR"[e.Kind])
		switch {
		case e.Kind.Post() || e.Kind == Return:
			b.WriteString(plain(e.Amount))
		case e.Kind == Call || e.Kind == Raise:
			b.WriteString(plain(e.To))
		}
		if e.AllIn && e.Kind != Fold && e.Kind != Check {
			b.WriteString("!")
		}
	}
	b.WriteString("\n")
	if h.Board != nil {
		b.WriteString("  board")
		for _, c := range h.Board {
			fmt.Fprintf(&b, " %v", c)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// histories returns the paths of all histories of the tests.
func histories(t testing.TB) (paths []string) {
	for _, pattern := range []string{"stars*", "gg*", "888*", "party*", "ipoker*", "winamax*"} {
		paths = append(paths, must.Get(filepath.Glob("testdata/"+pattern))(t)...)
	}
	return paths
}

// TestReadings holds every reading to the one that was written down with the history, and to the chips: what is won is
// what was paid, less what nobody called.
func TestReadings(t *testing.T) {
	want := map[string]string{}
	for _, text := range strings.SplitAfter("\n"+string(must.Get(os.ReadFile("testdata/readings.golden"))(t)), "\n") {
		if text != "\n" && text != "" && text[0] != ' ' {
			want["last"], _, _ = strings.Cut(text, " ")
		}
		want[want["last"]] += text
	}
	delete(want, "last")
	delete(want, "")
	hands := 0
	for _, path := range histories(t) {
		Read(must.Get(os.ReadFile(path))(t), func(h *Hand, err error) bool {
			if err != nil {
				if !strings.Contains(path, "cut-off") || !errors.Is(err, ErrCut) {
					t.Errorf("%s: %v", path, err)
				}
				return true
			}
			hands++
			file := filepath.Base(path)
			got := reading(file, h)
			if at := fmt.Sprintf("%s:%d", file, h.Line); got != want[at] {
				t.Errorf("got\n%swant\n%s", got, want[at])
			}
			balance(t, path, h)
			return true
		})
	}
	if hands != len(want) || hands < 60 {
		t.Errorf("%d hands, want %d, and at least 60", hands, len(want))
	}
}

func balance(t *testing.T, path string, h *Hand) {
	t.Helper()
	by, won := make([]int, len(h.Seats)), 0
	for _, e := range h.Events {
		if e.Kind == Return {
			e.Amount = -e.Amount
		}
		by[e.Seat] += e.Amount
	}
	most, second, paid := 0, 0, 0
	for i, s := range h.Seats {
		won += s.Won
		paid += by[i]
		if by[i] > most {
			most, second = by[i], most
		} else {
			second = max(second, by[i])
		}
	}
	if won != paid && won > paid-1 || won < paid-(most-second)-1 {
		t.Errorf("%s: %d won, %d paid, %d of it uncalled", path, won, paid, most-second)
	}
}

// TestMixed reads all rooms from one text, twice in other line ends, with text of others between them.
func TestMixed(t *testing.T) {
	var text []byte
	ids := map[string]int{}
	for _, path := range histories(t) {
		one := must.Get(os.ReadFile(path))(t)
		if strings.Contains(path, "utf16") {
			continue // one text has one encoding of two bytes, or none
		}
		text = append(append(text, one...), "\n\nSome words of a mail.\n"...)
		text = append(text, bytes.ReplaceAll(one, []byte("\n"), []byte("\r\n"))...)
	}
	Read(text, func(h *Hand, err error) bool {
		if err != nil && !errors.Is(err, ErrCut) { // a session of XML is cut off
			t.Error(err)
		}
		if err == nil {
			ids[h.Room+h.ID]++
		}
		return true
	})
	if len(ids) < 60 {
		t.Errorf("%d hands", len(ids))
	}
	for id, n := range ids {
		if n != 2 {
			t.Errorf("%s was read %d times", id, n)
		}
	}
}

// TestBadHands names the reason of each hand that cannot be read, and reads the others.
func TestBadHands(t *testing.T) {
	good := string(must.Get(os.ReadFile("testdata/stars-02-en-sng-heads-up.txt"))(t))
	xml := string(must.Get(os.ReadFile("testdata/ipoker-05-xml-tournament.xml"))(t))
	for _, c := range []struct {
		name, text string
		want       error
		hands      int
	}{
		{"cut off", good[:len(good)/2] + "\n" + good, ErrCut, 1},
		{"cut off in a line, the next follows", good[:len(good)/2] + good, ErrCut, 0},
		{"Omaha", strings.Replace(good, "Hold'em No", "Omaha Pot", 1) + good, ErrGame, 1},
		{"stack", strings.Replace(good, "Hero (5200", "Hero (3100", 1), ErrAmount, 0},
		{"one seat", strings.Replace(good, "Seat 6: ", "Sea 6: ", 1), ErrSeats, 0},
		{"a seat twice", strings.Replace(good, "Seat 6: ", "Seat 3: ", 1), ErrSeats, 0},
		{"more won than paid", strings.Replace(good, "collected 10400", "collected 104000", 1), ErrAmount, 0},
		{"session cut off", xml[:2*len(xml)/3], ErrCut, 1},
		{"XML", strings.Replace(xml, `type="7"`, `type="99"`, 1), ErrAmount, 1},
	} {
		hands := 0
		var bad error
		Read([]byte(c.text), func(h *Hand, err error) bool {
			if err == nil {
				hands++
			} else {
				bad = errors.Join(bad, err)
			}
			return true
		})
		if !errors.Is(bad, c.want) || hands != c.hands {
			t.Errorf("%s: %d hands, %v; want %d, %v", c.name, hands, bad, c.hands, c.want)
		}
	}
	if Read([]byte("Dear sir,\nno poker here.\n"), func(*Hand, error) bool { t.Error("a hand"); return true }) {
		t.Error("a mail is no history")
	}
}

func TestAmounts(t *testing.T) {
	for text, want := range map[string]int{
		"1,500": 150000, "1.500": 150000, "25 000": 2500000, "0,90": 90, "0.5": 50, "292.50": 29250, "3,27": 327,
		"1,234.56": 123456, "1.234,56": 123456, "1,234,567": 123456700, "12": 1200, "0.005": 0,
		"99999999999999999999": 0, "104,83": 10483,
	} {
		if got := amount(text); got != want {
			t.Errorf("%s is %d, want %d", text, got, want)
		}
	}
	if got := readCards("H10 S8"); len(got) != 2 || got[0] != must.Get(cards.ParseCard("Th"))(t) {
		t.Errorf("%v", got)
	}
}

// FuzzRead holds every hand that is read to its own rules, whatever the text.
func FuzzRead(f *testing.F) {
	for _, path := range histories(f) {
		f.Add(must.Get(os.ReadFile(path))(f))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		Read(text, func(h *Hand, err error) bool {
			if err != nil {
				return true
			}
			if len(h.Seats) < 2 || h.Hero >= len(h.Seats) || h.Hero < -1 || h.Chips() < 0 {
				t.Fatalf("%+v", h)
			}
			left := make([]int, len(h.Seats))
			for i, s := range h.Seats {
				left[i] = s.Stack
				if s.Stack <= 0 || s.Stack > math.MaxInt/1000 || len(s.Cards) != 0 && len(s.Cards) != 2 {
					t.Fatalf("%+v", s)
				}
			}
			for _, e := range h.Events {
				if e.Kind == Return {
					e.Amount = -e.Amount
				} else if e.Amount < 0 {
					t.Fatalf("%+v", e)
				}
				if left[e.Seat] -= e.Amount; left[e.Seat] < 0 || left[e.Seat] > h.Seats[e.Seat].Stack {
					t.Fatalf("%+v of %+v", e, h)
				}
			}
			return true
		})
	})
}

// BenchmarkRead reads 1,000 hands in an iteration.
func BenchmarkRead(b *testing.B) {
	var text []byte
	for _, path := range histories(b) {
		if !strings.Contains(path, "utf16") {
			text = append(append(text, must.Get(os.ReadFile(path))(b)...), '\n')
		}
	}
	for b.Loop() {
		for n := 0; n < 1000; {
			Read(text, func(*Hand, error) bool { n++; return true })
		}
	}
}
