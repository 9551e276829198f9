//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
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
