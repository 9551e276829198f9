package prooffile

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
)

// stored lists the proofs of this repository's results, with what their headers say of the rows: subject and digest of
// the instance. The subject is "AA ATC", also for proofs of format 2, whose rows are the same for any weights.
func stored(t *testing.T, each func(path, subject, digest string)) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("..", "..", "results", "*", "proofs", "*"))
	if err != nil || len(paths) < 3000 {
		t.Fatalf("%d proofs, %v", len(paths), err)
	}
	for _, path := range paths {
		f := must.Get(os.Open(path))(t)
		said := map[string]string{}
		lines := bufio.NewScanner(Text(t.Context(), f))
		for lines.Scan() && said["instance"] == "" {
			key, value, _ := strings.Cut(lines.Text(), " ")
			said[key] = value
		}
		f.Close()
		if err := lines.Err(); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		each(path, said["hand"]+said["source"]+" "+said["range"]+said["rows"], said["instance"])
	}
}

// TestStoredInstances: proofs of the same subject name the same rows, and those of the tests' matrices the rows that
// this program makes. So no change of the program moves the rows that stored proofs are about.
func TestStoredInstances(t *testing.T) {
	digests := map[string]string{}
	for _, q := range matrixtest.Questions {
		exact := must.Get(matrixtest.Of(t, q.Hand, q.Range).Instance().Exact())(t)
		digest := exact.Digest()
		digests[q.Hand+" "+q.Range] = hex.EncodeToString(digest[:])
	}
	seen := map[string]int{}
	stored(t, func(path, subject, digest string) {
		must.Equal(t, len(digest), 2*sha256.Size, path, digest)
		if want := digests[subject]; want != "" && want != digest {
			t.Errorf("%s: the rows of %s are %s, want %s", path, subject, digest, want)
		}
		digests[subject] = digest
		seen[subject]++
	})
	for _, q := range matrixtest.Questions {
		if seen[q.Hand+" "+q.Range] < 20 {
			t.Errorf("%d proofs about %s against %s", seen[q.Hand+" "+q.Range], q.Hand, q.Range)
		}
	}
}
