package prooffile

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"feltlab/internal/disk"
	"feltlab/model/proof"
)

// ErrFile is wrapped by errors about a file that is no proof, or none that can be read.
var ErrFile = errors.New("prooffile: cannot read a proof")

const (
	// Folder is the name of the folder with the proofs of the results beside it.
	Folder = "proofs"
	// Extension of a proof's file.
	Extension = ".proof.gz"
	// mostExpansion is how many times its size a file may have as text: full proofs compress
	// sixfold, compact ones sevenfold, and what compresses thousandfold is no proof.
	mostExpansion = 24
	// leastText is a size as text that is always allowed.
	leastText = 1 << 16
)

// Pack compresses a proof to keep it.
func Pack(p *proof.Proof) []byte { return pack(p, gzip.BestCompression) }

// PackFast compresses a proof to send it: in a twentieth of the time of Pack, to a third more.
func PackFast(p *proof.Proof) []byte { return pack(p, gzip.BestSpeed) }

func pack(p *proof.Proof, level int) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, level)
	if err == nil {
		_, err = w.Write(p.Encode())
	}
	if err = errors.Join(err, w.Close()); err != nil {
		panic(err) // the level is one, and a buffer takes everything
	}
	return b.Bytes()
}

// Unpack reads what Pack wrote, or the text of a proof. The error wraps ErrFile.
func Unpack(packed []byte) (*proof.Proof, error) {
	text, err := textOf(packed)
	if err != nil {
		return nil, err
	}
	p, err := proof.Decode(text)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	return p, nil
}

// textOf returns the text of a proof that may be packed. The error wraps ErrFile.
func textOf(packed []byte) ([]byte, error) {
	if !bytes.HasPrefix(packed, []byte{0x1f, 0x8b}) {
		return packed, nil
	}
	in, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	most := int64(leastText + mostExpansion*len(packed))
	text, err := io.ReadAll(io.LimitReader(in, most+1))
	if err != nil {
		return nil, fmt.Errorf("%w: truncated or damaged: %w", ErrFile, err)
	}
	if int64(len(text)) > most {
		return nil, fmt.Errorf("%w: it has more than %d times its size as text, no proof compresses so well", ErrFile, mostExpansion)
	}
	return text, nil
}

// DigestOf returns the Digest of the proof in a file, and the file's size, without reading it as a
// proof. The error is the system's, or wraps ErrFile and names the file.
func DigestOf(path string) (digest string, size int, err error) {
	packed, err := os.ReadFile(path)
	if err != nil {
		return "", 0, err
	}
	text, err := textOf(packed)
	if err != nil {
		return "", len(packed), fmt.Errorf("%s: %w", path, err)
	}
	return fmt.Sprintf("%x", sha256.Sum256(text)), len(packed), nil
}

// Read reads a file of a proof. The error is the system's, or wraps ErrFile and names the file.
func Read(path string) (*proof.Proof, error) {
	packed, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	p, err := Unpack(packed)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}

// Name is the name of a claim's file: hand, range, loss and number of features, with some digits of
// a hash where these do not tell it from all others.
func Name(h *proof.Header) string {
	return disk.Name(fmt.Sprintf("%s-%s-%v-%d", h.Hand, h.Range, h.Loss, h.Features)) + Extension
}

// WriteMore puts packed proofs by their names into a folder, which may have others. Files that are
// there already are left as they are.
func WriteMore(folder string, packed map[string][]byte) error {
	if len(packed) > 0 {
		if err := disk.FS.MkdirAll(folder, 0o777); err != nil {
			return err
		}
	}
	for name, content := range packed {
		path := filepath.Join(folder, name)
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, content) {
			continue
		}
		if err := write(path, content); err != nil {
			return err
		}
	}
	return nil
}

// Prune removes the proofs of a folder that are none of the given ones.
func Prune(folder string, packed map[string][]byte) error {
	names, err := List(folder)
	for _, name := range names {
		if packed[filepath.Base(name)] == nil {
			err = errors.Join(err, disk.FS.RemoveAll(name))
		}
	}
	return err
}

// List returns the paths of the proofs in a folder, none if there is no such folder.
func List(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder) // in order
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	var paths []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), Extension) {
			paths = append(paths, filepath.Join(folder, e.Name()))
		}
	}
	return paths, err
}

// Add puts a proof into a folder of proofs, unless one there claims as much by the same name.
func Add(folder string, p *proof.Proof) error {
	path := filepath.Join(folder, Name(&p.Header))
	if old, err := Read(path); err == nil && old.Cutoff >= p.Cutoff && old.Instance == p.Instance {
		return nil
	}
	if err := disk.FS.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	return write(path, Pack(p))
}

func write(path string, content []byte) error {
	return disk.Write(path, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}
