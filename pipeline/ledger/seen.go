package ledger

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
)

// Seen is a file that a check came across.
type Seen struct {
	File  string    `json:"file"`           // its path
	State FileState `json:"state"`          // judged, not judged or missing
	Note  string    `json:"note,omitempty"` // why it was not
}

// FileState says whether a file was judged.
type FileState string

// The states of files.
const (
	Judged    FileState = "judged"
	NotJudged FileState = "not judged"
	Missing   FileState = "missing" // something names it, and it is not there
)

// Unjudged is what a file states and nothing judges.
type Unjudged struct {
	What string `json:"what"` // columns, or the record of a proof
	Note string `json:"note"` // why
}

func (c *Checker) proofsOf(path string) string {
	return cmp.Or(c.Proofs, proofsBeside(path))
}

func proofsBeside(path string) string { return filepath.Join(filepath.Dir(path), prooffile.Folder) }

// records judges the records of proofs in rows, each by the proof that its digest names, and lists the files of proofs.
func (c *Checker) records(path string, rows []*row, e *evidence, report *Report) {
	var foreign []int // numbers of results
	missing := map[string]bool{}
	byDigest := map[string][]*storedProof{}
	for _, p := range e.all {
		byDigest[p.record.Digest] = append(byDigest[p.record.Digest], p)
	}
	for _, r := range rows {
		if r.Proof == nil {
			continue
		}
		if name := r.Proof.File; name != "" && r.Proof.Packed == nil {
			at := filepath.Join(c.proofsOf(path), filepath.Base(name))
			if _, err := os.Stat(at); err != nil {
				missing[at] = true
			}
		}
		described := byDigest[r.Proof.Digest]
		if p := e.inside[r.Answer]; p != nil {
			described = []*storedProof{p}
		}
		for _, p := range e.all { // the file that the result names says another digest
			if len(described) == 0 && p.base() != "" && p.base() == r.Proof.File {
				described = []*storedProof{p}
			}
		}
		if len(described) == 0 {
			foreign = append(foreign, r.number)
		} else {
			r.record(described)
		}
	}
	if len(foreign) > 0 {
		report.NotJudged = append(report.NotJudged, Unjudged{
			"proof (kind, features, bound, largest_error, cuts, digest, file) of results " + spans(foreign),
			"there is no proof with this digest"})
	}
	report.Files = append(report.Files, e.seen...)
	for _, p := range e.all {
		if p.file.Name != "" {
			report.Files = append(report.Files, p.seen())
		}
	}
	for name := range missing {
		report.Files = append(report.Files, Seen{name, Missing, "a result names it"})
	}
	slices.SortFunc(report.Files, func(a, b Seen) int { return cmp.Compare(a.File, b.File) })
}

// spans writes ascending numbers as "1, 3-5".
func spans(numbers []int) string {
	var parts []string
	for i := 0; i < len(numbers); {
		first, last := numbers[i], numbers[i]
		for i++; i < len(numbers) && numbers[i] == last+1; i++ {
			last++
		}
		if first == last {
			parts = append(parts, strconv.Itoa(first))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", first, last))
		}
	}
	return strings.Join(parts, ", ")
}

// base returns the name of a proof's file in its folder; nothing for a proof inside results.
func (p *storedProof) base() string {
	if p.file.Name == "" {
		return ""
	}
	return filepath.Base(p.file.Name)
}

// record compares the record of a row's proof with the proof; equal proofs may stand in several files.
func (r *row) record(described []*storedProof) {
	says, is := r.Proof, described[0].record
	before := r.report.False
	compare := func(key, want, found string) {
		if want != found {
			r.wrong(Fault{Column: "proof." + key, Expected: want, Found: found, Note: "what its proof says"})
		}
	}
	compare("kind", string(is.Kind), string(says.Kind))
	compare("features", strconv.Itoa(is.Features), strconv.Itoa(says.Features))
	compare("bound", Text(is.Bound), Text(says.Bound))
	compare("largest_error", strconv.FormatBool(is.Largest), strconv.FormatBool(says.Largest))
	compare("cuts", strconv.Itoa(is.Cuts), strconv.Itoa(says.Cuts))
	compare("digest", is.Digest, says.Digest)
	if !slices.ContainsFunc(described, func(p *storedProof) bool { return p.base() == says.File }) {
		compare("file", cmp.Or(described[0].base(), "nothing, as the proof is inside"), says.File)
	}
	if x := r.claim(); x != nil && !x.by(described[0]) {
		r.wrong(Fault{Column: "proof", Expected: "a proof of the bound", Found: "a proof of another claim",
			Note: prooffile.Claim(&described[0].Header)})
	}
	if r.report.False == before {
		r.report.holds()
	}
}

func unjudged(results []*question.Answer) []Unjudged {
	var ours []string
	add := func(column string, stated func(a *question.Answer) bool) {
		if slices.ContainsFunc(results, stated) {
			ours = append(ours, column)
		}
	}
	add("data.note", func(a *question.Answer) bool { return a.Table().Note != "" })
	ours = append(ours, "engine", "seconds")
	add("seed", func(a *question.Answer) bool { return a.Seed != 0 })
	add("time_limit_seconds", func(a *question.Answer) bool { return a.TimeLimitSeconds != 0 })
	all := []Unjudged{{strings.Join(ours, ", "), "how the answers were found; nothing shows it"}}
	if slices.ContainsFunc(results, func(a *question.Answer) bool { return a.Solver != nil }) {
		all = append(all, Unjudged{"formulation, solver_bound, solver_gap, solver_nodes, solver_seconds, " +
			"solver_status, solver_version",
			"what HiGHS reports: no formula and no bound here refutes it, and nothing proves it"})
	}
	return all
}

func (c *Checker) manifest(path string) (*Report, error) {
	text, err := content(path)
	if err != nil {
		return nil, err
	}
	folder := filepath.Dir(path)
	m, err := ReadManifest(folder)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	beside := filepath.Join(folder, SolvesFile)
	solves, err := content(beside)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: a manifest needs the results next to it: %w", ErrFile, path, err)
	}
	results, err := question.ReadAnswers(bytes.NewReader(solves))
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrFile, beside, err)
	}
	report := newReport(path, "manifest", Digest(text))
	report.Beside, report.BesideDigest, report.Rows = beside, Digest(solves), len(results)
	must := func(column, want, found string) {
		if want == found {
			report.holds()
			return
		}
		report.wrong(Fault{Place: ManifestFile, Column: column, Expected: want, Found: found,
			Note: fmt.Sprintf("%s has %d results", SolvesFile, len(results))})
	}
	must("finished", strconv.Itoa(len(results)), strconv.Itoa(m.Finished))
	must("solves", strconv.Itoa(max(m.Solves, len(results))), strconv.Itoa(m.Solves))
	must("partial", strconv.FormatBool(len(results) < m.Solves), strconv.FormatBool(m.Partial))
	must("reading", Readings(results), m.Reading)
	report.NotJudged = []Unjudged{{"config, solves, judge, go, machine, started, ended",
		"how the results were made; nothing shows it"}}
	return report, nil
}

// Folder lists the files in a folder, and adds them to the first report about one of them; there a link to a missing
// file is a claim that is not proved. It leaves out the empty lock file of a run. It returns none for another path.
func (o *Options) Folder(path string, reports []*Report) (all []Seen, err error) {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return nil, err
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	var first *Report
	judged := map[string]bool{}
	for _, r := range reports {
		judged[filepath.Clean(r.File)] = true
		if first == nil && filepath.Dir(r.File) == filepath.Clean(path) {
			first = r
		}
	}
	for _, e := range entries {
		file := filepath.Join(path, e.Name())
		seen := Seen{file, NotJudged, "no kind of results"}
		info, err := os.Stat(file)
		switch {
		case e.IsDir() && e.Name() == prooffile.Folder:
			continue // the reports list them
		case e.Name() == LockFile && err == nil && info.Mode().IsRegular() && info.Size() == 0:
			continue // the lock of a run
		case judged[file]:
			seen.State, seen.Note = Judged, ""
		case errors.Is(err, fs.ErrNotExist):
			seen.State, seen.Note = Missing, "a link to a file that is not there"
		case e.IsDir():
			seen.Note = "a folder"
		case e.Name() == pageFile:
			seen.Note = "no page of this folder's name can be rendered again"
		case e.Name() == VerdictsFile:
			seen.Note = "verdicts of an earlier check"
		}
		if all = append(all, seen); first != nil && seen.State == Missing {
			first.left(Open{Place: e.Name(), Column: "file", Found: "nothing", Note: seen.Note})
		}
	}
	if first != nil {
		first.Files = append(first.Files, all...)
	}
	return all, nil
}
