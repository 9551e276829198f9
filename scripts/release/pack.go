package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"
)

type file struct {
	name       string
	content    []byte
	executable bool
}

func (f *file) mode() fs.FileMode {
	if f.executable {
		return 0o755
	}
	return 0o644
}

func packTar(folder string, files []file, when time.Time) ([]byte, error) {
	var b bytes.Buffer
	packed := gzip.NewWriter(&b)
	archive := tar.NewWriter(packed)
	for _, f := range files {
		head := &tar.Header{Name: folder + "/" + f.name, Mode: int64(f.mode()), Size: int64(len(f.content)),
			ModTime: when, Format: tar.FormatUSTAR}
		if err := archive.WriteHeader(head); err != nil {
			return nil, err
		}
		if _, err := archive.Write(f.content); err != nil {
			return nil, err
		}
	}
	err := errors.Join(archive.Close(), packed.Close())
	return b.Bytes(), err
}

func packZip(folder string, files []file, when time.Time) ([]byte, error) {
	var b bytes.Buffer
	archive := zip.NewWriter(&b)
	for _, f := range files {
		head := &zip.FileHeader{Name: folder + "/" + f.name, Method: zip.Deflate, Modified: when}
		head.SetMode(f.mode())
		w, err := archive.CreateHeader(head)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.content); err != nil {
			return nil, err
		}
	}
	err := archive.Close()
	return b.Bytes(), err
}

// licenseFile matches the files of a module that must go with copies of it.
var licenseFile = regexp.MustCompile(`(?i)^(un)?(licen[cs]e|copying|notice|patents)([-._].*)?$`)

func licenses(system, processor string) ([]byte, error) {
	list := goCommand(system, processor, append([]string{"list", "-deps", "-f",
		"{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}"}, programs...)...)
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list for %s/%s: %w", system, processor, err)
	}
	root, err := goCommand(system, processor, "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	modules := strings.Split(strings.TrimSpace(string(out)), "\n")
	slices.Sort(modules)
	text := bytes.NewBufferString("feltlab and feltcheck contain the following, under these licenses.\n")
	for _, module := range append([]string{runtime.Version() + "\t" + strings.TrimSpace(string(root))},
		slices.Compact(modules)...) {
		name, folder, _ := strings.Cut(module, "\t")
		if name == "" {
			continue
		}
		if err := addLicenses(text, name, folder); err != nil {
			return nil, err
		}
	}
	return text.Bytes(), nil
}

// addLicenses appends the license files of a module's folder, and those of a folder for them. A module
// without any may not be passed on.
func addLicenses(text *bytes.Buffer, name, folder string) error {
	paths, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		return err
	}
	more, err := filepath.Glob(filepath.Join(folder, "licenses", "*"))
	if err != nil {
		return err
	}
	found := false
	for _, path := range append(paths, more...) {
		if info, err := os.Stat(path); err != nil || info.IsDir() || filepath.Dir(path) == folder &&
			!licenseFile.MatchString(filepath.Base(path)) {
			continue
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		fmt.Fprintf(text, "\n%s\n%s: %s\n%[1]s\n\n%[4]s\n", strings.Repeat("=", 80), name, filepath.Base(path),
			bytes.TrimSpace(content))
		found = true
	}
	if !found {
		return fmt.Errorf("%s has no license in %s", name, folder)
	}
	return nil
}
