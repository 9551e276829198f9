package sweep

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"feltlab/internal/disk/disktest"
	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
)

// TestPowerLoss leaves the results from before, with their proofs, or the new ones; and the tables
// from before or the new ones.
func TestPowerLoss(t *testing.T) {
	result := func(hand string) *question.Answer {
		return &question.Answer{Subject: question.MustSubject(hand, "RUS"), Status: question.Feasible,
			ProgramKeys: question.ProgramKeys{Kind: regression.AvgErr, N: 1}, AverageError: 0.5,
			Proof: &prooffile.Record{
				Kind: prooffile.Cuts, Features: 1, Bound: 0.25, Packed: []byte("a proof of " + hand)}}
	}
	before, after := []*question.Answer{result("AA")}, []*question.Answer{result("KK"), result("QQ")}
	hands := func(results []*question.Answer) (all []string) {
		for _, r := range results {
			all = append(all, r.Hand().Text)
		}
		return all
	}
	older, newer := tables(t, before), tables(t, after)
	disktest.Work{
		Prepare: func(t *testing.T, path string) { must.Do(t, Write(path, before)) },
		Do:      func(path string) error { return Write(path, after) },
		Check: func(t *testing.T, path string, done bool) {
			left := must.Get(ledger.Read(path))(t)
			if got := hands(left); !slices.Equal(got, hands(after)) && (done || !slices.Equal(got, hands(before))) {
				t.Errorf("results for %v are left; done: %v", got, done)
			}
			for _, r := range left {
				if _, err := os.Stat(filepath.Join(path, prooffile.Folder, r.Proof.File)); r.Proof.Packed == nil &&
					err != nil {
					t.Errorf("%s has lost its proof: %v", r.Hand(), err)
				}
			}
			for _, name := range []string{ledger.TableFile, ledger.ParquetFile} {
				text, err := os.ReadFile(filepath.Join(path, name))
				if err != nil || !bytes.Equal(text, newer[name]) && (done || !bytes.Equal(text, older[name])) {
					t.Errorf("%s is neither the old nor the new one; done: %v; %v", name, done, err)
				}
			}
			must.Do(t, Write(path, after))
			if left := must.Get(ledger.Read(path))(t); !slices.Equal(hands(left), hands(after)) {
				t.Errorf("the next run leaves %v", hands(left))
			}
		},
	}.Run(t)
}

func tables(t *testing.T, results []*question.Answer) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	for _, name := range []string{ledger.TableFile, ledger.ParquetFile} {
		all[name] = must.Get(Render(name, results))(t)
	}
	return all
}
