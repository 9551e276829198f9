//go:build slow && linux

package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"feltlab/internal/must"
	"feltlab/pipeline/scaleout"
	"feltlab/pipeline/work"
)

// faultyWorker is a worker without package scaleout. It sends each answer twice, and once more after its lease has
// ended. It joins coordinator after coordinator until the context ends.
func faultyWorker(ctx context.Context, file string, kinds work.Kinds) (answers, copies int) {
	var late []*nats.Msg
	var due []time.Time
	for ctx.Err() == nil {
		time.Sleep(100 * time.Millisecond)
		r, err := byHand(file)
		if err != nil {
			continue // the coordinator was killed
		}
		for ctx.Err() == nil && r.conn.IsConnected() {
			for len(due) > 0 && time.Now().After(due[0]) {
				if r.conn.PublishMsg(late[0]) == nil {
					copies++
				}
				late, due = late[1:], due[1:]
			}
			p, _, err := r.take()
			if err != nil || p == nil || kinds[p.Kind] == nil {
				continue
			}
			text, err := kinds[p.Kind](ctx, work.Task{Payload: p.Payload})
			if err != nil {
				continue
			}
			out := r.answer(p.Key, text)
			for range 2 {
				if r.conn.PublishMsg(out) == nil {
					copies++
				}
			}
			answers++
			late, due = append(late, out), append(due, time.Now().Add(scaleout.DefaultLease+5*time.Second))
		}
		r.conn.Close()
	}
	return answers, copies
}

// rogue is a connection to a run, with a valid key, without package scaleout.
type rogue struct {
	conn           *nats.Conn
	run, id, stamp string
}

// byHand joins the run of a connection file without package scaleout.
func byHand(file string) (*rogue, error) {
	var f struct {
		Run, CA, Password, Credential string
		Servers                       []string
	}
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &f)
	}
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM([]byte(f.CA))
	conn, err := nats.Connect(strings.Join(f.Servers, ","), nats.NoReconnect(),
		nats.CustomInboxPrefix("felt.inbox."+f.Credential),
		nats.Secure(&tls.Config{RootCAs: pool, ServerName: "feltlab", MinVersion: tls.VersionTLS13}),
		nats.UserInfo(f.Credential, f.Password))
	if err != nil {
		return nil, err
	}
	var hello struct{ Stamp scaleout.Stamp }
	bucket := "felt_" + f.Run + "_run"
	said, err := conn.Request("$JS.API.DIRECT.GET.KV_"+bucket+".$KV."+bucket+".hello", nil, 5*time.Second)
	if err == nil {
		err = json.Unmarshal(said.Data, &hello)
	}
	return &rogue{conn, f.Run, f.Credential, hello.Stamp.String()}, err
}

// answer makes an answer to a piece.
func (r *rogue) answer(key string, text []byte) *nats.Msg {
	m := nats.NewMsg(fmt.Sprintf("felt.%s.answer.%s.%s", r.run, r.id, key))
	m.Header.Set("Feltlab-Worker", "faulty")
	m.Header.Set("Feltlab-Stamp", r.stamp)
	m.Data = text
	return m
}

// pieces is the stream of the pieces.
func (r *rogue) pieces() string { return "felt_" + r.run + "_work" }

// take asks for a piece, and returns the subject for its acknowledgement; nil if there is none.
func (r *rogue) take() (*work.Piece, string, error) {
	reply, err := r.conn.Request("$JS.API.CONSUMER.MSG.NEXT."+r.pieces()+".workers",
		[]byte(`{"batch": 1, "expires": 1000000000}`), 2*time.Second)
	if err != nil || len(reply.Data) == 0 {
		return nil, "", err
	}
	p := &work.Piece{}
	return p, reply.Reply, json.Unmarshal(reply.Data, p)
}

// smallDisk mounts a disk of a gigabyte on a folder, which takes root; it reports whether it did.
func smallDisk(t *testing.T, folder string) bool {
	t.Helper()
	must.Do(t, os.MkdirAll(folder, 0o700))
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size=1g"); err != nil {
		t.Logf("no disk to fill: %v", err)
		return false
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
	return true
}

// fillDisk writes a file until its disk is full, and returns what makes room again.
func fillDisk(t *testing.T, folder string) (empty func()) {
	t.Helper()
	path := filepath.Join(folder, "filler")
	f := must.Get(os.Create(path))(t)
	for size := 1 << 20; size > 0; {
		if _, err := f.Write(make([]byte, size)); err != nil {
			size /= 2
		}
	}
	return func() {
		must.Do(t, os.Remove(path))
		f.Close()
	}
}
