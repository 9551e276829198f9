//go:build slow && unix

package scaleout

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"feltlab/internal/must"
	"feltlab/pipeline/work"
)

const (
	clusterPieces  = 200
	clusterKills   = 20
	clusterWorkers = 4
)

// role returns the command of this test's binary that plays one process.
func role(t *testing.T, what, urls, folder string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run", "^TestRole$", "-test.timeout", "30m")
	cmd.Env = append(os.Environ(), "FELT_ROLE="+what, "FELT_URLS="+urls, "FELT_FOLDER="+folder)
	return cmd
}

// TestRole is a process of TestKills: a coordinator whose ledger is a folder, or a worker that notes each solve.
func TestRole(t *testing.T) {
	what, urls, folder := os.Getenv("FELT_ROLE"), os.Getenv("FELT_URLS"), os.Getenv("FELT_FOLDER")
	switch what {
	case "":
		t.Skip("a part of TestKills")
	case "worker":
		_ = Work(t.Context(), WorkerOptions{Connect: []string{urls}, Cores: 2, Idle: 10 * time.Minute, Stamp: stamp,
			Kinds: answering(func(ctx context.Context, task work.Task) ([]byte, error) {
				time.Sleep(time.Duration(500+rand.IntN(500)) * time.Millisecond)
				f := must.Get(os.OpenFile(filepath.Join(folder, "solves"),
					os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600))(t)
				defer f.Close()
				fmt.Fprintf(f, "%s\n", task.Payload)
				return square(ctx, task)
			})})
		return
	}
	c := must.Get(Listen(t.Context(), Options{Listen: urls, Folder: filepath.Join(folder, "out"), Title: "kills",
		Stamp: stamp, Lease: 3 * time.Second, Note: func(line string) { fmt.Println(line) }}))(t)
	x := &toy{}
	var open []work.Job
	for i, j := range x.jobs(clusterPieces) {
		path := filepath.Join(folder, "ledger", j.Key)
		if _, err := os.Stat(path); err == nil {
			continue
		}
		accept := j.Accept
		keep := func(text string) error {
			f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) // a second answer would err
			if err != nil {
				return err
			}
			_, err = f.WriteString(text)
			return errors.Join(err, f.Close())
		}
		j.Here = func(context.Context) error { return keep(fmt.Sprint(i * i)) }
		j.Accept = func(ctx context.Context, a work.Answer) error {
			if err := accept(ctx, a); err != nil {
				return err
			}
			return keep(string(a.Bytes))
		}
		open = append(open, j)
	}
	must.Do(t, c.Run(t.Context(), open))
	c.End()
	must.Do(t, c.Close())
	must.Do(t, os.WriteFile(filepath.Join(folder, "done"), nil, 0o600))
}

// TestKills computes pieces at a cluster of three servers, each a process of its own, and kills servers, the
// coordinator and workers at random. No piece is lost, and no more are computed twice than were at work at the kills.
func TestKills(t *testing.T) {
	folder := t.TempDir()
	must.Do(t, os.MkdirAll(filepath.Join(folder, "ledger"), 0o700))
	program := filepath.Join(folder, "nats-server")
	build := exec.Command("go", "build", "-o", program, "github.com/nats-io/nats-server/v2")
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	free := func() string {
		l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
		defer l.Close()
		return port(l)
	}
	var clients, routes []string
	for range 3 {
		clients, routes = append(clients, free()), append(routes, free())
	}
	var urls, peers []string
	for i := range 3 {
		urls, peers = append(urls, "nats://127.0.0.1:"+clients[i]), append(peers, "nats://127.0.0.1:"+routes[i])
	}
	all := strings.Join(urls, ",")
	var start []func() *exec.Cmd
	for i := range 3 {
		conf := filepath.Join(folder, fmt.Sprintf("s%d.conf", i))
		must.Do(t, os.WriteFile(conf, fmt.Appendf(nil, "server_name: s%d\nlisten: 127.0.0.1:%s\nmax_payload: 8400000\n"+
			"jetstream { store_dir: %q }\ncluster { name: c, listen: 127.0.0.1:%s, routes: [%s] }\n", i, clients[i],
			filepath.Join(folder, fmt.Sprintf("store%d", i)), routes[i], strings.Join(peers, ", ")), 0o600))
		start = append(start, func() *exec.Cmd { return exec.Command(program, "-c", conf) })
	}
	start = append(start, func() *exec.Cmd { return role(t, "coordinator", all, folder) })
	for range clusterWorkers {
		start = append(start, func() *exec.Cmd { return role(t, "worker", all, folder) })
	}
	said := &bytes.Buffer{}
	running := make([]*exec.Cmd, len(start))
	begin := func(i int) {
		cmd := start[i]()
		if i == 3 {
			cmd.Stdout, cmd.Stderr = said, said
		}
		must.Do(t, cmd.Start())
		running[i] = cmd
	}
	for i := range start {
		begin(i)
	}
	t.Cleanup(func() {
		for _, cmd := range running {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
	})
	done := func() bool { _, err := os.Stat(filepath.Join(folder, "done")); return err == nil }
	r := rand.New(rand.NewPCG(1, 2))
	kills, atWork := 0, 0
	began := time.Now()
	for next := time.Now().Add(8 * time.Second); !done(); time.Sleep(100 * time.Millisecond) {
		if time.Since(began) > 10*time.Minute {
			t.Fatalf("not done after %v: %s", time.Since(began), said)
		}
		if kills >= clusterKills || time.Now().Before(next) {
			continue
		}
		i := r.IntN(len(start))
		_ = running[i].Process.Kill()
		_ = running[i].Wait()
		switch kills++; {
		case i < 3:
			time.Sleep(time.Second)
			fallthrough // what was at work goes on; an acknowledgement can be lost
		case i == 3:
			atWork += 2 * clusterWorkers
		default:
			atWork += 2
		}
		begin(i)
		next = time.Now().Add(2 * time.Second)
	}
	text := must.Get(os.ReadFile(filepath.Join(folder, "solves")))(t)
	twice := strings.Count(string(text), "\n") - clusterPieces
	t.Logf("%d kills in %v, %d solves twice, at most %d were at work", kills, time.Since(began), twice, atWork)
	if twice > atWork {
		t.Errorf("%d pieces were computed twice, at most %d were at work at the kills", twice, atWork)
	}
	holdLedger(t, folder)
}

func holdLedger(t *testing.T, folder string) {
	t.Helper()
	for i := range clusterPieces {
		got, err := os.ReadFile(filepath.Join(folder, "ledger", fmt.Sprintf("k%05d", i)))
		if err != nil || string(got) != fmt.Sprint(i*i) {
			t.Errorf("%d: %q, %v", i, got, err)
		}
	}
}
