package scaleout

import (
	"errors"
	"slices"
	"time"

	"github.com/nats-io/nats.go"

	"feltlab/internal/parallel"
	"feltlab/pipeline/work"
)

// answered is an answer to an entry that waits for a judge, or is at one.
type answered struct {
	holder
	e *entry
	m *nats.Msg
}

// Replies to answers.
var (
	replyDone = []byte("done") // it was judged, or nobody waits for it
	replyBusy = []byte("busy") // send it again later
)

// answer puts an answer before the judges, if nobody answers the piece already and its credential has room.
func (c *Coordinator) answer(who *member, m *nats.Msg) {
	c.mu.Lock()
	defer c.mu.Unlock()
	b := c.batch
	if b == nil {
		respond(m, who.id, replyBusy)
		return
	}
	e := b.open[m.Header.Get(keyHeader)]
	switch {
	case e == nil:
		c.late++
		respond(m, who.id, replyDone)
	case who.queued+len(m.Data) > mostQueued || e.state == here || slices.ContainsFunc(b.answers, e.is):
		respond(m, who.id, replyBusy)
	default:
		who.queued += len(m.Data)
		b.answers = append(b.answers, answered{holder{who, sender(m)}, e, m})
		c.more.Signal()
	}
}

func (e *entry) is(a answered) bool { return a.e == e }

// judge judges answers until the batch ends: of the credential that has the fewest at judges, the first.
func (b *batch) judge() {
	c := b.c
	for {
		c.mu.Lock()
		for len(b.answers) == 0 && b.ctx.Err() == nil {
			c.more.Wait()
		}
		if b.ctx.Err() != nil {
			c.mu.Unlock()
			return
		}
		first := 0
		for i, a := range b.answers {
			if a.who.judging < b.answers[first].who.judging {
				first = i
			}
		}
		a := b.answers[first]
		b.answers = slices.Delete(b.answers, first, first+1)
		a.who.queued -= len(a.m.Data)
		wanted := b.open[a.e.key] == a.e && !a.who.dropped
		held := a.e.state
		if wanted {
			a.who.judging++
			a.e.state = here
			delete(b.out, a.e.key)
		}
		c.mu.Unlock()
		if wanted {
			b.judgeOne(a, held)
		}
		respond(a.m, a.who.id, replyDone)
	}
}

// judgeOne accepts an answer to an entry in some state, or refuses it.
func (b *batch) judgeOne(a answered, held state) {
	c := b.c
	reason := a.m.Header.Get(failHeader)
	if stamp := a.m.Header.Get(stampHeader); reason == "" && stamp != c.o.Stamp.String() {
		reason = "it is computed by another program: " + stamp
	}
	var err error
	if reason == "" {
		err = parallel.Guard(func() error {
			return a.e.job.Accept(b.ctx, work.Answer{Worker: a.who.id, Bytes: a.m.Data})
		})
	}
	foreign := errors.Is(err, work.ErrAnswer) || errors.Is(err, parallel.ErrPanic)
	c.mu.Lock()
	a.who.judging--
	switch {
	case b.ctx.Err() != nil:
	case err == nil && reason == "":
		a.who.good++
		c.change(a.who, a.worker, func(w *Worker) { w.Answers, w.Heard = w.Answers+1, time.Now() })
		delete(b.open, a.e.key)
		b.checkDone()
	case errors.Is(err, work.ErrNone):
		b.mine(a.e)
	case err != nil && !foreign:
		b.cancel(err)
	case held == out && a.e.holder != a.holder: // another worker has the piece
		a.e.state = out
		b.out[a.e.key] = a.e
	default:
		a.e.failures, a.e.failedAt = append(a.e.failures, a.holder), time.Now()
		b.back(a.e)
	}
	c.mu.Unlock()
	if reason == "" && (foreign || errors.Is(err, work.ErrNone)) && b.ctx.Err() == nil {
		reason = err.Error()
	}
	if reason != "" {
		c.failed(a.who, a.worker, a.e.job.Name, clean(reason))
	}
	if errors.Is(err, work.ErrLied) {
		c.drop(a.who, err.Error())
	}
	c.dispatch()
}
