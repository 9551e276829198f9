package report

import (
	"context"
	"math"
	"path"
	"path/filepath"
	"slices"
	"time"

	"feltlab/dataset/published"
	"feltlab/internal/disk"
	"feltlab/model/regression"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
)

type solveRow struct {
	Files         []int           `json:"files"` // indexes of the block's names; the row comes from the first
	Hand          string          `json:"hand"`
	Range         string          `json:"range"`
	Program       string          `json:"program"`
	MaxFeatures   int             `json:"max_features"` // 0 for programs that count features
	ErrorLimit    float64         `json:"error_limit"`  // 0 for the others
	Status        question.Status `json:"status"`
	Average       question.Number `json:"average_error"`
	Largest       question.Number `json:"max_error"`
	BoundPercent  question.Number `json:"lower_bound_percent"`  // null for programs that count features
	BoundFeatures question.Number `json:"lower_bound_features"` // null for the others
	Seconds       float64         `json:"seconds"`
	Engine        string          `json:"engine"`
	Seed          int             `json:"seed"`
	TimeLimit     float64         `json:"time_limit_seconds"`
	Features      []int           `json:"features"` // of the formula as it is stored
	Weights       []float64       `json:"weights"`  // to a millionth for a result in brief; errors to a billionth
}

// solvesBlock lists all results in the order of the files, each question once.
func solvesBlock(ctx context.Context, in *Input) (any, error) {
	if len(in.results) == 0 && !in.Live {
		return nil, nil
	}
	names := []string{}
	for _, s := range in.Solves {
		names = append(names, s.File)
	}
	var rows []solveRow
	for _, r := range in.results {
		ids, weights := termsOf(r.Formula())
		if r.brief {
			for i, w := range weights {
				weights[i] = math.Round(1e6*w) / 1e6
			}
		}
		none := question.Number(math.NaN())
		row := solveRow{
			r.files, r.Hand().Text, r.Against().Range.String(), r.Kind.String(), r.N, r.E, r.Status, r.AverageError,
			r.MaxError, 100 * r.LowerBound, none, math.Round(1000*r.Seconds) / 1000, r.Engine, r.Seed,
			r.TimeLimitSeconds, ids, weights,
		}
		if r.brief {
			row.Average, row.Largest = to9(math.Round, row.Average), to9(math.Round, row.Largest)
			row.BoundPercent = to9(math.Floor, row.BoundPercent)
		}
		if r.CountsFeatures() {
			row.BoundPercent, row.BoundFeatures = none, r.LowerBound
		}
		rows = append(rows, row)
	}
	always, err := in.always(ctx)
	if err != nil {
		return nil, err
	}
	columns := columnsOf(rows)
	columns["names"], columns["always"], columns["ranges"] = names, always, in.ranges()
	return columns, nil
}

// to9 rounds a number to nine decimals.
func to9(round func(float64) float64, x question.Number) question.Number {
	return question.Number(round(1e9*float64(x)) / 1e9)
}

func termsOf(f regression.Formula) (ids []int, weights []float64) {
	ids, weights = []int{}, []float64{}
	for _, t := range f {
		ids, weights = append(ids, t.ID), append(weights, t.Weight)
	}
	return ids, weights
}

func certificatesBlock(_ context.Context, in *Input) (any, error) {
	var rows []certificateRow
	for _, r := range in.results {
		rows = append(rows, r.proof)
	}
	if len(rows) == 0 && !in.Live {
		return nil, nil
	}
	return columnsOf(rows), nil
}

// publishedRow is a printed row of Dalpasso & Lancia 2015: of Table 4, the least average error with ten features, or of
// Table 3, the fewest features for 2.5 percentage points.
type publishedRow struct {
	Hand                string    `json:"hand"`
	Range               string    `json:"range"`
	AverageErrorPercent float64   `json:"average_error_percent"` // 0 in rows of Table 3
	FeaturesNeeded      int       `json:"features_needed"`       // 0 in rows of Table 4
	Features            []int     `json:"features"`              // of the five largest weights
	Weights             []float64 `json:"weights"`
}

func publishedBlock(context.Context, *Input) (any, error) {
	var rows []publishedRow
	for _, p := range slices.Concat(published.Table4(), published.Table3()) {
		ids, weights := termsOf(p.Terms)
		rows = append(rows, publishedRow{p.Hand, p.Range, p.AverageErrorPercent, p.FeaturesNeeded, ids, weights})
	}
	return columnsOf(rows), nil
}

type provenanceData struct {
	Runs     []runFacts `json:"runs"`
	Verdicts []verdict  `json:"verdicts"`
}

// runFacts describes a file of results, with the manifest of its sweep, if it has one.
type runFacts struct {
	File     string           `json:"file"`
	Results  int              `json:"results"`
	Seconds  float64          `json:"seconds"` // of all solves
	Manifest *ledger.Manifest `json:"manifest,omitempty"`
}

// The states of a file that a verdict names.
const (
	unchanged = "unchanged" // its digest is the one in the verdict
	stale     = "stale"     // its digest is another one
	notHere   = "not among the results"
)

// verdict is a report of feltlab verify, as a file states it: nothing here checks it. File is the name of the file at
// that time.
type verdict struct {
	ledger.Report
	Source string `json:"source"`
	Of     string `json:"of"` // its name among the results; empty if it is not among them
	State  string `json:"state"`
}

func provenanceBlock(_ context.Context, in *Input) (any, error) {
	out := &provenanceData{Runs: []runFacts{}, Verdicts: []verdict{}}
	for _, s := range in.Solves {
		folder := filepath.Dir(s.File)
		run := runFacts{File: s.File, Results: len(s.Results)}
		for _, r := range s.Results {
			run.Seconds += r.Seconds
		}
		if path.Base(s.File) == ledger.SolvesFile {
			var err error
			if run.Manifest, err = ledger.ReadManifest(folder); err != nil {
				return nil, err
			}
		}
		out.Runs = append(out.Runs, run)
	}
	for _, file := range in.Named(ledger.VerdictsFile) {
		reports, err := readJSON[[]ledger.Report](file, "what feltlab verify --out writes")
		if err != nil {
			return nil, err
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

func (in *Input) verdict(source string, r *ledger.Report) (verdict, error) {
	v := verdict{Report: *r, Source: source, State: notHere}
	v.Judged = v.Judged.Truncate(time.Second)
	v.Replays, v.Faults, v.Open, v.NotJudged, v.Files = nil, nil, nil, nil, nil // the page shows counts
	var err error
	if v.Of, v.State, err = in.stateOf(source, r.File, r.Digest); err == nil && v.State == unchanged && r.Beside != "" {
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
		text, err := disk.ReadFile(file, disk.MostText)
		if err != nil {
			return "", "", err
		}
		if ledger.Digest(text) == digest {
			return file, unchanged, nil
		}
		if folder := path.Dir(file); path.Base(folder) == path.Base(path.Dir(name)) || folder == path.Dir(source) {
			of, state = file, stale
		}
	}
	return of, state, nil
}
