package scaleout

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"sync"

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

// Offer stores an input for workers.
func (c *Coordinator) Offer(ctx context.Context, content []byte) (string, error) {
	if len(content) > maxInput {
		return "", fmt.Errorf("%w: it has %d bytes; the limit is %d", ErrInput, len(content), maxInput)
	}
	sum := sha256.Sum256(content)
	hash := hex.EncodeToString(sum[:])
	parts := (len(content) + partSize - 1) / partSize
	for i := range parts {
		part := content[i*partSize : min((i+1)*partSize, len(content))]
		if _, err := c.js.Publish(ctx, c.run.input(hash, strconv.Itoa(i)), part); err != nil {
			return "", queueError(err)
		}
	}
	_, err := c.js.Publish(ctx, c.run.input(hash, "parts"), []byte(strconv.Itoa(parts)))
	if err != nil {
		return "", queueError(err)
	}
	return hash, nil
}

func fetch(ctx context.Context, inputs jetstream.Stream, run subjects, hash string) ([]byte, error) {
	m, err := inputs.GetLastMsgForSubject(ctx, run.input(hash, "parts"))
	if err != nil {
		return nil, fmt.Errorf("%w %.16s: %w", ErrInput, hash, err)
	}
	parts, err := strconv.Atoi(string(m.Data))
	if err != nil || parts < 0 || parts > maxInput/partSize {
		return nil, fmt.Errorf("%w %.16s: it has %.20q parts", ErrInput, hash, m.Data)
	}
	var content []byte
	for i := range parts {
		m, err := inputs.GetLastMsgForSubject(ctx, run.input(hash, strconv.Itoa(i)))
		if err != nil {
			return nil, fmt.Errorf("%w %.16s, part %d: %w", ErrInput, hash, i, err)
		}
		content = append(content, m.Data...)
	}
	if sum := sha256.Sum256(content); hex.EncodeToString(sum[:]) != hash {
		return nil, fmt.Errorf("%w: its hash is %x, want %.64s", ErrInput, sum, hash)
	}
	return content, nil
}

type inputCache struct{ kept sync.Map } // *input by hash

type input struct {
	mu      sync.Mutex
	content []byte
}

func (c *inputCache) get(hash string, fetch func() ([]byte, error)) ([]byte, error) {
	kept, _ := c.kept.LoadOrStore(hash, &input{})
	i := kept.(*input)
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.content == nil {
		content, err := fetch()
		if err != nil {
			return nil, err
		}
		i.content = content
	}
	return i.content, nil
}
