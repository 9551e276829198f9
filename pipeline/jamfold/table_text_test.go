package jamfold

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"feltlab/model/tournament"
)

func TestTableText(t *testing.T) {
	for _, c := range []struct {
		text TableText
		want tournament.Table
	}{
		{TableText{Stacks: "8bb, 7.5bb", Ante: "BB", Dead: "0.5bb"}, tournament.Table{
			Stacks: []int{8000, 7500}, SmallBlind: 500, BigBlind: 1000, Ante: 1000, BigBlindAnte: true, Dead: 500,
		}},
		{TableText{Stacks: "800,1200,8bb", Blinds: "50,100", Ante: "10", Prizes: "50,30,20", Others: "400"},
			tournament.Table{Stacks: []int{800, 1200, 800}, SmallBlind: 50, BigBlind: 100, Ante: 10,
				Prizes: []float64{50, 30, 20}, Others: []int{400}}},
	} {
		got := tournament.Table{Ante: 7, Dead: 7, Others: []int{7}, Prizes: []float64{7}}
		if err := c.text.Read(&got); err != nil {
			t.Errorf("%+v: %v", c.text, err)
		} else if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%+v: %s", c.text, diff)
		}
	}
	for name, bad := range map[string]TableText{
		"stacks: bad stacks: 800,900": {Stacks: "800,900"},
		"stacks: bad stacks: stack 2": {Stacks: "8bb,x"},
		"blinds: ":                    {Stacks: "8bb,8bb", Blinds: "5"},
		"ante: ":                      {Stacks: "8bb,8bb", Ante: "x"},
		"dead: ":                      {Stacks: "8bb,8bb", Dead: "-1"},
		"prizes: ":                    {Stacks: "8bb,8bb", Prizes: "3,5"},
		"others: ":                    {Stacks: "8bb,8bb", Others: "3,,"},
	} {
		if err := bad.Read(new(tournament.Table)); err == nil || !strings.HasPrefix(err.Error(), name) {
			t.Errorf("%+v: %v, want %q", bad, err, name)
		}
	}
}
