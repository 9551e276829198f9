package scaleout

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/nats-io/nats.go"
)

const (
	// partSize is the size of the messages of an input, in bytes.
	partSize = 512 << 10
	// maxInput is the size of the largest input, in bytes: four times a strategy of 1,000 buckets.
	maxInput = 1 << 30
)

// ErrInput is returned for an input that is missing, too large or does not match its hash.
var ErrInput = errors.New("bad input")

// Offer keeps an input for workers, in memory.
func (c *Coordinator) Offer(_ context.Context, content []byte) (string, error) {
	if len(content) > maxInput {
		return "", fmt.Errorf("%w: it has %d bytes; the limit is %d", ErrInput, len(content), maxInput)
	}
	sum := sha256.Sum256(content)
	hash := hex.EncodeToString(sum[:])
	c.mu.Lock()
	defer c.mu.Unlock()
	c.inputs[hash] = content
	return hash, nil
}

// sendPart answers a request for a part of an input, HASH PART, by a byte that says whether it is the last, and the
// part.
func (c *Coordinator) sendPart(who *member, m *nats.Msg) {
	hash, number, _ := strings.Cut(string(m.Data), " ")
	i, err := strconv.Atoi(number)
	c.mu.Lock()
	content, ok := c.inputs[hash]
	c.mu.Unlock()
	if err != nil || !ok || i < 0 || i > len(content)/partSize {
		respond(m, who.id, nil)
		return
	}
	to := min((i+1)*partSize, len(content))
	reply := []byte{0}
	if to == len(content) {
		reply[0] = 1
	}
	respond(m, who.id, append(reply, content[i*partSize:to]...))
}

// fetch gets an input from the coordinator, part by part, and checks it.
func fetch(hash string, ask func(request []byte) ([]byte, error)) ([]byte, error) {
	var content []byte
	for i := 0; ; i++ {
		part, err := ask([]byte(hash + " " + strconv.Itoa(i)))
		if err != nil {
			return nil, fmt.Errorf("%w %.16s, part %d: %w", ErrInput, hash, i, err)
		}
		if len(part) == 0 || len(content)+len(part) > maxInput+1 {
			return nil, fmt.Errorf("%w %.16s, part %d: it is missing or too large", ErrInput, hash, i)
		}
		content = append(content, part[1:]...)
		if part[0] != 0 {
			break
		}
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
