package report

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"

	"feltlab/dataset/published"
	"feltlab/internal/disk"
	"feltlab/internal/parallel"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
)

// mostSubjects is the largest number of hands and ranges of a file that the page shows in full. Each takes some 30 kB
// of flops.
const mostSubjects = 60

// result is the answer to a question. Several files may have it.
type result struct {
	*question.Answer
	files []int // indexes of Input.Solves; the answer comes from the first
	proof certificateRow
	brief bool // the page leaves out what the tab Home does not need
}

// certificateRow describes the proof of a result. Kind is empty if the result has no proof.
type certificateRow struct {
	Kind     prooffile.Kind `json:"kind"`
	Features int            `json:"features"` // the N of the bound
	Bound    float64        `json:"bound"`    // an error, a fraction of 1
	Cuts     int            `json:"cuts"`
	Digest   string         `json:"digest"` // empty for a result in brief, as is File
	File     string         `json:"file"`   // empty if the result carries the proof itself
	// Bytes is the size of the file. State compares its digest with the digest in the result.
	Bytes int    `json:"bytes"`
	State string `json:"state"`
}

// The states of a proof's file, which the report does not replay.
const (
	proofAsNamed = "as named" // its digest is the one in the result
	proofDiffers = "differs"
	proofMissing = "missing"
	proofDamaged = "damaged"
	proofApart   = "not stored here" // no proof is stored next to these results
)

func (s *Solves) proofs() string { return filepath.Join(filepath.Dir(s.File), prooffile.Folder) }

func (s *Solves) proofOf(r *question.Answer) certificateRow {
	p := r.Proof
	if p == nil {
		return certificateRow{}
	}
	c := certificateRow{Kind: p.Kind, Features: p.Features, Bound: p.Bound, Cuts: p.Cuts, Digest: p.Digest}
	if p.File != "" {
		c.File = filepath.ToSlash(filepath.Join(s.proofs(), filepath.Base(p.File)))
	}
	return c
}

func (c *certificateRow) look(ctx context.Context) error {
	if c.File == "" {
		return nil
	}
	folder := filepath.Dir(c.File)
	file := prooffile.File{Folder: filepath.Dir(folder), Name: filepath.Join(prooffile.Folder, filepath.Base(c.File))}
	digest, err := file.Use(ctx, func(io.Reader) error { return nil })
	if info, err := os.Stat(file.Path()); err == nil {
		c.Bytes = int(info.Size())
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		c.State = proofMissing
		if _, err := os.Lstat(folder); errors.Is(err, fs.ErrNotExist) {
			c.State = proofApart
		}
	case errors.Is(err, prooffile.ErrFile), errors.Is(err, disk.ErrRefused):
		c.State = proofDamaged
	case err != nil:
		return err
	case digest == c.Digest:
		c.State = proofAsNamed
	default:
		c.State = proofDiffers
	}
	return nil
}

// lookAtProofs compares the files of proofs with their digests. The cache has what it found in files with the same
// bytes, since expanding all files of results takes seconds.
func (in *Input) lookAtProofs(ctx context.Context, all []*result) error {
	files := make([]string, len(all)) // what the outcome depends on
	loop := parallel.Loop{Items: len(all)}
	err := loop.Each(ctx, parallel.Same(func(i int) error {
		c := &all[i].proof
		sum, err := c.sum()
		if err != nil {
			return c.look(ctx)
		}
		files[i] = c.File + " " + c.Digest + " " + sum
		return nil
	}))
	if err != nil {
		return err
	}
	spec, err := partSpec("files of proofs", ledger.Digest(fmt.Appendf(nil, "%q", files)))
	if err != nil {
		return err
	}
	type found struct {
		Bytes int
		State string
	}
	list, err := part(ctx, in, spec, func(ctx context.Context) ([]found, error) {
		list := make([]found, len(all))
		err := loop.Each(ctx, parallel.Same(func(i int) (err error) {
			if c := &all[i].proof; files[i] != "" {
				err = c.look(ctx)
				list[i] = found{c.Bytes, c.State}
			}
			return err
		}))
		return list, err
	})
	for i, f := range list {
		if files[i] != "" {
			all[i].proof.Bytes, all[i].proof.State = f.Bytes, f.State
		}
	}
	return err
}

// sum returns the SHA-256 of the file as it is, compressed.
func (c *certificateRow) sum() (string, error) {
	folder := filepath.Dir(filepath.Dir(c.File))
	f, err := disk.OpenIn(folder, filepath.Join(prooffile.Folder, filepath.Base(c.File)), disk.MostStream)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return string(h.Sum(nil)), err
}

// evidence orders proofs by what they show to a reader who has the files.
func (c *certificateRow) evidence() int {
	switch {
	case c.Kind == "":
		return 1
	case c.File == "" || c.State == proofAsNamed:
		return 3
	case c.State == proofApart:
		return 2
	default:
		return 0
	}
}

// merge lists the results of all files, the same question once, and decides which are shown in brief.
func (in *Input) merge(ctx context.Context) error {
	var all []*result
	for i := range in.Solves {
		s := &in.Solves[i]
		brief := !in.Full && len(s.subjects()) > mostSubjects
		if brief {
			in.leftOut = append(in.leftOut, fmt.Sprintf("%s has %d hands and ranges, more than %d: the page has "+
				"their formulas, errors and bounds, but flops only of those in the published tables, and no names of "+
				"proofs and rows for browsers without scripts; feltlab report --full takes all",
				s.File, len(s.subjects()), mostSubjects))
		}
		for _, r := range s.Results {
			all = append(all, &result{Answer: r, files: []int{i}, proof: s.proofOf(r), brief: brief})
		}
	}
	if err := in.lookAtProofs(ctx, all); err != nil {
		return err
	}
	place := map[string]int{}
	for _, r := range all {
		key := r.Question().Key()
		at, seen := place[key]
		if !seen {
			place[key] = len(in.results)
			in.results = append(in.results, r)
			continue
		}
		in.results[at] = in.results[at].join(r)
	}
	in.own = slices.DeleteFunc(slices.Clone(in.results), func(r *result) bool { return r.Standard() })
	in.results = slices.DeleteFunc(in.results, func(r *result) bool { return !r.Standard() })
	if err := in.separateRound(); err != nil {
		return err
	}
	for _, r := range in.results {
		if r.brief {
			r.proof.Digest, r.proof.File = "", ""
			r.proof.Bound = float64(to9(math.Floor, question.Number(r.proof.Bound)))
		}
	}
	return nil
}

// separateRound moves results with multiples of a step to those with any weights, which the page shows them next to.
func (in *Input) separateRound() error {
	in.roundWeights = map[string][]*question.Answer{}
	free := map[string]bool{}
	for _, r := range in.results {
		free[r.Question().Key()] = true
	}
	for _, r := range in.results {
		if r.Weights == "" {
			continue
		}
		q := r.Question()
		q.Weights = ""
		if !free[q.Key()] {
			return fmt.Errorf("%w: %v is about some weights only; give the results with any weights too", ErrInput, r)
		}
		in.roundWeights[q.Key()] = append(in.roundWeights[q.Key()], r.Answer)
	}
	in.results = slices.DeleteFunc(in.results, func(r *result) bool { return r.Weights != "" })
	return nil
}

// join returns one result for two answers to the same question: the better answer, and among equals the one with the
// better evidence, with the better bound and the files of both.
func (r *result) join(other *result) *result {
	best, less := r, other
	if other.beats(r) {
		best, less = other, r
	}
	for _, f := range less.files {
		if !slices.Contains(best.files, f) {
			best.files = append(best.files, f)
		}
	}
	answer := *best.Answer
	if less.LowerBound > answer.LowerBound && less.proof.evidence() >= best.proof.evidence() {
		answer.SetBound(float64(less.LowerBound))
		best.proof = less.proof
	}
	best.Answer = &answer
	return best
}

// sameError is the largest difference of two errors that rounding explains, as a fraction of 1.
const sameError = 1e-9

func (r *result) beats(other *result) bool {
	switch x, y := r.Objective(), other.Objective(); {
	case r.Found() != other.Found():
		return r.Found()
	case r.Found() && (x < y-sameError || x > y+sameError):
		return x < y
	case r.Open() != other.Open():
		return other.Open()
	case r.proof.evidence() != other.proof.evidence():
		return r.proof.evidence() > other.proof.evidence()
	case r.LowerBound != other.LowerBound && !r.LowerBound.Missing():
		return other.LowerBound.Missing() || r.LowerBound > other.LowerBound
	default:
		return other.brief && !r.brief
	}
}

func (s *Solves) subjects() map[question.Subject]bool {
	all := map[question.Subject]bool{}
	for _, r := range s.Results {
		all[r.Canonical()] = true
	}
	return all
}

// subjects lists the subjects whose flops the report shows: in.Flops, all results that are not in brief, and
// of the others the ones in the paper's tables.
func (in *Input) subjects() []question.Subject {
	var list []question.Subject
	seen := map[question.Subject]bool{}
	add := func(s question.Subject) {
		if s = s.Canonical(); !seen[s] {
			seen[s] = true
			list = append(list, s)
		}
	}
	table := published.Table4()
	for _, r := range in.results {
		_, printed := published.Find(table, r.Hand().Text, r.Against().Range.String())
		if printed || !r.brief {
			add(r.Subject)
		}
	}
	for _, s := range in.Flops {
		add(s)
	}
	return list
}
