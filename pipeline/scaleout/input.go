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
	// partSize is the size of a message of an input.
	partSize = 512 << 10
	// mostInput is the size of the largest input that a worker takes: four times a strategy of 1,000
	// buckets.
	mostInput = 1 << 30
)

// ErrInput marks an input that is not what its hash says.
var ErrInput = errors.New("scaleout: bad input")

// Offer puts an input where workers find it.
func (c *Coordinator) Offer(ctx context.Context, content []byte) (string, error) {
	if len(content) > mostInput {
		return "", fmt.Errorf("%w: %d bytes, want at most %d", ErrInput, len(content), mostInput)
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

// fetch returns an input whose hash is right.
func fetch(ctx context.Context, inputs jetstream.Stream, run subjects, hash string) ([]byte, error) {
	m, err := inputs.GetLastMsgForSubject(ctx, run.input(hash, "parts"))
	if err != nil {
		return nil, fmt.Errorf("%w %.16s: %w", ErrInput, hash, err)
	}
	parts, err := strconv.Atoi(string(m.Data))
	if err != nil || parts < 0 || parts > mostInput/partSize {
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

// pantry keeps inputs that were fetched; each is fetched once.
type pantry struct {
	mu   sync.Mutex
	kept map[string]*input
}

type input struct {
	mu      sync.Mutex
	content []byte
}

func (p *pantry) get(hash string, fetch func() ([]byte, error)) ([]byte, error) {
	p.mu.Lock()
	if p.kept == nil {
		p.kept = map[string]*input{}
	}
	i := p.kept[hash]
	if i == nil {
		i = &input{}
		p.kept[hash] = i
	}
	p.mu.Unlock()
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
