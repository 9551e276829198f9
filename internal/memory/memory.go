package memory

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// ErrMemory marks a need that the machine cannot meet.
var ErrMemory = errors.New("not enough memory")

// source is where Linux tells; other systems do not have it.
const source = "/proc/meminfo"

// Available returns the number of bytes that programs may still allocate without swapping, and
// false if the system does not tell.
func Available() (bytes int64, known bool) {
	text, err := os.ReadFile(source)
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

// Check returns an error that wraps ErrMemory if what needs more bytes than are available.
func Check(what string, need int64) error {
	if available, known := Available(); known && need > available {
		return fmt.Errorf("%w: %s needs %d MB, of which %d MB are available", ErrMemory, what, need>>20, available>>20)
	}
	return nil
}
