package store

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"testing"

	"feltlab/internal/disk/disktest"
	"feltlab/internal/must"
)

// TestPowerLoss cuts the power at every disk call: the artifact is there whole or not at all, and it is there
// once Do has returned.
func TestPowerLoss(t *testing.T) {
	const text = "all of it"
	do := func(root string) (*Artifact, error) {
		s, err := Open(root, slog.New(slog.DiscardHandler))
		if err != nil {
			return nil, err
		}
		return s.Do(context.Background(), greeting, func(_ context.Context, w io.Writer) (int64, error) {
			_, err := io.WriteString(w, text)
			return 1, err
		})
	}
	disktest.Work{
		Do: func(root string) error {
			_, err := do(root)
			return err
		},
		Check: func(t *testing.T, root string, done bool) {
			s := must.Get(Open(root, nil))(t)
			key, _ := greeting.Key()
			if _, err := s.Get(key); err != nil && (done || !errors.Is(err, ErrNotFound)) {
				t.Errorf("left: %v; done: %v", err, done)
			}
			a := must.Get(do(root))(t)
			if got, err := os.ReadFile(a.Path); string(got) != text {
				t.Errorf("the next run has %q, %v", got, err)
			}
		},
	}.Run(t)
}
