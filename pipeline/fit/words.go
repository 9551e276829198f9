package fit

import (
	"fmt"
	"math"
	"strings"

	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

// Words says a formula as a person would: "start with 86%; three in a row on the flop: -13".
// The features that are true on every flop of the instance make the start; the others follow
// with the largest weight first, in whole percentage points.
func Words(r *question.Answer, inst *regression.Instance) string {
	start := 0.0
	var parts []string
	for _, w := range r.ByWeight() {
		if always(inst, w.ID) {
			start += w.Weight
			continue
		}
		if w.ID >= 1 && w.ID <= inst.Columns.Count() {
			parts = append(parts, inst.Columns.List[w.ID-1].Phrase(w.Weight))
		}
	}
	opening := fmt.Sprintf("start with %d%%", int(math.Round(100*start)))
	return strings.Join(append([]string{opening}, parts...), "; ")
}

func always(inst *regression.Instance, id int) bool {
	for _, v := range inst.Features {
		if !v.Has(id) {
			return false
		}
	}
	return true
}
