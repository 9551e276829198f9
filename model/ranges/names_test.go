package ranges

import (
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
)

// TestGroups checks that the table lists no class twice and spot-checks the slip in it.
func TestGroups(t *testing.T) {
	listed := map[cards.Class]bool{}
	for _, text := range groupText {
		for _, token := range strings.Fields(text) {
			classes, problem := parseClasses(token)
			must.Equal(t, problem, "")
			for _, k := range classes {
				if listed[k] {
					t.Errorf("%v is listed twice", k)
				}
				listed[k] = true
			}
		}
	}
	for name, want := range map[string]int{
		"AA": 1, "AKs": 1, "AKo": 2, "AJs": 2, "99": 3, "AJo": 4, "A9s": 5, "A2s": 5, "65s": 5, "K9s": 6, "55": 6,
		"K8s": 7, "K2s": 7, "22": 7, "A9o": 8, "32s": 8, "K9o": 8, "72o": 9, "Q8s": 9, "63s": 9,
	} {
		k, err := cards.ParseClass(name)
		if err != nil || SklanskyGroup(k) != want {
			t.Errorf("%s: group %d, want %d (%v)", name, SklanskyGroup(k), want, err)
		}
	}
}

func TestExplain(t *testing.T) {
	for name, want := range map[string]string{
		"ATC": "any two cards", "any": "any two cards", "rus": "Sklansky's group 1: JJ+, AKs",
		"RS": "Sklansky's groups 1 to 2: TT+, AJs+, AK, KQs", "JJ+": "", "chen": "", "": "",
	} {
		must.Equal(t, Explain(name), want, name)
	}
}
