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

	"feltlab/internal/disk"
	"feltlab/model/proof"
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

type cached struct {
	record *record
	time   time.Time
	size   int64
}

// Of returns the records of a cache.
func Of(store *store.Store) *Ledger {
	return &Ledger{root: store.Folder(folder), read: map[string]*cached{}}
}

func (b *Ledger) place(q question.Question) string {
	key, err := q.RowsKey()
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
		l, err := read(path, q)
		if err != nil {
			return nil, err
		}
		c = &cached{l, info.ModTime(), info.Size()}
		b.read[dir] = c
	}
	return c.record, nil
}

// update changes the record of a question and locks out other processes meanwhile. Then it removes proofs that no rung
// names.
func (b *Ledger) update(q question.Question, change func(l *record) error) error {
	dir := b.place(q)
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
	l, err := read(path, q)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if l == nil {
		l = recordOf(q)
	}
	if err := change(l); err != nil {
		return err
	}
	l.Seal = sealOf(l)
	if err := disk.Write(path, func(w io.Writer) error { return json.NewEncoder(w).Encode(l) }); err != nil {
		return err
	}
	proofs, err := prooffile.List(dir)
	for _, path := range proofs {
		names := func(r rung) bool { return r.Bound != nil && r.Bound.File == filepath.Base(path) }
		if !slices.ContainsFunc(slices.Concat(l.Rungs, l.Unjudged), names) {
			err = errors.Join(err, os.Remove(path))
		}
	}
	return err
}

// keep adds an answer. It writes the proof first, so that no record names a missing proof.
func (b *Ledger) keep(a *question.Answer, t *try) error {
	return b.update(a.Question(), func(l *record) error {
		f, bound := known(a)
		l.add(f, bound)
		if t != nil {
			l.addTry(*t)
		}
		if bound == nil || l.bound(bound.Features) != bound {
			return nil
		}
		return disk.WriteBytes(filepath.Join(b.place(a.Question()), bound.File), a.Proof.Packed)
	})
}

func fileName(n int, packed []byte) string {
	return fmt.Sprintf("%d-%.16x%s", n, sha256.Sum256(packed), prooffile.Extension)
}

// readProof reads the packed proof of a record in a folder; nil if it is damaged.
func readProof(dir string, r *prooffile.Record) []byte {
	packed, err := disk.ReadFile(filepath.Join(dir, r.File), disk.MostText)
	if err != nil || fileName(r.Features, packed) != r.File {
		return nil
	}
	return packed
}

// Answer returns the best known answer to a question, with its proof; nil if there is none. It also reports whether
// the answer is final: a solve would not do better.
func (b *Ledger) Answer(q question.Question) (a *question.Answer, final bool, err error) {
	a, final, err = b.Lookup(q)
	if err != nil || a == nil || a.Proof == nil {
		return a, final, err
	}
	if a.Proof.Packed = readProof(b.place(q), a.Proof); a.Proof.Packed == nil {
		if err := b.forget(q, a.Proof.File); err != nil {
			return nil, false, err
		}
		return b.Answer(q)
	}
	a.Proof.File = ""
	return a, final, nil
}

// forget drops the bounds whose proof is a damaged file, and the tries that may have counted on it.
func (b *Ledger) forget(q question.Question, file string) error {
	return b.update(q, func(l *record) error {
		for i := range l.Rungs {
			if r := &l.Rungs[i]; r.Bound != nil && r.Bound.File == file {
				r.Bound, l.Tries = nil, nil
			}
		}
		return nil
	})
}

// Lookup is Answer without reading the proof.
func (b *Ledger) Lookup(q question.Question) (a *question.Answer, final bool, err error) {
	l, err := b.load(q)
	if err != nil || l == nil {
		return nil, false, err
	}
	a, final = l.answer(q)
	return a, final, nil
}

// Uses reports whether known results may answer a question. They do not answer questions for the results of HiGHS or
// of the search alone.
func Uses(q question.Question) bool { return q.Engine == question.Auto || q.Engine == question.Exact }

// Start returns the best known formula and proof for a question, from which a solve starts; nil where there is none.
func (b *Ledger) Start(q question.Question) (f regression.Formula, p *proof.Proof, err error) {
	l, err := b.load(q)
	if err != nil || l == nil {
		return nil, nil, err
	}
	best, bound := l.formula(q.Program.N), l.bound(q.Program.N)
	if q.Program.Kind.CountsFeatures() {
		best, bound = l.fewest(q.Program.E)
	}
	if best != nil {
		f = best.Formula()
	}
	if bound != nil {
		p, err = prooffile.Unpack(readProof(b.place(q), &bound.Record))
	}
	return f, p, err
}

// Keep keeps what a solve of a question found. A solve that was not cut short counts as a try, unless it ended at the
// question's gap.
func (b *Ledger) Keep(q question.Question, a *question.Answer, whole bool) error {
	if !whole || a.Open() && q.AnsweredBy(a) {
		return b.keep(a, nil)
	}
	return b.keep(a, &try{q.Program.String(), q.Seed, q.TimeLimit.Seconds(), a.Seconds, a.Engine})
}

// AddFormulas keeps formulas for a question's subject and loss whose errors model/proof has computed.
func (b *Ledger) AddFormulas(q question.Question, formulas []question.Scored) error {
	l, err := b.load(q)
	news := func(f question.Scored) bool { return l.better(&knownFormula{Scored: f}) }
	if err != nil || l != nil && !slices.ContainsFunc(formulas, news) {
		return err
	}
	return b.update(q, func(l *record) error {
		for _, f := range formulas {
			l.add(&knownFormula{f, originOf("formula", string(question.Search), 0)}, nil)
		}
		return nil
	})
}
