package ledger

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"feltlab/internal/disk"
	"feltlab/model/proof"
)

// A ladder is sealed by this machine's key over everything that it states, with its hand, range and loss. A ladder
// without this seal was edited, comes from another machine or is older than seals: nothing in it counts until
// Rejudge has computed the errors of its formulas and replayed its proofs here.

// keyFile is the name of the key's file in the folder feltlab of the user's configuration folder: not in the cache,
// so that a foreign cache cannot bring its key.
const keyFile = "seal.key"

const keySize = 32

// sealVersion changes when older records are not to be believed. Those of version 1, which sealed nothing for it, were
// judged by matrices of the cache that nothing had compared with the cards.
const sealVersion = "2 "

// machineKey returns this machine's key, which it makes once. Where that is impossible, the key lasts as long as the
// process.
var machineKey = sync.OnceValue(func() []byte {
	fresh := make([]byte, keySize)
	rand.Read(fresh)
	config, err := os.UserConfigDir()
	if err != nil {
		return fresh
	}
	path := filepath.Join(config, "feltlab", keyFile)
	for range 2 {
		if key, err := disk.ReadFile(path, keySize); err == nil && len(key) == keySize {
			return key
		}
		if os.MkdirAll(filepath.Dir(path), 0o700) != nil || writeKey(path, fresh) != nil {
			break
		}
	}
	return fresh
})

// writeKey writes a key unless another process was faster.
func writeKey(path string, key []byte) error {
	temporary, err := os.CreateTemp(filepath.Dir(path), keyFile) // readable by its owner alone
	if err != nil {
		return err
	}
	defer os.Remove(temporary.Name())
	_, err = temporary.Write(key)
	if err = errors.Join(err, temporary.Close()); err != nil {
		return err
	}
	old, err := disk.ReadFile(path, keySize)
	if errors.Is(err, disk.ErrRefused) || err == nil && len(old) != keySize {
		os.Remove(path) // damaged
	}
	os.Link(temporary.Name(), path) // fails if another process made one
	return nil
}

// sealOf returns the seal of what a ladder states.
func sealOf(l *record) string {
	stated := *l
	stated.Seal = ""
	text, err := json.Marshal(stated)
	if err != nil {
		panic(err) // a ladder holds numbers, texts and lists
	}
	mac := hmac.New(sha256.New, machineKey())
	mac.Write([]byte(sealVersion))
	mac.Write(text)
	return fmt.Sprintf("%x", mac.Sum(nil))
}

// readLadder reads the ladder of a question's subject and loss; nil if it is damaged or of another subject, loss or
// reading of the features. Without this machine's seal it is returned unjudged and without tries.
func readLadder(path string, asked record) (*record, error) {
	text, err := disk.ReadFile(path, disk.MostText)
	if errors.Is(err, disk.ErrRefused) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	l := &record{}
	if json.Unmarshal(text, l) != nil || l.SubjectKeys != asked.SubjectKeys || l.Reading != asked.Reading ||
		l.Loss != asked.Loss {
		return nil, nil
	}
	if hmac.Equal([]byte(sealOf(l)), []byte(l.Seal)) {
		return l, nil
	}
	l.Tries = nil
	for _, r := range l.Rungs {
		if r.Formula != nil {
			r.Formula.Judge = ""
		}
		if r.Bound != nil {
			r.Bound.Judge = ""
		}
	}
	return l, nil
}

// judged reports whether this version of the judge accepted a formula or bound.
func (f *knownFormula) judged() bool { return f != nil && f.Judge == proof.Judge }

func (b *knownBound) judged() bool { return b != nil && b.Judge == proof.Judge }
