package scaleout

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"feltlab/internal/parallel"
	"feltlab/pipeline/work"
)

const (
	// shareAfter is the age at which a piece is offered to helpers.
	shareAfter = 2 * time.Second
	// maxOffers is the number of pieces that a process offers at once.
	maxOffers = 8
	// maxHelpers is the number of helpers of a piece.
	maxHelpers = 1 << 10
	// askTime is how long a helper waits for a reply; askTries is how often it asks.
	askTime, askTries = 3 * time.Second, 3
	// waitingTime is how often a helper asks whether its help is still the best that it can do.
	waitingTime = 2 * time.Second
)

var errNoHelp = errors.New("the owner of the piece does not answer its helper")

type sharer struct {
	owner string // its credential
	id    string // in subjects
	mu    sync.Mutex
	open  map[string]*shared
}

type shared struct {
	run       subjects
	piece     *work.Piece
	since     time.Time
	answer    func([]byte) []byte
	answering sync.WaitGroup       // answers in progress
	helpers   map[string]time.Time // last request of each
}

// offer is a piece that needs help, as its owner offers it to the coordinator, and the coordinator to helpers.
type offer struct {
	Owner   string     `json:"owner,omitempty"` // its credential, by the coordinator
	Sharer  string     `json:"sharer"`
	ID      string     `json:"id"`
	Piece   work.Piece `json:"piece"`
	Helpers int        `json:"helpers"`

	since time.Time // when it began, as the coordinator knows it
}

func newSharer(owner string) *sharer {
	return &sharer{owner: owner, id: rand.Text(), open: map[string]*shared{}}
}

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
	_, err := conn.Subscribe(run.part(s.owner, s.id, "*"), func(m *nats.Msg) {
		helper := lastToken(m.Subject)
		var reply []byte // an empty reply means that the piece is finished, or that the request was nonsense
		_ = parallel.Guard(func() error { reply = s.reply(helper, m); return nil })
		respond(m, helper, reply)
	})
	return err
}

// offers lists the pieces older than shareAfter, the oldest first.
func (s *sharer) offers(run subjects) (list []offer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, x := range s.open {
		if x.run == run && time.Since(x.since) > shareAfter {
			list = append(list, offer{s.owner, s.id, id, *x.piece, x.activeHelpers(), x.since})
		}
	}
	slices.SortFunc(list, func(a, b offer) int { return a.since.Compare(b.since) })
	return list[:min(len(list), maxOffers)]
}

// setOffers keeps the offers of a worker with the times when the coordinator first heard of them.
func (w *Worker) setOffers(list []offer) {
	for i := range list {
		list[i].since = time.Now().Add(-shareAfter)
		for _, o := range w.offers {
			if o.ID == list[i].ID {
				list[i].since = o.since
			}
		}
	}
	w.offers = list
}

// bestOffer returns the offer with the most age per worker, since hard pieces take longest; nil while the queue has
// pieces, or without offers.
func (c *Coordinator) bestOffer(context.Context) (best *offer) {
	all := c.sharer.offers(c.run)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.batch == nil || len(c.batch.ready) > 0 {
		return nil
	}
	for _, who := range c.members {
		for _, w := range who.workers {
			for _, o := range w.offers {
				if time.Since(w.Heard) < silentAfter && !who.dropped {
					o.Owner = who.id
					all = append(all, o)
				}
			}
		}
	}
	share := func(o *offer) float64 { return time.Since(o.since).Seconds() / float64(max(o.Helpers, 0)+1) }
	for i := range all {
		if best == nil || share(&all[i]) > share(best) {
			best = &all[i]
		}
	}
	return best
}

// sendOffer answers a worker that has nothing to do.
func (c *Coordinator) sendOffer(who *member, m *nats.Msg) {
	var text []byte
	if o := c.bestOffer(context.Background()); o != nil {
		text, _ = json.Marshal(o) // it cannot fail
	}
	respond(m, who.id, text)
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

func (s *sharer) reply(helper string, m *nats.Msg) []byte {
	s.mu.Lock()
	x := s.open[m.Header.Get(partHeader)]
	name := helper + "/" + clean(m.Header.Get(workerHeader))
	if x == nil || len(x.helpers) >= maxHelpers && x.helpers[name].IsZero() {
		s.mu.Unlock()
		return nil
	}
	x.helpers[name] = time.Now()
	x.answering.Add(1)
	s.mu.Unlock()
	defer x.answering.Done()
	return x.answer(m.Data)
}

type helper struct {
	conn  *nats.Conn
	run   subjects
	id    string // its credential
	name  string
	kinds work.Kinds
	find  func(ctx context.Context) *offer // asks the coordinator for the best offer
}

// help works on the best offer until its piece is finished or the queue has pieces. It reports
// whether there was an offer.
func (h *helper) help(ctx context.Context, note func(o *offer) (end func())) bool {
	o := h.find(ctx)
	if o == nil || h.kinds[o.Piece.Kind].Help == nil {
		return false
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go repeat(ctx, waitingTime, func() {
		if h.find(ctx) == nil {
			cancel()
		}
	})
	defer note(o)()
	ask := func(ctx context.Context, request []byte) ([]byte, error) {
		m := nats.NewMsg(h.run.part(o.Owner, o.Sharer, h.id))
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
	err := parallel.Guard(func() error { return h.kinds[o.Piece.Kind].Help(ctx, o.Piece.Payload, ask) })
	return err == nil || errors.Is(err, errNoHelp) || errors.Is(err, context.Canceled)
}
