package matrix

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/apache/arrow-go/v18/parquet/compress"
)

// mostAllocated is more than it takes to read a matrix, 12 MB in all, and the pages that
// checkChunks allows.
const mostAllocated = 40 << 20

// allocated returns the bytes that a call allocates.
func allocated(call func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	call()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// decodeBounded is decodeDamaged with a limit of memory.
func decodeBounded(t *testing.T, what string, data []byte, m *Matrix, most uint64) {
	t.Helper()
	if n := allocated(func() { decodeDamaged(t, what, data, m) }); n > most {
		t.Errorf("%s: %d bytes were allocated, want at most %d", what, n, most)
	}
}

// mutatedFooters is how many TestMutatedFooters tries; slow tests try more.
var mutatedFooters = 60

// TestMutatedFooters changes bytes of the footer, and whole numbers in it to large ones, which may
// move the rest: an error or the matrix comes of it, in little memory.
func TestMutatedFooters(t *testing.T) {
	m := build(t, "AA", "ATC")
	data := encode(t, m)
	start := footerStart(data)
	t.Logf("seed %d", *seed)
	r := rand.New(rand.NewPCG(*seed, 1))
	for i := range mutatedFooters {
		damaged := slices.Clone(data)
		at := start + r.IntN(len(data)-8-start)
		switch what := fmt.Sprintf("%d at byte %d", i, at); i % 4 {
		case 0:
			damaged[at] = byte(r.IntN(256))
			decodeBounded(t, what, damaged, m, mostAllocated)
		case 1: // a longer number, that goes on in the next byte
			damaged[at] |= 0x80
			decodeBounded(t, what, damaged, m, mostAllocated)
		case 2: // the largest numbers in the place of what is there
			number := binary.AppendUvarint(nil, []uint64{math.MaxInt32, math.MaxUint32 - 1, math.MaxUint32, math.MaxInt64, math.MaxUint64}[r.IntN(5)])
			copy(damaged[at:len(data)-8], number)
			decodeBounded(t, what, damaged, m, mostAllocated)
		case 3: // the same before what is there
			number := binary.AppendUvarint(nil, []uint64{math.MaxInt32, math.MaxUint32 - 1, 1 << 20, 1 << 40}[r.IntN(4)])
			footer := slices.Concat(data[start:at], number, data[at:len(data)-8])
			decodeBounded(t, what, withFooter(data[:start], footer), m, mostAllocated)
		}
	}
}

// withFooter ends a file.
func withFooter(data, footer []byte) []byte {
	file := append(slices.Clone(data), footer...)
	return append(binary.LittleEndian.AppendUint32(file, uint32(len(footer))), "PAR1"...)
}

// listOf and field32 are parts of footers in the compact protocol: the head of a list of structures,
// and a field of type i32 so many behind the last one.
func listOf(n uint64) []byte { return binary.AppendUvarint([]byte{0xFC}, n) }
func field32(behind byte, v int64) []byte {
	return binary.AppendVarint([]byte{behind<<4 | thriftI32}, v)
}

// TestCraftedFooters asks for gigabytes in some bytes.
func TestCraftedFooters(t *testing.T) {
	m := build(t, "AA", "ATC")
	version := field32(1, 2)
	list := byte(1<<4 | thriftList)
	name := []byte{4<<4 | thriftText, 1, 'x'}
	// The number of rows and no row groups: with a schema, all that a footer must have.
	end := []byte{1<<4 | thriftI64, 2, list, 0x0C, 0}
	for what, footer := range map[string][]byte{
		"a schema of 2^31 elements": slices.Concat(version, []byte{list}, listOf(math.MaxInt32), end),
		"of 99 million":             slices.Concat(version, []byte{list}, listOf(99e6), end), // below the limit of package thrift
		"2^31 children":             slices.Concat(version, []byte{list}, listOf(1), name, field32(1, math.MaxInt32), []byte{0}, end),
		"100 million children":      slices.Concat(version, []byte{list}, listOf(1), name, field32(1, 100e6), []byte{0}, end),
		"of a column":               slices.Concat(version, []byte{list}, listOf(2), name, field32(1, 1), []byte{0}, name, field32(1, 100e6), []byte{0}, end),
		"99 million row groups":     slices.Concat(version, []byte{list, 0x0C, 1<<4 | thriftI64, 2, list}, listOf(99e6), []byte{0}),
		"as many as bytes":          slices.Concat(version, []byte{list}, listOf(100), make([]byte, 99)),
		"lists of lists":            slices.Concat(version, bytes.Repeat([]byte{list, 0x19}, 10000)),
		"a long text":               slices.Concat(version, []byte{1<<4 | thriftText}, binary.AppendUvarint(nil, math.MaxUint64)),
		"a map":                     slices.Concat(version, []byte{1<<4 | thriftMap, 0xFF, 0xFF, 0xFF, 0xFF, 7, 0xCC}),
		"no end":                    version,
		"nothing":                   nil,
		"large":                     make([]byte, maxFooterBytes+1),
		"small elements":            slices.Concat(version, []byte{list}, listOf(maxFooterBytes-100), make([]byte, maxFooterBytes-100)),
	} {
		const most = 400 * maxFooterBytes // a byte may be a structure without fields
		decodeBounded(t, what, withFooter([]byte("PAR1"), footer), m, most)
	}
	// The length of the footer itself.
	data := encode(t, m)
	for _, length := range []uint32{0, 1, uint32(len(data) - 8), uint32(len(data)), math.MaxInt32, math.MaxUint32} {
		damaged := slices.Clone(data)
		binary.LittleEndian.PutUint32(damaged[len(data)-8:], length)
		decodeBounded(t, fmt.Sprintf("a footer of %d bytes", length), damaged, m, mostAllocated)
	}
}

// TestCraftedPages changes the first page, the dictionary of the flops' text, in its place.
func TestCraftedPages(t *testing.T) {
	m := build(t, "AA", "ATC")
	data := encode(t, m)
	const first = 4 // behind the magic
	in := thriftReader{rest: data[first:]}
	page := in.structure()
	if in.err != nil || page.at(pageType).number != typeDictionary {
		t.Fatal("the file does not begin with a dictionary")
	}
	payload := len(data) - len(in.rest)
	header := data[first:payload]
	frame := binary.LittleEndian.AppendUint32(nil, zstdMagic)
	// number replaces a number in the header by one that is written as long.
	number := func(old, with int64) func([]byte) {
		a, b := binary.AppendVarint(nil, old), binary.AppendVarint(nil, with)
		if len(a) != len(b) || bytes.Count(header, a) == 0 {
			t.Fatalf("%d for %d", with, old)
		}
		return func(d []byte) { copy(d[first:payload], bytes.ReplaceAll(header, a, b)) }
	}
	for name, change := range map[string]func([]byte){
		"2^20 values":         number(NumFlops, 1<<20-1),
		"a negative number":   number(NumFlops, -1<<20),
		"a page of 1 MB":      number(page.at(pageFull).number, 1<<20-1),
		"a longer page":       number(page.at(pageCompressed).number, 1<<20-1),
		"a frame of 2^62":     func(d []byte) { copy(d[payload:], append(slices.Clone(frame), 0xE0, 0, 0, 0, 0, 0, 0, 0, 0x40)) },
		"a frame of 2^32":     func(d []byte) { copy(d[payload:], append(slices.Clone(frame), 0xA0, 0xFF, 0xFF, 0xFF, 0xFF)) },
		"a window of 2^41":    func(d []byte) { copy(d[payload:], append(slices.Clone(frame), 0x80, 0xFF, 0, 0, 0, 1)) },
		"a dictionary's":      func(d []byte) { d[payload+4] |= 1 },
		"a frame to skip":     func(d []byte) { copy(d[payload:], []byte{0x50, 0x2A, 0x4D, 0x18, 0xFF, 0xFF, 0xFF, 0xFF}) },
		"repeated bytes":      func(d []byte) { bomb(d[payload : payload+int(page.at(pageCompressed).number)]) },
		"another page's type": func(d []byte) { d[first+1] = 1 << 1 },
	} {
		t.Run(name, func(t *testing.T) {
			damaged := slices.Clone(data)
			change(damaged)
			if bytes.Equal(damaged, data) {
				t.Errorf("%s: nothing was changed", name)
			}
			decodeBounded(t, name, damaged, m, mostAllocated)
			if _, err := DecodeParquet(bytes.NewReader(damaged)); !errors.Is(err, ErrCorrupt) {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}

// bomb fills a text with a frame of as many blocks as fit, each a byte that is repeated 2^17 times,
// without stating its size: it decompresses to 32,000 times its own.
func bomb(text []byte) {
	copy(text, []byte{0x28, 0xB5, 0x2F, 0xFD, 0, 0x58})
	blocks := text[6:]
	for len(blocks) >= 8 {
		copy(blocks, []byte{0x02, 0, 0x10, 'x'})
		blocks = blocks[4:]
	}
	// The last block takes what is left as it is.
	rest := len(blocks) - 3
	copy(blocks, []byte{byte(rest<<3 | 1), byte(rest >> 5), 0})
}

// TestFrameBytes holds the walk through frames to those of the writer.
func TestFrameBytes(t *testing.T) {
	codec, err := compress.GetCodec(compress.Codecs.Zstd)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 10, 255, 256, 257, 65535, 65791, 65792, maxBlock, maxBlock + 1, 300000} {
		zeros, noise := make([]byte, n), make([]byte, n)
		for i := range noise {
			noise[i] = byte(r.Uint32())
		}
		for _, text := range [][]byte{zeros, noise, append(zeros[:n/2:n/2], noise[n/2:]...)} {
			packed := codec.Encode(make([]byte, codec.CompressBound(int64(n))), text)
			most, ok := frameBytes(packed)
			if !ok || most < int64(n) || most > int64(n)+maxBlock {
				t.Errorf("%d bytes, %d compressed: %d, %v", n, len(packed), most, ok)
			}
			for _, bad := range [][]byte{packed[:len(packed)-1], append(slices.Clone(packed), 0), append(slices.Clone(packed), packed...), packed[:min(len(packed), 5)], nil} {
				if most, ok := frameBytes(bad); ok {
					t.Errorf("%d bytes: %d", len(bad), most)
				}
			}
		}
	}
}

// TestRation expects the allocator to refuse what is too much, also in parts.
func TestRation(t *testing.T) {
	refused := func(call func()) (yes bool) {
		defer func() { yes = recover() != nil }()
		call()
		return false
	}
	var a ration
	a.Allocator = memoryless{}
	if !refused(func() { a.Allocate(maxAllocated + 1) }) || !refused(func() { a.Allocate(math.MaxInt) }) {
		t.Error("too much was allocated")
	}
	a.used.Store(0)
	for range 64 {
		if refused(func() { a.Reallocate(maxAllocated/64, nil) }) {
			t.Fatal("refused too soon")
		}
	}
	if !refused(func() { a.Reallocate(2, make([]byte, 1)) }) {
		t.Error("too much was allocated in parts")
	}
}

// memoryless allocates nothing.
type memoryless struct{}

func (memoryless) Allocate(int) []byte               { return nil }
func (memoryless) Reallocate(_ int, b []byte) []byte { return b }
func (memoryless) Free([]byte)                       {}
