package jamfold

import (
	"fmt"
	"strings"

	"feltlab/internal/nearest"
)

// Method is an algorithm for tournaments.
type Method uint8

// The methods; see the package documentation.
const (
	PIFP  Method = iota // fictitious play inside policy iteration
	VIFP                // fictitious play inside value iteration, as first published
	FPMDP               // policy iteration inside fictitious play
)

var methodNames = []string{"PI-FP", "VI-FP", "FP-MDP"}

// String returns "PI-FP", "VI-FP" or "FP-MDP".
func (m Method) String() string {
	if int(m) >= len(methodNames) {
		return fmt.Sprintf("Method(%d)", uint8(m))
	}
	return methodNames[m]
}

// ParseMethod reads the name of a method, in either case. The error is ErrMethod.
func ParseMethod(text string) (Method, error) {
	for i, name := range methodNames {
		if strings.EqualFold(name, text) {
			return Method(i), nil
		}
	}
	return 0, fmt.Errorf("%w %q%s (one of %s)", ErrMethod, text, nearest.Hint(text, methodNames), strings.Join(methodNames, ", "))
}

// MarshalText writes the name.
func (m Method) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText is ParseMethod.
func (m *Method) UnmarshalText(text []byte) (err error) {
	*m, err = ParseMethod(string(text))
	return err
}
