package question

import (
	"fmt"
	"path/filepath"
	"strings"

	"feltlab/model/cards"
	"feltlab/model/featureset"
)

// FeatureSet is a set of features of someone's own: a file, and the reading that tells its content.
type FeatureSet struct {
	// Path is where the user has the file. It is no part of the canonical text.
	Path    string `json:"file,omitempty"`
	Reading string `json:"reading"` // featureset.Set.Reading
}

// OfSet returns the feature set of a file, or of the name any-hand, or none for an empty path. The error is that of
// featureset.Read, or wraps featureset.ErrSet: the set is not for some street that it must be for.
func OfSet(path string, streets ...cards.Street) (FeatureSet, error) {
	if path == "" {
		return FeatureSet{}, nil
	}
	s, err := featureset.AnyHand(), error(nil)
	if path != featureset.AnyHandName {
		s, err = featureset.Read(path)
	}
	for _, street := range streets {
		if err == nil {
			err = s.CheckFor(street)
		}
	}
	if err != nil {
		return FeatureSet{}, err
	}
	if path == featureset.AnyHandName {
		path = "" // it has no file
	}
	return FeatureSet{path, s.Reading}, nil
}

// AnyHand returns the feature set of questions about several hands together, which needs no file.
func AnyHand() FeatureSet { return FeatureSet{Reading: featureset.AnyHand().Reading} }

// check returns an error that wraps ErrQuestion if the reading cannot be one of a set.
func (f FeatureSet) check() error {
	if f != (FeatureSet{}) && !featureset.IsReading(f.Reading) {
		return fmt.Errorf("%w: feature set %.80q: want words-1: or words-2: and 64 hexadecimal digits in lower case",
			ErrQuestion, f.Reading)
	}
	return nil
}

// Read reads the set. The error is that of featureset.Read, or wraps ErrQuestion: the file is another one than the
// reading says.
func (f FeatureSet) Read() (*featureset.Set, error) {
	if f.Reading == featureset.AnyHand().Reading {
		return featureset.AnyHand(), nil
	}
	if f.Path == "" {
		return nil, fmt.Errorf("%w: the file of the feature set %s is missing; name it with --feature-set", ErrQuestion,
			f.Reading)
	}
	s, err := featureset.Read(f.Path)
	if err != nil {
		return nil, err
	}
	if s.Reading != f.Reading {
		return nil, fmt.Errorf("%w: %s is another feature set: its reading is %s, want %s", ErrQuestion, f.Path,
			s.Reading, f.Reading)
	}
	return s, nil
}

// name is the name of the file without its ending, or the start of the digest where that is all that is known.
func (f FeatureSet) name() string {
	switch {
	case f.Reading == featureset.AnyHand().Reading:
		return featureset.AnyHandName
	case f.Path != "":
		return strings.TrimSuffix(filepath.Base(f.Path), ".yaml")
	}
	_, digest, _ := strings.Cut(f.Reading, ":")
	return digest[:12]
}
