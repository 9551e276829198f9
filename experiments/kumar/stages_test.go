package kumar

import (
	"testing"

	"feltlab/pipeline/store/storetest"
)

// TestStages holds what is stored: the case of section 5 on the river, in place of all evidence.
func TestStages(t *testing.T) {
	p, err := readPrinted()
	if err != nil {
		t.Fatal(err)
	}
	var river classCounts
	if err := river.play(t.Context(), p.hand, p.board, 2); err != nil {
		t.Fatal(err)
	}
	storetest.Stages(t, storetest.Output{Spec: evidenceSpec(), Value: river})
}
