package highs

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"feltlab/model/mip"
)

// TestMissing runs itself where there is no HiGHS.
func TestMissing(t *testing.T) {
	if os.Getenv("FELTLAB_HIGHS") != "/nowhere" {
		again := exec.Command(os.Args[0], "-test.run=^TestMissing$")
		again.Env = append(os.Environ(), "FELTLAB_HIGHS=/nowhere")
		if out, err := again.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	if Available() || Version() != "" {
		t.Errorf("available %v, version %q", Available(), Version())
	}
	_, err := Solve(context.Background(), &mip.Model{}, nil, Options{})
	if !errors.Is(err, ErrMissing) || !strings.Contains(err.Error(), "make build") {
		t.Errorf("got %v, want ErrMissing and how to get it", err)
	}
}
