//go:build unix

package clock

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"feltlab/internal/must"
)

// TestStopped stops a process for longer than its time limit. The limit must leave the gap out.
func TestStopped(t *testing.T) {
	const limit = 900 * time.Millisecond
	if os.Getenv("CLOCK_CHILD") != "" {
		start, wall := Now(), time.Now()
		ctx, cancel := WithTimeout(context.Background(), limit)
		defer cancel()
		os.Stdout.WriteString("ready\n")
		<-ctx.Done()
		if took := Since(start); took < limit || time.Since(wall) < 2*limit {
			t.Errorf("the limit of %v ended after %v of %v", limit, took, time.Since(wall))
		}
		if !errors.Is(ctx.Err(), context.DeadlineExceeded) {
			t.Errorf("it ended with %v", ctx.Err())
		}
		return
	}
	t.Parallel()
	cmd := exec.Command(os.Args[0], "-test.run=^TestStopped$")
	cmd.Env = append(os.Environ(), "CLOCK_CHILD=1")
	cmd.Stderr = os.Stderr
	out := must.Get(cmd.StdoutPipe())(t)
	must.Do(t, cmd.Start())
	text := make([]byte, 4096)
	must.Get(out.Read(text))(t)
	time.Sleep(limit / 3)
	cmd.Process.Signal(syscall.SIGSTOP)
	time.Sleep(2 * limit)
	cmd.Process.Signal(syscall.SIGCONT)
	n, _ := out.Read(text)
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v\n%s", err, text[:n])
	}
}

// TestContext holds the context to what package context promises: parents, children, cancellation, deadlines.
func TestContext(t *testing.T) {
	parent, stop := context.WithCancel(t.Context())
	ctx, cancel := WithTimeout(parent, time.Hour)
	defer cancel()
	child, cancelChild := context.WithCancel(ctx)
	defer cancelChild()
	if end, ok := ctx.Deadline(); !ok || time.Until(end) > time.Hour || time.Until(end) < time.Hour-time.Minute {
		t.Errorf("deadline %v, %v", end, ok)
	}
	short, cancelShort := context.WithTimeout(t.Context(), time.Minute)
	defer cancelShort()
	within, cancelWithin := WithTimeout(short, time.Hour)
	defer cancelWithin()
	if end, _ := within.Deadline(); time.Until(end) > time.Minute {
		t.Errorf("deadline %v after that of the parent", end)
	}
	if ctx.Err() != nil || child.Err() != nil {
		t.Errorf("it ended early: %v, %v", ctx.Err(), child.Err())
	}
	stop()
	must.Equal(t, ctx.Err(), context.Canceled, "after the parent's end")
	<-ctx.Done()
	<-child.Done()
	if late, _ := WithTimeout(parent, time.Hour); late.Err() != context.Canceled {
		t.Errorf("of a parent that has ended: %v", late.Err())
	}
	over, cancelOver := WithTimeout(t.Context(), time.Millisecond)
	defer cancelOver()
	below, cancelBelow := context.WithCancel(over)
	defer cancelBelow()
	<-below.Done()
	cancelOver()
	for name, err := range map[string]error{"it": over.Err(), "its child": below.Err(), "cause": context.Cause(below)} {
		if err != context.DeadlineExceeded {
			t.Errorf("%s ended with %v, want the deadline", name, err)
		}
	}
	if none, _ := WithTimeout(t.Context(), 0); none.Err() != context.DeadlineExceeded {
		t.Errorf("without time: %v", none.Err())
	}
}
