package ledger

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"feltlab/dataset/data"
	"feltlab/dataset/matrix"
	"feltlab/internal/disk"
	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
)

const (
	folder     = "known" // in the cache
	recordFile = "ladder.json"
	lockFile   = "lock"
)

// Ledger holds the records of a cache. Many goroutines and processes may use one cache.
type Ledger struct {
	root string
	mu   sync.Mutex
	read map[string]*cached // by folder
}

// Instances provides the regression instances of subjects.
type Instances interface {
	Get(ctx context.Context, s question.Subject) (*regression.Instance, error)
}

// cached is a record with the time and size of its file when it was read.
type cached struct {
	record *record
	time   time.Time
	size   int64
}

// Of returns the records of a cache.
func Of(store *store.Store) *Ledger {
	return &Ledger{root: store.Folder(folder), read: map[string]*cached{}}
}

// place returns the folder of the record for a question's subject and loss.
func (b *Ledger) place(q question.Question) string {
	key, err := MatrixKey(q.Subject)
	if err != nil {
		panic(err) // JSON holds every subject
	}
	name := fmt.Sprintf("%s-%v", key, q.Program.Kind.Loss())
	if q.Weights != "" {
		name += "-" + disk.Name(strings.ReplaceAll(string(q.Weights), " ", "-"))
	}
	return filepath.Join(b.root, name)
}

// load reads the record of a question; nil without a readable one. The caller must not change it.
func (b *Ledger) load(q question.Question) (*record, error) {
	dir := b.place(q)
	b.mu.Lock()
	defer b.mu.Unlock()
	path := filepath.Join(dir, recordFile)
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	c := b.read[dir]
	if c == nil || !c.time.Equal(info.ModTime()) || c.size != info.Size() {
		l, err := readRecord(path, recordOf(q))
		if err != nil {
			return nil, err
		}
		c = &cached{l, info.ModTime(), info.Size()}
		b.read[dir] = c
	}
	return c.record, nil
}

func recordOf(t question.Question) record {
	return record{SubjectKeys: t.Canonical().Keys(), Reading: t.Definitions(), Loss: t.Program.Kind.Loss().String()}
}

// update changes the record of a question and locks out other processes meanwhile.
func (b *Ledger) update(q question.Question, change func(l *record) error) error {
	dir, first := b.place(q), recordOf(q)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	lock, err := store.Lock(filepath.Join(dir, lockFile))
	if err != nil {
		return err
	}
	if err := lock.Lock(); err != nil {
		return fmt.Errorf("cannot lock %s: %w", dir, err)
	}
	defer lock.Close()
	path := filepath.Join(dir, recordFile)
	l, err := readRecord(path, first)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if l == nil {
		l = &first
	}
	if err := change(l); err != nil {
		return err
	}
	l.Seal = sealOf(l)
	return disk.Write(path, func(w io.Writer) error { return json.NewEncoder(w).Encode(l) })
}

// keep adds an answer. It writes the proof first, so that no record names a missing proof.
func (b *Ledger) keep(r *question.Answer, t *try) error {
	dir := b.place(r.Question())
	return b.update(r.Question(), func(l *record) error {
		_, bound := l.add(r)
		if bound {
			b := l.bound(r.Proof.Features)
			b.File = fileName(b.Record.Features, r.Proof.Packed)
			if err := disk.WriteBytes(filepath.Join(dir, b.File), r.Proof.Packed); err != nil {
				return err
			}
		}
		if t != nil {
			l.addTry(*t)
		}
		return l.prune(dir)
	})
}

// prune removes proofs that no rung names.
func (l *record) prune(dir string) error {
	paths, err := prooffile.List(dir)
	for _, path := range paths {
		names := func(r rung) bool { return r.Bound != nil && r.Bound.File == filepath.Base(path) }
		if !slices.ContainsFunc(l.Rungs, names) {
			err = errors.Join(err, os.Remove(path))
		}
	}
	return err
}

func fileName(n int, packed []byte) string {
	return fmt.Sprintf("%d-%.16x%s", n, sha256.Sum256(packed), prooffile.Extension)
}

func readProof(dir string, r *prooffile.Record) []byte {
	packed, err := disk.ReadFile(filepath.Join(dir, r.File), disk.MostText)
	if err != nil || fileName(r.Features, packed) != r.File {
		return nil
	}
	return packed
}

// MatrixVersion changes when the same subject would get a matrix of other bytes.
const MatrixVersion = "1"

// MatrixSpec returns the specification that keys the matrix of a subject, or the spots of hands together. The rows of a
// table, of turns and rivers, and of another estimate of a hand than the equity are not stored, but the key tells them
// apart.
func MatrixSpec(s question.Subject) store.Spec {
	k := s.Canonical().Keys()
	if s.IsTable() {
		return store.Spec{Stage: "table", Version: data.Version, Config: k, Schema: "rows of a table"}
	}
	config := struct {
		Hand     ranges.Hand     `json:"hand"`
		Hands    question.Range  `json:"hands,omitzero"`
		Estimate matrix.Estimate `json:"estimate,omitzero"`
		Range    question.Range  `json:"range"`
		Street   cards.Street    `json:"street,omitzero"`
	}{k.Hand, k.Hands, k.Estimate, k.Range, k.Street}
	schema := "parquet " + matrix.Format
	if k.Hands.Range != nil {
		schema = "parquet " + matrix.SpotsFormat
	}
	return store.Spec{
		Stage: "matrix", Version: MatrixVersion + "/" + s.Definitions(), Config: config,
		Schema: schema,
	}
}

// MatrixKey returns the key of a subject's matrix, which need not be in the store. It remembers keys: a
// sweep asks thousands of times.
func MatrixKey(s question.Subject) (store.Key, error) {
	if key, ok := keys.Load(s.Key()); ok {
		return key.(store.Key), nil
	}
	key, err := MatrixSpec(s).Key()
	if err == nil {
		keys.Store(s.Key(), key)
	}
	return key, err
}

var keys sync.Map
