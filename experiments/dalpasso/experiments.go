package dalpasso

import "feltlab/report/reproduce"

// Experiments lists what is reproduced of this source, by name.
func Experiments() []reproduce.Experiment {
	return []reproduce.Experiment{aces, atlas, figures, highsAlone, paper, sor13, table3, table4}
}
