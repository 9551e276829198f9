package disktest

import (
	"fmt"
	"testing"

	"feltlab/internal/disk"
)

// Left is a state in which a power failure can leave a disk.
type Left struct {
	name string
	// names is true if the names in folders survive without a sync of the folder.
	names bool
	// bytes returns the content of a file after the failure, from its content at the last sync and now.
	bytes func(synced, now []byte) []byte
}

var ways = []Left{
	{"nothing unsynced", false, func(synced, _ []byte) []byte { return synced }},
	{"names only", true, func(synced, _ []byte) []byte { return synced }},
	{"zeros", true, func(synced, now []byte) []byte {
		return append(synced, make([]byte, max(0, len(now)-len(synced)))...)
	}},
	{"half", true, func(synced, now []byte) []byte {
		return append(synced, now[min(len(now), len(synced)):(len(now)+min(len(now), len(synced)))/2]...)
	}},
	{"everything", true, func(_, now []byte) []byte { return now }},
}

// Work is a change to the files of a folder that is tested against power failures.
type Work struct {
	// Prepare, if set, fills the folder first; its files count as synced.
	Prepare func(t *testing.T, folder string)
	// Do makes the change through disk.FS.
	Do func(folder string) error
	// Check checks the files that are left, and repeats the change; done is whether Do returned no error.
	Check func(t *testing.T, folder string, done bool)
}

// most is the largest number of calls that the work may need.
const most = 1000

// Run does the work on disks that fail at the first call, at the second, and so on: once so that
// only this call fails, and once for each way of losing power. It ends with the disk that fails after
// the last call. go test -short skips it.
func (w Work) Run(t *testing.T) {
	if testing.Short() {
		t.Skip("simulates more than a hundred power failures")
	}
	for n := 1; ; n++ {
		if n == most {
			t.Fatal("the work has too many calls")
		}
		t.Run(fmt.Sprintf("call %d fails", n), func(t *testing.T) { w.run(t, n, nil) })
		done := false
		for i := range ways {
			t.Run(fmt.Sprintf("power fails at call %d, which leaves %s", n, ways[i].name), func(t *testing.T) {
				done = w.run(t, n, &ways[i])
			})
		}
		if t.Failed() || done {
			return
		}
	}
}

// run does the work on a disk whose n-th call fails, and reports whether the work made fewer calls.
func (w Work) run(t *testing.T, n int, left *Left) (whole bool) {
	folder := t.TempDir()
	defer func() { disk.FS = disk.OS{} }()
	use := func(failing int, dead bool) *Disk {
		d, err := newDisk(folder)
		if err != nil {
			t.Fatal(err)
		}
		d.failing, d.dead = failing, dead
		disk.FS = d
		return d
	}
	use(0, false)
	if w.Prepare != nil {
		w.Prepare(t, folder)
	}
	d := use(n, left != nil)
	err := w.Do(folder)
	whole = d.calls < n
	if whole && err != nil {
		t.Fatalf("the work fails on a disk without failures: %v", err)
	}
	if left != nil {
		if err := d.crash(*left); err != nil {
			t.Fatal(err)
		}
	}
	use(0, false) // a Disk saves the time of syncing
	w.Check(t, folder, err == nil)
	return whole
}
