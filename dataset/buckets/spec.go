package buckets

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"feltlab/dataset/showdown"
	"feltlab/internal/plain"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

// KMeansEMD is the family of built bucketings; see the package documentation.
const KMeansEMD = "kmeans-emd"

// Spec specifies a built bucketing: the number of buckets on each street, and the seed of the clusters.
type Spec struct {
	Sizes [streets]int
	Seed  uint64
}

// MaxBuckets is the largest number of buckets on a street of a built bucketing.
const MaxBuckets = 1<<16 - 1

// IsBuilt reports whether a name has the form of those for Parse.
func IsBuilt(name string) bool {
	return strings.Contains(name, ":") || name == KMeansEMD
}

const seedPrefix = "seed="

// Parse reads a name: KMeansEMD:SIZES, and then :seed=N for another seed than 0. SIZES is a number for all streets or
// A-B-C-D with one for each. A bucketing has one name. The error wraps strategy.ErrBuckets.
func Parse(name string) (Spec, error) {
	s, err := parseSpec(name)
	if err != nil {
		return s, fmt.Errorf("%w: %q for %s: %w", strategy.ErrBuckets, name, game.LimitHoldem().Name(), err)
	}
	return s, nil
}

func parseSpec(name string) (s Spec, err error) {
	parts := strings.Split(name, ":")
	if parts[0] != KMeansEMD {
		return s, fmt.Errorf("unknown family %q, want %s%s", parts[0], KMeansEMD,
			plain.Hint(parts[0], []string{KMeansEMD}))
	}
	if len(parts) < 2 {
		return s, fmt.Errorf("want %s:SIZES, such as %[1]s:10 or %[1]s:169-50-50-50", KMeansEMD)
	}
	if s.Sizes, err = parseSizes(parts[1], MaxBuckets); err != nil || len(parts) == 2 {
		return s, err
	}
	rest := parts[2:]
	if text, ok := strings.CutPrefix(rest[0], seedPrefix); ok {
		s.Seed, err = strconv.ParseUint(text, 10, 64)
		if err != nil || s.Seed == 0 || strconv.FormatUint(s.Seed, 10) != text {
			return s, fmt.Errorf("%q is not a seed from 1 to 2^64-1", text)
		}
		rest = rest[1:]
	}
	if len(rest) > 0 {
		known := seedPrefix + "N"
		return s, fmt.Errorf("%q after the sizes, want %s%s", rest[0], known, plain.Hint(rest[0], []string{known}))
	}
	return s, nil
}

func parseSizes(text string, most int) (sizes [streets]int, err error) {
	parts := strings.Split(text, "-")
	if len(parts) != 1 && len(parts) != streets {
		return sizes, fmt.Errorf("%q is neither one number of buckets nor %d, one for each street", text, streets)
	}
	for i := range sizes {
		if sizes[i], err = parseCount(parts[i%len(parts)], most); err != nil {
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

func (s Spec) lens() [streets]int {
	lens := s.Sizes
	lens[0] = min(lens[0], cards.NumClasses)
	return lens
}

// Memory returns an upper bound of the bytes that Build needs with a number of goroutines: those that grow with the
// boards, times 1.5 for the garbage collector.
func (s Spec) Memory(workers int) int64 {
	const rows = (showdown.NumTurns + showdown.NumFlops) * cards.NumCombos
	// The buckets, sums by board, bins, places, histograms, points.
	bytes := 2*(showdown.NumFlopPairs+showdown.NumTurnPairs+riverStrengths) + 4*rows +
		riverBinsBytes + showdown.NumTurnPairs*(2+4) + mostTrained*(2*bins+40)
	bytes += workers * (riverStrengths*8 + 1<<20)
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
			plain.Hint(name, append(Names(g), KMeansEMD)))
	}
	s := &strength{shape: shape{name, counts}, percentiles: percentiles}
	s.tables = sync.OnceValue(s.newTables)
	if limit {
		return s, nil
	}
	byRules, ok := g.(*game.FixedLimit)
	if !ok {
		return nil, fmt.Errorf("%w: %s has none", strategy.ErrBuckets, g.Name())
	}
	other, board := &otherStreets{Bucketing: s}, 0
	for _, n := range byRules.Rules().Board {
		board += n
		other.of = append(other.of, max(board-2, 0))
	}
	return other, nil
}

// otherStreets is a bucketing of a game by rules, whose rounds have other numbers of board cards than limit hold'em's.
type otherStreets struct {
	strategy.Bucketing
	of []int // the street of each round
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
		KMeansEMD + ":169-200-200-200",
	}
}

// SizeOf returns, from the name of a bucketing in results, its family and its number of buckets on the river. Results
// also have families that earlier versions built: AxB is a number of buckets in their sizes, and with :perfect each
// bucket of the street before is divided. The error wraps strategy.ErrBuckets.
func SizeOf(name string) (family string, river int, err error) {
	family, sizes, built := strings.Cut(name, ":")
	if !built {
		family, sizes, _ = strings.Cut(name, "-")
	}
	sizes, rest, _ := strings.Cut(sizes, ":")
	parts, perfect := strings.Split(sizes, "-"), strings.HasPrefix(rest, "perfect")
	if perfect {
		family += ", perfect recall"
	}
	river = 1
	for street := range streets {
		n := 1
		for _, text := range strings.Split(parts[street%len(parts)], "x") {
			count, err := parseCount(text, MaxBuckets)
			if err != nil || streets%len(parts) != 0 {
				return "", 0, fmt.Errorf("%w: %q: %q, want a number of buckets, or one for each street",
					strategy.ErrBuckets, name, sizes)
			}
			n *= count
		}
		switch {
		case street == 0:
			n = min(n, cards.NumClasses)
		case perfect:
			n *= river
		}
		river = n
	}
	return family, river, nil
}

// parse reads strength-K and strength-A-B-C-D; before the flop there are at most as many buckets as classes.
func parse(name string) (counts [streets]int, err error) {
	text, ok := strings.CutPrefix(name, prefix+"-")
	if dashes := strings.Count(text, "-"); !ok || dashes != 0 && dashes != streets-1 {
		return counts, fmt.Errorf("want %s-K, or %[1]s-A-B-C-D with a number for each street, or %s:SIZES",
			prefix, KMeansEMD)
	}
	counts, err = parseSizes(text, MaxPerStreet)
	counts[0] = min(counts[0], cards.NumClasses)
	return counts, err
}
