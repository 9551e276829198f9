package disktest

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"feltlab/internal/disk"
	"feltlab/internal/must"
)

// errDisk is the error of a call that the test makes fail, and of every call after a power failure.
var errDisk = errors.New("the test makes this call fail")

// Disk is a file system whose files all lie in one folder.
type Disk struct {
	mu      sync.Mutex
	root    string
	above   *node // has the root as its only name, "."
	calls   int
	failing int // the number of the call that fails, counted from 1; if dead, all later calls fail too
	dead    bool
}

type node struct {
	content []byte           // of a file, as of its last sync
	names   map[string]*node // of a folder, as of now; nil for a file
	synced  map[string]*node // of a folder, as of its last sync
}

func folder() *node { return &node{names: map[string]*node{}, synced: map[string]*node{}} }

// newDisk returns a disk of the files in a folder, which count as synced.
func newDisk(root string) (*Disk, error) {
	d := &Disk{root: root, above: folder()}
	return d, filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		n := folder()
		if !e.IsDir() {
			n = &node{}
			n.content, err = os.ReadFile(path)
		}
		in, name := d.at(path)
		in.names[name], in.synced[name] = n, n
		return err
	})
}

// fail counts a call and returns errDisk if it must fail. The caller holds mu.
func (d *Disk) fail() error {
	d.calls++
	if d.failing > 0 && (d.calls == d.failing || d.dead && d.calls > d.failing) {
		return errDisk
	}
	return nil
}

func (d *Disk) do(call func() error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.fail(); err != nil {
		return err
	}
	return call()
}

// at returns the folder of a path, and the last name of the path. It makes nodes of folders that have none.
func (d *Disk) at(path string) (in *node, name string) {
	rel, err := filepath.Rel(d.root, path)
	if err != nil || strings.HasPrefix(rel, "..") {
		panic("disktest: " + path + " is not in " + d.root)
	}
	in, name = d.above, "."
	for _, part := range strings.Split(rel, string(filepath.Separator)) {
		if part != "." {
			in, name = in.orMade(name, folder), part
		}
	}
	return in, name
}

func (n *node) orMade(name string, made func() *node) *node {
	if n.names[name] == nil {
		n.names[name] = made()
	}
	return n.names[name]
}

// OpenFile opens a file. A new file survives a crash only after its folder is synced.
func (d *Disk) OpenFile(name string, flag int, perm fs.FileMode) (opened disk.File, err error) {
	err = d.do(func() error {
		f, err := os.OpenFile(name, flag, perm)
		if err != nil {
			return err
		}
		in, base := d.at(name)
		opened = &file{f, d, in.orMade(base, func() *node { return &node{} })}
		return nil
	})
	return opened, err
}

// MkdirAll makes folders.
func (d *Disk) MkdirAll(path string, perm fs.FileMode) error {
	return d.do(func() error { return d.made(path, os.MkdirAll(path, perm)) })
}

// MkdirTemp makes a folder with a new name.
func (d *Disk) MkdirTemp(dir, pattern string) (path string, err error) {
	err = d.do(func() (err error) {
		path, err = os.MkdirTemp(dir, pattern)
		return d.made(path, err)
	})
	return path, err
}

func (d *Disk) made(path string, err error) error {
	if err == nil {
		in, name := d.at(path)
		in.orMade(name, folder)
	}
	return err
}

// Rename moves a file or a folder.
func (d *Disk) Rename(from, to string) error {
	return d.do(func() error {
		if err := os.Rename(from, to); err != nil {
			return err
		}
		old, name := d.at(from)
		moved := old.names[name]
		delete(old.names, name)
		in, name := d.at(to)
		in.names[name] = moved
		return nil
	})
}

// RemoveAll removes a file, or a folder with its content.
func (d *Disk) RemoveAll(path string) error {
	return d.do(func() error {
		in, name := d.at(path)
		delete(in.names, name)
		return os.RemoveAll(path)
	})
}

type file struct {
	*os.File
	disk *Disk
	node *node
}

// Write writes p, or the first half of it if the call must fail.
func (f *file) Write(p []byte) (int, error) { return f.write(p, f.File.Write) }

// WriteAt is Write at an offset.
func (f *file) WriteAt(p []byte, at int64) (int, error) {
	return f.write(p, func(p []byte) (int, error) { return f.File.WriteAt(p, at) })
}

func (f *file) write(p []byte, do func([]byte) (int, error)) (int, error) {
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	failed := f.disk.fail()
	if failed != nil && f.disk.calls > f.disk.failing {
		return 0, failed
	}
	if failed != nil {
		p = p[:len(p)/2]
	}
	n, err := do(p)
	return n, errors.Join(failed, err)
}

// Truncate changes the length of the file.
func (f *file) Truncate(size int64) error {
	return f.disk.do(func() error { return f.File.Truncate(size) })
}

// Sync makes the bytes of a file, or the names in a folder, survive a crash.
func (f *file) Sync() error {
	return f.disk.do(func() (err error) {
		if f.node.names != nil {
			f.node.synced = maps.Clone(f.node.names)
			return nil
		}
		f.node.content, err = os.ReadFile(f.Name()) // no caller renames an open file
		return err
	})
}

func (d *Disk) crash(left Left) error {
	after := d.root + " after"
	if err := left.write(after, d.root, d.above.names["."]); err != nil {
		return err
	}
	return errors.Join(os.RemoveAll(d.root), os.Rename(after, d.root))
}

func (l Left) write(path, before string, n *node) error {
	if n.names == nil {
		now, err := os.ReadFile(before)
		if errors.Is(err, fs.ErrNotExist) {
			now, err = n.content, nil // the crash undoes a renaming or removal
		}
		return errors.Join(err, os.WriteFile(path, l.bytes(bytes.Clone(n.content), now), 0o666))
	}
	names := n.synced
	if l.names {
		names = n.names
	}
	err := os.Mkdir(path, 0o777)
	for name, inner := range names {
		err = errors.Join(err, l.write(filepath.Join(path, name), filepath.Join(before, name), inner))
	}
	return err
}

// Left is a state in which a power failure can leave a disk.
type Left struct {
	name  string
	names bool // true if the names in folders survive without a sync of the folder
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
	Prepare func(t *testing.T, folder string) // Prepare, if set, fills the folder first; its files count as synced
	Do      func(folder string) error         // Do makes the change through disk.FS
	// Check checks the files that are left, and repeats the change; done is whether Do returned no error.
	Check func(t *testing.T, folder string, done bool)
}

const most = 1000

// Run does the work on disks that fail at the first call, at the second, and so on: once so that only this call fails,
// and once for each way of losing power. It ends with the disk that fails after the last call. go test -short skips it.
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
	defer func(before disk.System) { disk.FS = before }(disk.FS)
	use := func(failing int, dead bool) *Disk {
		d := must.Get(newDisk(folder))(t)
		d.failing, d.dead = failing, dead
		disk.FS = disk.System{OpenFile: d.OpenFile, MkdirAll: d.MkdirAll, MkdirTemp: d.MkdirTemp, Rename: d.Rename,
			RemoveAll: d.RemoveAll}
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
		must.Do(t, d.crash(*left))
	}
	use(0, false) // a Disk saves the time of syncing
	w.Check(t, folder, err == nil)
	return whole
}
