//go:build slow && linux

package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
	"feltlab/pipeline/scaleout"
	"feltlab/pipeline/store"
	"feltlab/pipeline/sweep"
)

// -storm is how long TestStorm kills processes; then the run finishes undisturbed. -storm-hands is the number of
// hands, with ten solves each. -storm 60s -storm-hands 4 makes a short test.
var (
	stormTime  = flag.Duration("storm", 10*time.Minute, "how long TestStorm kills")
	stormHands = flag.Int("storm-hands", 52, "hands that TestStorm solves")
)

// workersInStorm is the number of workers next to the faulty one; the last is stopped, not killed.
const workersInStorm = 3

// process is a program that the storm starts again whenever it ends.
type process struct {
	cmd  *exec.Cmd
	done chan error
	said *bytes.Buffer
}

func startProcess(t *testing.T, program string, args ...string) *process {
	t.Helper()
	p := &process{exec.Command(program, args...), make(chan error, 1), &bytes.Buffer{}}
	p.cmd.Stdout, p.cmd.Stderr = p.said, p.said
	must.Do(t, p.cmd.Start())
	go func() { p.done <- p.cmd.Wait() }()
	return p
}

// kill ends a process as no process can foresee.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	<-p.done
	p.done <- nil // it stays ended
}

// ended reports whether a process has ended.
func (p *process) ended() bool {
	select {
	case err := <-p.done:
		p.done <- err
		return true
	default:
		return false
	}
}

// buildProgram builds the program in a folder.
func buildProgram(t *testing.T, folder string) string {
	t.Helper()
	program := filepath.Join(folder, "feltlab")
	runProgram(t, "go", "build", "-o", program, ".")
	return program
}

// runProgram runs a program to its end.
func runProgram(t *testing.T, program string, args ...string) {
	t.Helper()
	if out, err := exec.Command(program, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// copyCounts makes a cache that has what another counted, and knows nothing of formulas.
func copyCounts(t *testing.T, to, from string) string {
	t.Helper()
	must.Do(t, os.CopyFS(to, os.DirFS(from)))
	must.Do(t, os.RemoveAll(filepath.Join(to, "known")))
	return to
}

// TestStorm sweeps by a coordinator and four workers, of which one is killed every few seconds, one stopped for longer
// than its lease, and one hands in each answer twice and, later, again; the coordinator is killed, and its disk full
// for a while. At the end every solve is there once, and what one undisturbed process proves is proved. All begin with
// what that process counted: to count a hand takes longer than most workers live.
func TestStorm(t *testing.T) {
	folder := t.TempDir()
	program := buildProgram(t, folder)
	config := filepath.Join(folder, "c.yaml")
	var hands []string
	for _, rank := range "23456789TJQKA" {
		hands = append(hands, fmt.Sprintf("%q", string(rank)+string(rank)))
	}
	for _, suits := range "so" {
		for _, rank := range "23456789TJQK" {
			hands = append(hands, "A"+string(rank)+string(suits))
		}
	}
	for _, rank := range "23456789TJQ" {
		hands = append(hands, "K"+string(rank)+"s", "K"+string(rank)+"o")
	}
	text := fmt.Sprintf("hands: [%s]\nranges: [RUS, RS, RML, ATC, 22+]\nprograms: AVGERR\nfeatures: 1..2\n",
		strings.Join(hands[:min(*stormHands, len(hands))], ", "))
	must.Do(t, os.WriteFile(config, []byte(text), 0o600))
	calm, began := filepath.Join(folder, "calm"), time.Now()
	runProgram(t, program, "--cache", filepath.Join(folder, "cache"), "sweep", config, "--set", "output="+calm)
	undisturbed := time.Since(began)
	disk := filepath.Join(folder, "disk") // of the coordinator
	small := smallDisk(t, disk)
	counted := func(name string) string {
		return copyCounts(t, filepath.Join(folder, name), filepath.Join(folder, "cache"))
	}
	cache, out := counted("disk/cache"), filepath.Join(disk, "out")
	file := filepath.Join(out, "connect.json")
	coordinate := func() *process {
		return startProcess(t, program, "--cache", cache, "--cores", "1", "sweep", config, "--set", "output="+out,
			"--listen", "127.0.0.1:0")
	}
	var caches []string
	for i := range workersInStorm {
		caches = append(caches, counted(fmt.Sprintf("cache-%d", i)))
	}
	join := func(i int) *process {
		return startProcess(t, program, "--cache", caches[i], "--cores", "1", "worker", "--connect", file)
	}
	coordinator := coordinate()
	wait(t, "the connection file", func() bool { _, err := os.Stat(file); return err == nil })
	workers := make([]*process, workersInStorm)
	for i := range workers {
		workers[i] = join(i)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var bad sync.WaitGroup
	answers, copies := 0, 0
	bad.Go(func() {
		cache, err := store.Open(counted("cache-faulty"), nil)
		if err == nil {
			answers, copies = faultyWorker(ctx, file, sweep.Answers(cache))
		}
	})
	var empty func() // makes room on the coordinator's disk
	r := rand.New(rand.NewPCG(1, 2))
	kills, starts := 0, 1
	var over <-chan time.Time // when all should be done
	began = time.Now()
	for last := workers[len(workers)-1]; ; {
		var err error
		select {
		case err = <-coordinator.done:
			if empty != nil { // it ends for want of space, and goes on when there is some
				empty()
				if empty = nil; err == nil || !strings.Contains(coordinator.said.String(), "no space left") {
					t.Logf("with a full disk the coordinator says: %v: %s", err, coordinator.said)
				}
				if err != nil {
					coordinator = coordinate()
					starts++
					continue
				}
			}
		case <-over:
			coordinator.kill()
			t.Fatalf("%v after the storm the run is not done: %s", scaleout.DefaultLease+4*undisturbed,
				coordinator.said)
		case <-time.After(time.Duration(2+r.IntN(3)) * time.Second):
			for i, w := range workers { // one that came while there was no coordinator has gone
				if w.ended() {
					t.Logf("worker %d ended: %s", i+1, w.said)
					workers[i] = join(i)
				}
			}
			last = workers[len(workers)-1]
			if over != nil {
				continue
			}
			if time.Since(began) > *stormTime {
				if empty != nil {
					empty()
					empty = nil
				}
				_ = last.cmd.Process.Signal(syscall.SIGCONT)
				over = time.After(scaleout.DefaultLease + 4*undisturbed)
				t.Logf("%d kills, %d starts of the coordinator", kills, starts)
				continue
			}
			i := r.IntN(len(workers) - 1)
			workers[i].kill()
			workers[i] = join(i)
			switch kills++; kills % 30 {
			case 3:
				_ = last.cmd.Process.Signal(syscall.SIGSTOP)
			case 8:
				if small && empty == nil {
					empty = fillDisk(t, disk)
				}
			case 5, 15, 25:
				if empty != nil {
					t.Log("it did not notice that the disk is full")
					empty()
					empty = nil
				}
				coordinator.kill()
				coordinator = coordinate()
				starts++
			case 18: // some 45 s later
				_ = last.cmd.Process.Signal(syscall.SIGCONT)
			}
			continue
		}
		if err != nil {
			t.Fatalf("the coordinator ends: %v: %s", err, coordinator.said)
		}
		break
	}
	for _, w := range workers {
		w.kill()
	}
	cancel()
	bad.Wait()
	t.Logf("the faulty worker answered %d pieces %d times", answers, copies)
	t.Logf("%d kills, %d starts of the coordinator, %v; undisturbed %v", kills, starts, time.Since(began), undisturbed)
	if want := 4; starts < want && *stormTime >= 5*time.Minute || starts < 2 {
		t.Errorf("%d starts of the coordinator, want %d: raise -storm-hands", starts, want)
	}
	compareRuns(t, must.Get(ledger.Read(calm))(t), must.Get(ledger.Read(out))(t))
}

// compareRuns expects a second run to have the questions of a first, and to have proved all that the first one has, to
// the gap at which an answer counts as proved.
func compareRuns(t *testing.T, first, second []*question.Answer) {
	t.Helper()
	of := map[string]*question.Answer{}
	for _, r := range second {
		of[r.Question().Key()] = r
	}
	for _, r := range first {
		other := of[r.Question().Key()]
		if other == nil || r.Status == question.Optimal && (other.Status != question.Optimal ||
			!proof.Optimal(proof.Number{Value: other.Objective()}, float64(r.LowerBound))) {
			t.Errorf("%v: %+v, want %+v", r, other, r)
		}
	}
	if len(of) != len(first) {
		t.Errorf("%d questions, want %d", len(of), len(first))
	}
}
