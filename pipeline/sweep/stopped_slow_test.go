//go:build slow && unix

package sweep

import (
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"feltlab/internal/must"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
)

// TestStopped stops a sweep again and again, each time for longer than the time limit of a solve. The limit leaves
// these times out but for a quarter of a second each: every answer is proved, and none is a try that had less than its
// limit, which is several times what a solve takes.
func TestStopped(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	cmd := child(t, written(t, "hands: [AA, KK]\nranges: [RUS]\nprograms: [AVGERR]\nfeatures: [1]\ntime_limit: 3\n"+
		"workers: 1\noutput: "+out+"\n"), cache(t))
	must.Do(t, cmd.Start())
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for stops := 0; ; stops++ {
		select {
		case err := <-ended:
			if err != nil || stops < 3 {
				t.Fatalf("ended after %d stops: %v", stops, err)
			}
		case <-time.After(200 * time.Millisecond):
			cmd.Process.Signal(syscall.SIGSTOP)
			time.Sleep(3200 * time.Millisecond)
			cmd.Process.Signal(syscall.SIGCONT)
			continue
		}
		break
	}
	results, err := ledger.Read(out)
	if err != nil || len(results) != 2 {
		t.Fatalf("%d results, %v", len(results), err)
	}
	for _, r := range results {
		must.Equal(t, r.Status, question.Optimal, r, r.Seconds)
	}
}
