//go:build slow && linux

package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"net"
	"net/url"
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
		"none": (*rogue).finds, "others": (*rogue).others, "forges": (*rogue).forges, "connects": (*rogue).connects,
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
	// Each credential has room for 256 MB of answers.
	if memory > 1500 || most > 9*260<<20 {
		t.Errorf("the coordinator takes %d MB of memory and %d MB of disk, want 1500 and 2340", memory, most>>20)
	}
	compareRuns(t, must.Get(ledger.Read(calm))(t), must.Get(ledger.Read(out))(t))
}

// report sends a report of a worker.
func (r *rogue) report(worker, text string) {
	_ = r.conn.Publish("$KV.felt_"+r.run+"_workers."+r.id+"."+worker, []byte(text))
}

// panics sends nonsense.
func (r *rogue) panics() {
	p, ack, err := r.take()
	if err != nil || p == nil {
		return
	}
	for i, text := range []string{"", "null", "{", "[]", `{"pieces": [null]}`, `{"worker": "x", "pieces": [{}, {}]}`} {
		r.report(fmt.Sprint(i), text)
		_ = r.conn.PublishMsg(r.answer(fmt.Sprint("nonsense", i), []byte(text)))
		_ = r.conn.Publish("$JS.API.CONSUMER.MSG.NEXT."+r.pieces()+".workers", []byte(text))
		_ = r.conn.Publish(ack, []byte(text))
	}
	_ = r.conn.Publish(ack, []byte("-NAK"))
}

// floods sends reports of invented workers, and answers to no piece.
func (r *rogue) floods() {
	for i := range 6000 {
		text, _ := json.Marshal(map[string]any{"worker": fmt.Sprint(i, time.Now().UnixNano()),
			"pieces": []map[string]string{{"name": strings.Repeat("x", 3_000)}}})
		r.report(fmt.Sprint(i, "-", time.Now().UnixNano()), string(text))
		if i%30 == 0 {
			_ = r.conn.PublishMsg(r.answer(fmt.Sprint("flood", i, "-", time.Now().UnixNano()), make([]byte, 1<<20)))
		}
	}
	_ = r.conn.FlushTimeout(time.Minute)
	time.Sleep(10 * time.Second)
}

// forges acknowledges, returns, ends and extends every piece, whoever has it.
func (r *rogue) forges() {
	for number := range 100 {
		for _, what := range []string{"+ACK", "-NAK", "+TERM", "+WPI"} {
			for delivery := range 3 {
				_ = r.conn.Publish(fmt.Sprintf("$JS.ACK.%s.workers.%d.%d.%d.%d.0", r.pieces(), delivery+1, number,
					number, time.Now().UnixNano()), []byte(what))
			}
		}
	}
	_ = r.conn.FlushTimeout(time.Minute)
	time.Sleep(3 * time.Second)
}

// connects opens connections that say nothing.
func (r *rogue) connects() {
	u, err := url.Parse(r.conn.ConnectedUrl())
	if err != nil {
		return
	}
	var all []net.Conn
	for range 2000 {
		if c, err := net.Dial("tcp", u.Host); err == nil {
			all = append(all, c)
		}
	}
	time.Sleep(5 * time.Second)
	for _, c := range all {
		c.Close()
	}
}

// bombs answers with large proofs that unpack to much, next to statements that are false.
func (r *rogue) bombs() {
	p, _, err := r.take()
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
		_ = r.conn.PublishMsg(r.answer(p.Key, text))
	}
	_ = r.conn.FlushTimeout(time.Minute)
}

// holds takes pieces and only says that it computes them.
func (r *rogue) holds() {
	p, ack, err := r.take()
	for range 20 {
		if err == nil && p != nil {
			_ = r.conn.Publish(ack, []byte("+WPI"))
			time.Sleep(time.Second)
		}
	}
	_ = r.conn.Publish(ack, []byte("-NAK")) // the limit of a piece is longer than this test
}

// finds answers that it found nothing, after a year.
func (r *rogue) finds() {
	p, _, err := r.take()
	var q struct{ Task question.Question }
	if err != nil || p == nil || json.Unmarshal(p.Payload, &q) != nil {
		return
	}
	a := question.NewAnswer(q.Task)
	a.Status, a.Engine, a.Seconds = question.None, "exact", 31535999
	text, _ := json.Marshal(a)
	_ = r.conn.PublishMsg(r.answer(p.Key, text))
	_ = r.conn.Flush()
}

// others answers the pieces of others, and names their subjects, the queue and the coordinator's bucket for replies.
func (r *rogue) others() {
	p, ack, err := r.take()
	if err != nil || p == nil {
		return
	}
	_ = r.conn.Publish(ack, []byte("-NAK")) // another worker gets it
	for _, reply := range []string{"felt." + r.run + ".work." + p.Key, "felt." + r.run + ".answer.connect." + p.Key,
		"$KV.felt_" + r.run + "_run.hello"} {
		m := r.answer(p.Key+"-", nil)
		m.Reply = reply
		_ = r.conn.PublishMsg(m)
		_ = r.conn.PublishRequest("$JS.API.CONSUMER.MSG.NEXT."+r.pieces()+".workers", reply,
			[]byte(`{"no_wait": true}`))
	}
	for range 20 {
		_ = r.conn.PublishMsg(r.answer(p.Key, []byte(`{}`)))
		time.Sleep(50 * time.Millisecond)
	}
}
