package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAddLicenses(t *testing.T) {
	folder := t.TempDir()
	var text bytes.Buffer
	if err := addLicenses(&text, "m v1", folder); err == nil {
		t.Error("a module without a license is passed on")
	}
	if err := os.Mkdir(filepath.Join(folder, "licenses"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"LICENSE-MIT.txt", "UNLICENSE", "NOTICE", "licenses/ftl.txt", "license_check", "README.md", "notices"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("text of "+name+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := addLicenses(&text, "m v1", folder); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"LICENSE-MIT.txt": true, "UNLICENSE": true, "NOTICE": true, "licenses/ftl.txt": true, "license_check": true, "README.md": false, "notices": false} {
		t.Run(name, func(t *testing.T) {
			if strings.Contains(text.String(), "text of "+name+"\n") != want {
				t.Errorf("%s is wrongly in or out:\n%s", name, text.String())
			}
		})
	}
}
