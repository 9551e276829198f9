//go:build slow && linux

package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"feltlab/internal/must"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
)

// TestRogues sweeps by a coordinator and an honest worker, among rogues with invitations of their own that do what a
// valid key allows. The table is that of one process alone; the coordinator ends by itself, and needs little memory
// and disk. Which rogues are dropped before it ends depends on the time; the tests of package scaleout hold that.
func TestRogues(t *testing.T) {
	folder := t.TempDir()
	program := buildProgram(t, folder)
	config := filepath.Join(folder, "c.yaml")
	text := "hands: [AA, KK, QQ, JJ, AKs]\nranges: RUS\nprograms: AVGERR\nfeatures: 1..4\ntime_limit: 60\n"
	must.Do(t, os.WriteFile(config, []byte(text), 0o600))
	calm, out := filepath.Join(folder, "calm"), filepath.Join(folder, "out")
	runProgram(t, program, "--cache", filepath.Join(folder, "cache"), "sweep", config, "--set", "output="+calm)
	counted := func(name string) string {
		return copyCounts(t, filepath.Join(folder, name), filepath.Join(folder, "cache"))
	}
	coordinator := startProcess(t, program, "--cache", counted("there"), "--cores", "1", "sweep", config, "--set",
		"output="+out,
		"--listen", "127.0.0.1:0")
	file := filepath.Join(out, "connect.json")
	wait(t, "the connection file", func() bool { _, err := os.Stat(file); return err == nil })
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var group sync.WaitGroup
	for name, play := range map[string]func(r *rogue){
		"panics": (*rogue).panics, "floods": (*rogue).floods, "bombs": (*rogue).bombs, "holds": (*rogue).holds,
		"none": (*rogue).finds, "others": (*rogue).others,
	} {
		runProgram(t, program, "workers", "invite", name, "--connect", file)
		r := must.Get(byHand(filepath.Join(out, "connect-"+name+".json")))(t)
		group.Go(func() {
			defer r.conn.Close()
			for ctx.Err() == nil && r.conn.IsConnected() {
				play(r)
			}
		})
	}
	honest := startProcess(t, program, "--cache", counted("honest"), "--cores", "1", "worker", "--connect", file)
	most, seen := int64(0), ""
	for began := time.Now(); !coordinator.ended(); {
		if time.Since(began) > 5*time.Minute {
			coordinator.kill()
			t.Fatalf("it does not end: %.2000s; workers: %.2000s", coordinator.said, seen)
		}
		time.Sleep(200 * time.Millisecond)
		size := int64(0)
		_ = filepath.WalkDir(out, func(_ string, e fs.DirEntry, err error) error {
			if info, infoErr := e.Info(); err == nil && infoErr == nil {
				size += info.Size()
			}
			return nil
		})
		most = max(most, size)
		if said, err := exec.Command(program, "workers", "--connect", file).Output(); err == nil {
			seen = string(said)
		}
	}
	cancel()
	group.Wait()
	if err := <-coordinator.done; err != nil {
		t.Errorf("the coordinator ends: %v: %s", err, coordinator.said)
	}
	honest.kill()
	memory := coordinator.cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss >> 10
	t.Logf("%d MB of memory, %d MB of disk", memory, most>>20)
	for line := range strings.Lines(coordinator.said.String()) {
		if strings.Contains(line, "dropped") {
			t.Log(strings.TrimSpace(line))
		}
	}
	if memory > 1500 || most > 20<<20 {
		t.Errorf("the coordinator takes %d MB of memory and %d MB of disk, want 1500 and 20", memory, most>>20)
	}
	compareRuns(t, must.Get(ledger.Read(calm))(t), must.Get(ledger.Read(out))(t))
}

func (r *rogue) say(verb, key string, text []byte) {
	m := r.message(verb, text)
	m.Header.Set("Feltlab-Key", key)
	_ = r.conn.PublishMsg(m)
}

// panics sends nonsense.
func (r *rogue) panics() {
	p, err := r.take()
	if err != nil || p == nil {
		return
	}
	for _, verb := range []string{"take", "alive", "leave", "status", "input"} {
		r.say(verb, "", []byte(`{"pieces": [null]}`))
	}
	r.say("leave", "", nil)
}

// floods sends heartbeats of invented workers, and asks for the status.
func (r *rogue) floods() {
	for i := range 6000 {
		text, _ := json.Marshal(map[string]any{"worker": fmt.Sprint(i, time.Now()),
			"pieces": []map[string]string{{"name": strings.Repeat("x", 60_000)}}})
		r.say("alive", "", text)
		if i%100 == 0 {
			r.say("status", "", nil)
		}
	}
	_ = r.conn.FlushTimeout(time.Minute)
	time.Sleep(10 * time.Second)
}

// bombs answers with large proofs that unpack to much, next to statements that are false.
func (r *rogue) bombs() {
	p, err := r.take()
	if err != nil || p == nil {
		return
	}
	var q struct{ Task question.Question }
	if json.Unmarshal(p.Payload, &q) != nil {
		return
	}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	fmt.Fprintf(w, "feltlab-proof 1\nhand %s\nrange %s\nreading paper-2\nloss average\nfeatures %d\nwith\ncutoff "+
		"0.01\ninstance %064x\ncuts 70000000\n",
		q.Task.Hand().Text, q.Task.RangeText(), q.Task.Program.N, 1)
	for range 1 << 12 {
		_, _ = w.Write(bytes.Repeat([]byte("1 1 2\n"), 1<<12))
	}
	_ = w.Close()
	a := question.NewAnswer(q.Task)
	text, _ := json.Marshal(a)
	var o map[string]any
	_ = json.Unmarshal(text, &o)
	o["status"], o["engine"] = "feasible", "exact"
	o["features"] = []any{}
	o["proof"] = map[string]any{"kind": "cuts", "packed": append(b.Bytes(), make([]byte, 5<<20)...)}
	text, _ = json.Marshal(o)
	for range 3 {
		r.say("answer", p.Key, text)
	}
	_ = r.conn.FlushTimeout(time.Minute)
}

// holds takes pieces and only says that it computes them.
func (r *rogue) holds() {
	p, err := r.take()
	for range 20 {
		if err == nil && p != nil {
			text, _ := json.Marshal(map[string]any{"worker": "faulty", "keys": []string{p.Key}})
			r.say("alive", "", text)
			time.Sleep(time.Second)
		}
	}
	r.say("leave", "", nil) // the limit of a piece is longer than this test
}

// finds answers that it found nothing, after a year.
func (r *rogue) finds() {
	p, err := r.take()
	var q struct{ Task question.Question }
	if err != nil || p == nil || json.Unmarshal(p.Payload, &q) != nil {
		return
	}
	a := question.NewAnswer(q.Task)
	a.Status, a.Engine, a.Seconds = question.None, "exact", 31535999
	text, _ := json.Marshal(a)
	r.say("answer", p.Key, text)
	_ = r.conn.Flush()
}

// others answers the pieces of others, returns them and names their subjects for replies.
func (r *rogue) others() {
	p, err := r.take()
	if err != nil || p == nil {
		return
	}
	r.say("leave", "", nil) // another worker gets it
	for range 20 {
		r.say("answer", p.Key, []byte(`{}`))
		time.Sleep(50 * time.Millisecond)
	}
}
