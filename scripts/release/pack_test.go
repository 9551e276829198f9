package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"feltlab/internal/must"
)

var (
	when  = time.Date(2026, 11, 22, 8, 0, 0, 0, time.UTC)
	files = fstest.MapFS{
		"folder":         {Mode: fs.ModeDir | 0o755, ModTime: when},
		"folder/LICENSE": {Data: []byte("a license"), Mode: 0o644, ModTime: when},
		"folder/feltlab": {Data: []byte("a program"), Mode: 0o755, ModTime: when},
	}
	names = []string{"folder", "folder/LICENSE", "folder/feltlab"}
)

// hold compares a file of an archive with what was packed.
func hold(t *testing.T, want, name string, mode int64, modified time.Time, content io.Reader) {
	t.Helper()
	text, err := io.ReadAll(content)
	f := files[want]
	if err != nil || strings.TrimSuffix(name, "/") != want || mode != int64(f.Mode.Perm()) || !modified.Equal(when) ||
		!bytes.Equal(text, f.Data) {
		t.Errorf("%s is read as %s, mode %o, %v, %q, %v", want, name, mode, modified, text, err)
	}
}

func TestPackTar(t *testing.T) {
	packed := must.Get(packTar(files))(t)
	raw := must.Get(gzip.NewReader(bytes.NewReader(packed)))(t)
	archive := tar.NewReader(raw)
	for _, name := range names {
		head := must.Get(archive.Next())(t)
		hold(t, name, head.Name, head.Mode, head.ModTime, archive)
	}
	if _, err := archive.Next(); err != io.EOF {
		t.Errorf("more files, %v", err)
	}
}

func TestPackZip(t *testing.T) {
	packed := must.Get(packZip(files))(t)
	archive, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil || len(archive.File) != len(files) {
		t.Fatal(archive, err)
	}
	for i, name := range names {
		head := archive.File[i]
		content := must.Get(head.Open())(t)
		hold(t, name, head.Name, int64(head.Mode().Perm()), head.Modified, content)
	}
}
