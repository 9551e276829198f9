package worstcase

// Judged is a strategy with its worst case, as experiments store it and the report shows it.
type Judged struct {
	Response
	// Published is the exploitability that a source prints.
	Published *float64 `json:"published,omitempty" unit:"unit"`
	// Trained says how the strategy was trained; nil if it was not.
	Trained *Trained `json:"trained,omitempty"`
	// Key identifies the strategy and the way it was judged, in a store; empty if it needs none.
	Key string `json:"key,omitempty"`
}

// Trained says how a strategy over buckets was trained.
type Trained struct {
	Buckets         string  `json:"buckets"`          // name of the bucketing
	Respond         string  `json:"respond"`          // street from which it learned against best responses; empty: none
	Tilt            string  `json:"tilt"`             // percentages by which payoffs were off: seat 1 wins, loses, seat 2 wins, loses
	InformationSets int     `json:"information_sets"` // size of the abstract game
	Iterations      int     `json:"iterations"`
	CPUHours        float64 `json:"cpu_hours"` // processor time of the training
	// Abstract is half of what both seats could still win in the abstract game, estimated from below; nil if the seats
	// were not trained against each other for the same payoffs.
	Abstract      *float64 `json:"abstract,omitempty"`
	AbstractError float64  `json:"abstract_standard_error,omitempty"`
}

// Judge makes the stored answer about a strategy from a finished result of Run. Only exact answers keep the values of
// hands.
func (r *Result) Judge(strategy string) (*Judged, error) {
	a, err := r.Answer(strategy, true, 0)
	if err != nil {
		return nil, err
	}
	if a.Status != "exact" {
		a.Hands = nil
	}
	a.SeatIntervals, a.ExploitabilityInterval = nil, nil
	return &Judged{Response: *a}, nil
}

// Exact reports whether the answer is exact.
func (r *Response) Exact() bool { return r.Status == "exact" }

// Losses lists the parts of the NashConv by betting round.
func (r *Response) Losses() []float64 {
	var losses []float64
	for _, round := range r.Rounds {
		losses = append(losses, round.Loss)
	}
	return losses
}
