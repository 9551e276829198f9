package worstcase

import (
	"bytes"
	"fmt"
	"testing"

	"feltlab/dataset/buckets"
	"feltlab/pipeline/store/storetest"
)

// TestStages holds small relatives of what is stored: a few boards, one bucket before the flop and
// on the river, which need all boards.
func TestStages(t *testing.T) {
	var all []string
	var last buckets.Spec
	for _, name := range []string{
		"percentile-hs:1-5-6-1", "percentile-hs2:1-3-3-1:perfect", "nested:1-3x2-2x4-1", "kmeans-l2:1-7-8-1", "kmeans-emd:1-3-3-1:perfect:seed=4",
		"kmeans-ochs:1-1-1-5",
	} {
		spec, err := buckets.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		b, err := buckets.Build(t.Context(), spec, buckets.Options{Boards: 2})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := b.Encode(&out); err != nil {
			t.Fatal(err)
		}
		all, last = append(all, fmt.Sprintf("%s %x", name, out.Bytes())), spec
	}
	storetest.Stages(t, storetest.Output{Spec: bucketingSpec(last), Value: all})
}
