package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
)

// ErrSpec marks a specification that has no key: without a name, or with a configuration
// that JSON cannot hold.
var ErrSpec = errors.New("artifact: invalid specification")

// Spec says what to compute. The first four fields make the key; the others only describe.
type Spec struct {
	Stage   string // name of the stage, such as "matrix"
	Version string // changed whenever the same configuration and inputs would give other bytes
	Config  any    // anything encoding/json accepts; nil for none
	Inputs  []Key  // artifacts the stage reads, in the order it reads them

	Schema   string            // what the bytes are, such as "parquet feltlab-matrix-1"
	Versions map[string]string // what was involved, such as {"features": "paper-1"}; may be nil
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
		return fmt.Errorf("artifact: %q is not a key of %d hexadecimal digits", text, 2*len(k))
	}
	copy(k[:], raw)
	return nil
}

// identity is the text that is hashed.
type identity struct {
	Stage   string          `json:"stage"`
	Version string          `json:"version"`
	Config  json.RawMessage `json:"config"`
	Inputs  []Key           `json:"inputs"`
}

// Key returns the key of the specification, or an error that wraps [ErrSpec].
func (s Spec) Key() (Key, error) {
	config, err := canonicalJSON(s.Config)
	if err != nil {
		return Key{}, fmt.Errorf("%w: configuration of stage %q: %w", ErrSpec, s.Stage, err)
	}
	return identity{s.Stage, s.Version, config, s.Inputs}.key()
}

func (id identity) key() (Key, error) {
	if id.Stage == "" || id.Version == "" {
		return Key{}, fmt.Errorf("%w: stage %q, version %q: both are needed", ErrSpec, id.Stage, id.Version)
	}
	if id.Inputs == nil {
		id.Inputs = []Key{} // no inputs and an empty list of inputs are the same
	}
	text, err := canonicalJSON(id)
	if err != nil {
		return Key{}, fmt.Errorf("%w: %w", ErrSpec, err)
	}
	return sha256.Sum256(text), nil
}

// canonicalJSON encodes v with the keys of every object sorted and without spaces, so that
// neither the order of struct fields nor that of map keys matters. Numbers keep the digits
// that encoding/json gives them, which is one text per value.
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
