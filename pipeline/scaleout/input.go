package scaleout

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

const (
	// partSize is the size of the messages of an input, in bytes.
	partSize = 512 << 10
	// maxInput is the size of the largest input, in bytes: four times a strategy of 1,000 buckets.
	maxInput = 1 << 30
)

// ErrInput is returned for an input that is missing, too large or does not match its hash.
var ErrInput = errors.New("bad input")

// Offer keeps an input for workers in the run's object store, by its hash.
func (c *Coordinator) Offer(ctx context.Context, content []byte) (string, error) {
	if len(content) > maxInput {
		return "", fmt.Errorf("%w: it has %d bytes; the limit is %d", ErrInput, len(content), maxInput)
	}
	hash := fmt.Sprintf("%x", sha256.Sum256(content))
	if info, err := c.inputs.GetInfo(ctx, hash); err == nil && info.Size == uint64(len(content)) {
		return hash, nil
	}
	meta := jetstream.ObjectMeta{Name: hash, Opts: &jetstream.ObjectMetaOptions{ChunkSize: partSize}}
	_, err := c.inputs.Put(ctx, meta, bytes.NewReader(content))
	return hash, err
}

// fetch reads an input from the object store of a run, part by part, and checks it. It makes no consumer, of which a
// worker could make many.
func fetch(ctx context.Context, js jetstream.JetStream, run run, hash string) ([]byte, error) {
	store, err := js.ObjectStore(ctx, run.inputs())
	if err != nil {
		return nil, err
	}
	info, err := store.GetInfo(ctx, hash)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil, fmt.Errorf("%w %.16s: %w", ErrInput, hash, err)
	}
	if err != nil {
		return nil, err
	}
	parts, err := js.Stream(ctx, "OBJ_"+run.inputs())
	if err != nil {
		return nil, err
	}
	var content []byte
	for number := uint64(1); uint64(len(content)) < min(info.Size, maxInput); {
		part, err := parts.GetMsg(ctx, number, jetstream.WithGetMsgSubject("$O."+run.inputs()+".C."+info.NUID))
		if err != nil {
			return nil, err
		}
		content, number = append(content, part.Data...), part.Sequence+1
	}
	if is := fmt.Sprintf("%x", sha256.Sum256(content)); is != hash {
		return nil, fmt.Errorf("%w: its hash is %s, want %s", ErrInput, is, hash)
	}
	return content, nil
}
