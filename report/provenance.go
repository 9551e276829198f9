package report

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"feltlab/pipeline/sweep"
	"feltlab/pipeline/verify"
)

type provenanceData struct {
	Runs     []runFacts `json:"runs"`
	Verdicts []verdict  `json:"verdicts"`
}

// runFacts describes a file of results, with the manifest of its sweep, if it has one.
type runFacts struct {
	File     string          `json:"file"`
	Results  int             `json:"results"`
	Seconds  float64         `json:"seconds"` // of all solves
	Manifest *sweep.Manifest `json:"manifest,omitempty"`
}

// The states of a judged file.
const (
	asJudged = "as judged" // its digest is that of the verdict
	stale    = "stale"     // its digest is another one
	notHere  = "not among the results"
)

type verdict struct {
	Source   string  `json:"source"`
	File     string  `json:"file"` // its name at that time
	Of       string  `json:"of"`   // its name among the results; empty if it is not among them
	Kind     string  `json:"kind"`
	Digest   string  `json:"digest"`
	Judged   string  `json:"judged"` // RFC 3339
	Claims   int     `json:"claims"`
	Proved   int     `json:"proved"`
	Unproved int     `json:"unproved"`
	False    int     `json:"false"`
	Proofs   int     `json:"proofs"`
	Seconds  float64 `json:"seconds"`
	State    string  `json:"state"`
}

func provenanceBlock(_ context.Context, in *Input) (any, error) {
	out := &provenanceData{Runs: []runFacts{}, Verdicts: []verdict{}}
	for _, s := range in.Solves {
		folder := filepath.Dir(s.File)
		run := runFacts{File: s.File, Results: len(s.Results)}
		for _, r := range s.Results {
			run.Seconds += r.Seconds
		}
		if path.Base(s.File) == sweep.SolvesFile {
			var err error
			if run.Manifest, err = sweep.ReadManifest(folder); err != nil {
				return nil, err
			}
		}
		out.Runs = append(out.Runs, run)
	}
	for _, file := range in.Named(verify.VerdictsFile) {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var reports []verify.Report
		if err := json.Unmarshal(text, &reports); err != nil {
			return nil, fmt.Errorf("%w: %s: want what feltlab verify --out writes: %w", ErrInput, file, err)
		}
		for i := range reports {
			v, err := in.verdict(file, &reports[i])
			if err != nil {
				return nil, err
			}
			out.Verdicts = append(out.Verdicts, v)
		}
	}
	if len(out.Runs) == 0 && len(out.Verdicts) == 0 {
		return nil, nil
	}
	return out, nil
}

func (in *Input) verdict(source string, r *verify.Report) (verdict, error) {
	v := verdict{
		Source: source, File: r.File, Kind: r.Kind, Digest: r.Digest, Judged: r.Judged.Format("2006-01-02T15:04:05Z"),
		Claims: r.Claims, Proved: r.Proved, Unproved: r.Unproved, False: r.False, Proofs: r.Proofs,
		Seconds: r.Seconds, State: notHere,
	}
	var err error
	if v.Of, v.State, err = in.stateOf(source, r.File, r.Digest); err == nil && v.State == asJudged && r.Beside != "" {
		var beside string // a table is stale if its source is
		if _, beside, err = in.stateOf(source, r.Beside, r.BesideDigest); beside == stale {
			v.State = stale
		}
	}
	return v, err
}

// stateOf finds a judged file by its name and digest, and returns its name among the results and its state. A file with
// another digest counts as the same file if its folder has the same name or contains the verdict.
func (in *Input) stateOf(source, name, digest string) (of, state string, err error) {
	name = filepath.ToSlash(name)
	state = notHere
	for _, file := range in.files {
		if path.Base(file) != path.Base(name) {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return "", "", err
		}
		if verify.Digest(text) == digest {
			return file, asJudged, nil
		}
		if folder := path.Dir(file); path.Base(folder) == path.Base(path.Dir(name)) || folder == path.Dir(source) {
			of, state = file, stale
		}
	}
	return of, state, nil
}
