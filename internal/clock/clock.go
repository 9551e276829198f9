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

// WithTimeout is that of package context, but the limit counts only time in which the process ran. Its Deadline is
// the time at which it ends if the process runs until then.
func WithTimeout(parent context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	l := &limited{Context: parent, end: Now() + limit, done: make(chan struct{})}
	switch err := parent.Err(); {
	case err != nil:
		l.finish(err)
	case limit <= 0:
		l.finish(context.DeadlineExceeded)
	default:
		go l.watch(limit)
	}
	return l, func() { l.finish(context.Canceled) }
}

// limited is a context whose Value is that of its parent.
type limited struct {
	context.Context
	end  time.Duration // by Now
	done chan struct{}
	mu   sync.Mutex
	err  error
}

// watch waits for the parent's end, the limit, or a call of the CancelFunc.
func (l *limited) watch(left time.Duration) {
	timer := time.NewTimer(left)
	defer timer.Stop()
	for {
		select {
		case <-l.done:
			return
		case <-l.Context.Done():
			l.finish(l.Context.Err())
			return
		case <-timer.C:
			if left = l.end - Now(); left <= 0 {
				l.finish(context.DeadlineExceeded)
				return
			}
			timer.Reset(left)
		}
	}
}

// finish ends the context; the first error stays.
func (l *limited) finish(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil {
		l.err = err
		close(l.done)
	}
}

// Done implements context.Context.
func (l *limited) Done() <-chan struct{} { return l.done }

// Err implements context.Context. It sees the parent's end at once.
func (l *limited) Err() error {
	if err := l.Context.Err(); err != nil {
		l.finish(err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// Deadline implements context.Context.
func (l *limited) Deadline() (time.Time, bool) {
	end := time.Now().Add(l.end - Now())
	if before, ok := l.Context.Deadline(); ok && before.Before(end) {
		return before, true
	}
	return end, true
}
