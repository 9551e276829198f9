package disk

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// File is an open file, or a folder that was opened to be synced.
type File interface {
	io.ReadWriteCloser
	io.Seeker
	io.WriterAt
	Truncate(size int64) error
	Sync() error
}

// System opens files and changes names, as the functions of package os do.
type System struct {
	OpenFile  func(name string, flag int, perm fs.FileMode) (File, error)
	MkdirAll  func(path string, perm fs.FileMode) error
	MkdirTemp func(dir, pattern string) (string, error)
	Rename    func(from, to string) error
	RemoveAll func(path string) error
}

// FS is the file system that the program uses, that of the operating system. Only tests replace it.
var FS = System{
	OpenFile: func(name string, flag int, perm fs.FileMode) (File, error) {
		f, err := os.OpenFile(name, flag, perm)
		if err != nil {
			return nil, err // f would be a File that is not nil
		}
		return f, nil
	},
	MkdirAll: os.MkdirAll, MkdirTemp: os.MkdirTemp, Rename: os.Rename, RemoveAll: os.RemoveAll,
}

// SyncDir makes the names in a folder survive a crash.
func SyncDir(path string) error {
	d, err := FS.OpenFile(path, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// Write calls write to fill a temporary file in the folder of path, syncs the file and renames it to path. After an
// error the temporary file is gone and path is unchanged, or complete if only the folder could not be synced.
func Write(path string, write func(io.Writer) error) error {
	// os.CreateTemp would make a file that other users may not read.
	temp := fmt.Sprintf("%s.%016x.tmp", path, rand.Uint64())
	err := Create(temp, write)
	if err == nil {
		err = FS.Rename(temp, path)
	}
	if err == nil {
		err = SyncDir(filepath.Dir(path))
	}
	if err != nil {
		FS.RemoveAll(temp)
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return nil
}

// WriteBytes writes a whole file as [Write] does.
func WriteBytes(path string, content []byte) error {
	return Write(path, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// Create calls write to fill a new file through a buffer, and syncs the file but not its folder. After an
// error a part of the file may be left.
func Create(path string, write func(io.Writer) error) error {
	f, err := FS.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	buffer := bufio.NewWriterSize(f, 1<<16)
	err = write(buffer)
	if err == nil {
		err = buffer.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// Name returns a file name, without extension, for a text: its letters, digits, - and _, followed by 8
// digits of its SHA-256 if other characters were left out or the text has more than 60.
func Name(text string) string {
	plain := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return -1
	}, text)
	const longest = 60
	if plain != text || len(text) > longest {
		plain = plain[:min(len(plain), longest)]
		plain += fmt.Sprintf("-%x", sha256.Sum256([]byte(text)))[:9]
	}
	return plain
}
