package ganzfried

import "feltlab/report/reproduce"

// Experiments lists what is reproduced of this source, by name.
func Experiments() []reproduce.Experiment {
	return []reproduce.Experiment{depth, jamFold, structures, viFP}
}
