//go:build unix

package ledger_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"feltlab/internal/disk"
	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/prooffile"
	"feltlab/solvers/prove"
)

// TestForeignProofFiles puts files into the folder of proofs that a stranger may have made: nothing hangs, nothing
// outside the folder is read, and no byte of it is in a message.
func TestForeignProofFiles(t *testing.T) {
	path := folder(t, results(t)[threeFeatures:count])
	secret := write(t, filepath.Join(t.TempDir(), "shadow"), []byte("root:swordfish:1:2\n"))
	at := func(name string) string { return filepath.Join(path, prooffile.Folder, name+prooffile.Extension) }
	must.Do(t, errors.Join(
		syscall.Mkfifo(at("pipe"), 0o666), os.Symlink(secret, at("link")), os.Symlink("/dev/zero", at("zero")),
		os.WriteFile(at("sparse"), nil, 0o666), os.Truncate(at("sparse"), 20<<30),
		os.WriteFile(at("other"), []byte("root:swordfish:1:2\n"), 0o666)))
	r := verified(t, filepath.Join(path, ledger.SolvesFile))
	said := ""
	for _, f := range r.Faults {
		said += f.String() + "\n"
	}
	for _, want := range []string{
		"pipe.proof.gz is a named pipe", "link.proof.gz: want a file in the folder", "zero.proof.gz: want a file in",
		"sparse.proof.gz has 21474836480 bytes, want at most 1073741824", `other.proof.gz: cannot read a proof: ` +
			`not a proof: line 1: want "feltlab-proof 1"`,
	} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is missing in\n%s", want, said)
		}
	}
	if strings.Contains(said, "swordfish") || len(r.Faults) != 5 || r.Unproved != 0 {
		t.Errorf("%d unproved, and\n%s", r.Unproved, said)
	}
	for _, name := range []string{"pipe", "link", "zero", "sparse"} {
		if _, err := checker(t).File(t.Context(), at(name)); !errors.Is(err, disk.ErrRefused) {
			t.Errorf("%s: %v", name, err)
		}
	}
	must.Do(t, os.Remove(filepath.Join(path, ledger.SolvesFile)))
	must.Do(t, os.Symlink(secret, filepath.Join(path, ledger.SolvesFile)))
	_, err := checker(t).File(t.Context(), filepath.Join(path, ledger.SolvesFile))
	if !errors.Is(err, disk.ErrRefused) || strings.Contains(err.Error(), "swordfish") {
		t.Error(err)
	}
}

type slowFinder struct{ each func() }

func (f slowFinder) Find(*proof.Cut) (*proof.Dual, error) {
	f.each()
	return nil, proof.ErrCut
}

func slowly(each func()) prove.FinderFunc {
	return func(context.Context, *regression.Instance, *proof.Instance, *proof.Header) (proof.Finder, error) {
		return slowFinder{each}, nil
	}
}

// TestGivenUp replays proofs for longer than the time limit: their bounds are not proved, not false, and the report
// says what was given up.
func TestGivenUp(t *testing.T) {
	path := filepath.Join(folder(t, results(t)[threeFeatures:count]), ledger.SolvesFile)
	c := checker(t)
	c.TimeLimit = 20 * time.Millisecond
	c.Find = slowly(func() { time.Sleep(2 * c.TimeLimit) })
	r := must.Get(c.File(t.Context(), path))(t)
	const want = "was given up after 20ms; --time-limit allows more"
	if r.False != 0 || len(r.Replays) != 1 || r.Replays[0].Holds || !strings.Contains(r.Replays[0].GaveUp, want) ||
		len(r.Open) == 0 || !strings.Contains(r.Open[0].Note, want) {
		t.Errorf("%+v", r)
	}
	c.TimeLimit = time.Nanosecond
	proofs, err := prooffile.List(filepath.Join(filepath.Dir(path), prooffile.Folder))
	if err != nil || len(proofs) != 1 {
		t.Fatal(proofs, err)
	}
	r, err = c.File(t.Context(), proofs[0])
	if err != nil || r.Unproved != 1 || r.False != 0 || !strings.Contains(r.Open[0].Note, "given up after 1ns") {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestInterrupted ends the context in the middle of a replay: the check ends with it, and calls no proof false.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := checker(t)
	calls := 0
	c.Find, c.Workers = slowly(func() { calls++; cancel() }), 1
	r, err := c.File(ctx, filepath.Join(folder(t, results(t)[threeFeatures:count]), ledger.SolvesFile))
	if !errors.Is(err, context.Canceled) || r != nil || calls != 1 {
		t.Errorf("%v, %v after %d calls", r, err, calls)
	}
}
