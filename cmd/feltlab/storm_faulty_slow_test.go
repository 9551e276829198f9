//go:build slow

package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

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
		conn, js, queue, run, stamp, err := byHand(ctx, file)
		if err != nil {
			continue // the coordinator was killed
		}
		for ctx.Err() == nil && conn.IsConnected() {
			for len(due) > 0 && time.Now().After(due[0]) {
				if _, err := js.PublishMsg(ctx, late[0]); err == nil {
					copies++
				}
				late, due = late[1:], due[1:]
			}
			m, err := queue.Next(jetstream.FetchMaxWait(time.Second))
			if err != nil {
				continue
			}
			var p work.Piece
			meta, err := m.Metadata()
			if err != nil || json.Unmarshal(m.Data(), &p) != nil || kinds[p.Kind] == nil {
				continue
			}
			text, err := kinds[p.Kind](ctx, work.Task{Payload: p.Payload})
			if err != nil {
				continue
			}
			out := nats.NewMsg(fmt.Sprintf("feltlab.%s.answer.%s", run, p.Key))
			out.Header.Set("Feltlab-Worker", "faulty")
			out.Header.Set("Feltlab-Stamp", stamp)
			out.Header.Set("Feltlab-Piece", strconv.FormatUint(meta.Sequence.Stream, 10))
			out.Data = text
			for range 2 {
				if _, err := js.PublishMsg(ctx, out); err == nil {
					copies++
				}
			}
			_ = m.Ack() // or it comes again
			answers++
			late, due = append(late, out), append(due, time.Now().Add(scaleout.DefaultLease+5*time.Second))
		}
		conn.Close()
	}
	return answers, copies
}

// byHand joins the run of a connection file without package scaleout.
func byHand(ctx context.Context, file string) (conn *nats.Conn, js jetstream.JetStream, queue jetstream.Consumer, run, stamp string, err error) {
	var f struct {
		Run, CA, Seed string
		Servers       []string
		Stamp         scaleout.Stamp
	}
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &f)
	}
	if err != nil {
		return
	}
	pair, err := nkeys.FromSeed([]byte(f.Seed))
	if err != nil {
		return
	}
	public, err := pair.PublicKey()
	if err != nil {
		return
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM([]byte(f.CA))
	conn, err = nats.Connect(strings.Join(f.Servers, ","), nats.NoReconnect(), nats.CustomInboxPrefix("feltlab.inbox"),
		nats.Secure(&tls.Config{RootCAs: pool, ServerName: "feltlab", MinVersion: tls.VersionTLS13}), nats.Nkey(public, pair.Sign))
	if err != nil {
		return
	}
	if js, err = jetstream.New(conn); err == nil {
		queue, err = js.Consumer(ctx, "feltlab-"+f.Run+"-work", "queue")
	}
	if err != nil {
		conn.Close()
	}
	return conn, js, queue, f.Run, f.Stamp.String(), err
}

// smallDisk mounts a disk of a gigabyte on a folder, which takes root; it reports whether it did.
func smallDisk(t *testing.T, folder string) bool {
	t.Helper()
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
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
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	for size := 1 << 20; size > 0; {
		if _, err := f.Write(make([]byte, size)); err != nil {
			size /= 2
		}
	}
	return func() {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
}
