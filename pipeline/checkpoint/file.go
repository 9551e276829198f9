package checkpoint

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/gofrs/flock"

	"feltlab/internal/disk"
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
	file   disk.File
	end    int64 // of the last whole record
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
	f, err := disk.FS.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	c := &File{header: h, file: f, items: make([][]float64, h.Items)}
	if err := errors.Join(c.load(), disk.SyncDir(filepath.Dir(path))); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}

// load reads what is there and cuts off what a crash left of the last record, or of the first
// lines: less than all of it, or bytes that were never written.
func (c *File) load() error {
	head, err := c.head()
	if err != nil {
		return err
	}
	in := bufio.NewReader(c.file)
	found := make([]byte, len(head))
	n, _ := io.ReadFull(in, found) // an error shows in what was found
	if !bytes.Equal(found, head) {
		_, more := in.Peek(1)
		if errors.Is(more, io.EOF) && bytes.HasPrefix(head, bytes.TrimRight(found[:n], "\x00")) {
			return errors.Join(c.cut(), c.append(head)) // new, or a crash left it so
		}
		return c.foreign()
	}
	c.end = int64(len(head))
	record := make([]byte, recordSize(c.header.Values))
	for {
		n, err := io.ReadFull(in, record)
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return c.cut()
		}
		if err != nil {
			return err
		}
		item, values, ok := decode(record)
		if !ok {
			if _, err := in.Peek(1); err == io.EOF {
				return c.cut()
			}
		}
		if !ok || item >= len(c.items) {
			return fmt.Errorf("%w: the record at byte %d", ErrCorrupt, c.end)
		}
		c.keep(item, values)
		c.end += int64(n)
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

// cut ends the file behind the last whole record.
func (c *File) cut() error { return c.file.Truncate(c.end) }

// append writes behind the last whole record. What a failed write leaves there, the next one
// overwrites.
func (c *File) append(b []byte) error {
	if _, err := c.file.WriteAt(b, c.end); err != nil {
		return err
	}
	if err := c.file.Sync(); err != nil {
		return err
	}
	c.end += int64(len(b))
	return nil
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

// Put keeps the values of an item: once it returns, a crash does not lose them. A write that
// fails, for want of space say, is undone as far as that is possible. The error is ErrRecord or the
// operating system's.
func (c *File) Put(item int, values []float64) error {
	if item < 0 || item >= c.header.Items || len(values) != c.header.Values {
		return fmt.Errorf("%w: item %d of %d, %d values of %d", ErrRecord, item, c.header.Items, len(values), c.header.Values)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.append(encode(item, values)); err != nil {
		return errors.Join(err, c.cut())
	}
	c.keep(item, append([]float64(nil), values...))
	return nil
}

// Close closes the file.
func (c *File) Close() error { return errors.Join(c.file.Close(), c.lock.Close()) }
