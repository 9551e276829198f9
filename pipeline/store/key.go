package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// Spec says what to compute. The first four fields make the key; the schema only describes.
type Spec struct {
	Stage   string // name of the stage, such as "matrix"
	Version string // changes whenever the same configuration and inputs give other bytes
	Config  any    // any value that encoding/json accepts; nil for none
	Inputs  []Key  // artifacts that the stage reads, in this order

	Schema string // format of the bytes, such as "parquet feltlab-matrix-1"
}

// Key names an artifact: the SHA-256 of what it is made from.
type Key [sha256.Size]byte

// String returns the key as 64 hexadecimal digits.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// MarshalText writes the key as [Key.String] does.
func (k Key) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads 64 hexadecimal digits.
func (k *Key) UnmarshalText(text []byte) error {
	raw, err := hex.DecodeString(string(text))
	if err != nil || len(raw) != len(k) {
		return fmt.Errorf("%q is not a key of %d hexadecimal digits", text, 2*len(k))
	}
	copy(k[:], raw)
	return nil
}

// identity is what the key is the hash of, as canonical JSON.
type identity struct {
	Stage   string          `json:"stage"`
	Version string          `json:"version"`
	Config  json.RawMessage `json:"config"`
	Inputs  []Key           `json:"inputs"`
}

// Key returns the key of the specification. It errs without a stage or version, or if JSON cannot
// hold the configuration.
func (s Spec) Key() (Key, error) {
	config, err := canonicalJSON(s.Config)
	if err != nil {
		return Key{}, fmt.Errorf("configuration of stage %q: %w", s.Stage, err)
	}
	return identity{s.Stage, s.Version, config, s.Inputs}.key()
}

func (id identity) key() (Key, error) {
	if id.Stage == "" || id.Version == "" {
		return Key{}, fmt.Errorf("stage %q, version %q: an artifact needs both", id.Stage, id.Version)
	}
	if id.Inputs == nil {
		id.Inputs = []Key{} // no inputs and an empty list of inputs are the same
	}
	text, err := canonicalJSON(id)
	if err != nil {
		return Key{}, err
	}
	return sha256.Sum256(text), nil
}

// canonicalJSON encodes v with the keys of every object sorted and without spaces, so that the order of struct fields
// and map keys does not matter. Numbers keep the digits of encoding/json, which writes each value in one way.
func canonicalJSON(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var generic any
	if err := decoder.Decode(&generic); err != nil {
		return nil, err
	}
	return json.Marshal(generic)
}
