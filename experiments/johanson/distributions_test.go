package johanson

import (
	"math"
	"strings"
	"testing"

	"feltlab/dataset/buckets"
	"feltlab/experiments/experimentstest"
	"feltlab/internal/must"
	"feltlab/model/cards"
)

// Made-up rivers: all classes are always of middling strength but a few, of which 72o is half of
// the time as weak as can be and half as strong, so that its mean is no other.
func TestDistributions(t *testing.T) {
	all := new(buckets.ByClass)
	for k := range all {
		all[k][buckets.MostStrength/2] = 2 * uint64(cards.Class(k).Size())
	}
	split := must.Get(cards.ParseClass("72o"))(t)
	all[split] = [buckets.MostStrength + 1]uint64{0: 12, buckets.MostStrength: 12}
	s := must.Get(newDistributionSummary(all))(t)
	// Half of it moves from either end to the middle bin.
	if want := (25.0/2 + 24.0/2) / 50; math.Abs(s.Distance-want) > 1e-12 || s.Alike[0].Hand != "72o" &&
		s.Alike[1].Hand != "72o" {
		t.Errorf("%s and %s are %v apart, want %v", s.Alike[0].Hand, s.Alike[1].Hand, s.Distance, want)
	}
	if h := s.Hands[1]; h.Hand != "2s7c" || h.Mean != 0.5 || h.Square != 0.5 || h.Shares[0] != 0.5 ||
		h.Shares[49] != 0.5 {
		t.Errorf("%+v", h)
	}
	env, page, out := write(t, "distributions",
		map[string]any{"distributions": func() *distributionSummary { return s }})
	hold(t, out, "AsAd  E[HS] = 0.500000, E[HS^2] = 0.250000\n")
	hold(t, page, "![2s7c](2s7c.svg)", "| 0.500000 | 0.250000 |")
	for path, text := range experimentstest.Files(t, env.Out) {
		if strings.HasSuffix(path, ".csv") && !strings.Contains(string(text), "0.98,1.00,0.000000,0.500000,") {
			t.Errorf("%s: %s", path, text)
		}
	}
}
