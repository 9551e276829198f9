package report

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"feltlab/dataset/matrix"
	"feltlab/internal/disk"
	"feltlab/model/features"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/jamfold"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
)

// ErrInput is wrapped by errors about files that a report cannot use; the message says which and why.
var ErrInput = errors.New("cannot use the results")

// Options choose the contents of a report.
type Options struct {
	Title   string
	Version string // of the program
	// Flops are more questions whose flops the page shows.
	Flops []question.Subject
	// Instances provides the flops.
	Instances *fit.Instances
	// Tournament is a folder that feltlab jamfold tournament wrote. If it is empty, the page shows the tournament in
	// Lab's store, if there is one.
	Tournament string
	Lab        *jamfold.Lab
	// Full takes all of every file. Else the page leaves out what the tab Home does not need of files with more than
	// 60 hands and ranges.
	Full bool
	// Live says that a program serves the page and answers its requests.
	Live bool
	// Progress, if not nil, receives the number of parts of the work and each finished part.
	Progress func(name string, parts int) (step func(string), stop func())
}

// Input is the input of blocks.
type Input struct {
	Options
	Solves []Solves // of all files of results
	// results has each question of Solves once.
	results      []*result
	own          []*result                     // those with sections of their own
	roundWeights map[string][]*question.Answer // with round weights, by the key of the question with any weights
	leftOut      []string                      // sentences
	paths        []string                      // the user's paths
	files        []string                      // below them
	used         map[string]bool

	matrices *memo[question.Subject, *matrix.Rows] // of flops
}

// Solves are the results of a file.
type Solves struct {
	File    string
	Results []*question.Answer
}

// read lists the files below paths and reads the results in them. The error wraps ErrInput or the reader's error, or
// comes from the system.
func read(ctx context.Context, paths []string, o Options) (*Input, error) {
	in := &Input{
		Options: o, paths: append([]string{}, paths...), used: map[string]bool{},
		matrices: new(memo[question.Subject, *matrix.Rows]),
	}
	for _, path := range paths {
		err := filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && entry.Name() == prooffile.Folder:
				return fs.SkipDir
			case entry.IsDir():
				return nil
			case entry.Type()&fs.ModeSymlink != 0 && file != path:
				err = stays(path, file)
			}
			in.files = append(in.files, filepath.ToSlash(file))
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(in.files)
	in.files = slices.Compact(in.files)
	if err := in.readSolves(); err != nil {
		return nil, err
	}
	return in, in.merge(ctx)
}

// stays returns an error if a link in a folder leaves it, or is of no regular file.
func stays(folder, link string) error {
	name, err := filepath.Rel(folder, link)
	if err != nil {
		return err
	}
	f, err := disk.OpenIn(folder, name, disk.MostStream)
	if err != nil {
		return err
	}
	return f.Close()
}

// Named returns the files whose path ends in a name such as strength/preflop.csv, in order, and marks them as used.
func (in *Input) Named(name string) []string {
	var found []string
	for _, file := range in.files {
		if file == name || strings.HasSuffix(file, "/"+name) {
			found = append(found, file)
			in.used[file] = true
		}
	}
	return found
}

// readSolves reads the results of sweeps and experiments, and the files of fit --json that the user names. It refuses
// other readings of the features.
func (in *Input) readSolves() error {
	for _, file := range in.Named(ledger.SolvesFile) {
		results, err := ledger.Read(filepath.Dir(file))
		if err != nil {
			return err
		}
		in.Solves = append(in.Solves, Solves{file, results})
	}
	for _, path := range in.paths {
		file := filepath.ToSlash(path)
		if in.used[file] || !slices.Contains(in.files, file) || filepath.Ext(file) != ".json" &&
			filepath.Ext(file) != ".jsonl" {
			continue
		}
		text, err := disk.Open(path, disk.MostText)
		if err != nil {
			return err
		}
		results, err := question.ReadAnswers(text)
		text.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		in.used[file] = true
		in.Solves = append(in.Solves, Solves{file, results})
	}
	return in.checkReadings()
}

// checkReadings refuses results of other readings of the features: their formulas have another meaning.
func (in *Input) checkReadings() error {
	first := map[string]string{}
	for _, s := range in.Solves {
		for i, r := range s.Results {
			if !r.Standard() {
				continue
			}
			if _, seen := first[r.Reading]; !seen {
				first[r.Reading] = fmt.Sprintf("%s, result %d", s.File, i+1)
			}
		}
	}
	for reading, place := range first {
		switch {
		case len(first) > 1 && reading != features.Version:
			return fmt.Errorf("%w: mixed readings of the features: %s has %q, others have %q; a report shows one",
				ErrInput, place, reading, features.Version)
		case reading != features.Version:
			return fmt.Errorf("%w: %s reads the features as %q, this program as %q", ErrInput, place, reading,
				features.Version)
		}
	}
	return nil
}

// readJSON reads a file with one value as JSON; want names it. The error wraps ErrInput or comes from the system.
func readJSON[T any](file, want string) (value T, err error) {
	text, err := disk.ReadFile(file, disk.MostText)
	if err != nil {
		return value, err
	}
	if err := json.Unmarshal(text, &value); err != nil {
		return value, fmt.Errorf("%w: %s: want %s: %w", ErrInput, file, want, err)
	}
	return value, nil
}

// unused returns an error for a path whose files no block used.
func (in *Input) unused() error {
	for _, path := range in.paths {
		file := filepath.ToSlash(filepath.Clean(path))
		if !slices.ContainsFunc(in.files, func(f string) bool {
			return in.used[f] && (f == file || file == "." || strings.HasPrefix(f, strings.TrimSuffix(file, "/")+"/"))
		}) {
			return fmt.Errorf("%w: %s has no results (want a folder that feltlab sweep or feltlab reproduce wrote, or "+
				"a file of feltlab fit --json)", ErrInput, path)
		}
	}
	return nil
}

// memo keeps values by key. The zero value is empty. Many goroutines may use it; two of them may make the same value.
type memo[K comparable, V any] struct{ values sync.Map }

// get returns the value of a key, and makes it first if it is missing.
func (m *memo[K, V]) get(key K, make func() (V, error)) (V, error) {
	if value, ok := m.values.Load(key); ok {
		return value.(V), nil
	}
	value, err := make()
	if err == nil {
		m.values.Store(key, value)
	}
	return value, err
}
