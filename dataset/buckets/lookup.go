package buckets

import (
	"fmt"
	"strconv"
	"strings"

	"feltlab/internal/nearest"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

// MaxPerStreet is the largest number of buckets on a street.
const MaxPerStreet = 1_000

const prefix = "strength"

// Lookup returns a game's bucketing by name; it is a strategy.Lookup. For limit hold'em the names are strength-K
// with K buckets on each street and strength-A-B-C-D with a number for each street, from 1 to MaxPerStreet; before
// the flop there are at most 169. For built bucketings (Parse reads their names) see package worstcase, and for other
// games strategy.BucketingOf. The error wraps strategy.ErrBuckets.
func Lookup(g game.Game, name string) (strategy.Bucketing, error) {
	if g.Hands().Layout != game.TwoCards {
		return strategy.BucketingOf(g, name)
	}
	if IsBuilt(name) {
		if _, err := Parse(name); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%w: %q for %s must be built first", strategy.ErrBuckets, name, g.Name())
	}
	counts, err := parse(name)
	if err != nil {
		return nil, fmt.Errorf("%w: %q for %s: %w%s", strategy.ErrBuckets, name, g.Name(), err,
			nearest.Hint(name, append(Names(g), Families()...)))
	}
	return newStrength(name, counts), nil
}

// Outline is a strategy.Lookup that builds nothing: instead of a built bucketing it returns one with its name and
// numbers of buckets that blocks every hand. Callers check a strategy with it before they spend minutes on a build.
// The errors are those of Lookup and Parse.
func Outline(g game.Game, name string) (strategy.Bucketing, error) {
	if g.Hands().Layout != game.TwoCards || !IsBuilt(name) {
		return Lookup(g, name)
	}
	s, err := Parse(name)
	if err != nil {
		return nil, err
	}
	return outline{newBucketing(s).Named(name)}, nil
}

// outline is a bucketing without its tables.
type outline struct{ *Bucketing }

// Of blocks every combo.
func (outline) Of(_ int, _ game.Board, of []int32) {
	for h := range of {
		of[h] = strategy.Blocked
	}
}

// Names lists examples of names of a game's bucketings, for Lookup and Parse.
func Names(g game.Game) []string {
	if g.Hands().Layout != game.TwoCards {
		return strategy.Bucketings(g)
	}
	return []string{
		"strength-5", "strength-10", "strength-20", "strength-50", "strength-100", "strength-200",
		PercentileHS + ":10", PercentileHS2 + ":10:" + perfectRecall, Nested + ":169-10x5-10x5-50",
		KMeansL2 + ":169-200-200-200", KMeansEMD + ":169-200-200-200",
		KMeansOCHS + ":169-200-200-200",
	}
}

// SizeOf returns, from the name of a bucketing of limit hold'em, its family ("strength", or one of Families, followed
// by ", perfect recall" if it has that) and its number of buckets on each street. The error wraps
// strategy.ErrBuckets.
func SizeOf(name string) (family string, counts [streets]int, err error) {
	if !IsBuilt(name) {
		if counts, err = parse(name); err != nil {
			return "", counts, fmt.Errorf("%w: %q: %w", strategy.ErrBuckets, name, err)
		}
		return prefix, counts, nil
	}
	s, err := Parse(name)
	if err != nil {
		return "", counts, err
	}
	family = s.Family
	if s.PerfectRecall {
		family += ", perfect recall"
	}
	return family, s.lens(), nil
}

// parse reads strength-K and strength-A-B-C-D; before the flop there are at most as many buckets as classes.
func parse(name string) (counts [streets]int, err error) {
	parts := strings.Split(name, "-")
	if parts[0] != prefix || len(parts) != 2 && len(parts) != 1+streets {
		return counts, fmt.Errorf("want %s-K, %[1]s-A-B-C-D with a number for each street, or sizes after %s",
			prefix, strings.Join(Families(), ":, ")+":")
	}
	for i := range counts {
		part := parts[1+i%(len(parts)-1)]
		n, err := strconv.Atoi(part)
		// One spelling only, since files compare names.
		if err != nil || n < 1 || n > MaxPerStreet || strconv.Itoa(n) != part {
			return counts, fmt.Errorf("%q is not a number of buckets from 1 to %d", part, MaxPerStreet)
		}
		counts[i] = n
	}
	counts[0] = min(counts[0], cards.NumClasses)
	return counts, nil
}
