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
)

// errDisk is the error of a call that the test makes fail, and of every call after a power failure.
var errDisk = errors.New("the test makes this call fail")

// Disk is a file system whose files all lie in one folder.
type Disk struct {
	disk.OS
	mu      sync.Mutex
	root    string
	top     *node
	calls   int
	failing int // the number of the call that fails, counted from 1; if dead, all later calls fail too
	dead    bool
}

type node struct {
	content []byte           // of a file, as of its last sync
	names   map[string]*node // of a folder, as of now; nil for a file
	synced  map[string]*node // of a folder, as of its last sync
}

func newDisk(root string) (*Disk, error) {
	top, err := load(root)
	return &Disk{root: root, top: top}, err
}

func load(path string) (*node, error) {
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	n := folder()
	for _, e := range entries {
		inner := filepath.Join(path, e.Name())
		if e.IsDir() {
			n.names[e.Name()], err = load(inner)
		} else {
			var text []byte
			text, err = os.ReadFile(inner)
			n.names[e.Name()] = &node{content: text}
		}
		if err != nil {
			return nil, err
		}
	}
	n.synced = maps.Clone(n.names)
	return n, nil
}

func folder() *node { return &node{names: map[string]*node{}, synced: map[string]*node{}} }

// call counts a call and returns errDisk if it must fail. The caller holds mu.
func (d *Disk) call() error {
	d.calls++
	if d.failing > 0 && (d.calls == d.failing || d.dead && d.calls > d.failing) {
		return errDisk
	}
	return nil
}

// at returns the folder of a path, and the last name of the path.
func (d *Disk) at(path string) (*node, string) {
	rel, err := filepath.Rel(d.root, path)
	if err != nil || strings.HasPrefix(rel, "..") {
		panic("disktest: " + path + " is not in " + d.root)
	}
	n := d.top
	parts := strings.Split(rel, string(filepath.Separator))
	for _, part := range parts[:len(parts)-1] {
		if n = n.names[part]; n == nil || n.names == nil {
			panic("disktest: no folder " + part + " of " + path)
		}
	}
	return n, parts[len(parts)-1]
}

func (d *Disk) find(path string) *node {
	if filepath.Clean(path) == filepath.Clean(d.root) {
		return d.top
	}
	in, name := d.at(path)
	return in.names[name]
}

// OpenFile opens a file. A new file survives a crash only after its folder is synced.
func (d *Disk) OpenFile(name string, flag int, perm fs.FileMode) (disk.File, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.call(); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err
	}
	n := d.find(name)
	if n == nil {
		n = &node{}
		in, base := d.at(name)
		in.names[base] = n
	}
	return &file{File: f, disk: d, node: n}, nil
}

// MkdirAll makes folders.
func (d *Disk) MkdirAll(path string, perm fs.FileMode) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.call(); err != nil {
		return err
	}
	return d.mkdir(path, os.MkdirAll(path, perm))
}

func (d *Disk) mkdir(path string, err error) error {
	if err != nil || filepath.Clean(path) == filepath.Clean(d.root) {
		return err
	}
	if err := d.mkdir(filepath.Dir(path), nil); err != nil {
		return err
	}
	if in, name := d.at(path); in.names[name] == nil {
		in.names[name] = folder()
	}
	return nil
}

// MkdirTemp makes a folder with a new name.
func (d *Disk) MkdirTemp(dir, pattern string) (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.call(); err != nil {
		return "", err
	}
	path, err := os.MkdirTemp(dir, pattern)
	return path, d.mkdir(path, err)
}

// Rename moves a file or a folder.
func (d *Disk) Rename(from, to string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	err := d.call()
	if err == nil {
		err = os.Rename(from, to)
	}
	if err != nil {
		return err
	}
	old, name := d.at(from)
	moved := old.names[name]
	delete(old.names, name)
	in, name := d.at(to)
	in.names[name] = moved
	return nil
}

// RemoveAll removes a file, or a folder with its content.
func (d *Disk) RemoveAll(path string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.call(); err != nil {
		return err
	}
	in, name := d.at(path)
	delete(in.names, name)
	return os.RemoveAll(path)
}

type file struct {
	*os.File
	disk *Disk
	node *node
}

// Write writes p, or the first half of it if the call must fail.
func (f *file) Write(p []byte) (int, error) {
	return f.write(p, f.File.Write)
}

// WriteAt is Write at an offset.
func (f *file) WriteAt(p []byte, at int64) (int, error) {
	return f.write(p, func(p []byte) (int, error) { return f.File.WriteAt(p, at) })
}

func (f *file) write(p []byte, do func([]byte) (int, error)) (int, error) {
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	failed := f.disk.call()
	if failed != nil && f.disk.dead && f.disk.calls > f.disk.failing {
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
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	if err := f.disk.call(); err != nil {
		return err
	}
	return f.File.Truncate(size)
}

// Sync makes the bytes of a file, or the names in a folder, survive a crash.
func (f *file) Sync() error {
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	if err := f.disk.call(); err != nil {
		return err
	}
	if f.node.names != nil {
		f.node.synced = maps.Clone(f.node.names)
		return nil
	}
	text, err := os.ReadFile(f.Name()) // no caller renames an open file
	f.node.content = text
	return err
}

func (d *Disk) crash(left Left) error {
	type kept struct {
		path    string
		folder  bool
		content []byte
	}
	var all []kept
	var walk func(path string, n *node) error
	walk = func(path string, n *node) error {
		all = append(all, kept{path, true, nil})
		names := n.synced
		if left.names {
			names = n.names
		}
		for name, inner := range names {
			path := filepath.Join(path, name)
			if inner.names != nil {
				if err := walk(path, inner); err != nil {
					return err
				}
				continue
			}
			now, err := os.ReadFile(path)
			if errors.Is(err, fs.ErrNotExist) {
				now, err = inner.content, nil // the crash undoes a renaming or removal
			}
			if err != nil {
				return err
			}
			all = append(all, kept{path, false, left.bytes(bytes.Clone(inner.content), now)})
		}
		return nil
	}
	if err := walk(d.root, d.top); err != nil {
		return err
	}
	if err := os.RemoveAll(d.root); err != nil {
		return err
	}
	for _, k := range all {
		var err error
		if k.folder {
			err = os.MkdirAll(k.path, 0o777)
		} else {
			err = os.WriteFile(k.path, k.content, 0o666)
		}
		if err != nil {
			return err
		}
	}
	return nil
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

// most is the largest number of calls that the work may need.
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
