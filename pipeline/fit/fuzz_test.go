package fit

import (
	"bytes"
	"encoding/json"
	"errors"
	"runtime"
	"strings"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

// FuzzReadResults expects results or an error, memory in proportion to the input, and results that
// come back the same when they are written.
func FuzzReadResults(f *testing.F) {
	inst := small(matrixtest.Source(f, 6), 25, 4)
	var all []*question.Answer
	for _, p := range []regression.Program{{Kind: regression.AvgErr, N: 2}, {Kind: regression.FeatMaxErr, E: 0.4},
		{Kind: regression.FeatAvgErr}} {
		r := must.Get(Solve(f.Context(), inst, aces(p, question.Auto), Options{}))(f)
		all = append(all, r)
		text := must.Get(json.Marshal(r))(f)
		f.Add(text)
		f.Add(text[:len(text)/2])
	}
	list := must.Get(json.Marshal(all))(f)
	f.Add(list)
	const entry = `{"hand":"AA","range":"ATC","program":"AVGERR"`
	f.Add([]byte(entry + `,"round":[` + strings.Repeat("{},", 5000) + `{}]}`))
	f.Add([]byte(entry + `,"features":[` + strings.Repeat("{},", 5000) + `{}]}`))
	f.Add([]byte("[" + strings.Repeat("{},", 5000) + "{}]"))
	f.Add([]byte(strings.Repeat(entry+"}", 1000)))
	f.Add([]byte(strings.Repeat("[", 20000)))
	f.Add([]byte(strings.Repeat(`{"a":`, 20000)))
	f.Add([]byte(entry + `,"gap":1e400}`))
	f.Add([]byte(entry + `,"proof":{"packed":"` + strings.Repeat("AAAA", 1000) + `"}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		results, err := question.ReadAnswers(bytes.NewReader(data))
		runtime.ReadMemStats(&after)
		// An empty entry of three bytes becomes some 300, in a list that grows, and a key that is remembered some 100.
		const perByte, more = 500, 1 << 23
		if n := after.TotalAlloc - before.TotalAlloc; n > uint64(perByte*len(data)+more) {
			t.Errorf("%d bytes were allocated for %d", n, len(data))
		}
		if err != nil {
			if !errors.Is(err, question.ErrAnswer) || results != nil {
				t.Errorf("%v, %v", results, err)
			}
			return
		}
		text := must.Get(json.Marshal(results))(t)
		again := must.Get(question.ReadAnswers(bytes.NewReader(text)))(t)
		if more, err := json.Marshal(again); err != nil || !bytes.Equal(more, text) {
			t.Errorf("they come back as %s, %v", more, err)
		}
		for _, r := range results { // what they say must be printable, whatever it is
			_, _, _, _ = r.Program().String(), r.Bound(), r.Objective(), r.ByWeight()
		}
	})
}
