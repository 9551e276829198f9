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
	"github.com/nats-io/nats.go/jetstream"

	"feltlab/pipeline/work"
)

const (
	// shareAfter is how long a piece is under way before others hear that they can help.
	shareAfter = 2 * time.Second
	// mostOffers is how many pieces a process offers at once.
	mostOffers = 8
	// offerTime is how long who looks for something to help with waits for an offer, and moreTime for
	// others after the first. Who has something to offer is busy.
	offerTime, moreTime = time.Second, 100 * time.Millisecond
	// askTime is how long a helper waits for a reply, askTries how often.
	askTime, askTries = 3 * time.Second, 3
	// waitingTime is how often a helper looks whether there are pieces again.
	waitingTime = 2 * time.Second
)

// errNoHelp ends who helps with what is over, or has no owner any more.
var errNoHelp = errors.New("scaleout: nobody answers a helper")

// desk is what a process shares of the pieces that it has under way.
type desk struct {
	id   string // in subjects
	mu   sync.Mutex
	open map[string]*shared
}

// shared is one of them.
type shared struct {
	run     subjects
	piece   *work.Piece
	since   time.Time
	answer  func([]byte) []byte
	under   sync.WaitGroup       // answers under way
	helpers map[string]time.Time // when each was heard
}

// offer is a piece as who looks for something to help with hears of it.
type offer struct {
	Desk    string     `json:"desk"`
	ID      string     `json:"id"`
	Piece   work.Piece `json:"piece"`
	Age     Duration   `json:"age_seconds"`
	Helpers int        `json:"helpers"`
}

func newDesk() *desk { return &desk{id: rand.Text(), open: map[string]*shared{}} }

// share makes a piece known until end is called, which waits for answers under way.
func (d *desk) share(run subjects, p *work.Piece, answer func([]byte) []byte) (end func()) {
	id := rand.Text()
	x := &shared{run: run, piece: p, since: time.Now(), answer: answer, helpers: map[string]time.Time{}}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.open[id] = x
	return func() {
		d.mu.Lock()
		delete(d.open, id)
		d.mu.Unlock()
		x.under.Wait()
	}
}

// serve answers who looks for something to help with, and who helps.
func (d *desk) serve(conn *nats.Conn, run subjects) error {
	_, err := conn.Subscribe(run.of("help"), func(m *nats.Msg) {
		if offers := d.offers(run); len(offers) > 0 {
			if text, err := json.Marshal(offers); err == nil {
				_ = m.Respond(text) // or it asks again
			}
		}
	})
	if err != nil {
		return err
	}
	_, err = conn.Subscribe(run.part(d.id), func(m *nats.Msg) {
		_ = m.Respond(d.reply(m)) // nothing if it is over
	})
	return err
}

// offers lists what has been under way for long, that for which there is most to do first.
func (d *desk) offers(run subjects) (list []offer) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for id, x := range d.open {
		if age := time.Since(x.since); x.run == run && age > shareAfter {
			list = append(list, offer{d.id, id, *x.piece, Duration(age), x.present()})
		}
	}
	slices.SortFunc(list, compareOffers)
	return list[:min(len(list), mostOffers)]
}

// compareOffers puts that first which has been under way longest for each who is at it: what is hard
// takes longest.
func compareOffers(a, b offer) int {
	share := func(o offer) float64 { return float64(o.Age) / float64(o.Helpers+1) }
	switch x, y := share(a), share(b); {
	case x > y:
		return -1
	case x < y:
		return 1
	}
	return 0
}

// present counts those who help now.
func (x *shared) present() (n int) {
	for name, heard := range x.helpers {
		if time.Since(heard) > silence {
			delete(x.helpers, name)
		} else {
			n++
		}
	}
	return n
}

// reply answers a helper.
func (d *desk) reply(m *nats.Msg) []byte {
	const mostHelpers = 1 << 10
	d.mu.Lock()
	x := d.open[m.Header.Get(partHeader)]
	if x == nil || len(x.helpers) > mostHelpers {
		d.mu.Unlock()
		return nil
	}
	x.helpers[clean(m.Header.Get(workerHeader))] = time.Now()
	x.under.Add(1)
	d.mu.Unlock()
	defer x.under.Done()
	return x.answer(m.Data)
}

// hardest asks all processes of a run what they would have help with, and returns what most is to be
// done for; nil if there is nothing.
func hardest(ctx context.Context, conn *nats.Conn, run subjects) *offer {
	inbox := conn.NewInbox()
	sub, err := conn.SubscribeSync(inbox)
	if err != nil {
		return nil
	}
	defer func() { _ = sub.Unsubscribe() }() // or the connection is gone
	if conn.PublishRequest(run.of("help"), inbox, nil) != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, offerTime)
	defer cancel()
	more := time.AfterFunc(offerTime, cancel)
	defer more.Stop()
	var best *offer
	for {
		m, err := sub.NextMsgWithContext(ctx)
		if err != nil || len(m.Data) == 0 {
			return best
		}
		more.Reset(moreTime)
		var list []offer
		if json.Unmarshal(m.Data, &list) != nil {
			continue
		}
		for i := range list {
			if best == nil || compareOffers(list[i], *best) < 0 {
				best = &list[i]
			}
		}
	}
}

// help helps with the hardest piece that is under way until that is over or there are pieces in the
// queue. It reports whether there was something to help with.
func help(ctx context.Context, conn *nats.Conn, run subjects, queue jetstream.Consumer, kinds work.Kinds, name string, note func(o *offer) (end func())) bool {
	o := hardest(ctx, conn, run)
	if o == nil || kinds[o.Piece.Kind] == nil {
		return false
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			pause(ctx, waitingTime)
			if info, err := queue.Info(ctx); err == nil && info.NumPending > 0 {
				cancel()
			}
		}
	}()
	defer note(o)()
	_, err := kinds[o.Piece.Kind](ctx, work.Task{Payload: o.Piece.Payload, Ask: func(ctx context.Context, request []byte) ([]byte, error) {
		m := nats.NewMsg(run.part(o.Desk))
		m.Header.Set(partHeader, o.ID)
		m.Header.Set(workerHeader, name)
		m.Data = request
		for range askTries {
			limited, cancel := context.WithTimeout(ctx, askTime)
			out, err := conn.RequestMsgWithContext(limited, m)
			cancel()
			if err == nil && len(out.Data) > 0 {
				return out.Data, nil
			}
			if err == nil || ctx.Err() != nil || errors.Is(err, nats.ErrNoResponders) {
				break
			}
		}
		return nil, errors.Join(errNoHelp, ctx.Err())
	}})
	return err == nil || errors.Is(err, errNoHelp) || errors.Is(err, context.Canceled)
}
