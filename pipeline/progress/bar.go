package progress

import (
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
	began     atomic.Int64 // Unix nanoseconds
}

// Start returns a bar for work of total steps, or nil unless w is a terminal.
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
		mpb.PrependDecorators(decor.Name(name+" "), decor.CountersNoUnit("%d/%d ")),
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

// left says how long the steps that are left take if they are like those that are done; nothing
// as long as none is.
func (b *Bar) left(s decor.Statistics) string {
	if s.Current <= 0 || s.Current >= s.Total {
		return ""
	}
	elapsed := time.Duration(time.Now().UnixNano() - b.began.Load())
	left := time.Duration(float64(elapsed) * float64(s.Total-s.Current) / float64(s.Current))
	return left.Round(time.Second).String() + " left  "
}

// restart begins to measure time anew if the work goes round again.
func (b *Bar) restart(done int) {
	if int64(done) < b.bar.Current() {
		b.began.Store(time.Now().UnixNano())
	}
}

// Set moves the bar to done steps.
func (b *Bar) Set(done int) {
	if b != nil {
		b.restart(done)
		b.bar.SetCurrent(int64(done))
	}
}

// Of moves the bar to done steps of total.
func (b *Bar) Of(done, total int) {
	if b != nil {
		b.restart(done)
		b.bar.SetTotal(int64(total), false)
		b.bar.SetCurrent(int64(done))
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
