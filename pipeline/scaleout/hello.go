package scaleout

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"feltlab/internal/disk"
)

// Hello is what a coordinator says of its run.
type Hello struct {
	Format string  `json:"format"`
	ID     string  `json:"id"` // of the coordinator's process
	Run    run     `json:"run"`
	Title  string  `json:"title"`
	Stamp  Stamp   `json:"stamp"`
	Lease  float64 `json:"lease_seconds"`
	Ended  bool    `json:"ended"`          // all is done
	Why    string  `json:"stop,omitempty"` // why the coordinator has stopped
}

const helloFormat = "feltlab-run-1"

// presence is how long a coordinator's word holds: after it another one may continue its run at a cluster.
const presence = 30 * time.Second

// parseHello reads a coordinator's word; nil for anything else. A worker's request with another subject for its reply
// can bring a server's answer anywhere.
func parseHello(text []byte) *Hello {
	h := &Hello{}
	if json.Unmarshal(text, h) != nil || h.Format != helloFormat {
		return nil
	}
	return h
}

func (c *Coordinator) idFile() string { return filepath.Join(c.state(), "id") }

// greet says that this process coordinates the run, unless another does.
func (c *Coordinator) greet(ctx context.Context) error {
	_, err := c.hello(ctx, "")
	return err
}

// hello keeps the coordinator's word in the bucket and returns it.
func (c *Coordinator) hello(ctx context.Context, why string) ([]byte, error) {
	if c.server == nil {
		e, err := c.bucket.Get(ctx, helloKey)
		if err != nil && !errors.Is(err, jetstream.ErrKeyNotFound) {
			return nil, err
		}
		if err == nil {
			h := parseHello(e.Value())
			// The lock of the folder shows that another coordinator in it is gone.
			ours, _ := disk.ReadFile(c.idFile(), 1<<10)
			if h != nil && h.ID != c.id && h.ID != string(ours) && h.Why == "" && !h.Ended {
				return nil, fmt.Errorf("%w, %q, at %s; if it was killed, start this one again in %v", ErrRun, c.o.Title,
					c.o.Listen, presence)
			}
		}
	}
	text, err := json.Marshal(Hello{helloFormat, c.id, c.run, c.o.Title, c.o.Stamp, c.o.Lease.Seconds(), c.ended, why})
	if err != nil {
		return nil, err
	}
	_, err = c.bucket.Put(ctx, helloKey, text)
	return text, err
}

// runsAt lists the runs at a server: the run of a connection file, or all at a cluster.
func runsAt(ctx context.Context, js jetstream.JetStream, of run) (all []run) {
	if of != "" {
		return []run{of}
	}
	names := js.KeyValueStoreNames(ctx)
	for bucket := range names.Name() {
		name, ours := strings.CutPrefix(bucket, root+"_")
		if r, isRun := strings.CutSuffix(name, "_run"); ours && isRun {
			all = append(all, run(r))
		}
	}
	slices.Sort(all)
	return all
}

// word returns what the coordinator of a run says under a key. For a run whose bucket is gone, the error is
// jetstream.ErrBucketNotFound.
func word(ctx context.Context, js jetstream.JetStream, r run, key string) ([]byte, error) {
	bucket, err := js.KeyValue(ctx, r.bucket())
	if err != nil {
		return nil, err
	}
	e, err := bucket.Get(ctx, key)
	if err != nil {
		return nil, err
	}
	return e.Value(), nil
}
