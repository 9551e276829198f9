package worstcase

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"time"

	"feltlab/internal/progress"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/solvers/extensive"
)

// Dealer deals limit hold'em to another program by the protocol of the ACPC server, and plays a strategy against it.
type Dealer struct {
	// Where is the address at which to wait for the program, such as 127.0.0.1:18791, or a command to start; it
	// gets the host and the port as two further words.
	Where   string
	Names   [2]string // of the strategy and of the program
	Policy  game.Policy
	Deals   int // each is played twice, with the seats exchanged
	Seed    uint64
	Timeout time.Duration // of an answer; 0 means DefaultAgentTimeout
	Output  io.Writer     // for a bar and messages
}

const maxAnswer = 1 << 12

// Play deals: first each deal once, in exchanged seats from deal to deal, then all again in the other seats, so that no
// deal comes soon again. It returns the hands, those so far if the context ends. Errors name the program and the state:
// ErrAgentStart, ErrHello, ErrLate, ErrEnded, ErrAnswer, or that of the policy.
func (d *Dealer) Play(ctx context.Context) (*LogReader, error) {
	r := NewLogReader(false)
	r.players = d.Names[:]
	conn, end, err := d.connect(ctx)
	if err != nil {
		return r, d.fail(ctx, err)
	}
	defer end()
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	t := &dealt{Dealer: d, conn: conn, in: bufio.NewReaderSize(conn, maxAnswer), game: r.game}
	line, err := t.line()
	if err == nil && !strings.HasPrefix(line, "VERSION:2.") {
		err = fmt.Errorf("%w: it says %q, want VERSION:2.0.0", ErrHello, shortened(line))
	}
	bar := progress.Start(d.Output, "hands", 2*d.Deals)
	defer bar.Close()
	for n := 0; n < 2*d.Deals && err == nil; n++ {
		deal := n % d.Deals
		h := LoggedHand{Number: uint64(deal), Place: fmt.Sprintf("hand %d", n)}
		if err = t.play(&h, n, (deal+n/d.Deals)%2); err == nil {
			r.Hands = append(r.Hands, h)
			bar.Set(n + 1)
		}
	}
	return r, d.fail(ctx, err)
}

func (d *Dealer) fail(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	return fmt.Errorf("%w (acpc:%s)", err, d.Where)
}

// connect waits for the program at an address, or starts it and waits; end ends what was started.
func (d *Dealer) connect(ctx context.Context) (conn net.Conn, end func(), err error) {
	address, words := d.Where, strings.Fields(d.Where)
	if _, _, err := net.SplitHostPort(d.Where); err == nil && len(words) == 1 {
		words = nil
	} else {
		address = "127.0.0.1:0"
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrAgentStart, err)
	}
	defer listener.Close()
	defer context.AfterFunc(ctx, func() { listener.Close() })()
	if words == nil {
		fmt.Fprintf(d.Output, "waiting for a program at %v\n", listener.Addr())
		conn, err = listener.Accept()
		return conn, func() {}, err
	}
	host, port, _ := net.SplitHostPort(listener.Addr().String())
	p, err := start(ctx, append(words, host, port), d.patience())
	if err != nil {
		return nil, nil, err
	}
	go io.Copy(io.Discard, p.out) // what it prints is not for us
	go func() {
		<-p.exited
		listener.Close()
	}()
	listener.(*net.TCPListener).SetDeadline(time.Now().Add(d.patience()))
	if conn, err = listener.Accept(); err != nil {
		p.kill()
		p.stop()
		return nil, nil, fmt.Errorf("%w before it connected: %s", ErrEnded, p.errors.last())
	}
	return conn, p.stop, nil
}

func (d *Dealer) patience() time.Duration { return cmp.Or(d.Timeout, DefaultAgentTimeout) }

type dealt struct {
	*Dealer
	conn net.Conn
	in   *bufio.Reader
	game game.Game
}

// line reads a line of the program, without comments.
func (t *dealt) line() (string, error) {
	for {
		t.conn.SetReadDeadline(time.Now().Add(t.patience()))
		line, err := t.in.ReadSlice('\n')
		text := strings.TrimRight(string(line), "\r\n")
		if err == nil && text != "" && text[0] != '#' && text[0] != ';' {
			return text, nil
		}
		var late net.Error
		switch {
		case errors.As(err, &late) && late.Timeout():
			return "", fmt.Errorf("%w: it had %v", ErrLate, t.patience())
		case errors.Is(err, bufio.ErrBufferFull):
			return "", fmt.Errorf("%w: a line of more than %d bytes: %q", ErrAnswer, maxAnswer, shorten(line))
		case err != nil:
			return "", fmt.Errorf("%w: it closed the connection", ErrEnded)
		}
	}
}

func (t *dealt) play(h *LoggedHand, number, ours int) error {
	cardsOf, actions := rand.New(rand.NewPCG(t.Seed, h.Number)), rand.New(rand.NewPCG(^t.Seed, uint64(number)))
	var deck []cards.Card
	for _, c := range cardsOf.Perm(cards.NumCards)[:9] {
		deck = append(deck, cards.Card(c))
	}
	flop := deck[4:7]
	slices.Sort(flop)
	h.Played.Hands = [2]int{int(cards.ComboOf(deck[0], deck[1])), int(cards.ComboOf(deck[2], deck[3]))}
	h.Names = [2]string{t.Names[ours], t.Names[1-ours]}
	s := t.game.Root()
	for {
		if err := t.send(h, s, number, 1-ours); err != nil {
			return err
		}
		if s.Kind != game.Decision {
			break
		}
		k, err := t.choose(h, s, number, ours, actions)
		if err != nil {
			return err
		}
		if s = s.After(k); s.Kind == game.Chance {
			h.pots = append(h.pots, s.Contributions[0])
			s = game.State{Node: s.Children[0], Board: game.BoardOf(deck[4:][:len(h.pots)+2]...)}
		}
	}
	h.End = s
	h.Chips = int(math.Round(chipsABlind * extensive.Payoff(t.game, s, h.Played.Hands)))
	return nil
}

// choose returns the number of the action that the strategy draws, or that the program sends.
func (t *dealt) choose(h *LoggedHand, s game.State, number, ours int, rng *rand.Rand) (int, error) {
	if s.Actor == ours {
		return extensive.DrawAction(t.Policy, t.game.Hands(), s, h.Played.Hands[ours], rng)
	}
	state := t.state(h, s, number, 1-ours)
	line, err := t.line()
	if err != nil {
		return 0, fmt.Errorf("%w, at %s", err, state)
	}
	action, ok := strings.CutPrefix(line, state+":")
	if !ok {
		return 0, fmt.Errorf("%w: %q, want %s: and an action", ErrAnswer, line, state)
	}
	if k := slices.IndexFunc(s.Actions, func(a game.Action) bool { return a.String() == action }); k >= 0 {
		return k, nil
	}
	return 0, fmt.Errorf("%w: the action %q at %s, want one of %v", ErrAnswer, shortened(action), state, s.Actions)
}

func (t *dealt) send(h *LoggedHand, s game.State, number, seat int) error {
	t.conn.SetWriteDeadline(time.Now().Add(t.patience()))
	if _, err := io.WriteString(t.conn, t.state(h, s, number, seat)+"\r\n"); err != nil {
		return fmt.Errorf("%w: it closed the connection", ErrEnded)
	}
	return nil
}

// state is what a seat sees: MATCHSTATE:position:hand:betting:cards. The server's first position is the big blind.
func (t *dealt) state(h *LoggedHand, s game.State, number, seat int) string {
	var hands [2]string
	for other := range hands {
		if other == seat || s.Kind == game.Showdown {
			held := t.game.Hands().Cards[h.Played.Hands[other]].Cards()
			hands[1-other] = cards.Format(held)
		}
	}
	text := fmt.Sprintf("MATCHSTATE:%d:%d:%s:%s|%s", 1-seat, number, s.History[1:], hands[0], hands[1])
	for i, c := range s.Board.Cards() {
		if i == 0 || i >= 3 {
			text += "/"
		}
		text += c.String()
	}
	return text
}
