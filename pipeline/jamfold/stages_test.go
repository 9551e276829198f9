package jamfold

import (
	"fmt"
	"testing"

	"feltlab/model/game"
	"feltlab/pipeline/artifact"
	"feltlab/pipeline/artifact/artifacttest"
)

// holdStages holds what is stored of the small tournament, the first round, the solution and the
// certificate, and of a chart by depth.
func holdStages(t *testing.T, lab *Lab, c *Config, solved *Solved) {
	t.Helper()
	first, err := lab.round(c, solved.Game, 1)
	if err != nil || first == nil {
		t.Fatalf("no first round in the store: %v", err)
	}
	heads, err := chartConfig(0)
	if err != nil {
		t.Fatal(err)
	}
	stacks := []int{4 * chartBlind}
	chart, err := lab.chart(t.Context(), &heads, stacks)
	if err != nil {
		t.Fatal(err)
	}
	// In place of Leduc's value a number that takes no time.
	kuhn, err := SolveExactly(t.Context(), game.Kuhn(), 0.1)
	if err != nil {
		t.Fatal(err)
	}
	played := solved.Game.Played()[0]
	decisions := fmt.Sprint(solved.At(played).Decisions(played, c.Unit)) // gob and JSON have trouble with NaN
	artifacttest.Stages(t, append(allInOutputs(t),
		artifacttest.Output{Spec: valueSpec(game.Leduc()), Value: kuhn.Value},
		artifacttest.Output{Spec: heads.chartSpec(stacks), Value: chart},
		artifacttest.Output{Spec: c.roundSpec(1), Value: pack(first)},
		artifacttest.Output{Spec: c.solutionSpec(), Value: pack(solved.Snapshot)},
		artifacttest.Output{Spec: c.certificateSpec(artifact.Key{}), Value: solved.Certificate},
		artifacttest.Output{Spec: c.decisionsSpec(artifact.Key{}), Value: decisions},
	)...)
}
