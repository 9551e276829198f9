package prove

import (
	"encoding/json"
	"slices"
	"sync"
	"time"

	"feltlab/model/proof"
	"feltlab/solvers/lad"
)

// Part is a search in which others can help.
type Part struct {
	Loss   proof.Loss `json:"loss"`
	Cutoff float64    `json:"cutoff"`
	Better float64    `json:"better"` // an error below this is better than the incumbent's
}

// request is what a helper says of itself, and asks for.
type request struct {
	Helper string    `json:"helper"`
	Cuts   []columns `json:"cuts,omitempty"`
	Known  int       `json:"known"` // cuts that it has had
	// Task is the number of its task; 0 means that it has none and asks for one. Left is what is left
	// of it, for others; Done that it is over, but for that.
	Task  int    `json:"task,omitempty"`
	Left  []task `json:"left,omitempty"`
	Done  bool   `json:"done,omitempty"`
	Leave bool   `json:"leave,omitempty"` // what it has not done is for others
	Found []int  `json:"found,omitempty"` // features of a better formula
}

// reply is what a helper gets.
type reply struct {
	Cuts   []columns `json:"cuts,omitempty"` // after those that it has had
	Known  int       `json:"known"`
	Number int       `json:"number,omitempty"` // of the task, if there is one
	Task   task      `json:"task"`
	Hungry int64     `json:"hungry,omitempty"` // tasks that somebody waits for
	Over   bool      `json:"over,omitempty"`
}

const (
	// mostCuts is how many cuts a message has, mostLeft how many tasks.
	mostCuts, mostLeft = 1 << 13, 1 << 6
	// mostHelpers is how many help at once.
	mostHelpers = 1 << 10
	// helpLease is how long a helper may say nothing before others get its task.
	helpLease = 10 * time.Second
)

// team is those who help in a search.
type team struct {
	v     *prover
	known *cuts
	share *pool

	mu      sync.Mutex
	helpers map[string]*helper
	number  int    // of the last task
	lent    []task // all, but for parts of others
	closed  bool
}

// helper is one of them.
type helper struct {
	number  int // of its task; 0 without one
	task    task
	waits   bool
	silence *time.Timer // until it counts as gone
}

// ask lets others help while something is done, and returns what they were to search.
func (v *prover) ask(cutoff float64, known *cuts, share *pool, do func()) (lent []task) {
	if v.o.Share == nil {
		do()
		return nil
	}
	t := &team{v: v, known: known, share: share, helpers: map[string]*helper{}}
	loss := lad.Average
	if v.t.high != nil {
		loss = lad.Max
	}
	end := v.o.Share(Part{loss, cutoff, v.better}, t.answer)
	do()
	end()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	for _, h := range t.helpers {
		h.silence.Stop()
	}
	return t.lent
}

// answer answers a request. Nothing in it is believed: cuts are looked at by those who search here,
// formulas are fitted, and that tasks are done is not what the proof rests on.
func (t *team) answer(text []byte) []byte {
	var r request
	if json.Unmarshal(text, &r) != nil || len(r.Cuts) > mostCuts || len(r.Left) > mostLeft || r.Known < 0 {
		return nil
	}
	all := t.v.t.all()
	r.Cuts = slices.DeleteFunc(r.Cuts, func(c columns) bool { return c.empty() || !c.minus(all).empty() })
	t.known.hear(r.Cuts)
	t.mu.Lock()
	defer t.mu.Unlock()
	h := t.helper(r.Helper)
	if h == nil || t.closed {
		return encode(&reply{Over: true})
	}
	if len(r.Found) > 0 {
		t.found(r.Found)
	}
	t.update(h, &r)
	out := &reply{Over: t.share.over.Load()}
	if !r.Leave && r.Task == 0 && !out.Over {
		t.lend(h)
		out.Number, out.Task = h.number, h.task
	}
	list := t.known.since(min(r.Known, int(t.known.size.Load())))
	out.Cuts = list[:min(len(list), mostCuts)]
	out.Known = r.Known + len(out.Cuts)
	out.Hungry = max(t.share.hungry.Load(), 0)
	return encode(out)
}

func encode(r *reply) []byte {
	text, err := json.Marshal(r)
	if err != nil {
		return nil
	}
	return text
}

// helper returns a helper's place, nil if there are too many. The lock is held, as in what follows.
func (t *team) helper(name string) *helper {
	h := t.helpers[name]
	if h == nil && len(t.helpers) < mostHelpers {
		h = &helper{}
		h.silence = time.AfterFunc(helpLease, func() {
			t.mu.Lock()
			defer t.mu.Unlock()
			t.gone(name, h)
		})
		t.helpers[name] = h
	} else if h != nil {
		h.silence.Reset(helpLease)
	}
	return h
}

// gone gives what a helper had to others.
func (t *team) gone(name string, h *helper) {
	if t.helpers[name] != h || t.closed {
		return
	}
	delete(t.helpers, name)
	h.silence.Stop()
	t.wait(h, false)
	if h.number != 0 {
		t.share.returned(h.task)
	}
}

// wait notes whether a helper waits for a task.
func (t *team) wait(h *helper, waits bool) {
	if waits == h.waits {
		return
	}
	if h.waits = waits; waits {
		t.share.ask(1)
	} else {
		t.share.ask(-1)
	}
}

// update notes what a helper says of its task.
func (t *team) update(h *helper, r *request) {
	if r.Task != 0 && r.Task == h.number {
		left := slices.DeleteFunc(r.Left, func(x task) bool { return !x.within(h.task) })
		if r.Done {
			h.number = 0
			t.share.returned(left...)
		} else {
			t.share.put(left...)
		}
	}
	if r.Leave {
		t.gone(r.Helper, h)
	}
}

// lend gives a helper a task, that which it has if it asks again.
func (t *team) lend(h *helper) {
	if h.number != 0 {
		return
	}
	x, ok := t.share.lend()
	if ok {
		t.number++
		h.number, h.task = t.number, x
		if !slices.ContainsFunc(t.lent, x.within) {
			t.lent = append(t.lent, x)
		}
	}
	t.wait(h, !ok)
}

// found keeps a formula that is better, and ends the search, as one that is found here does.
func (t *team) found(ids []int) {
	v := t.v
	for _, id := range v.o.With {
		if !slices.Contains(ids, id) {
			return
		}
	}
	if len(ids) > v.n {
		return
	}
	if fit, err := v.p.Fit(ids); err == nil && fit.Error < v.better {
		v.adopt(fit.Error, fit.IDs)
		t.share.end()
	}
}
