package ranges

import (
	"errors"
	"fmt"
)

// Errors that callers test for with errors.Is.
var (
	// ErrSyntax marks a token that does not parse.
	ErrSyntax = errors.New("ranges: bad token")
	// ErrConflict marks a token that gives a combo another weight than an earlier token.
	ErrConflict = errors.New("ranges: contradictory weights")
	// ErrWeight marks a weight that is out of bounds.
	ErrWeight = errors.New("ranges: weight out of bounds")
	// ErrEmpty marks a range without hands.
	ErrEmpty = errors.New("ranges: empty range")
	// ErrHand marks text that names neither a class nor a specific hand.
	ErrHand = errors.New("ranges: not a hand")
)

// TokenError says which token of a range is wrong, where and why. It unwraps to ErrSyntax,
// ErrConflict or ErrWeight.
type TokenError struct {
	Token    string // as written, weight included
	Position int    // of the token's first character in the text, counted from 1
	Problem  string // what is wrong, what was expected and, for a slip, the likely name
	Kind     error  // the sentinel
}

// Error gives the whole story on one line.
func (e *TokenError) Error() string {
	return fmt.Sprintf("%v: %s at character %d: %s", e.Kind, quote(e.Token), e.Position, e.Problem)
}

// Unwrap returns the sentinel.
func (e *TokenError) Unwrap() error { return e.Kind }

// quote quotes a token, cut to a length that fits on a line.
func quote(token string) string {
	const longest = 40
	if runes := []rune(token); len(runes) > longest {
		return fmt.Sprintf("%q...", string(runes[:longest]))
	}
	return fmt.Sprintf("%q", token)
}
