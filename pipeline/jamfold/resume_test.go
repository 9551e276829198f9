package jamfold

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"feltlab/internal/must"
	"feltlab/model/tournament"
	"feltlab/pipeline/store"
	"feltlab/solvers/jamfold"
	"feltlab/solvers/jamfold/stochastic"
	"feltlab/solvers/jamfold/stochastic/stochastictest"
)

// storeOfChild names the store of a test process that is to be killed.
const storeOfChild = "FELTLAB_TEST_KILLED_STORE"

// small is a tournament of six units among three players, dealt by the toy rollout.
func small(t *testing.T, root string) (*Lab, *Config) {
	t.Helper()
	c := must.Get(Preset("default"))(t)
	c.Chips = 6 * c.Unit
	triples := map[tournament.Removal]*stochastic.Triples{c.Removal: stochastictest.Triples(c.Removal)}
	return &Lab{Store: must.Get(store.Open(root, nil))(t), triples: triples}, &c
}

// realLab counts all deals anew.
func realLab(t *testing.T) *Lab { return &Lab{Store: must.Get(store.Open(t.TempDir(), nil))(t)} }

// TestKilled is the process that TestResumeAfterKill kills; by itself it does nothing.
func TestKilled(t *testing.T) {
	root := os.Getenv(storeOfChild)
	if root == "" {
		t.Skip("it is run by TestResumeAfterKill")
	}
	lab, c := small(t, root)
	rounds := 0
	_, err := lab.Tournament(context.Background(), c, func(r jamfold.Round) {
		rounds++
		fmt.Printf("round %d\n", r.Number)
		if rounds > 2 {
			time.Sleep(time.Hour) // until it is killed, before the third round is kept
		}
	})
	t.Fatal("not killed", err)
}

// TestResumeAfterKill kills a process without warning after two rounds and resumes: the solution has the bits and the
// number of rounds of a run without interruption.
func TestResumeAfterKill(t *testing.T) {
	killed, whole := t.TempDir(), t.TempDir()
	child := exec.Command(os.Args[0], "-test.run=^TestKilled$")
	child.Env = append(os.Environ(), storeOfChild+"="+killed)
	out := must.Get(child.StdoutPipe())(t)
	must.Do(t, child.Start())
	for lines := bufio.NewScanner(out); lines.Scan() && !strings.Contains(lines.Text(), "round 3"); {
	}
	must.Do(t, child.Process.Kill())
	if err := child.Wait(); err == nil {
		t.Fatal("the process ended by itself")
	}

	lab, c := small(t, killed)
	var rounds []int
	count := func(r jamfold.Round) { rounds = append(rounds, r.Number) }
	resumed := must.Get(lab.Tournament(context.Background(), c, count))(t)
	if len(rounds) == 0 || rounds[0] != 3 {
		t.Errorf("after the kill rounds %v were played, want 3 and on", rounds)
	}
	lab, _ = small(t, whole)
	want := must.Get(lab.Tournament(context.Background(), c, nil))(t)
	if !cmp.Equal(resumed.Snapshot, want.Snapshot) || !cmp.Equal(resumed.Certificate, want.Certificate) {
		t.Error("the resumed solution differs from one without interruption")
	}
	const dollars = 0.005
	if want.Certificate.Gain > dollars {
		t.Errorf("a deviation gains %v", want.Certificate.Gain)
	}

	holdStages(t, lab, c, want)

	// A second time it comes from the store, and no round is played.
	rounds = nil
	if again, err := lab.Tournament(context.Background(), c, count); err != nil || len(rounds) > 0 ||
		!cmp.Equal(again.Snapshot, want.Snapshot) {
		t.Errorf("from the store: %v, rounds %v", err, rounds)
	}
}

// TestInterrupt ends the context in a round, as Ctrl-C does: the error says so, what was kept
// stays, and nothing half-written is left.
func TestInterrupt(t *testing.T) {
	root := t.TempDir()
	lab, c := small(t, root)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if _, err := lab.Tournament(ctx, c, func(r jamfold.Round) {
		if r.Number == 2 {
			cancel()
		}
	}); !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted: %v", err)
	}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if rel, _ := filepath.Rel(root, path); err == nil && !d.IsDir() &&
			strings.HasPrefix(rel, "tmp"+string(filepath.Separator)) {
			t.Errorf("%s is left", path)
		}
		return err
	})
	must.Do(t, err)
	first := 0
	if _, err := lab.Tournament(context.Background(), c, func(r jamfold.Round) {
		if first == 0 {
			first = r.Number
		}
	}); err != nil || first != 2 && first != 3 {
		t.Errorf("resumes with round %d: %v", first, err)
	}
}
