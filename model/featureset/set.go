package featureset

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/expr-lang/expr/vm"

	"feltlab/internal/disk"
	"feltlab/model/cards"
)

// ErrSet marks a file that is not a feature set. The message names file, line and column.
var ErrSet = errors.New("bad feature set")

// Streets lists the streets that sets can be for.
var Streets = cards.Streets

// MostFeatures is the largest number of features of a set.
const MostFeatures = 128

// mostBytes limits the file of a set; a file of 128 features has some 20 kB.
const mostBytes = 1 << 20

// Feature is one yes/no feature of a set.
type Feature struct {
	Name     string // as in formulas
	When     string // the expression
	Sentence string // continues "true when"

	program *vm.Program
}

// Set is an ordered set of features, numbered from 1.
type Set struct {
	Name     string
	Streets  []string // in the order of Streets
	Features []Feature
	// Reading is the digest of the streets and features, with the version of the words on these streets:
	// "words-1:3f60...". Matrices, results and proofs name it, so that different sets are never mixed.
	Reading string
}

// Paper2 returns the 73 features of package features, F1 to F73, as expressions.
func Paper2() *Set { return builtIn("paper-2") }

// Read reads a set from a YAML file. Errors wrap ErrSet or come from disk.ReadFile.
func Read(path string) (*Set, error) {
	text, err := disk.ReadFile(path, mostBytes)
	if err != nil {
		return nil, err
	}
	return Parse(path, text)
}

// Parse reads a set from YAML text; errors call it by a name. They wrap ErrSet.
func Parse(name string, text []byte) (*Set, error) {
	s, err := parse(name, text)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSet, err)
	}
	return s, nil
}

// For reports whether the set is for a board of some number of cards.
func (s *Set) For(cards int) bool {
	return cards >= 3 && cards <= 5 && slices.Contains(s.Streets, Streets[cards-3])
}

// CheckFor returns an error that wraps ErrSet if the set is not for a street.
func (s *Set) CheckFor(street cards.Street) error {
	if s.For(street.Cards()) {
		return nil
	}
	return fmt.Errorf("%w: %s is for the %s, not for the %v", ErrSet, s.Name, strings.Join(s.Streets, " and the "),
		street)
}

// Count returns the number of features.
func (s *Set) Count() int { return len(s.Features) }

// Names lists the names of the features.
func (s *Set) Names() (names []string) {
	for _, f := range s.Features {
		names = append(names, f.Name)
	}
	return names
}

func (s *Set) digest() string {
	var b bytes.Buffer
	words := version
	if slices.Equal(s.Streets, Streets[:1]) {
		words = flopVersion
	}
	fmt.Fprintf(&b, "%s\n%s\n", words, strings.Join(s.Streets, " "))
	for _, f := range s.Features {
		fmt.Fprintf(&b, "%q %q %q\n", f.Name, f.When, f.Sentence)
	}
	sum := sha256.Sum256(b.Bytes())
	return words + ":" + hex.EncodeToString(sum[:])
}

var reading = regexp.MustCompile("^" + Prefix + "[12]:[0-9a-f]{64}$")

// IsReading reports whether a text can be the Reading of a set.
func IsReading(text string) bool { return reading.MatchString(text) }
