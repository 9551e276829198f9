package prooffile

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"feltlab/internal/disk"
	"feltlab/model/proof"
	"feltlab/model/weights"
)

// ErrFile is wrapped by errors about a file that does not hold a readable proof.
var ErrFile = errors.New("cannot read a proof")

const (
	Folder    = "proofs"    // the name of the folder of proofs next to a file of results
	Extension = ".proof.gz" // the extension of a proof's file
)

// Pack compresses a proof for storage.
func Pack(p *proof.Proof) []byte { return pack(p, gzip.BestCompression) }

// PackFast compresses a proof for sending: it takes a twentieth of the time of Pack for a third more bytes.
func PackFast(p *proof.Proof) []byte { return pack(p, gzip.BestSpeed) }

func pack(p *proof.Proof, level int) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, level)
	if err == nil {
		_, err = w.Write(p.Encode())
	}
	if err = errors.Join(err, w.Close()); err != nil {
		panic(err) // impossible: the level is valid, and writing to a buffer does not fail
	}
	return b.Bytes()
}

// Unpack reads what Pack wrote, or the text of a proof. The error wraps ErrFile.
func Unpack(packed []byte) (*proof.Proof, error) {
	p, _, err := File{Packed: append([]byte{}, packed...)}.Read(context.Background(), nil)
	return p, err
}

// Text returns the text of a proof from the content of a file, unpacked as it is read. It fails when the context ends.
func Text(ctx context.Context, file io.Reader) io.Reader {
	return &text{ctx: ctx, file: bufio.NewReader(file)}
}

type text struct {
	ctx  context.Context
	file *bufio.Reader
	in   io.Reader // unpacks the file
	bad  error     // the file has no start that can be unpacked
}

func (t *text) Read(b []byte) (n int, err error) {
	if err := cmp.Or(t.ctx.Err(), t.bad); err != nil {
		return 0, err
	}
	if t.in == nil {
		t.in = t.file
		if start, _ := t.file.Peek(2); bytes.Equal(start, []byte{0x1f, 0x8b}) {
			unpacks, err := gzip.NewReader(t.file)
			if t.in = unpacks; err != nil {
				t.bad = fmt.Errorf("truncated or damaged: %w", err)
				return 0, t.bad
			}
		}
	}
	if n, err = t.in.Read(b); err != nil && err != io.EOF {
		err = fmt.Errorf("truncated or damaged: %w", err)
	}
	return n, err
}

// readError is the error of reading a text: that of a context, or one that wraps ErrFile.
func readError(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrFile, err)
}

// File is a file of a proof: one that the user names, or one that was found in a folder, which it must not leave.
type File struct {
	Folder string // empty for a file that the user names
	Name   string // path, in the folder if there is one
	Packed []byte // the content of a proof that is in no file; then there is no name
}

// Path returns the path of the file, nothing for a proof in no file.
func (f File) Path() string { return filepath.Join(f.Folder, f.Name) }

func (f File) open() (io.ReadCloser, error) {
	switch {
	case f.Packed != nil:
		return io.NopCloser(bytes.NewReader(f.Packed)), nil
	case f.Folder == "":
		return disk.Open(f.Name, disk.MostProof)
	}
	return disk.OpenIn(f.Folder, f.Name, disk.MostProof)
}

// Use calls use with the text of the proof, which ends when the context does. It returns the Digest of all of the text,
// and the error of disk.Open or use, or one that wraps ErrFile.
func (f File) Use(ctx context.Context, use func(text io.Reader) error) (digest string, err error) {
	file, err := f.open()
	if err != nil {
		return "", err
	}
	defer file.Close()
	hash := sha256.New()
	text := io.TeeReader(Text(ctx, file), hash)
	if err := use(text); err != nil {
		return "", err
	}
	if _, err := io.Copy(io.Discard, text); err != nil {
		return "", readError(err)
	}
	return fmt.Sprintf("%x", hash.Sum(nil)), nil
}

// Read reads a proof as proof.Read does, and describes it. The error is that of disk.Open, the context or each, or
// wraps ErrFile; it names the file.
func (f File) Read(ctx context.Context, each func(*proof.Cut) error) (p *proof.Proof, r *Record, err error) {
	digest, err := f.Use(ctx, func(text io.Reader) error {
		if p, err = proof.Read(text, nil, each); err != nil {
			return readError(err)
		}
		return nil
	})
	switch {
	case err == nil:
		return p, describe(p, digest), nil
	case f.Name == "" || !errors.Is(err, ErrFile):
		return nil, nil, err
	}
	return nil, nil, fmt.Errorf("%s: %w", f.Path(), err)
}

// Bare makes File.Read leave out dual vectors, except that of a relaxation, which finders do not search for. It is for
// one call.
func Bare() func(*proof.Cut) error {
	first := true
	return func(c *proof.Cut) error {
		if c.Columns != (proof.Vector{}) || !first {
			c.Dual = nil
		}
		first = false
		return nil
	}
}

// Name returns the name of a claim's file: hand, range, loss and number of features, and some digits of a
// hash if they could name another claim too.
func Name(h *proof.Header) string {
	hand, rng := h.Labels.Source, Rows(h)
	if h.Labels.OfFile() {
		hand = dataWord + hand
	}
	if w := weights.Of(h.Rules, h.Labels.OfFile()); w != "" {
		rng += weights.Word + string(w)
	}
	if before, reading, own := strings.Cut(rng, " by "); own && !strings.HasPrefix(hand, dataWord) {
		rng = fmt.Sprintf("%s by %.4x", before, sha256.Sum256([]byte(reading)))
	}
	if strings.HasPrefix(hand, dataWord) && len(hand) > len(dataWord)+12 { // the options of a table are long
		hand, rng = hand[:len(dataWord)+12], fmt.Sprintf("%.4x", sha256.Sum256([]byte(rng)))
	}
	if !h.With.Empty() || len(h.Except) > 0 {
		ids := fmt.Append(nil, h.With.IDs())
		for _, set := range h.Except {
			ids = fmt.Append(ids, set.IDs())
		}
		rng += fmt.Sprintf("-for-%.4x", sha256.Sum256(ids))
	}
	return disk.Name(fmt.Sprintf("%s-%s-%v-%d", hand, rng, h.Loss, h.Features)) + Extension
}

const dataWord = "data "

// List returns the paths of the proofs in a folder in order; none if the folder does not exist.
func List(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
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

// Add writes a proof into a folder of proofs, unless the file of that name claims as much. The name has some digits of
// the digest if a result names another proof so.
func Add(ctx context.Context, folder string, p *proof.Proof, named *Record) error {
	name := Name(&p.Header)
	if digest := Digest(p); named != nil && named.File == name && named.Digest != digest {
		name = fmt.Sprintf("%s-%.8s%s", strings.TrimSuffix(name, Extension), digest, Extension)
	}
	path := filepath.Join(folder, name)
	old, _, err := File{Name: path}.Read(ctx, Bare())
	if err == nil && old.Cutoff >= p.Cutoff && old.Instance == p.Instance {
		return nil
	}
	if err := disk.FS.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	return disk.WriteBytes(path, Pack(p))
}

// Kind is the form of a proof.
type Kind string

// The kinds.
const (
	Cuts       Kind = "cuts"
	Relaxation Kind = "relaxation" // a single cut without columns, with its dual vector
)

// Record describes the proof of a result's bound. The proof itself is in Packed or in a file next to the result.
type Record struct {
	Kind     Kind    `json:"kind"`                    // form of the proof
	Features int     `json:"features"`                // number of features
	Bound    float64 `json:"bound"`                   // the bound
	Largest  bool    `json:"largest_error,omitempty"` // the bound is on the largest error, not the average
	Cuts     int     `json:"cuts"`                    // number of cuts
	Digest   string  `json:"digest"`                  // SHA-256 of the proof's text
	File     string  `json:"file,omitempty"`          // name of the proof in the folder next to the result
	Packed   []byte  `json:"packed,omitempty"`        // the proof itself, if it is not in a file
}

// NewRecord returns the record of a proof, with the proof packed; nil for nil.
func NewRecord(p *proof.Proof) *Record {
	if p == nil {
		return nil
	}
	r := describe(p, Digest(p))
	r.Packed = Pack(p)
	return r
}

func describe(p *proof.Proof, digest string) *Record {
	r := &Record{Kind: Cuts, Features: p.Features, Bound: p.Cutoff, Largest: p.Loss == proof.Largest,
		Cuts: len(p.Cuts), Digest: digest}
	if p.Relaxed() {
		r.Kind = Relaxation
	}
	return r
}

// Digest returns the SHA-256 of a proof's text.
func Digest(p *proof.Proof) string { return fmt.Sprintf("%x", sha256.Sum256(p.Encode())) }
