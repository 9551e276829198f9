package highs

// WithoutChild runs f as in a program that does not call Child.
func WithoutChild(f func()) {
	serves.Store(false)
	defer serves.Store(true)
	f()
}

// Serve is what a child does.
var Serve = serve
