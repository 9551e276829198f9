package scaleout

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"feltlab/pipeline/work"
)

const (
	// shareAfter is the age at which a piece is offered to helpers.
	shareAfter = 2 * time.Second
	// maxOffers is the number of pieces that a process offers at once.
	maxOffers = 8
	// offerTime is how long an idle worker waits for the first offer; moreTime is how long it waits for
	// each further offer. Busy processes answer late.
	offerTime, moreTime = time.Second, 100 * time.Millisecond
	// askTime is how long a helper waits for a reply; askTries is how often it asks.
	askTime, askTries = 3 * time.Second, 3
	// waitingTime is how often a helper checks the queue for pieces.
	waitingTime = 2 * time.Second
)

var errNoHelp = errors.New("the owner of the piece does not answer its helper")

type sharer struct {
	id   string // in subjects
	mu   sync.Mutex
	open map[string]*shared
}

type shared struct {
	run       subjects
	piece     *work.Piece
	since     time.Time
	answer    func([]byte) []byte
	answering sync.WaitGroup       // answers in progress
	helpers   map[string]time.Time // last request of each
}

type offer struct {
	Sharer  string     `json:"sharer"`
	ID      string     `json:"id"`
	Piece   work.Piece `json:"piece"`
	Age     float64    `json:"age_seconds"`
	Helpers int        `json:"helpers"`
}

func newSharer() *sharer { return &sharer{id: rand.Text(), open: map[string]*shared{}} }

// share offers a piece until end is called; end waits for answers in progress.
func (s *sharer) share(run subjects, p *work.Piece, answer func([]byte) []byte) (end func()) {
	id := rand.Text()
	x := &shared{run: run, piece: p, since: time.Now(), answer: answer, helpers: map[string]time.Time{}}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open[id] = x
	return func() {
		s.mu.Lock()
		delete(s.open, id)
		s.mu.Unlock()
		x.answering.Wait()
	}
}

func (s *sharer) serve(conn *nats.Conn, run subjects) error {
	_, err := conn.Subscribe(run.of("help"), func(m *nats.Msg) {
		if offers := s.offers(run); len(offers) > 0 {
			if text, err := json.Marshal(offers); err == nil {
				_ = m.Respond(text) // the worker asks again
			}
		}
	})
	if err != nil {
		return err
	}
	_, err = conn.Subscribe(run.part(s.id), func(m *nats.Msg) {
		_ = m.Respond(s.reply(m)) // an empty reply means that the piece is finished
	})
	return err
}

// offers lists the pieces older than shareAfter, in the order of compareOffers.
func (s *sharer) offers(run subjects) (list []offer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, x := range s.open {
		if age := time.Since(x.since); x.run == run && age > shareAfter {
			list = append(list, offer{s.id, id, *x.piece, age.Seconds(), x.activeHelpers()})
		}
	}
	slices.SortFunc(list, compareOffers)
	return list[:min(len(list), maxOffers)]
}

// compareOffers orders offers by age per worker, descending: hard pieces take longest.
func compareOffers(a, b offer) int {
	share := func(o offer) float64 { return o.Age / float64(o.Helpers+1) }
	return cmp.Compare(share(b), share(a))
}

// activeHelpers counts the helpers that sent a request lately.
func (x *shared) activeHelpers() (n int) {
	for name, heard := range x.helpers {
		if time.Since(heard) > silentAfter {
			delete(x.helpers, name)
		} else {
			n++
		}
	}
	return n
}

func (s *sharer) reply(m *nats.Msg) []byte {
	const maxHelpers = 1 << 10
	s.mu.Lock()
	x := s.open[m.Header.Get(partHeader)]
	if x == nil || len(x.helpers) > maxHelpers {
		s.mu.Unlock()
		return nil
	}
	x.helpers[clean(m.Header.Get(workerHeader))] = time.Now()
	x.answering.Add(1)
	s.mu.Unlock()
	defer x.answering.Done()
	return x.answer(m.Data)
}

type helper struct {
	conn  *nats.Conn
	run   subjects
	queue jetstream.Consumer
	kinds work.Kinds
	name  string
}

// findOffer asks all processes of a run for offers and returns the first in the order of
// compareOffers; nil if there is none.
func (h *helper) findOffer(ctx context.Context) *offer {
	ctx, cancel := context.WithTimeout(ctx, offerTime)
	defer cancel()
	more := time.AfterFunc(offerTime, cancel)
	defer more.Stop()
	var all []offer
	_ = gather(ctx, h.conn, h.run.of("help"), func(reply []byte) bool { // the worker asks again
		more.Reset(moreTime)
		var list []offer
		if json.Unmarshal(reply, &list) == nil {
			all = append(all, list...)
		}
		return true
	})
	if len(all) == 0 {
		return nil
	}
	best := slices.MinFunc(all, compareOffers)
	return &best
}

// help works on the first offer until its piece is finished or the queue has pieces. It reports
// whether there was an offer.
func (h *helper) help(ctx context.Context, note func(o *offer) (end func())) bool {
	o := h.findOffer(ctx)
	if o == nil || h.kinds[o.Piece.Kind] == nil {
		return false
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go repeat(ctx, waitingTime, func() {
		if info, err := h.queue.Info(ctx); err == nil && info.NumPending > 0 {
			cancel()
		}
	})
	defer note(o)()
	ask := func(ctx context.Context, request []byte) ([]byte, error) {
		m := nats.NewMsg(h.run.part(o.Sharer))
		m.Header.Set(partHeader, o.ID)
		m.Header.Set(workerHeader, h.name)
		m.Data = request
		for range askTries {
			limited, cancel := context.WithTimeout(ctx, askTime)
			out, err := h.conn.RequestMsgWithContext(limited, m)
			cancel()
			if err == nil && len(out.Data) > 0 {
				return out.Data, nil
			}
			if err == nil || ctx.Err() != nil || errors.Is(err, nats.ErrNoResponders) {
				break
			}
		}
		return nil, errors.Join(errNoHelp, ctx.Err())
	}
	_, err := h.kinds[o.Piece.Kind](ctx, work.Task{Payload: o.Piece.Payload, Ask: ask})
	return err == nil || errors.Is(err, errNoHelp) || errors.Is(err, context.Canceled)
}
