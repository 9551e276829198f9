package progress

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"feltlab/internal/plain"
)

const delay = 2 * time.Second

// Waits before the first line in a file, and the longest before the next; each line waits twice as long.
var firstLine, lastLine = 5 * time.Second, 10 * time.Minute

// Bar is the progress of one task, as a bar or as lines. A nil Bar is valid and shows nothing.
type Bar struct {
	container *mpb.Progress
	bar       *mpb.Bar
	total     atomic.Int64
	file      io.Writer     // nil on a terminal
	closed    chan struct{} // of lines in a file
	once      sync.Once     // closes it
	lines     sync.WaitGroup
	latest    atomic.Pointer[string]
	shown     *time.Timer
	// The time left is estimated from the steps since step first, done at began, in Unix nanoseconds.
	first, began atomic.Int64
	moved        atomic.Bool
}

// Start returns a bar for a task of total steps, 0 if the number is not known yet. On a terminal it is drawn;
// any other file gets a line after some seconds, and then ever fewer. It returns nil if w is no file.
func Start(w io.Writer, name string, total int) *Bar {
	name = plain.Line(name)
	if Terminal(w) {
		return start(behind(w), name, total)
	}
	if _, ok := behind(w).(*os.File); !ok {
		return nil
	}
	b := start(nil, name, total)
	b.file, b.closed = w, make(chan struct{})
	b.lines.Go(func() { b.print(name) })
	return b
}

// Terminal reports whether w is a terminal, or writes text to one.
func Terminal(w io.Writer) bool {
	f, ok := behind(w).(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// behind returns the writer behind those that let only text pass.
func behind(w io.Writer) io.Writer {
	for {
		text, ok := w.(interface{ Raw() io.Writer })
		if !ok {
			return w
		}
		w = text.Raw()
	}
}

func (b *Bar) print(name string) {
	for wait := firstLine; ; wait = min(2*wait, lastLine) {
		select {
		case <-b.closed:
			return
		case <-time.After(wait):
			s := decor.Statistics{Current: b.bar.Current(), Total: b.total.Load()}
			fmt.Fprintln(b.file, strings.TrimSpace(name+": "+counts(s)+" "+b.left(s)+b.result(s)))
		}
	}
}

func start(w io.Writer, name string, total int, options ...mpb.ContainerOption) *Bar {
	b := &Bar{}
	show := make(chan struct{})
	b.shown = time.AfterFunc(delay, func() { close(show) })
	options = append(options, mpb.WithOutput(w), mpb.WithWidth(30), mpb.WithRenderDelay(show))
	b.container = mpb.New(options...)
	// A bar that is created with a total ends when it first reaches it, and cannot change it.
	b.bar = b.container.AddBar(0,
		mpb.PrependDecorators(decor.Name(name+" "), decor.Any(counts)),
		mpb.AppendDecorators(decor.Any(b.left), decor.Any(b.result)),
	)
	b.setTotal(total)
	b.began.Store(time.Now().UnixNano())
	return b
}

func (b *Bar) setTotal(total int) {
	b.total.Store(int64(total))
	b.bar.SetTotal(int64(total), false)
}

func (b *Bar) result(decor.Statistics) string {
	if s := b.latest.Load(); s != nil {
		return *s
	}
	return ""
}

// left returns the text of the time left, as if the other steps take as long as the finished ones; it is
// empty before the first step.
func (b *Bar) left(s decor.Statistics) string {
	done := s.Current - b.first.Load()
	if done <= 0 || s.Current >= s.Total {
		return ""
	}
	elapsed := time.Duration(time.Now().UnixNano() - b.began.Load())
	left := time.Duration(float64(elapsed) * float64(s.Total-s.Current) / float64(done))
	return left.Round(time.Second).String() + " left  "
}

// counts returns the text of the finished and all steps; it is empty while their number is unknown.
func counts(s decor.Statistics) string {
	if s.Total <= 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d ", s.Current, s.Total)
}

// Set sets the number of finished steps. The time counts from the first call, since a task can resume
// or prepare first, and again from a call with fewer steps than the last, since a task can start over.
func (b *Bar) Set(done int) {
	if b == nil {
		return
	}
	if !b.moved.Swap(true) || int64(done) < b.bar.Current() {
		b.first.Store(int64(done))
		b.began.Store(time.Now().UnixNano())
	}
	b.bar.SetCurrent(int64(done))
}

// Of sets the number of finished steps and the total.
func (b *Bar) Of(done, total int) {
	if b != nil {
		b.setTotal(total)
		b.Set(done)
	}
}

// Step adds one finished step and shows its result.
func (b *Bar) Step(result string) {
	if b != nil {
		b.Latest(result)
		b.bar.Increment()
	}
}

// Close removes the bar, or ends the lines, and waits until that is done. The task may have ended early, and
// Close may be called again.
func (b *Bar) Close() {
	if b == nil {
		return
	}
	if b.file != nil {
		b.once.Do(func() { close(b.closed) })
		b.lines.Wait()
	}
	b.shown.Stop()
	b.bar.Abort(true)
	b.container.Wait()
}

// Latest shows a result without a step.
func (b *Bar) Latest(result string) {
	if b != nil {
		result = plain.Line(result)
		b.latest.Store(&result)
	}
}
