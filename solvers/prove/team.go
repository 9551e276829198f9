package prove

import (
	"encoding/json"
	"slices"
	"sync"
	"time"

	"feltlab/model/proof"
	"feltlab/solvers/lad"
)

// Part describes a search that helpers can join.
type Part struct {
	Loss   proof.Loss `json:"loss"`
	Cutoff float64    `json:"cutoff"`
	Better float64    `json:"better"` // the incumbent's error; a formula below it ends the search
}

type request struct {
	Helper string    `json:"helper"`
	Cuts   []columns `json:"cuts,omitempty"`  // cuts that it learned
	Known  int       `json:"known"`           // number of cuts that it has received
	Task   int       `json:"task,omitempty"`  // number of its task; 0 if it has none and asks for one
	Left   []task    `json:"left,omitempty"`  // parts of its task for other workers
	Done   bool      `json:"done,omitempty"`  // its task is searched, except Left
	Leave  bool      `json:"leave,omitempty"` // it leaves; other workers search its task
	Found  []int     `json:"found,omitempty"` // features of a better formula
}

type reply struct {
	Cuts   []columns `json:"cuts,omitempty"` // cuts after the first Known of the request
	Known  int       `json:"known"`
	Number int       `json:"number,omitempty"` // of the task; 0 if there is none
	Task   task      `json:"task"`
	Needed int64     `json:"needed,omitempty"` // number of tasks that others wait for
	Over   bool      `json:"over,omitempty"`   // the search is over
}

const (
	mostCuts, mostLeft = 1 << 13, 1 << 6       // mostCuts and mostLeft limit the cuts and the tasks of a message
	mostParts          = 1 << 10               // mostParts limits the parts that a helper leaves of a task
	mostHelpers        = 1 << 10               // mostHelpers limits the helpers of a search
	helpLease          = 10 * time.Second      // how long a helper may be silent before its task goes to others
	wasteTime          = 50 * time.Millisecond // the time between two looks at waiting workers
)

// Helpers may waste wastedAtOnce of a search and one part in wastedShare of its time; then they are dismissed. Waste
// is the time of checks of cuts and formulas that do not hold, and the time in which workers wait for helpers.
var wastedAtOnce, wastedShare = time.Second, time.Duration(10)

type team struct {
	v     *prover
	known *cuts
	share *pool

	mu      sync.Mutex
	helpers map[string]*helper
	number  int    // of the last task
	given   []task // all tasks that helpers had, except parts of other such tasks
	closed  bool
}

type helper struct {
	number  int // of its task; 0 without one
	task    task
	left    []task // the parts of the task that it left
	waits   bool
	silence *time.Timer // ends its lease
}

// withHelpers shares a search while do runs it, and returns the tasks that helpers had.
func (v *prover) withHelpers(cutoff float64, known *cuts, share *pool, do func()) (given []task) {
	if v.o.Share == nil {
		do()
		return nil
	}
	if known.began.IsZero() {
		known.began = time.Now()
	}
	t := &team{v: v, known: known, share: share, helpers: map[string]*helper{}}
	loss := lad.Average
	if v.t.high != nil {
		loss = lad.Max
	}
	end := v.o.Share(Part{loss, cutoff, v.better}, t.answer)
	over := make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() { t.watch(over) })
	do()
	close(over)
	watching.Wait()
	end()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	for _, h := range t.helpers {
		h.silence.Stop()
	}
	return t.given
}

// watch dismisses the helpers once they have wasted too much, until the search is over.
func (t *team) watch(over <-chan struct{}) {
	began := time.Now()
	every := time.NewTicker(wasteTime)
	defer every.Stop()
	for {
		select {
		case <-over:
			return
		case <-every.C:
		}
		t.known.wasted.Add(int64(wasteTime.Seconds() * 1e9 * t.share.stalled()))
		if t.known.wasted.Load() > int64(wastedAtOnce+time.Since(began)/wastedShare) {
			t.dismiss()
			return
		}
	}
}

// dismiss takes the tasks of all helpers back and lets no helper in any more.
func (t *team) dismiss() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for name, h := range t.helpers {
		t.gone(name, h)
	}
	t.closed = true
	t.known.refuse()
}

// answer answers a request. Requests are not trusted: workers check the cuts, formulas are fitted, and
// the proof does not rely on the tasks that helpers report as done.
func (t *team) answer(text []byte) []byte {
	var r request
	if json.Unmarshal(text, &r) != nil || len(r.Cuts) > mostCuts || len(r.Left) > mostLeft || r.Known < 0 {
		return nil
	}
	all := t.v.t.all()
	r.Cuts = slices.DeleteFunc(r.Cuts, func(c columns) bool { return c.empty() || !c.minus(all).empty() })
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return encode(&reply{Over: true})
	}
	h := t.helper(r.Helper)
	if h == nil {
		return encode(&reply{Over: true})
	}
	t.known.propose(r.Cuts)
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
	out.Needed = max(t.share.needed.Load(), 0)
	return encode(out)
}

func encode(r *reply) []byte {
	text, err := json.Marshal(r)
	if err != nil {
		return nil
	}
	return text
}

// helper returns the state of a helper, nil if there are too many. The caller of this and the
// following methods holds the lock.
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

func (t *team) update(h *helper, r *request) {
	if r.Task != 0 && r.Task == h.number {
		left := h.parts(r.Left)
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

// parts returns those of some tasks that are parts of the helper's task and have no choice in common with another: what
// a helper leaves is at most what it got.
func (h *helper) parts(tasks []task) []task {
	before := len(h.left)
	for _, x := range tasks {
		if x.within(h.task) && len(h.left) < mostParts && !slices.ContainsFunc(h.left, x.meets) {
			h.left = append(h.left, x)
		}
	}
	return slices.Clone(h.left[before:])
}

func (t *team) lend(h *helper) {
	if h.number != 0 {
		return
	}
	x, ok := t.share.lend()
	if ok {
		t.number++
		h.number, h.task, h.left = t.number, x, nil
		if !slices.ContainsFunc(t.given, x.within) {
			t.given = append(t.given, x)
		}
	}
	t.wait(h, !ok)
}

func (t *team) found(ids []int) {
	v := t.v
	if len(ids) > v.n {
		return
	}
	began := time.Now()
	if fit, err := v.p.Fit(ids); err == nil && fit.Error < v.better {
		v.adopt(&outcome{best: fit.Error, support: fit.IDs})
		t.share.end()
		return
	}
	t.known.wasted.Add(int64(time.Since(began)))
}
