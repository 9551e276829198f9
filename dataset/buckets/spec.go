package buckets

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"feltlab/dataset/showdown"
	"feltlab/internal/nearest"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

// Families of built bucketings; see the package documentation.
const (
	PercentileHS2 = "percentile-hs2"
	Nested        = "nested"
	KMeansL2      = "kmeans-l2"
	KMeansEMD     = "kmeans-emd"
	KMeansOCHS    = "kmeans-ochs"
)

// Families lists the families.
func Families() []string {
	return []string{PercentileHS2, Nested, KMeansL2, KMeansEMD, KMeansOCHS}
}

// Size is the number of buckets of a street, or with perfect recall of each bucket of the street before: Outer times
// Inner. Inner is 1 in all families but Nested.
type Size struct{ Outer, Inner int }

func (s Size) product() int { return s.Outer * s.Inner }

// Spec specifies a built bucketing.
type Spec struct {
	Family        string
	Sizes         [streets]Size
	PerfectRecall bool
	Seed          uint64 // of the clusters
}

// MaxBuckets is the largest number of buckets on a street of a built bucketing.
const MaxBuckets = 1<<16 - 1

// IsBuilt reports whether a name has the form of those for Parse.
func IsBuilt(name string) bool {
	return strings.Contains(name, ":") || slices.Contains(Families(), name)
}

const (
	perfectRecall = "perfect"
	seedPrefix    = "seed="
)

// Parse reads a name: FAMILY:SIZES, then :perfect for perfect recall, except for KMeansOCHS, and for clusters :seed=N
// for another seed than 0. SIZES is a number for all streets or A-B-C-D with one for each; for Nested a number can be
// AxB. A bucketing has one name. The error wraps strategy.ErrBuckets.
func Parse(name string) (Spec, error) {
	s, err := parseSpec(name)
	if err != nil {
		return s, fmt.Errorf("%w: %q for %s: %w", strategy.ErrBuckets, name, game.LimitHoldem().Name(), err)
	}
	return s, nil
}

func parseSpec(name string) (s Spec, err error) {
	parts := strings.Split(name, ":")
	s.Family = parts[0]
	if !slices.Contains(Families(), s.Family) {
		return s, fmt.Errorf("unknown family %q, want %s%s",
			s.Family, strings.Join(Families(), ", "), nearest.Hint(s.Family, Families()))
	}
	if len(parts) < 2 {
		return s, fmt.Errorf("want %s:SIZES, such as %[1]s:10 or %[1]s:169-50-50-50", s.Family)
	}
	if s.Sizes, err = parseSizes(parts[1], MaxBuckets, s.Family == Nested); err != nil {
		return s, err
	}
	rest, recall := parts[2:], s.Family != KMeansOCHS
	if len(rest) > 0 && rest[0] == perfectRecall {
		if !recall {
			return s, fmt.Errorf("%s has no perfect recall: leave out %q", s.Family, perfectRecall)
		}
		s.PerfectRecall = true
		rest = rest[1:]
	}
	if len(rest) > 0 && s.clusters() {
		if text, ok := strings.CutPrefix(rest[0], seedPrefix); ok {
			s.Seed, err = strconv.ParseUint(text, 10, 64)
			if err != nil || s.Seed == 0 || strconv.FormatUint(s.Seed, 10) != text {
				return s, fmt.Errorf("%q is not a seed from 1 to 2^64-1", text)
			}
			rest = rest[1:]
		}
	}
	if len(rest) > 0 {
		var known []string
		if recall {
			known = append(known, perfectRecall)
		}
		if s.clusters() {
			known = append(known, seedPrefix+"N")
		}
		return s, fmt.Errorf("%q after the sizes, want %s%s",
			rest[0], strings.Join(known, " or "), nearest.Hint(rest[0], known))
	}
	for street, n := range s.lens() {
		if n > MaxBuckets {
			return s, fmt.Errorf("%d buckets on street %d, want at most %d", n, street, MaxBuckets)
		}
	}
	return s, nil
}

func (s Spec) clusters() bool { return strings.HasPrefix(s.Family, "kmeans-") }

// lasts returns the number of items of a pair on the turn: with perfect recall each card can be the last.
func (s Spec) lasts() int {
	if s.PerfectRecall {
		return turnCards
	}
	return 1
}

func (s Spec) riverPairs() bool { return s.Family == KMeansOCHS }

func parseSizes(text string, most int, nested bool) (sizes [streets]Size, err error) {
	parts := strings.Split(text, "-")
	if len(parts) != 1 && len(parts) != streets {
		return sizes, fmt.Errorf("%q is neither one number of buckets nor %d, one for each street", text, streets)
	}
	for i := range sizes {
		part := parts[i%len(parts)]
		outer, inner, both := strings.Cut(part, "x")
		if _, err := parseCount(outer, most); both && !nested && err == nil {
			return sizes, fmt.Errorf("%q: only %s has sizes such as AxB", part, Nested)
		}
		if !nested {
			outer, both = part, false
		}
		sizes[i].Inner = 1
		if sizes[i].Outer, err = parseCount(outer, most); err == nil && both {
			sizes[i].Inner, err = parseCount(inner, most)
		}
		if err != nil {
			return sizes, err
		}
	}
	return sizes, nil
}

func parseCount(text string, most int) (int, error) {
	n, err := strconv.Atoi(text)
	// One spelling only, since files compare names.
	if err != nil || n < 1 || n > most || strconv.Itoa(n) != text {
		return 0, fmt.Errorf("%q is not a number of buckets from 1 to %d", text, most)
	}
	return n, nil
}

func (s Spec) lens() (lens [streets]int) {
	for street, size := range s.Sizes {
		lens[street] = size.product()
		if street == 0 {
			lens[0] = min(lens[0], cards.NumClasses)
		} else if s.PerfectRecall {
			lens[street] *= lens[street-1]
		}
	}
	return lens
}

// Memory returns an upper bound of the bytes that Build needs with a number of goroutines: those that grow with the
// boards and the number of buckets, times 1.5 for the garbage collector.
func (s Spec) Memory(workers int) int64 {
	turns, rivers := s.lasts()*showdown.NumTurnPairs, 1
	if s.PerfectRecall {
		rivers = s.lens()[2]
	}
	const rows = (showdown.NumTurns + showdown.NumFlops) * cards.NumCombos
	bytes := 2*(showdown.NumFlopPairs+turns+rivers*riverStrengths) + 4*rows // the buckets, sums by board
	if s.riverPairs() {
		bytes += showdown.NumRiverPairs * (2 + 2 + 1) // the buckets, groups and sizes
	}
	if s.clusters() {
		// Buckets of the street before, places, histograms, points.
		bytes += riverBinsBytes + turns*(2+4) + mostTrained*(2*bins+40)
	} else {
		// Buckets of the street before, keys, sums.
		bytes += turns*(2+8) + showdown.NumTurnPairs*(1+4+4) + 8*rows
	}
	bytes += workers * (rivers*riverStrengths*8 + 1<<20)
	return int64(bytes) * 3 / 2
}

// MaxPerStreet is the largest number of buckets on a street.
const MaxPerStreet = 1_000

const prefix = "strength"

// Lookup returns a game's bucketing by name; it is a strategy.Lookup. For limit hold'em the names are strength-K
// with K buckets on each street and strength-A-B-C-D with a number for each street, from 1 to MaxPerStreet; before
// the flop there are at most 169; games by rules with two hole cards have them too. For built bucketings (Parse reads
// their names) see package worstcase, and for other games strategy.BucketingOf. The error wraps strategy.ErrBuckets.
func Lookup(g game.Game, name string) (strategy.Bucketing, error) {
	return LookupBy(g, name, ComputePercentiles)
}

// LookupBy is Lookup with percentiles of the caller, which a bucketing by strength asks for at its first use.
func LookupBy(g game.Game, name string, percentiles func() *Percentiles) (strategy.Bucketing, error) {
	if g.Hands().Layout != game.TwoCards {
		return strategy.BucketingOf(g, name)
	}
	limit := g.Name() == game.LimitHoldem().Name()
	if limit && IsBuilt(name) {
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
	if s := newStrength(name, counts, percentiles); limit {
		return s, nil
	} else if byRules, ok := g.(*game.FixedLimit); ok {
		return newOtherStreets(s, byRules.Rules().Board), nil
	}
	return nil, fmt.Errorf("%w: %s has none", strategy.ErrBuckets, g.Name())
}

// otherStreets is a bucketing of a game by rules, whose rounds have other numbers of board cards than limit hold'em's.
type otherStreets struct {
	strategy.Bucketing
	of []int // the street of each round
}

func newOtherStreets(b strategy.Bucketing, dealt []int) *otherStreets {
	s, board := &otherStreets{Bucketing: b}, 0
	for _, n := range dealt {
		board += n
		s.of = append(s.of, max(board-2, 0))
	}
	return s
}

func (s *otherStreets) Len(round int) int { return s.Bucketing.Len(s.of[round]) }
func (s *otherStreets) Label(round, bucket int) string {
	return s.Bucketing.Label(s.of[round], bucket)
}
func (s *otherStreets) Of(round int, board game.Board, of []int32) {
	s.Bucketing.Of(s.of[round], board, of)
}

// Outline is a strategy.Lookup that builds nothing: instead of a built bucketing it returns one with its name and
// numbers of buckets that blocks every hand. Callers check a strategy with it before they spend minutes on a build.
// The errors are those of Lookup and Parse.
func Outline(g game.Game, name string) (strategy.Bucketing, error) {
	if g.Name() != game.LimitHoldem().Name() || !IsBuilt(name) {
		return Lookup(g, name)
	}
	s, err := Parse(name)
	if err != nil {
		return nil, err
	}
	return outline{newBucketing(s).Named(name)}, nil
}

type outline struct{ *Bucketing }

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
		PercentileHS2 + ":10:" + perfectRecall, Nested + ":169-10x5-10x5-50",
		KMeansL2 + ":169-200-200-200", KMeansEMD + ":169-200-200-200",
		KMeansOCHS + ":169-200-200-200",
	}
}

// SizeOf returns, from the name of a bucketing of limit hold'em, its family ("strength", or one of Families, followed
// by ", perfect recall" if it has that) and its number of buckets on each street. The error wraps strategy.ErrBuckets.
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
	text, ok := strings.CutPrefix(name, prefix+"-")
	if dashes := strings.Count(text, "-"); !ok || dashes != 0 && dashes != streets-1 {
		return counts, fmt.Errorf("want %s-K, %[1]s-A-B-C-D with a number for each street, or sizes after %s",
			prefix, strings.Join(Families(), ":, ")+":")
	}
	sizes, err := parseSizes(text, MaxPerStreet, false)
	for i, size := range sizes {
		counts[i] = size.Outer
	}
	counts[0] = min(counts[0], cards.NumClasses)
	return counts, err
}
