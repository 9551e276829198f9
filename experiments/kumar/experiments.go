package kumar

import "feltlab/report/reproduce"

// Experiments lists what is reproduced of this source.
func Experiments() []reproduce.Experiment { return []reproduce.Experiment{strengths} }
