package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
)

func TestAddLicenses(t *testing.T) {
	folder := t.TempDir()
	var text bytes.Buffer
	if err := addLicenses(&text, "m v1", folder); err == nil {
		t.Error("a module without a license is passed on")
	}
	must.Do(t, os.Mkdir(filepath.Join(folder, "licenses"), 0o777))
	for _, name := range []string{"LICENSE-MIT.txt", "UNLICENSE", "NOTICE", "licenses/ftl.txt", "license_check",
		"README.md", "notices"} {
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte("text of "+name+"\n"), 0o666))
	}
	must.Do(t, addLicenses(&text, "m v1", folder))
	for name, want := range map[string]bool{"LICENSE-MIT.txt": true, "UNLICENSE": true, "NOTICE": true,
		"licenses/ftl.txt": true, "license_check": true, "README.md": false, "notices": false} {
		t.Run(name, func(t *testing.T) {
			if strings.Contains(text.String(), "text of "+name+"\n") != want {
				t.Errorf("%s is wrongly in or out:\n%s", name, text.String())
			}
		})
	}
}
