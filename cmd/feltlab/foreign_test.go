//go:build unix

package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
)

// matrixCache returns a cache that has the matrix of kings under the key of a hand.
func matrixCache(t *testing.T, under string) string {
	t.Helper()
	root := t.TempDir()
	s := must.Get(store.Open(root, nil))(t)
	kings, err := matrixtest.Question{Hand: "KK", Range: "RUS"}.Parquet()
	if err == nil {
		err = s.Keep(t.Context(), question.MustSubject(under, "RUS").RowsSpec(), kings)
	}
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// TestForeignMatrix asks about aces with a cache that has the matrix of kings in its place: the answer is that of aces.
func TestForeignMatrix(t *testing.T) {
	root := matrixCache(t, "AA")
	const asked = "fit --hand AA --range RUS --features 1"
	var right, got question.Answer
	answers(t, asked, &right)
	answers(t, asked+" --cache "+root, &got)
	if got.Status != question.Optimal || got.AverageError != right.AverageError || got.LowerBound != right.LowerBound {
		t.Errorf("%+v\nwant %+v", got, right)
	}
}

// TestForeignRecords puts named pipes, devices and huge files in the place of a record's files: nothing waits or reads
// on and on, and the answer stays.
func TestForeignRecords(t *testing.T) {
	root := matrixCache(t, "KK")
	asked := "fit --hand KK --range RUS --features 1 --cache " + root
	var before question.Answer
	answers(t, asked, &before)
	for name, plant := range map[string]func(path string) error{
		"a named pipe": func(path string) error { return syscall.Mkfifo(path, 0o666) },
		"a device":     func(path string) error { return os.Symlink("/dev/zero", path) },
		"a huge file": func(path string) error {
			return errors.Join(os.WriteFile(path, nil, 0o666), os.Truncate(path, 20<<30))
		},
	} {
		for _, file := range []string{"ladder.json", "*.proof.gz"} {
			t.Run(name+" as "+file, func(t *testing.T) {
				paths, err := filepath.Glob(filepath.Join(root, "known", "*", file))
				if err != nil || len(paths) != 1 {
					t.Fatal(paths, err)
				}
				must.Do(t, errors.Join(os.Remove(paths[0]), plant(paths[0])))
				var after question.Answer
				answers(t, asked, &after)
				if after.Status != question.Optimal || after.AverageError != before.AverageError {
					t.Errorf("%+v, was %+v", after, before)
				}
			})
		}
	}
}

// TestForeignWrites names pipes and devices as files to write: nothing waits, and no file replaces them.
func TestForeignWrites(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	must.Do(t, syscall.Mkfifo(pipe, 0o666))
	null := filepath.Join(t.TempDir(), "null")
	must.Do(t, os.Symlink("/dev/null", null))
	for args, want := range map[string]string{
		"milp --hand KK --range RUS --features 1 --log " + pipe:    "--log: open " + pipe,
		"dataset --hand KK --range RUS --format csv --out " + pipe: "a named pipe, want a regular file",
		"convert --game kuhn uniform " + null:                      "a device, want a regular file",
	} {
		if _, err := feltlab(t, strings.Fields(args)...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", args, err, want)
		}
	}
	for _, path := range []string{pipe, null} {
		if info, err := os.Stat(path); err != nil || info.Mode().IsRegular() {
			t.Errorf("%s was replaced: %v", path, err)
		}
	}
}

// TestNoRegularFile gives every command that reads a file a named pipe, a device and a file of 20 GB: each ends at once
// as a usage error that says what the file is. Strategies are read from pipes.
func TestNoRegularFile(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name+".jsonl") }
	must.Do(t, errors.Join(syscall.Mkfifo(at("pipe"), 0o666), os.Symlink("/dev/zero", at("zero")),
		os.WriteFile(at("sparse"), nil, 0o666), os.Truncate(at("sparse"), 20<<30)))
	for name, want := range map[string]string{
		"pipe": "named pipe", "zero": "device", "sparse": "has 21474836480 bytes, want at most",
	} {
		for _, args := range []string{
			"verify FILE", "report FILE --out r.html", "bestresponse --game leduc --opponent FILE",
			"convert --game leduc FILE x.txt", "sweep FILE --dry-run",
			"proof expand FILE --out x.proof.gz", "worker --connect FILE",
			"jamfold tournament --config FILE --out there",
		} {
			if name == "pipe" && strings.Contains(args, "--game leduc") {
				continue
			}
			if name == "zero" && strings.HasPrefix(args, "verify") {
				want = "not a link out of it"
			}
			fails(t, 2, strings.ReplaceAll(args, "FILE", at(name)), want)
			if name == "zero" {
				want = "device"
			}
		}
	}
}

// TestForeignFolder verifies a folder in which the name of a file has two lines, and sweeps into one whose lock is a
// named pipe: a report stays in its lines and leaves out the run's lock, and nothing waits.
func TestForeignFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "out")
	must.Do(t, os.Mkdir(folder, 0o777))
	config := filepath.Join(t.TempDir(), "c.yaml")
	write(t, config, "hands: [AA]\nranges: [RUS]\nprograms: [AVGERR]\nfeatures: 1\noutput: "+folder+"\n")
	says(t, "sweep "+config)
	const name = "x\nsolves.jsonl: holds: all 9 claims are proved"
	write(t, filepath.Join(folder, name), "")
	out := says(t, "verify "+folder, `x\u000asolves.jsonl`)
	if strings.Contains(out, "\nsolves.jsonl: holds") || strings.Contains(out, ledger.LockFile) {
		t.Error(out)
	}
	lock := filepath.Join(folder, ledger.LockFile)
	if err := os.Remove(lock); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	must.Do(t, syscall.Mkfifo(lock, 0o666))
	if _, err := feltlab(t, "sweep", config); err == nil || !strings.Contains(err.Error(), "named pipe") {
		t.Errorf("a sweep into a folder with a named pipe as lock: %v", err)
	}
}
