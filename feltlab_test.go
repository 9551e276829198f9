package feltlab_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"feltlab"
	"feltlab/dataset/equity"
	"feltlab/model/ranges"
)

// Texts that are wrong are errors that name them, before any work.
func TestWrongTexts(t *testing.T) {
	ctx := context.Background()
	count := func(_ feltlab.Count, err error) error { return err }
	hand := func(stacks, blinds string) error {
		_, err := feltlab.JamFold(ctx, stacks, blinds, t.TempDir(), nil)
		return err
	}
	_, _, class := feltlab.Strength(ctx, "QQ", "any", "AhJcAc")
	m := &feltlab.Matrix{}
	m.Range, _ = ranges.Parse("any")
	m.Hand, _ = ranges.ParseHand("AA")
	_, program := feltlab.Fit(ctx, m, feltlab.LeastAverage(99), feltlab.Options{})
	for want, err := range map[string]error{
		`"65t"`: count(feltlab.Equity(ctx, "TsTh", "65t", "")),
		"TsX":   count(feltlab.Equity(ctx, "TsX", "any", "")),
		"2s6":   count(feltlab.Equity(ctx, "TsTh", "any", "2s6")),
		"QQ":    class,
		"99, want 1 to the number of columns, 73": program,
		"8bc": hand("8bc,8bb", "1,2"),
		"2,1": hand("8bb,8bb", "2,1"),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if err := count(feltlab.Equity(ctx, "AsAh", "AA", "AcAd2s")); !errors.Is(err, equity.ErrEmptyRange) {
		t.Error(err)
	}
}
