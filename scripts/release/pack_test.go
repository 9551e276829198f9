package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"testing"
	"time"
)

var (
	when  = time.Date(2026, 11, 22, 8, 0, 0, 0, time.UTC)
	files = []file{{"feltlab", []byte("a program"), true}, {"LICENSE", []byte("a license"), false}}
)

// hold compares a file of an archive with what was packed.
func hold(t *testing.T, f file, name string, mode int64, modified time.Time, content io.Reader) {
	t.Helper()
	text, err := io.ReadAll(content)
	if err != nil || name != "folder/"+f.name || mode != int64(f.mode()) || !modified.Equal(when) || !bytes.Equal(text, f.content) {
		t.Errorf("%s is read as %s, mode %o, %v, %q, %v", f.name, name, mode, modified, text, err)
	}
}

func TestPackTar(t *testing.T) {
	packed, err := packTar("folder", files, when)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	archive := tar.NewReader(raw)
	for _, f := range files {
		head, err := archive.Next()
		if err != nil {
			t.Fatal(err)
		}
		hold(t, f, head.Name, head.Mode, head.ModTime, archive)
	}
	if _, err := archive.Next(); err != io.EOF {
		t.Errorf("more files, %v", err)
	}
}

func TestPackZip(t *testing.T) {
	packed, err := packZip("folder", files, when)
	if err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil || len(archive.File) != len(files) {
		t.Fatal(archive, err)
	}
	for i, f := range files {
		head := archive.File[i]
		content, err := head.Open()
		if err != nil {
			t.Fatal(err)
		}
		hold(t, f, head.Name, int64(head.Mode()), head.Modified, content)
	}
}
