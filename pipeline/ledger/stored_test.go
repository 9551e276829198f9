package ledger

import (
	"context"
	"strings"
	"testing"
	"time"
)

// TestOneLimit uses a proof twice: the first use takes all of the proof's time.
func TestOneLimit(t *testing.T) {
	c := NewChecker(Options{TimeLimit: 20 * time.Millisecond})
	p := &storedProof{packed: []byte{0}, name: "a proof"}
	use := func(do func(ctx context.Context) error) string {
		gaveUp, err := c.use(t.Context(), p, do)
		if err != nil {
			t.Fatal(err)
		}
		return gaveUp
	}
	use(func(ctx context.Context) error { <-ctx.Done(); return nil })
	if gaveUp := use(context.Context.Err); !strings.Contains(gaveUp, "given up after 20ms") {
		t.Errorf("the second use has time of its own: %q", gaveUp)
	}
}
