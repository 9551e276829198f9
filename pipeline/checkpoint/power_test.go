package checkpoint

import (
	"path/filepath"
	"slices"
	"testing"

	"feltlab/internal/disk/disktest"
)

// TestPowerLoss leaves all items that were put, and perhaps the next one.
func TestPowerLoss(t *testing.T) {
	order := []int{3, 0, 4}
	put := 0 // of these
	path := func(folder string) string { return filepath.Join(folder, "c") }
	disktest.Work{
		Do: func(folder string) error {
			put = 0
			f, err := Open(path(folder), header)
			if err != nil {
				return err
			}
			defer f.Close()
			for _, item := range order {
				if err := f.Put(item, values(item)); err != nil {
					return err
				}
				put++
			}
			return nil
		},
		Check: func(t *testing.T, folder string, _ bool) {
			f := open(t, path(folder))
			for n, item := range order {
				if got := f.Get(item); got == nil && n < put || got != nil && n > put || got != nil && !slices.Equal(got, values(item)) {
					t.Errorf("of %d items put, item %d is %v", put, item, got)
				}
			}
			for item := range header.Items {
				put := f.Get(item)
				if put == nil {
					if err := f.Put(item, values(item)); err != nil {
						t.Errorf("the next run: %v", err)
					}
				}
			}
			f.Close()
			if again := open(t, path(folder)); again.Done() != header.Items {
				t.Errorf("the next run kept %d of %d items", again.Done(), header.Items)
			}
		},
	}.Run(t)
}
