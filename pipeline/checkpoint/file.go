package checkpoint

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/gofrs/flock"
)

// Errors of Open and Put.
var (
	ErrFormat  = errors.New("checkpoint: not a checkpoint")
	ErrVersion = errors.New("checkpoint: written by another version")
	ErrOther   = errors.New("checkpoint: belongs to another computation")
	ErrCorrupt = errors.New("checkpoint: corrupt")
	ErrRecord  = errors.New("checkpoint: no such item, or a wrong number of values")
	ErrBusy    = errors.New("checkpoint: in use by another process")
)

const (
	magic   = "feltlab-checkpoint"
	version = "1"
)

// Header says what a checkpoint belongs to; all of it must be equal for a file to be taken up.
type Header struct {
	Computation string `json:"computation"` // such as "limit-holdem best response"
	Input       string `json:"input"`       // digest of what is computed from
	Items       int    `json:"items"`
	Values      int    `json:"values"` // of an item
}

// File is an open checkpoint. It is safe for concurrent use.
type File struct {
	header Header
	mu     sync.Mutex
	file   *os.File
	lock   *flock.Flock
	items  [][]float64
	done   int
}

// Open takes up a checkpoint, or begins one if there is no file. Errors name the path; those of a
// file that cannot be taken up wrap ErrFormat, ErrVersion, ErrOther, ErrCorrupt or ErrBusy and leave
// it untouched.
func Open(path string, h Header) (*File, error) {
	lock := flock.New(path, flock.SetPermissions(0o666))
	if got, err := lock.TryLock(); err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	} else if !got {
		return nil, fmt.Errorf("%s: %w", path, ErrBusy)
	}
	c, err := take(path, h)
	if err != nil {
		lock.Close()
		return nil, err
	}
	c.lock = lock
	return c, nil
}

func take(path string, h Header) (*File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	c := &File{header: h, file: f, items: make([][]float64, h.Items)}
	if err := c.load(); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}

// load reads what is there and leaves the file at the place of the next record.
func (c *File) load() error {
	head, err := c.head()
	if err != nil {
		return err
	}
	in := bufio.NewReader(c.file)
	found := make([]byte, len(head))
	n, err := io.ReadFull(in, found)
	switch {
	case err != nil && bytes.HasPrefix(head, found[:n]):
		// New, or killed within its first lines.
		if err := c.cut(0); err != nil {
			return err
		}
		return c.append(head)
	case !bytes.Equal(found, head):
		return c.foreign()
	}
	end := int64(len(head))
	record := make([]byte, recordSize(c.header.Values))
	for {
		n, err := io.ReadFull(in, record)
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return c.cut(end) // of n bytes that a kill left
		}
		if err != nil {
			return err
		}
		item, values, ok := decode(record)
		if !ok || item >= len(c.items) {
			return fmt.Errorf("%w: the record at byte %d", ErrCorrupt, end)
		}
		c.keep(item, values)
		end += int64(n)
	}
}

// head is how a checkpoint with this header begins.
func (c *File) head() ([]byte, error) {
	line, err := json.Marshal(c.header)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "%s %s\n%s\n", magic, version, line), nil
}

// foreign says what is wrong with a file that does not begin with the head.
func (c *File) foreign() error {
	if _, err := c.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	in := bufio.NewReader(io.LimitReader(c.file, 1<<16))
	first, _ := in.ReadString('\n') // an error leaves a line that does not fit
	name, number, _ := strings.Cut(strings.TrimSpace(first), " ")
	switch {
	case name != magic:
		return fmt.Errorf("%w: its first line is not %q", ErrFormat, magic+" "+version)
	case number != version:
		return fmt.Errorf("%w: %q, want %q", ErrVersion, number, version)
	}
	line, _ := in.ReadBytes('\n')
	var other Header
	if json.Unmarshal(line, &other) != nil {
		return fmt.Errorf("%w: line 2 is no header", ErrCorrupt)
	}
	h := c.header
	switch {
	case other.Computation != h.Computation:
		return fmt.Errorf("%w: %q, want %q", ErrOther, other.Computation, h.Computation)
	case other.Input != h.Input:
		return fmt.Errorf("%w: its input is %s, want %s", ErrOther, other.Input, h.Input)
	}
	return fmt.Errorf("%w: %d items of %d values, want %d of %d", ErrOther, other.Items, other.Values, h.Items, h.Values)
}

// cut ends the file at a place and moves there.
func (c *File) cut(end int64) error {
	if err := c.file.Truncate(end); err != nil {
		return err
	}
	_, err := c.file.Seek(end, io.SeekStart)
	return err
}

func (c *File) append(b []byte) error {
	if _, err := c.file.Write(b); err != nil {
		return err
	}
	return c.file.Sync()
}

func (c *File) keep(item int, values []float64) {
	if c.items[item] == nil {
		c.done++
	}
	c.items[item] = values
}

// Get returns the values of an item, nil if it is not done. Read-only.
func (c *File) Get(item int) []float64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.items[item]
}

// Done returns how many items are done.
func (c *File) Done() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.done
}

// Put keeps the values of an item: once it returns, a kill does not lose them. A write that
// fails, for want of space say, is undone as far as that is possible. The error is ErrRecord or the
// operating system's.
func (c *File) Put(item int, values []float64) error {
	if item < 0 || item >= c.header.Items || len(values) != c.header.Values {
		return fmt.Errorf("%w: item %d of %d, %d values of %d", ErrRecord, item, c.header.Items, len(values), c.header.Values)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	end, err := c.file.Seek(0, io.SeekCurrent)
	if err != nil {
		return err
	}
	if err := c.append(encode(item, values)); err != nil {
		return errors.Join(err, c.cut(end))
	}
	c.keep(item, append([]float64(nil), values...))
	return nil
}

// Close closes the file.
func (c *File) Close() error { return errors.Join(c.file.Close(), c.lock.Close()) }
