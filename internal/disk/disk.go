package disk

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// File is an open file, or a folder that is open to be synced.
type File interface {
	io.ReadWriteCloser
	io.Seeker
	io.WriterAt
	Truncate(size int64) error
	Sync() error
}

// System is what changes names and opens files, each as package os has it.
type System interface {
	OpenFile(name string, flag int, perm fs.FileMode) (File, error)
	MkdirAll(path string, perm fs.FileMode) error
	MkdirTemp(dir, pattern string) (string, error)
	Rename(from, to string) error
	RemoveAll(path string) error
}

// FS is the system in use. Only tests change it.
var FS System = OS{}

// OS is the operating system's.
type OS struct{}

// OpenFile is os.OpenFile.
func (OS) OpenFile(name string, flag int, perm fs.FileMode) (File, error) {
	f, err := os.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err // not a File that holds a nil pointer
	}
	return f, nil
}

// MkdirAll is os.MkdirAll.
func (OS) MkdirAll(path string, perm fs.FileMode) error { return os.MkdirAll(path, perm) }

// MkdirTemp is os.MkdirTemp.
func (OS) MkdirTemp(dir, pattern string) (string, error) { return os.MkdirTemp(dir, pattern) }

// Rename is os.Rename.
func (OS) Rename(from, to string) error { return os.Rename(from, to) }

// RemoveAll is os.RemoveAll.
func (OS) RemoveAll(path string) error { return os.RemoveAll(path) }

// SyncDir makes the names in a folder durable.
func SyncDir(path string) error {
	d, err := FS.OpenFile(path, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
