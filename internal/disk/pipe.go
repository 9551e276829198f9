package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
)

// Stdin is the path that stands for standard input.
const Stdin = "-"

// Input is a file that is read in any order.
type Input interface {
	io.ReaderAt
	io.Seeker
	io.Closer
}

// OpenPiped is Open for a file that may also come through standard input or a named pipe, such as that of a shell's
// <(zcat x). It copies what comes through to a temporary file without a name, from which the program reads it again as
// often as it opens the path. It waits for the program at the other end of the pipe.
func OpenPiped(path string, most int64) (Input, error) {
	if path != Stdin {
		info, err := os.Stat(path)
		if err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
			return Open(path, most)
		}
	}
	pipes.Lock()
	defer pipes.Unlock()
	if f := pipes.read[path]; f != nil {
		return f, nil
	}
	from := os.Stdin
	if path != Stdin {
		var err error
		if from, err = os.Open(path); err != nil {
			return nil, err
		}
		defer from.Close()
	}
	f, err := Spool(from, path, most)
	if err != nil {
		return nil, err
	}
	pipes.read[path] = lasting{f}
	return lasting{f}, nil
}

// Spool copies a stream to a temporary file without a name. The error wraps ErrRefused for more than some bytes; it
// calls the stream by a name.
func Spool(from io.Reader, name string, most int64) (*os.File, error) {
	f, err := os.CreateTemp("", "feltlab-*")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(f.Name()) // the file lasts as long as it is open; where a system refuses this, its name stays
	n, err := io.Copy(f, io.LimitReader(from, most+1))
	if err == nil && n > most {
		err = fmt.Errorf("%w: %s has more than %d bytes", ErrRefused, name, most)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

var pipes = struct {
	sync.Mutex
	read map[string]Input
}{read: map[string]Input{}}

// lasting is an input that stays open.
type lasting struct{ *os.File }

func (lasting) Close() error { return nil }
