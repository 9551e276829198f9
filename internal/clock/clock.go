package clock

import (
	"context"
	"sync"
	"time"
)

const (
	tick = 250 * time.Millisecond
	gap  = time.Second // more than this between two readings: the process did not run
)

var running struct {
	once  sync.Once
	mu    sync.Mutex
	last  time.Time
	total time.Duration
}

// Now returns the time in which the process ran, from the first call in it.
func Now() time.Duration {
	running.once.Do(func() {
		running.last = time.Now()
		go func() {
			for range time.Tick(tick) {
				Now()
			}
		}()
	})
	running.mu.Lock()
	defer running.mu.Unlock()
	now := time.Now()
	passed := now.Sub(running.last)
	if passed > gap {
		passed = tick
	}
	running.total, running.last = running.total+passed, now
	return running.total
}

// Since returns the time in which the process ran since an earlier Now.
func Since(start time.Duration) time.Duration { return Now() - start }

// WithTimeout is the function of package context, but the limit counts only time in which the process ran. The Deadline
// is the time at which the context ends if the process runs until then.
func WithTimeout(parent context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	ends, cancel := context.WithCancelCause(parent)
	l := &limited{parent, ends, Now() + limit}
	wait := func() {
		for left := limit; left > 0; left = l.end - Now() {
			select {
			case <-ends.Done():
				return
			case <-time.After(left):
			}
		}
		cancel(context.DeadlineExceeded)
	}
	if limit > 0 {
		go wait()
	} else {
		wait()
	}
	return l, func() { cancel(context.Canceled) }
}

// limited is a context. It returns the Value of its parent, so that package context asks it for its Err.
type limited struct {
	context.Context
	ends context.Context // with the parent, at the limit or by the CancelFunc
	end  time.Duration   // by Now
}

func (l *limited) Done() <-chan struct{} { return l.ends.Done() }

func (l *limited) Err() error {
	if context.Cause(l.ends) == context.DeadlineExceeded {
		return context.DeadlineExceeded
	}
	return l.ends.Err()
}

func (l *limited) Deadline() (time.Time, bool) {
	end := time.Now().Add(l.end - Now())
	if before, ok := l.Context.Deadline(); ok && before.Before(end) {
		return before, true
	}
	return end, true
}
