package disktest

import (
	"fmt"
	"testing"

	"feltlab/internal/disk"
)

// Left is a way in which a power failure leaves a disk.
type Left struct {
	name string
	// names says that names were written though their folder was not synced.
	names bool
	// bytes returns what a file holds that held some bytes when it was synced, and others since.
	bytes func(synced, now []byte) []byte
}

// ways are all of them.
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

// Work is something done with files of a folder.
type Work struct {
	// Prepare, if set, fills the folder before; all of that counts as synced.
	Prepare func(t *testing.T, folder string)
	// Do does it on disk.FS.
	Do func(folder string) error
	// Check holds what is left, and goes on from there; done says that Do said it was done.
	Check func(t *testing.T, folder string, done bool)
}

// most is the number of calls from which on some work is taken to go on for ever.
const most = 1000

// Run does the work on disks that fail at the first call, at the second, and so on: once so that
// only this call fails, and once for each way of losing power. The last disk fails after the work.
// A short run skips it.
func (w Work) Run(t *testing.T) {
	if testing.Short() {
		t.Skip("power fails a hundred times and more")
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

// run does the work on a disk whose n-th call fails, and reports whether it had fewer calls.
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
		t.Fatalf("it fails on a disk that does not: %v", err)
	}
	if left != nil {
		if err := d.crash(*left); err != nil {
			t.Fatal(err)
		}
	}
	use(0, false) // which spares the time of syncing
	w.Check(t, folder, err == nil)
	return whole
}
