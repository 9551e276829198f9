package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"

	"feltlab/internal/disk"
)

// Names of the two files of an artifact.
const (
	dataName     = "data"
	manifestName = "manifest.json"
)

// mostManifest is the most bytes of a manifest. The configurations of stages have some hundred.
const mostManifest = 1 << 20

var (
	// ErrNotFound is returned for a key that the store does not hold.
	ErrNotFound = errors.New("artifact not found")
	// ErrCorrupt is returned for an artifact whose files contradict each other or its key.
	ErrCorrupt = errors.New("damaged artifact")
)

// Manifest describes an artifact. It is stored next to the data, as JSON.
type Manifest struct {
	Key      Key               `json:"key"`
	Stage    string            `json:"stage"`
	Version  string            `json:"version"`
	Config   json.RawMessage   `json:"config"` // canonical
	Inputs   []Key             `json:"inputs"`
	Schema   string            `json:"schema"`
	Rows     int64             `json:"rows"`     // as the stage counts them
	Bytes    int64             `json:"bytes"`    // length of the data
	SHA256   string            `json:"sha256"`   // of the data, hexadecimal
	Versions map[string]string `json:"versions"` // of Go and this module
	Seconds  float64           `json:"seconds"`  // wall time of the computation
}

// Artifact is an artifact on disk whose data match its manifest.
type Artifact struct {
	Path     string // of the data file
	Manifest Manifest
	Computed bool // false if the store already held it
}

// Open opens the data for reading.
func (a *Artifact) Open() (*os.File, error) { return disk.Open(a.Path, a.Manifest.Bytes) }

// Read returns the data, at most disk.MostText bytes.
func (a *Artifact) Read() ([]byte, error) {
	return disk.ReadFile(a.Path, min(a.Manifest.Bytes, disk.MostText))
}

func versions() map[string]string {
	out := map[string]string{"go": runtime.Version()}
	if info, ok := debug.ReadBuildInfo(); ok {
		out[info.Main.Path] = info.Main.Version
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				out[info.Main.Path] = s.Value
			}
		}
	}
	delete(out, "")
	return out
}

// Get returns the artifact of a key after comparing its data with its manifest. The error wraps
// [ErrNotFound] or [ErrCorrupt], or says why the files cannot be read.
func (s *Store) Get(key Key) (*Artifact, error) {
	dir := s.dir(key)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %v", ErrNotFound, key)
	} else if err != nil {
		return nil, err
	}
	text, err := disk.ReadFile(filepath.Join(dir, manifestName), mostManifest)
	if err != nil {
		return nil, missing(err)
	}
	var m Manifest
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&m); err != nil {
		return nil, fmt.Errorf("%w: %s: %v", ErrCorrupt, manifestName, err)
	}
	derived, err := identity{m.Stage, m.Version, m.Config, m.Inputs}.key()
	if err != nil || m.Key != key || derived != key {
		return nil, fmt.Errorf("%w: %s belongs to another key than %v", ErrCorrupt, manifestName, key)
	}
	if m.Config, err = canonicalJSON(m.Config); err != nil { // it was indented with the rest
		return nil, fmt.Errorf("%w: %s: %v", ErrCorrupt, manifestName, err)
	}
	a := &Artifact{Path: filepath.Join(dir, dataName), Manifest: m}
	if err := a.verify(); err != nil {
		return nil, err
	}
	return a, nil
}

func (a *Artifact) verify() error {
	f, err := a.Open()
	if err != nil {
		return missing(err)
	}
	defer f.Close()
	hash := sha256.New()
	n, err := io.Copy(hash, f)
	if err != nil {
		return err
	}
	if n != a.Manifest.Bytes {
		return fmt.Errorf("%w: %s has %d bytes, its manifest says %d", ErrCorrupt, a.Path, n, a.Manifest.Bytes)
	}
	if sum := hex.EncodeToString(hash.Sum(nil)); sum != a.Manifest.SHA256 {
		return fmt.Errorf("%w: SHA-256 of %s is %s, its manifest says %s", ErrCorrupt, a.Path, sum, a.Manifest.SHA256)
	}
	return nil
}

// missing turns the error for a file of an artifact that is missing, or is no regular file of its size, into
// ErrCorrupt.
func missing(err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, disk.ErrRefused) {
		return fmt.Errorf("%w: %v", ErrCorrupt, err)
	}
	return err
}
