package proof

const (
	// RelativeGap and AbsoluteGap are what a bound may fall short of an objective that is called
	// optimal, one or the other; the second is for errors only.
	RelativeGap = 1e-6
	AbsoluteGap = 1e-7
	// LimitTolerance is part of what "within a limit" means: an error of at most the limit and so
	// much.
	LimitTolerance = 1e-9
)

// Optimal reports whether a proved bound on an error makes a formula with that error optimal.
func Optimal(e Number, bound float64) bool {
	return e.High()-bound <= max(RelativeGap*e.Value, AbsoluteGap)
}

// Within reports whether an error is certain to be within a limit.
func Within(e Number, limit float64) bool { return e.High() <= limit+LimitTolerance }

// Beyond reports whether a proved bound shows that no error is within a limit.
func Beyond(bound, limit float64) bool { return bound > limit+LimitTolerance }
