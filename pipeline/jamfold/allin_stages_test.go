package jamfold

import (
	"crypto/sha256"
	"encoding/binary"
	"sync"
	"testing"

	"feltlab/dataset/allin"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/pipeline/store/storetest"
)

var countedPairs = sync.OnceValue(allin.Pairs)

// allInOutputs are all pairs, and some of the triples; the bytes of a table of triples are held where
// they are written.
func allInOutputs(t *testing.T) []storetest.Output {
	t.Helper()
	pairs := append([]byte("feltpair"), 1, 0, 0, 0)
	pairs = binary.LittleEndian.AppendUint32(pairs, 3*cards.NumClasses*cards.NumClasses)
	for a := range cards.Class(cards.NumClasses) {
		for b := range cards.Class(cards.NumClasses) {
			c := countedPairs().Counts(a, b)
			for _, n := range []uint64{c.Wins, c.Ties, c.Losses} {
				pairs = binary.LittleEndian.AppendUint32(pairs, uint32(n))
			}
		}
	}
	sum := sha256.Sum256(pairs)
	var triples []allin.Counts
	for _, names := range [][3]string{{"AA", "KK", "QQ"}, {"T9s", "AKs", "AKo"}, {"54o", "54o", "72s"}} {
		var hands [3]cards.Class
		for i, name := range names {
			hands[i] = must.Get(cards.ParseClass(name))(t)
		}
		triples = append(triples, must.Get(allin.Triple(t.Context(), hands[0], hands[1], hands[2]))(t))
	}
	return []storetest.Output{{Spec: pairsSpec, Value: append(pairs, sum[:]...)}, {Spec: triplesSpec, Value: triples}}
}
