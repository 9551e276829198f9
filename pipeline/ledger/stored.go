package ledger

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"feltlab/internal/clock"
	"feltlab/model/proof"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

type storedProof struct {
	proof.Header
	about  question.Subject // that the labels name
	named  error            // why they name none
	name   string
	record *prooffile.Record // what a record of it says
	file   prooffile.File    // with the proof, if it is inside results
	cuts   *proof.Proof      // of a compact proof; nil if they are read again when it is replayed
	tried  bool              // its replay has begun
	gaveUp string            // why its replay did not come to an end
	spent  time.Duration     // on it so far
}

// storedIn returns the proof inside a record; an unreadable one if there is none.
func storedIn(name string, r *prooffile.Record) *storedProof {
	p := &storedProof{name: name, file: prooffile.File{Packed: []byte{}}}
	if r != nil {
		p.file.Packed = append(p.file.Packed, r.Packed...)
	}
	return p
}

type evidence struct {
	all    []*storedProof                    // short ones first, as they are replayed faster
	inside map[*question.Answer]*storedProof // proofs inside results
	seen   []Seen                            // files that hold no readable proof
}

// use calls do within what is left of the time limit of a proof, and says so if that ended it.
func (c *Checker) use(ctx context.Context, p *storedProof,
	do func(ctx context.Context) error) (gaveUp string, err error) {
	const replayTime = 10 * time.Minute
	limit := cmp.Or(c.TimeLimit, replayTime)
	limited, cancel := clock.WithTimeout(ctx, limit-p.spent)
	defer cancel()
	defer func(start time.Duration) { p.spent += clock.Since(start) }(clock.Now())
	err = do(limited)
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		return fmt.Sprintf("the check of %s was given up after %v; --time-limit allows more", p.name, limit), nil
	}
	return "", err
}

// mostKept is how many cuts of compact proofs a checker keeps in memory, for their replay.
const mostKept = 1 << 20

// scan reads what a proof claims, and whether its text is one.
func (c *Checker) scan(ctx context.Context, p *storedProof) (gaveUp string, err error) {
	return c.use(ctx, p, func(ctx context.Context) error {
		compact, bare := true, prooffile.Bare()
		read, record, err := p.file.Read(ctx, func(cut *proof.Cut) error {
			full := cut.Dual
			err := bare(cut)
			compact = compact && cut.Dual == full
			return err
		})
		if err != nil {
			return err
		}
		p.Header, p.record = read.Header, record // of the text, with its dual vectors
		p.about, p.named = SubjectOf(&p.Header)
		if c.kept += len(read.Cuts); compact && c.kept <= mostKept {
			p.cuts = read
		}
		return nil
	})
}

// stored finds the proofs inside results and in the folder next to them. An unreadable proof is a fault.
func (c *Checker) stored(ctx context.Context, path string, results []*question.Answer,
	report *Report) (*evidence, error) {
	e := &evidence{inside: map[*question.Answer]*storedProof{}}
	add := func(p *storedProof, hand, rng string) (note string, err error) {
		gaveUp, err := c.scan(ctx, p)
		switch {
		case ctx.Err() != nil:
			return "", ctx.Err()
		case err != nil:
			report.wrong(noProof(p.name, hand, rng, err))
			return "it holds no readable proof", nil
		case gaveUp != "":
			report.left(Open{p.name, hand, rng, "proof", p.name, gaveUp})
			return gaveUp, nil
		}
		e.all = append(e.all, p)
		return "", nil
	}
	for i, r := range results {
		if r.Proof == nil || r.Proof.Packed == nil {
			continue
		}
		p := &storedProof{name: fmt.Sprintf("result %d", i+1), file: prooffile.File{Packed: r.Proof.Packed}}
		note, err := add(p, r.HandText(), r.RangeText())
		if err != nil {
			return nil, err
		}
		if note == "" {
			e.inside[r] = p
		}
	}
	folder, below := filepath.Dir(path), prooffile.Folder
	if c.Proofs != "" {
		folder, below = c.Proofs, ""
	}
	names, err := prooffile.List(filepath.Join(folder, below))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		base := filepath.Base(name)
		p := &storedProof{name: base, file: prooffile.File{Folder: folder, Name: filepath.Join(below, base)}}
		note, err := add(p, "", "")
		if err != nil {
			return nil, err
		}
		if note != "" {
			e.seen = append(e.seen, Seen{name, Judged, note})
		}
	}
	slices.SortStableFunc(e.all, func(a, b *storedProof) int { return cmp.Compare(a.record.Cuts, b.record.Cuts) })
	return e, nil
}

func (p *storedProof) seen() Seen {
	switch {
	case p.gaveUp != "":
		return Seen{p.file.Path(), NotJudged, p.gaveUp}
	case !p.tried:
		return Seen{p.file.Path(), NotJudged, "no claim needs it, so it was not replayed"}
	}
	return Seen{File: p.file.Path(), State: Judged}
}

// replay replays the shortest proof for each claim, the next one if that fails, and returns the proofs that hold.
func (c *Checker) replay(ctx context.Context, claims []*claim, stored *evidence,
	report *Report) (held []*storedProof, err error) {
	todo := map[*storedProof]*prove.Problem{}
	for open := claims; len(open) > 0; {
		clear(todo)
		var next []*claim
		for _, x := range open {
			if x.trivial() || slices.ContainsFunc(held, x.by) {
				continue
			}
			fits := func(p *storedProof) bool { return !p.tried && x.by(p) }
			if i := slices.IndexFunc(stored.all, fits); i >= 0 {
				todo[stored.all[i]] = x.r.problem
				next = append(next, x)
			}
		}
		good, err := c.replayAll(ctx, todo, report)
		if err != nil {
			return nil, err
		}
		for p := range todo {
			p.tried = true
		}
		held, open = append(held, good...), next
	}
	return held, nil
}

func (c *Checker) replayAll(ctx context.Context, todo map[*storedProof]*prove.Problem,
	report *Report) (good []*storedProof, err error) {
	if len(todo) == 0 {
		return nil, nil
	}
	type done struct {
		p       *storedProof
		seconds float64
		err     error
	}
	finished := make(chan done)
	step, stop := func(string) {}, func() {}
	if c.Progress != nil {
		step, stop = c.Progress(len(todo))
	}
	defer stop()
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(c.Workers)
	go func() {
		// The longest proofs start first, so that all cores end at about the same time.
		order := slices.SortedFunc(maps.Keys(todo), func(a, b *storedProof) int {
			byName := cmp.Compare(prooffile.Name(&a.Header), prooffile.Name(&b.Header))
			return cmp.Or(cmp.Compare(b.record.Cuts, a.record.Cuts), byName)
		})
		for _, p := range order {
			group.Go(func() error {
				start := time.Now()
				err := c.replayOne(inner, p, todo[p], max(c.Workers/len(todo), 1))
				finished <- done{p, time.Since(start).Seconds(), err}
				return inner.Err()
			})
		}
		err = group.Wait()
		close(finished)
	}()
	for d := range finished {
		if d.err != nil && ctx.Err() != nil {
			continue
		}
		name := prooffile.Name(&d.p.Header)
		step(name)
		report.Proofs++
		holds := d.err == nil && d.p.gaveUp == ""
		report.Replays = append(report.Replays, Replay{name, d.p.record.Cuts, holds, d.p.gaveUp, d.seconds})
		if holds {
			good = append(good, d.p)
		} else if d.err != nil {
			report.wrong(noProof(name, d.p.Labels.Source, d.p.Labels.Rows, d.err))
		}
	}
	slices.SortFunc(report.Replays, func(a, b Replay) int { return cmp.Compare(a.Proof, b.Proof) })
	return good, ctx.Err()
}

// shown is a proof that held, by the digest of its text, for a subject.
type shown struct {
	digest  string
	subject *prove.Problem
}

// replayOne replays a proof, unless one with the same text, in another folder, held before. It is an error if the file
// is another one than when it was scanned.
func (c *Checker) replayOne(ctx context.Context, p *storedProof, s *prove.Problem, workers int) (err error) {
	key := shown{p.record.Digest, s}
	if _, ok := c.shown.Load(key); ok {
		return nil
	}
	p.gaveUp, err = c.use(ctx, p, func(ctx context.Context) error {
		if p.cuts != nil {
			return prove.Replay(ctx, s, p.cuts, c.Find, workers)
		}
		digest, err := p.file.Use(ctx, func(text io.Reader) error {
			_, err := prove.ReplayText(ctx, s, text, func(*proof.Header) error { return nil }, c.Find, workers)
			return err
		})
		if err == nil && digest != p.record.Digest {
			err = errors.New("the file changed while it was checked")
		}
		return err
	})
	if err == nil && p.gaveUp == "" {
		c.shown.Store(key, true)
	}
	return err
}

func noProof(place, hand, rng string, err error) Fault {
	return Fault{place, hand, rng, "proof", "a proof", "none", err.Error()}
}
