package progress

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"
)

// patience is how long work may take before a bar is worth showing.
const patience = 2 * time.Second

// Bar shows one piece of work. The nil Bar is valid and silent.
type Bar struct {
	container *mpb.Progress
	bar       *mpb.Bar
	latest    atomic.Pointer[string]
	shown     *time.Timer
	// Time left is estimated from the steps since the first, at began, in Unix nanoseconds.
	first, began atomic.Int64
	moved        atomic.Bool
}

// Start returns a bar for work of total steps, 0 if that is not known yet, or nil unless w is a
// terminal.
func Start(w io.Writer, name string, total int) *Bar {
	if !Shows(w) {
		return nil
	}
	return start(w, name, total)
}

// Shows says whether bars are drawn on w: whether it is a terminal.
func Shows(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

func start(w io.Writer, name string, total int, options ...mpb.ContainerOption) *Bar {
	b := &Bar{}
	show := make(chan struct{})
	b.shown = time.AfterFunc(patience, func() { close(show) })
	options = append(options, mpb.WithOutput(w), mpb.WithWidth(30), mpb.WithRenderDelay(show))
	b.container = mpb.New(options...)
	// A bar that is made with a total is over when it first gets there, and keeps that total.
	b.bar = b.container.AddBar(0,
		mpb.PrependDecorators(decor.Name(name+" "), decor.Any(counts)),
		mpb.AppendDecorators(
			decor.Any(b.left),
			decor.Any(func(decor.Statistics) string {
				if s := b.latest.Load(); s != nil {
					return *s
				}
				return ""
			}),
		),
	)
	b.bar.SetTotal(int64(total), false)
	b.began.Store(time.Now().UnixNano())
	return b
}

// left says how long the steps that are left take if they are like those that were seen done;
// nothing as long as none was.
func (b *Bar) left(s decor.Statistics) string {
	done := s.Current - b.first.Load()
	if done <= 0 || s.Current >= s.Total {
		return ""
	}
	elapsed := time.Duration(time.Now().UnixNano() - b.began.Load())
	left := time.Duration(float64(elapsed) * float64(s.Total-s.Current) / float64(done))
	return left.Round(time.Second).String() + " left  "
}

// counts says how much is done of how much, once that is known.
func counts(s decor.Statistics) string {
	if s.Total <= 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d ", s.Current, s.Total)
}

// moveTo moves the bar. Time counts from the first call, for work may begin with what was done
// before or with preparations, and anew when the work goes round again.
func (b *Bar) moveTo(done int) {
	if !b.moved.Swap(true) || int64(done) < b.bar.Current() {
		b.first.Store(int64(done))
		b.began.Store(time.Now().UnixNano())
	}
	b.bar.SetCurrent(int64(done))
}

// Set moves the bar to done steps.
func (b *Bar) Set(done int) {
	if b != nil {
		b.moveTo(done)
	}
}

// Of moves the bar to done steps of total.
func (b *Bar) Of(done, total int) {
	if b != nil {
		b.bar.SetTotal(int64(total), false)
		b.moveTo(done)
	}
}

// Step adds one finished step and shows its result.
func (b *Bar) Step(result string) {
	if b != nil {
		b.latest.Store(&result)
		b.bar.Increment()
	}
}

// Close removes the bar and waits until nothing more is drawn. It may be called when the
// work ended early.
func (b *Bar) Close() {
	if b == nil {
		return
	}
	b.shown.Stop()
	b.bar.Abort(true)
	b.container.Wait()
}

// Latest shows a result without a step.
func (b *Bar) Latest(result string) {
	if b != nil {
		b.latest.Store(&result)
	}
}
