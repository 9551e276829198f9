package page

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"feltlab/internal/disk"
)

// Sources returns the SHA-256 of what a bundle is made from, as text: a bundle that is stale is found without node.
func Sources(folder string) ([]byte, error) {
	sum := sha256.New()
	add := func(path string) error {
		text, err := disk.ReadFile(filepath.Join(folder, path), disk.MostText)
		fmt.Fprintf(sum, "%s %d\n%s", filepath.ToSlash(path), len(text), text)
		return err
	}
	err := fs.WalkDir(os.DirFS(folder), "src", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		return add(path)
	})
	if err == nil {
		err = add("package-lock.json")
	}
	return fmt.Appendf(nil, "%x\n", sum.Sum(nil)), err
}
