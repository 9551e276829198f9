package worstcase

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"feltlab/internal/must"
	"feltlab/model/strategy"
	"feltlab/solvers/extensive"
)

// bot plays by the server's protocol: it answers with what reply says, whenever it is its turn.
func bot(address string, reply func(state string) string) {
	var conn net.Conn
	var err error
	for conn, err = net.Dial("tcp", address); err != nil; conn, err = net.Dial("tcp", address) {
		time.Sleep(10 * time.Millisecond)
	}
	defer conn.Close()
	fmt.Fprint(conn, "VERSION:2.0.0\r\n")
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		state := lines.Text()
		fields := strings.Split(state, ":")
		rounds, hole := strings.Split(fields[3], "/"), strings.Split(strings.Split(fields[4], "/")[0], "|")
		first := 0
		if len(rounds) == 1 {
			first = 1
		}
		over := hole[0] != "" && hole[1] != "" || strings.HasSuffix(fields[3], "f")
		if turn := (first + len(rounds[len(rounds)-1])) % 2; !over && fields[1] == fmt.Sprint(turn) {
			fmt.Fprint(conn, reply(state)+"\r\n")
		}
	}
}

// free returns an address at which nothing listens.
func free(t *testing.T) string {
	l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer l.Close()
	return l.Addr().String()
}

// A program that always calls wins from always-raise what it wins by the cards, in pairs of deals with seats exchanged;
// the log of the match, read again, is the match.
func TestDealer(t *testing.T) {
	raise, _ := strategy.Trivial("always-raise")
	d := &Dealer{Where: free(t), Names: [2]string{"ours", "theirs"}, Policy: raise, Deals: 10, Seed: 3,
		Output: io.Discard}
	go bot(d.Where, func(state string) string { return state + ":c" })
	r := must.Get(d.Play(t.Context()))(t)
	again, text := NewLogReader(false), ""
	for _, h := range r.Hands {
		text += logLine(int(h.Number), h.Played, h.Names)
		must.Equal(t, h.Chips, int(chipsABlind*extensive.Payoff(holdem, h.End, h.Played.Hands)), h.Place)
	}
	must.Do(t, again.Read(strings.NewReader(text), "x.log"))
	known := map[string]LogStrategy{"ours": {"always-raise", raise}}
	a := must.Get(r.Answer(t.Context(), known, nil))(t)
	b := must.Get(again.Answer(t.Context(), known, nil))(t)
	if a.Hands != 20 || a.Pairs != 10 || a.Players[0].Name != "ours" || *a.Players[0].Paired.Mean != 0 ||
		a.Players[0].Won+a.Players[1].Won != 0 || *a.Players[0].Seats[0].Mean == 0 {
		t.Errorf("%+v", a)
	}
	for _, p := range b.Players {
		if p.Name == "ours" && (p.Won != a.Players[0].Won || p.Reduced.String() != a.Players[0].Reduced.String()) {
			t.Errorf("read again %+v, want %+v", p, a.Players[0])
		}
	}
}

// What a program does wrong is said with the state.
func TestDealerErrors(t *testing.T) {
	call, _ := strategy.Trivial("always-call")
	play := func(ctx context.Context, where string, reply func(string) string) error {
		d := &Dealer{Where: where, Policy: call, Names: [2]string{"a", "b"}, Deals: 2, Timeout: time.Second,
			Output: io.Discard}
		if reply != nil {
			go bot(where, reply)
		}
		_, err := d.Play(ctx)
		return err
	}
	for _, c := range []struct {
		reply func(state string) string
		want  error
		text  string
	}{
		{func(state string) string { return state + ":x" }, ErrAnswer, `"x" at MATCHSTATE:`},
		{func(string) string { return "call" }, ErrAnswer, `"call", want MATCHSTATE:`},
		{func(string) string { return "# thinking" }, ErrLate, "it had 1s"},
		{func(string) string { return strings.Repeat("x", 9000) }, ErrAnswer, "a line of more than 4096 bytes"},
	} {
		must.Fail(t, play(t.Context(), free(t), c.reply), c.want, c.text)
	}
	must.Fail(t, play(t.Context(), "/no/such/program", nil), ErrAgentStart)
	must.Fail(t, play(t.Context(), "false", nil), ErrEnded)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	must.Fail(t, play(ctx, free(t), nil), context.Canceled)
}
