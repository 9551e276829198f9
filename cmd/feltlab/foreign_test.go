//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"feltlab/pipeline/sweep"
)

// TestNoRegularFile gives every command that reads a file a named pipe, a device and a file of 20 GB: each ends at once
// as a usage error that says what the file is.
func TestNoRegularFile(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name+".jsonl") }
	for _, err := range []error{
		syscall.Mkfifo(at("pipe"), 0o666), os.Symlink("/dev/zero", at("zero")),
		os.WriteFile(at("sparse"), nil, 0o666), os.Truncate(at("sparse"), 20<<30),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"pipe": "named pipe", "zero": "device", "sparse": "has 21474836480 bytes, want at most",
	} {
		for _, args := range []string{
			"verify FILE", "report FILE --out r.html", "bestresponse --game leduc --opponent FILE",
			"convert --game leduc FILE x.txt", "fit --dataset FILE --features 1", "sweep FILE --dry-run",
			"proof expand FILE --out x.proof.gz", "worker --connect FILE", "jamfold tournament --config FILE --out there",
		} {
			if name == "zero" && strings.HasPrefix(args, "verify") {
				want = "not a link out of it"
			}
			_, err := feltlab(t, strings.Fields(strings.ReplaceAll(args, "FILE", at(name)))...)
			if ExitCode(err) != 2 || !strings.Contains(err.Error(), want) {
				t.Errorf("%s with a %s: exit %d, %v, want %q", args, name, ExitCode(err), err, want)
			}
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
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(t.TempDir(), "c.yaml")
	text := "hands: [AA]\nranges: [RUS]\nprograms: [AVGERR]\nfeatures: 1\noutput: " + folder + "\n"
	if err := os.WriteFile(config, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := feltlab(t, "sweep", config); err != nil {
		t.Fatal(err)
	}
	const name = "x\nsolves.jsonl: holds: all 9 claims are proved"
	if err := os.WriteFile(filepath.Join(folder, name), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := feltlab(t, "verify", folder)
	if err != nil || strings.Contains(out, "\nsolves.jsonl: holds") || strings.Contains(out, sweep.LockFile) ||
		!strings.Contains(out, `x\u000asolves.jsonl`) {
		t.Errorf("%v\n%s", err, out)
	}
	lock := filepath.Join(folder, sweep.LockFile)
	if err := os.Remove(lock); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(lock, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := feltlab(t, "sweep", config); err == nil || !strings.Contains(err.Error(), "named pipe") {
		t.Errorf("a sweep into a folder with a named pipe as lock: %v", err)
	}
}
