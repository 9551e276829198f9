package disk

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// Write lets write fill a file under a temporary name in the same directory, syncs it and
// renames it to path. After an error the temporary file is gone and path is as it was, or, if
// only the directory could not be synced, whole.
func Write(path string, write func(io.Writer) error) error {
	// os.CreateTemp would make a file that nobody else may read.
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

// Create lets write fill a new file through a buffer and syncs it, for who puts the folder that
// it is in into its place later. After an error a part of the file may be left.
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
