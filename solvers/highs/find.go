package highs

import (
	"os"
	"path/filepath"
	"strings"
	"sync"

	"feltlab/internal/disk"
)

// program is the name of the child in its folder.
const program = "feltlab-highs"

// folder finds the folder of the child: the one that the environment names in FELTLAB_HIGHS, else highs beside this
// program, else libexec/feltlab beside its folder, where make install puts it. It is empty where there is none.
var folder = sync.OnceValue(func() string {
	places := []string{os.Getenv("FELTLAB_HIGHS")}
	if self, err := os.Executable(); err == nil && places[0] == "" {
		if real, err := filepath.EvalSymlinks(self); err == nil {
			self = real
		}
		beside := filepath.Dir(self)
		places = []string{filepath.Join(beside, "highs"), filepath.Join(filepath.Dir(beside), "libexec", "feltlab")}
	}
	for _, place := range places {
		if info, err := os.Stat(filepath.Join(place, program)); place != "" && err == nil && info.Mode().IsRegular() {
			return place
		}
	}
	return ""
})

// Available reports whether the child process that runs HiGHS is there.
func Available() bool { return folder() != "" }

// Version returns HiGHS's version, such as "1.10.0", as scripts/deps.sh noted it; empty without HiGHS.
var Version = sync.OnceValue(func() string {
	if !Available() {
		return ""
	}
	text, err := disk.ReadFile(filepath.Join(folder(), "version"), 100)
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(text))
})

// command returns the program of the child and its arguments. Where HiGHS came with a libc newer than the system's, the
// folder has a dynamic linker, which starts the child with the libraries of the folder.
func command() (name string, arguments []string) {
	child := filepath.Join(folder(), program)
	libraries := filepath.Join(folder(), "lib")
	files, _ := os.ReadDir(libraries)
	for _, f := range files {
		if strings.HasPrefix(f.Name(), "ld-linux") {
			return filepath.Join(libraries, f.Name()), []string{"--library-path", libraries, child}
		}
	}
	return child, nil
}
