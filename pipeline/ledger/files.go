package ledger

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"feltlab/internal/disk"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

// ErrFile is returned for a file that is damaged or of another kind than those that can be checked.
var ErrFile = errors.New("cannot read results")

// Expand replaces folders by the results and tables in them, and by the page if it can be rendered. The
// error is the system's, or wraps ErrFile for a folder without any of them.
func (o *Options) Expand(paths []string) ([]string, error) {
	var files []string
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			files = append(files, path)
			continue
		}
		before := len(files)
		for _, name := range []string{SolvesFile, TableFile, ParquetFile, ManifestFile} {
			if _, err := os.Stat(filepath.Join(path, name)); err == nil {
				files = append(files, filepath.Join(path, name))
			}
		}
		page := filepath.Join(path, pageFile)
		if _, err := os.Stat(page); err == nil && o.renderer(page) != nil {
			files = append(files, page)
		}
		if len(files) == before {
			return nil, fmt.Errorf("%w: %s: a folder without %s", ErrFile, path, SolvesFile)
		}
	}
	return files, nil
}

// Digest returns the SHA-256 of a file's content, in hexadecimal, as reports state it.
func Digest(content []byte) string { return fmt.Sprintf("%x", sha256.Sum256(content)) }

// File checks a file: results as JSON, a table rendered from results, or a proof. The report lists
// false claims. The error wraps ErrFile for another kind of file, or is the context's or the system's.
func (c *Checker) File(ctx context.Context, path string) (*Report, error) {
	f, err := open(path, disk.MostProof)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	start := make([]byte, 1000)
	n, err := io.ReadFull(f, start)
	if err != nil && err != io.ErrUnexpectedEOF && err != io.EOF {
		return nil, err
	}
	start = bytes.TrimSpace(start[:n])
	switch {
	case len(start) == 0:
		return nil, fmt.Errorf("%w: %s: it is empty", ErrFile, path)
	case strings.HasSuffix(path, prooffile.Extension) || bytes.HasPrefix(start, []byte("feltlab-proof")) ||
		bytes.HasPrefix(start, []byte{0x1f, 0x8b}): // gzip
		return c.proof(ctx, path)
	case filepath.Base(path) == ManifestFile:
		return c.manifest(path)
	}
	text, err := content(path)
	switch {
	case err != nil:
		return nil, err
	case start[0] != '{' && start[0] != '[':
		return c.table(ctx, path, text)
	}
	if a, err := question.ReadScorecard(text); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrFile, path, err)
	} else if a != nil {
		return c.scorecard(ctx, path, a, Digest(text))
	}
	j, err := c.results(ctx, path)
	if err != nil {
		return nil, err
	}
	return j.report, nil
}

// open opens a file that does not lead out of its folder.
func open(path string, most int64) (*os.File, error) {
	return disk.OpenIn(filepath.Dir(path), filepath.Base(path), most)
}

func content(path string) ([]byte, error) {
	return disk.ReadIn(filepath.Dir(path), filepath.Base(path), disk.MostText)
}

func (c *Checker) proof(ctx context.Context, path string) (*Report, error) {
	p := &storedProof{name: filepath.Base(path)}
	p.file = prooffile.File{Folder: filepath.Dir(path), Name: p.name}
	packed, err := open(path, disk.MostProof)
	if err != nil {
		return nil, err
	}
	defer packed.Close()
	h := sha256.New()
	if _, err := io.Copy(h, packed); err != nil {
		return nil, err
	}
	report := newReport(path, "proof", fmt.Sprintf("%x", h.Sum(nil)))
	report.Rows = 1
	if err := c.replayed(ctx, report, p); err != nil {
		return nil, err
	}
	if p.record != nil {
		report.Claim = prooffile.ClaimOf(path, &p.Header)
	}
	return report, nil
}

func (c *Checker) replayed(ctx context.Context, report *Report, p *storedProof) error {
	start := time.Now()
	defer func() { report.Seconds = time.Since(start).Seconds() }()
	gaveUp, err := c.scan(ctx, p)
	switch {
	case err != nil && ctx.Err() != nil:
		return err
	case err != nil:
		return fmt.Errorf("%w: %w", ErrFile, err)
	case gaveUp != "":
		report.left(Open{"proof", "", "", "proof", p.name, gaveUp})
		return nil
	}
	var problem *prove.Problem
	fault := &Fault{Column: "hand, range", Expected: "a hand and a range", Found: p.Labels.Source + ", " +
		p.Labels.Rows}
	if p.named != nil {
		fault.Note = p.named.Error()
	} else if err := c.count(ctx, p.about); err != nil {
		return err
	} else {
		problem, fault = c.problem(p.about)
	}
	if fault != nil {
		fault.Place, fault.Hand, fault.Range = "proof", p.Labels.Source, p.Labels.Rows
		report.wrong(*fault)
		return nil
	}
	report.Matrices = 1
	held, err := c.replayAll(ctx, map[*storedProof]*prove.Problem{p: problem}, report)
	if len(held) == 1 {
		report.holds()
		report.Bounds[ByProof]++
	} else if p.gaveUp != "" {
		report.left(Open{"proof", p.Labels.Source, p.Labels.Rows, "bound", Text(p.Cutoff), p.gaveUp})
	}
	return err
}

// table checks the results next to a table, and the table by rendering it again from them.
func (c *Checker) table(ctx context.Context, path string, text []byte) (*Report, error) {
	solves, others, err := solvesOf(path)
	if err != nil {
		return nil, err
	}
	j, err := c.results(ctx, solves)
	if err != nil {
		return nil, err
	}
	report := *j.report
	report.Faults = slices.Clip(report.Faults)               // the next table adds its own faults
	proved := func(f Seen) bool { return f.State == Judged } // the report on the results lists them
	report.Files = slices.Concat([]Seen{{File: solves, State: Judged}}, others,
		slices.DeleteFunc(slices.Clone(report.Files), proved))
	report.File, report.Kind, report.Digest = path, "table", Digest(text)
	report.Beside, report.BesideDigest = solves, j.report.Digest
	render := c.renderer(path)
	if render == nil {
		render = c.Render
	}
	rendered, err := render(text, j.results)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrFile, path, err)
	}
	if line, want, found := difference(rendered, text); line > 0 {
		report.wrong(Fault{Place: fmt.Sprintf("line %d", line), Column: "table", Expected: want, Found: found,
			Note: "the table is not what " + filepath.Base(solves) + " gives"})
	} else {
		report.holds()
	}
	return &report, nil
}

// solvesOf finds the results of a table: in its folder, else in the folder with its name, such as
// results/table4 for results/table4.csv. It also returns those that the table may be of too.
func solvesOf(path string) (solves string, others []Seen, err error) {
	folder, base := filepath.Split(path)
	name := strings.TrimSuffix(base, filepath.Ext(base))
	own := filepath.Join(folder, name)
	for _, candidate := range []string{filepath.Join(folder, SolvesFile), filepath.Join(own, SolvesFile)} {
		info, err := os.Stat(candidate)
		switch {
		case err != nil || info.IsDir():
		case solves == "":
			solves = candidate
		default:
			others = append(others, Seen{candidate, NotJudged, "the table is judged by " + solves})
		}
	}
	if solves != "" {
		return solves, others, nil
	}
	return "", nil, fmt.Errorf("%w: %s: a table needs its results, %s, next to it or in %s",
		ErrFile, path, SolvesFile, own)
}

const pageFile = "README.md"

func (o *Options) renderer(path string) Renderer {
	name := filepath.Base(path)
	if name == pageFile {
		if full, err := filepath.Abs(path); err == nil {
			name = filepath.Base(filepath.Dir(full)) + "/" + name
		}
	}
	return o.Tables[name]
}

// difference returns the number of the first line, from 1, in which two texts differ, and a part of
// both lines; 0 if the texts are equal.
func difference(want, found []byte) (line int, a, b string) {
	if bytes.Equal(want, found) {
		return 0, "", ""
	}
	x, y := bytes.Split(want, []byte("\n")), bytes.Split(found, []byte("\n"))
	for line = range min(len(x), len(y)) {
		if !bytes.Equal(x[line], y[line]) {
			break
		}
	}
	part := func(all [][]byte) string {
		if line >= len(all) {
			return "the end"
		}
		at := 0 // first difference
		for at < min(len(x[line]), len(y[line])) && x[line][at] == y[line][at] {
			at++
		}
		const before, length = 20, 60
		from := max(at-before, 0)
		return fmt.Sprintf("%q", all[line][from:min(from+length, len(all[line]))])
	}
	return line + 1, part(x), part(y)
}
