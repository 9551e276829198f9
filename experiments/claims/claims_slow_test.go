//go:build slow

package claims

import "testing"

// TestHeadsUpClaims judges what the tournament of two says, in seconds from nothing.
func TestHeadsUpClaims(t *testing.T) {
	e := evidenceOf(t, results)
	for _, c := range []struct {
		name string
		judge
		want verdict
	}{{"share", share, holds}, {"reversal", reversal, holds}, {"mixing", headsUpMixing, differs}, {"cash", headsUpCash,
		holds}, {"guarantee", guarantee, holds}} {
		t.Run(c.name, func(t *testing.T) {
			f, err := c.judge(t.Context(), e)
			if err != nil || f.verdict != c.want {
				t.Errorf("%s: %s, want %s: %s (%v)", c.name, f.verdict, c.want, f.ours, err)
			}
			t.Log(f.ours)
		})
	}
}

// TestStreetTimes counts the deals of each street as the source does, and takes less time for them.
func TestStreetTimes(t *testing.T) {
	f, err := streetTimes(t.Context(), evidenceOf(t, results))
	if err != nil || f.verdict != differs {
		t.Errorf("%s: %s (%v)", f.verdict, f.ours, err)
	}
	t.Log(f.ours)
}
