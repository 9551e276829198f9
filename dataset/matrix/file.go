package matrix

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// writeFile lets write fill a file under a temporary name in the same directory, syncs it and
// renames it to path. After an error the temporary file is gone and path is as it was.
func writeFile(path string, write func(io.Writer) error) (err error) {
	// os.CreateTemp would make a file that nobody else may read.
	temp := fmt.Sprintf("%s.%016x.tmp", path, rand.Uint64())
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return fmt.Errorf("matrix: cannot write %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			os.Remove(temp)
		}
	}()
	buffer := bufio.NewWriterSize(f, 1<<16)
	err = write(buffer)
	if err == nil {
		err = buffer.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(temp, path)
	}
	if err == nil {
		err = syncDir(filepath.Dir(path))
	}
	if err != nil {
		return fmt.Errorf("matrix: cannot write %s: %w", path, err)
	}
	return nil
}

// syncDir makes the names in a directory durable.
func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
