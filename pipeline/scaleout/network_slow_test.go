//go:build slow && linux

package scaleout

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"feltlab/internal/must"
)

// tun makes a network device whose packets this process reads and writes.
func tun(t *testing.T, name string) *os.File {
	t.Helper()
	fd, err := unix.Open("/dev/net/tun", unix.O_RDWR|unix.O_NONBLOCK, 0)
	if err != nil {
		t.Skipf("this process may not make network devices: %v", err)
	}
	request := must.Get(unix.NewIfreq(name))(t)
	request.SetUint16(unix.IFF_TUN | unix.IFF_NO_PI)
	if err := unix.IoctlIfreq(fd, unix.TUNSETIFF, request); err != nil {
		t.Skipf("this process may not make network devices: %v", err)
	}
	f := os.NewFile(uintptr(fd), name)
	t.Cleanup(func() { f.Close() })
	return f
}

// carry brings packets from one device to another, and loses a part of them.
func carry(from, to *os.File, lost *atomic.Int64) {
	packet := make([]byte, 1<<16)
	for {
		n, err := from.Read(packet)
		if err != nil {
			return
		}
		if rand.Int64N(100) >= lost.Load() {
			_, _ = to.Write(packet[:n]) // a wire may lose it
		}
	}
}

// TestNetwork has workers behind a wire that loses 30% of the packets, and all of them for a minute. A worker and the
// coordinator stop for longer than a lease. No piece is lost, and few are computed twice.
func TestNetwork(t *testing.T) {
	const space, here, there = "felt-test", "10.231.7.1", "10.231.7.2"
	folder := t.TempDir()
	must.Do(t, os.MkdirAll(filepath.Join(folder, "ledger"), 0o700))
	near, far := tun(t, "felt-near"), tun(t, "felt-far")
	run := func(command string) error {
		words := strings.Fields(command)
		text, err := exec.Command(words[0], words[1:]...).CombinedOutput()
		if err != nil {
			return fmt.Errorf("%s: %w: %s", command, err, text)
		}
		return nil
	}
	if err := run("ip netns add " + space); err != nil {
		t.Skipf("this process may not make network namespaces: %v", err)
	}
	t.Cleanup(func() { must.Do(t, run("ip netns del "+space)) })
	inside := "ip netns exec " + space + " "
	for _, command := range []string{"ip link set felt-far netns " + space,
		"ip addr add " + here + " peer " + there + " dev felt-near", "ip link set felt-near up",
		inside + "ip addr add " + there + " peer " + here + " dev felt-far", inside + "ip link set felt-far up"} {
		must.Do(t, run(command))
	}
	lost := &atomic.Int64{}
	lost.Store(30)
	go carry(near, far, lost)
	go carry(far, near, lost)

	said := &bytes.Buffer{}
	start := func(cmd *exec.Cmd) *exec.Cmd {
		cmd.Stdout, cmd.Stderr = said, said
		must.Do(t, cmd.Start())
		t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
		return cmd
	}
	exists := func(name string) bool { _, err := os.Stat(filepath.Join(folder, name)); return err == nil }
	solves := func() int {
		text, _ := os.ReadFile(filepath.Join(folder, "solves"))
		return bytes.Count(text, []byte("\n"))
	}
	await := func(what string, is func() bool) {
		t.Helper()
		for began := time.Now(); !is(); time.Sleep(100 * time.Millisecond) {
			if time.Since(began) > 10*time.Minute {
				t.Fatalf("not within ten minutes: %s: %s", what, said)
			}
		}
	}
	coordinator := start(role(t, "coordinator", here+":0", folder))
	file := filepath.Join("out", ConnectionFile)
	await("the connection file", func() bool { return exists(file) })
	worker := func() *exec.Cmd {
		cmd := role(t, "worker", filepath.Join(folder, file), folder)
		cmd.Path = must.Get(exec.LookPath("ip"))(t)
		cmd.Args = append(strings.Fields(inside), cmd.Args...)
		return start(cmd)
	}
	first := worker()
	worker()
	await("the first solves", func() bool { return solves() > 10 })
	lost.Store(100)
	time.Sleep(time.Minute)
	lost.Store(30)
	for _, cmd := range []*exec.Cmd{first, coordinator} {
		before := solves()
		await("further solves", func() bool { return solves() > before+10 || exists("done") })
		must.Do(t, cmd.Process.Signal(syscall.SIGSTOP))
		time.Sleep(6 * time.Second) // two leases
		must.Do(t, cmd.Process.Signal(syscall.SIGCONT))
	}
	await("the end", func() bool { return exists("done") })
	// Retransmissions can take longer than the lease of three seconds; most do not.
	if twice := solves() - clusterPieces; twice > clusterPieces/5 {
		t.Errorf("%d pieces were computed twice", twice)
	} else {
		t.Logf("%d solves twice", twice)
	}
	holdLedger(t, folder)
}
