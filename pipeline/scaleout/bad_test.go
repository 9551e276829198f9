package scaleout

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"feltlab/internal/must"
	"feltlab/pipeline/work"
)

func emptyServer(t *testing.T, o *server.Options) string {
	t.Helper()
	o.Host, o.Port, o.NoLog, o.NoSigs = "127.0.0.1", server.RANDOM_PORT, true, true
	s := must.Get(server.NewServer(o))(t)
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(startTime) {
		t.Fatal("the server does not start")
	}
	return s.Addr().String()
}

// TestBadConnections expects one line that says what to do for every way in which a worker cannot join.
func TestBadConnections(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	c, other := listen(t, folder), listening(t)
	newer := listening(t, func(o *Options) { o.Stamp = Stamp{Commit: "decaf", Stages: "test 2"} })
	defer c.Close()
	closed := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	closed.Close()
	ours := must.Get(resolve(c.File()))(t)
	theirs := must.Get(resolve(other.File()))(t)
	file := func(change func(f *connection)) string {
		f := *ours
		change(&f)
		path := filepath.Join(t.TempDir(), ConnectionFile)
		must.Do(t, f.write(path))
		return path
	}
	noFile := filepath.Join(t.TempDir(), "none.json")
	text := filepath.Join(t.TempDir(), "text.json")
	must.Do(t, os.WriteFile(text, []byte(`{"format": "other"}`), 0o600))
	for name, x := range map[string]struct {
		connect, want string
		is            error
	}{
		"no file":      {noFile, "removes when its run ends", ErrConnect},
		"another file": {text, "is not a connection file", ErrConnect},
		"unreachable": {file(func(f *connection) { f.Servers = []string{"tls://" + closed.Addr().String()} }),
			"is the coordinator running", ErrConnect},
		"foreign": {file(func(f *connection) { f.Servers = theirs.Servers }),
			"belongs to another coordinator", ErrConnect},
		"foreign one":      {file(func(f *connection) { f.Password = theirs.Password }), "it was revoked", ErrConnect},
		"no credential":    {file(func(f *connection) { f.Password = "" }), "it was revoked", ErrConnect},
		"another program":  {newer.File(), "needs commit decaf (test 2), this worker is", ErrOther},
		"no coordinator":   {"nats://" + emptyServer(t, &server.Options{}), "no coordinator", ErrConnect},
		"no TLS":           {"nats://u:p@192.0.2.1:4222", "needs TLS", ErrConnect},
		"URL without user": {"tls://192.0.2.1:4222", "needs a credential", ErrConnect},
		"no URL":           {"http://example.org", "is neither a file nor a URL", ErrConnect},
	} {
		t.Run(name, func(t *testing.T) {
			err := Work(t.Context(), WorkerOptions{Connect: []string{x.connect}, Cores: 1, Stamp: stamp})
			if !errors.Is(err, x.is) || !strings.Contains(err.Error(), x.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %v, want %q", name, err, x.want)
			}
			if err != nil && (strings.Contains(err.Error(), "u:p") || strings.Contains(err.Error(), ours.Password)) {
				t.Errorf("%s tells the credential", name)
			}
		})
	}
	for listens, want := range map[string]string{
		"nonsense": "write HOST:PORT", "127.0.0.1:x": "ports are 0 to 65535",
		strings.TrimPrefix(ours.Servers[0], "tls://"): "name another address",
		"nats://127.0.0.1:" + port(closed):            "is the coordinator running",
	} {
		_, err := Listen(t.Context(), Options{Listen: listens, Folder: t.TempDir()})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("listen on %s: %v, want %q", listens, err, want)
		}
	}
	must.Fails(Listen(t.Context(), Options{Listen: "127.0.0.1:0", Folder: folder}))(t, ErrRun)
	must.Get(os.Stat(c.File()))(t)
}

func port(l net.Listener) string {
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// TestEndings ends a worker early: its coordinator stays away, or its disk is full and its pieces go back.
func TestEndings(t *testing.T) {
	t.Parallel()
	c := listen(t, t.TempDir())
	full, _ := start(t, c.File(), func(o *WorkerOptions) {
		o.Idle = 300 * time.Millisecond
		o.Kinds = answering(func(context.Context, work.Task) ([]byte, error) { return nil, syscall.ENOSPC })
	})
	x := &toy{}
	result := running(t.Context(), c, x.jobs(3))
	must.Fail(t, full(), syscall.ENOSPC, "free some space")
	wait, _ := start(t, c.File(), func(o *WorkerOptions) { o.Idle = time.Second })
	must.Do(t, <-result)
	x.holdOnce(t, 3)
	must.Do(t, c.Close())
	must.Fail(t, wait(), ErrVanished)
}

// TestFullHere ends the run if this process cannot store an answer.
func TestFullHere(t *testing.T) {
	t.Parallel()
	c := listening(t)
	start(t, c.File())
	jobs := (&toy{}).jobs(2)
	for i := range jobs {
		jobs[i].Accept = func(context.Context, work.Answer) error { return syscall.ENOSPC }
	}
	must.Fail(t, c.Run(t.Context(), jobs), syscall.ENOSPC)
}

// TestPermissions allows the workers' credential only what a worker does, and nothing once it is revoked.
func TestPermissions(t *testing.T) {
	t.Parallel()
	c := listening(t)
	f := must.Get(resolve(c.File()))(t)
	denied := make(chan error, 100)
	conn := must.Get(f.dial(nats.NoReconnect(), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		denied <- err
	})))(t)
	defer conn.Close()
	const other = "somebody-else"
	for _, subject := range []string{
		c.run.of("work", "k"), "_INBOX.x", inboxes + ".x", inboxes + "." + f.ID + ".x",
		"$SYS.REQ.SERVER.PING", c.run.of("answer", other, "k"), "$KV." + c.run.bucket() + "." + helloKey,
		c.run.report(other, "x"),
		"$O." + c.run.inputs() + ".C.x", "$JS.API.INFO", "$JS.API.STREAM.PURGE." + c.run.pieces(),
		"$JS.API.STREAM.DELETE." + c.run.pieces(), "$JS.API.STREAM.MSG.GET." + c.run.pieces(),
		"$JS.API.CONSUMER.CREATE." + c.run.pieces(), "$JS.API.CONSUMER.DELETE." + c.run.pieces() + "." + workConsumer,
		"$JS.ACK." + c.run.answers(f.ID) + ".x.1.1.1.1.1", "$JS.API.CONSUMER.MSG.NEXT." + c.run.answers(f.ID) + ".x",
	} {
		must.Do(t, conn.Publish(subject, nil))
		hold(t, denied, "publish to "+subject)
	}
	for _, subject := range []string{
		">", c.run.of(">"), c.run.of("answer", f.ID, "*"), c.run.of("work", "*"), "_INBOX.>", inboxes + ".>",
		inboxes + ".*.x", inboxes + "." + other + ".>", "$SYS.>", "$KV.>", "$JS.>",
	} {
		must.Get(conn.SubscribeSync(subject))(t)
		hold(t, denied, "subscribe to "+subject)
	}
	f.source = "" // this key, not the file's present one
	must.Do(t, os.Remove(c.File()))
	c.watch(t.Context())
	await(t, "the connection with the old key is closed", conn.IsClosed)
	must.Fails(f.dial())(t, ErrConnect)
	c.sendStatus(t.Context())
	if s, err := Ask(t.Context(), c.File()); err != nil || len(s) != 1 {
		t.Errorf("the new key does not open: %v", err)
	}
}

func hold(t *testing.T, denied <-chan error, what string) {
	t.Helper()
	select {
	case err := <-denied:
		if !errors.Is(err, nats.ErrPermissionViolation) {
			t.Errorf("%s: %v", what, err)
		}
	case <-time.After(time.Minute):
		t.Errorf("it may %s", what)
	}
}

// TestCluster runs a coordinator and a worker at a separate server.
func TestCluster(t *testing.T) {
	t.Parallel()
	url := "nats://" + emptyServer(t, &server.Options{JetStream: true, StoreDir: t.TempDir()})
	c := listen(t, t.TempDir(), func(o *Options) { o.Listen = url })
	wait, _ := start(t, url, func(o *WorkerOptions) { o.Idle = time.Second })
	compute(t, c, 10)
	c.End()
	must.Do(t, errors.Join(c.Close(), wait()))
}
