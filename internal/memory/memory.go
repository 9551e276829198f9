package memory

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"

	"feltlab/internal/disk"
)

// ErrMemory marks a computation that needs more memory than the machine has left.
var ErrMemory = errors.New("not enough memory")

// Available returns the number of bytes that programs can still allocate without swapping; known is
// false on systems without /proc/meminfo.
func Available() (bytes int64, known bool) {
	text, err := disk.ReadFile("/proc/meminfo", disk.MostText)
	if err != nil {
		return 0, false
	}
	return parse(string(text))
}

// parse finds the line "MemAvailable: 12345 kB".
func parse(text string) (bytes int64, known bool) {
	for line := range strings.Lines(text) {
		if fields := strings.Fields(line); len(fields) == 3 && fields[0] == "MemAvailable:" && fields[2] == "kB" {
			kilobytes, err := strconv.ParseInt(fields[1], 10, 64)
			return kilobytes << 10, err == nil
		}
	}
	return 0, false
}

// Check returns an error that wraps ErrMemory if a computation, named by what, needs more bytes than are available.
func Check(what string, need int64) error {
	if available, known := Available(); known && need > available {
		return fmt.Errorf("%w: %s needs %d MB, of which %d MB are available", ErrMemory, what, need>>20, available>>20)
	}
	return nil
}

// largeInput is the number of bytes from which Spare saves memory; sparePercent is its garbage.
const largeInput, sparePercent = 32 << 20, 25

// Spare is SpareFor the size of a file that the program reads.
func Spare(path string) {
	if info, err := os.Stat(path); err == nil {
		SpareFor(info.Size())
	}
}

// SpareFor lets the program hold garbage of at most a quarter of what it uses, instead of as much, once it works on a
// large number of bytes. That takes some percent of the time.
func SpareFor(bytes int64) {
	if bytes >= largeInput {
		debug.SetGCPercent(sparePercent)
	}
}
