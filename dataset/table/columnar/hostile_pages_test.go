package columnar

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/apache/arrow-go/v18/parquet/compress"

	"feltlab/dataset/tablefile"
	"feltlab/internal/must"
)

// TestCraftedPages changes the first page, the dictionary of the names, in its place.
func TestCraftedPages(t *testing.T) {
	data := encode(t, sample(sampleRows))
	const first = len(magic)
	frameMagic := []byte{0x28, 0xB5, 0x2F, 0xFD}
	payload := first + bytes.Index(data[first:], frameMagic)
	header := data[first:payload]
	// The header begins with the type, and the size of the page before and after compression.
	full, n := binary.Varint(header[3:])
	compressed, _ := binary.Varint(header[4+n:])
	// number replaces a number in the header by one that is written as long.
	number := func(old, with int64) func([]byte) {
		a, b := binary.AppendVarint(nil, old), binary.AppendVarint(nil, with)
		if len(a) != len(b) || !bytes.Contains(header, a) {
			t.Fatalf("%d for %d", with, old)
		}
		return func(d []byte) { copy(d[first:payload], bytes.ReplaceAll(header, a, b)) }
	}
	frame := func(more ...byte) func([]byte) {
		return func(d []byte) { copy(d[payload:], slices.Concat(frameMagic, more)) }
	}
	const names = sampleRows / 2
	for name, change := range map[string]func([]byte){
		"more values":       number(names, 8191),
		"a negative number": number(names, -8191),
		"a longer page":     number(full, 1<<20-1),
		"a shorter page":    number(full, 1<<13),
		"more compressed":   number(compressed, 8191),
		"a frame of 2^62":   frame(0xE0, 0, 0, 0, 0, 0, 0, 0, 0x40),
		"a frame of 2^32":   frame(0xA0, 0xFF, 0xFF, 0xFF, 0xFF),
		"a window of 2^41":  frame(0x80, 0xFF, 0, 0, 0, 1),
		"a frame to skip": func(d []byte) {
			copy(d[payload:], []byte{0x50, 0x2A, 0x4D, 0x18, 0xFF, 0xFF, 0xFF, 0xFF})
		},
		"repeated bytes":      func(d []byte) { bomb(d[payload : payload+int(compressed)]) },
		"another page's type": func(d []byte) { d[first+1] = 1 << 1 },
	} {
		damaged := slices.Clone(data)
		change(damaged)
		if bytes.Equal(damaged, data) {
			t.Errorf("%s: nothing was changed", name)
		}
		must.Fail(t, decodeBounded(t, name, damaged, mostAllocated), tablefile.ErrCorrupt)
	}
}

// bomb fills a text with a zstd frame of as many blocks as fit, each a byte that is repeated 2^17 times,
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

// TestCodecs expects decompressors to fill a page and no more than that.
func TestCodecs(t *testing.T) {
	text := bytes.Repeat([]byte("0123456789"), 100_000)
	for _, kind := range codecs {
		codec := must.Get(compress.GetCodec(kind))(t)
		packed := codec.Encode(make([]byte, codec.CompressBound(int64(len(text)))), text)
		must.Equal(t, must.Get(compress.Decode(codec, make([]byte, len(text)), packed))(t), text, kind)
		if kind == compress.Codecs.Uncompressed {
			continue
		}
		for _, room := range []int{0, 10, len(text) - 1} {
			into := make([]byte, room)
			if room == 0 {
				into = nil
			}
			n := allocated(func() {
				if got, err := compress.Decode(codec, into, packed); err == nil && len(got) != room {
					t.Errorf("%v: %d bytes in a page of %d", kind, len(got), room)
				}
			})
			most := uint64(1 << 18)
			if kind == compress.Codecs.Brotli {
				most = 1 << 22 // its window
			}
			if n > most {
				t.Errorf("%v: %d bytes were allocated for a page of %d", kind, n, room)
			}
		}
	}
	codec := must.Get(compress.GetCodec(compress.Codecs.Snappy))(t)
	block := append(binary.AppendUvarint(nil, math.MaxUint32), 0)
	must.Fails(compress.Decode(codec, make([]byte, 10), block))(t)
}

// TestRation expects the allocator to refuse what is too much, also in parts, until it gets some back.
func TestRation(t *testing.T) {
	refused := func(call func()) (yes bool) {
		defer func() { yes = recover() != nil }()
		call()
		return false
	}
	a := budget{Allocator: memoryless{}}
	a.most.Store(1 << 20)
	if !refused(func() { a.Allocate(1<<20 + 1) }) || !refused(func() { a.Allocate(math.MaxInt) }) {
		t.Error("too much was allocated")
	}
	a.held.Store(0)
	for range 64 {
		if refused(func() { a.Reallocate(1<<14, nil) }) {
			t.Fatal("refused too soon")
		}
	}
	a.Free(make([]byte, 1<<14))
	if refused(func() { a.Allocate(1 << 14) }) || !refused(func() { a.Reallocate(2, make([]byte, 1)) }) {
		t.Error("what is given back does not count, or what is added in parts")
	}
}

// memoryless allocates nothing.
type memoryless struct{}

func (memoryless) Allocate(int) []byte               { return nil }
func (memoryless) Reallocate(_ int, b []byte) []byte { return b }
func (memoryless) Free([]byte)                       {}

// FuzzRead expects rows or an error, in memory in proportion to the file.
func FuzzRead(f *testing.F) {
	data := encode(f, sample(200))
	start := footerStart(data)
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Add(withFooter(data[:start/2], data[start:len(data)-tailBytes]))
	f.Add(withFooter([]byte(magic), data[start:len(data)-tailBytes]))
	f.Add(withFooter([]byte(magic), nil))
	f.Add([]byte("PAR1PAR1"))
	f.Add(deltaFile(f))
	f.Add([]byte("PAR1\xff\xff\xff\xffPAR1"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var read int64
		n := allocated(func() {
			tablefile.Read(bytes.NewReader(data), fields, func(tablefile.Header) error { return nil },
				func(b *tablefile.Batch) error {
					if read += int64(b.Rows); read > 1<<20 {
						return errors.New("enough")
					}
					return nil
				})
			rows := 0
			tablefile.Rows(bytes.NewReader(data), func(h tablefile.Header) (wanted []bool, err error) {
				for i := range h.Columns {
					wanted = append(wanted, h.Kinds[i] == "")
				}
				return wanted, nil
			}, func(int64, []string) error {
				if rows++; rows > 1<<14 {
					return errors.New("enough")
				}
				return nil
			})
		})
		if most := uint64(4*freeBytes + 4*ratio*len(data)); n > most {
			t.Errorf("%d bytes were allocated for %d", n, len(data))
		}
	})
}

// FuzzFooter walks through any bytes as a footer.
func FuzzFooter(f *testing.F) {
	data := encode(f, sample(10))
	f.Add(data[footerStart(data) : len(data)-tailBytes])
	f.Add([]byte{0})
	f.Add(slices.Concat(field32(1, 2), []byte{1<<4 | compactList}, listOf(3), []byte{0, 0, 0, 0}))
	f.Add(bytes.Repeat([]byte{1<<4 | compactStruct}, 100))
	f.Fuzz(func(t *testing.T, data []byte) {
		if n := allocated(func() { checkFooter(data) }); n > uint64(100*len(data)+1<<16) {
			t.Errorf("%d bytes were allocated for %d", n, len(data))
		}
	})
}
