package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"syscall"
)

// ErrRefused is wrapped by errors about a file that is not opened: it is no regular file, is too large, or is a link
// that leaves its folder.
var ErrRefused = errors.New("refused")

// The largest files of other people and programs, in bytes, by how they are read.
const (
	MostText   = 256 << 20 // a file that is read whole: results, verdicts, settings
	MostProof  = 1 << 30   // a proof, which is read a cut at a time
	MostStream = 8 << 30   // a table or strategy, which is read some rows at a time
)

// Open opens a file for reading if it is a regular file of at most some bytes. It never waits, as opening a named pipe
// would. The error wraps ErrRefused and names the file, or is the system's.
func Open(path string, most int64) (*os.File, error) {
	return open(path, most, os.Stat, os.OpenFile)
}

// OpenIn is Open for a file that was found in a folder: a link must not leave the folder.
func OpenIn(folder, name string, most int64) (*os.File, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	stat := func(string) (fs.FileInfo, error) {
		info, err := root.Stat(name)
		var reason *fs.PathError
		if !errors.As(err, &reason) {
			return info, err
		}
		path := filepath.Join(folder, name)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
			return nil, &fs.PathError{Op: "open", Path: path, Err: reason.Err}
		}
		return nil, fmt.Errorf("%w: %s: want a file in the folder %s, not a link out of it: %w", ErrRefused, path,
			folder, reason.Err)
	}
	openFile := func(_ string, flag int, perm fs.FileMode) (*os.File, error) { return root.OpenFile(name, flag, perm) }
	return open(filepath.Join(folder, name), most, stat, openFile)
}

// open looks at a file before it opens it, since opening a device may do something, and again after that.
func open(path string, most int64, stat func(string) (fs.FileInfo, error),
	openFile func(string, int, fs.FileMode) (*os.File, error)) (*os.File, error) {
	info, err := stat(path)
	if err == nil {
		err = check(path, info, most)
	}
	if err != nil {
		return nil, err
	}
	f, err := openFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if info, err = f.Stat(); err == nil {
		err = check(path, info, most)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func check(path string, info fs.FileInfo, most int64) error {
	kind := ""
	switch mode := info.Mode(); {
	case mode.IsRegular():
		if info.Size() > most {
			return fmt.Errorf("%w: %s has %d bytes, want at most %d", ErrRefused, path, info.Size(), most)
		}
		return nil
	case mode.IsDir():
		kind = "folder"
	case mode&fs.ModeNamedPipe != 0:
		kind = "named pipe"
	case mode&fs.ModeSocket != 0:
		kind = "socket"
	default:
		kind = "device"
	}
	return fmt.Errorf("%w: %s is a %s, want a regular file", ErrRefused, path, kind)
}

// Replaceable returns ErrRefused for a named pipe or a device, which Write would replace by a file.
func Replaceable(path string) error {
	info, err := os.Stat(path)
	if err != nil || info.IsDir() {
		return nil
	}
	return check(path, info, math.MaxInt64)
}

// Stream opens a file for writing and empties it. A named pipe that nobody reads is an error: opening it would wait.
func Stream(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|syscall.O_NONBLOCK, 0o666)
}

// ReadFile returns the content of a file that Open opens.
func ReadFile(path string, most int64) ([]byte, error) { return readAll(most)(Open(path, most)) }

// ReadIn returns the content of a file that OpenIn opens.
func ReadIn(folder, name string, most int64) ([]byte, error) {
	return readAll(most)(OpenIn(folder, name, most))
}

func readAll(most int64) func(f *os.File, err error) ([]byte, error) {
	return func(f *os.File, err error) ([]byte, error) {
		if err != nil {
			return nil, err
		}
		defer f.Close()
		text, err := io.ReadAll(io.LimitReader(f, most+1)) // the file may grow meanwhile
		if err == nil && int64(len(text)) > most {
			err = fmt.Errorf("%w: %s has more than %d bytes", ErrRefused, f.Name(), most)
		}
		return text, err
	}
}
