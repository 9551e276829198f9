package columnar

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
)

// The encodings by differences state sizes too: those of blocks, and texts that share their beginning with the text
// before. The library would allocate by both.

const mostBlock = 1 << 16 // values; writers take 128 to 4,096

var errDelta = errors.New("damaged values in a DELTA encoding")

// checkDelta goes through a page's values that are encoded by differences. Optional says that the column may miss
// some.
func checkDelta(page file.Page, optional bool) error {
	data := page.Data()
	levels := int64(0)
	if v2, ok := page.(*file.DataPageV2); ok {
		levels = int64(v2.DefinitionLevelByteLen()) + int64(v2.RepetitionLevelByteLen())
	} else if optional && len(data) >= 4 {
		levels = 4 + int64(binary.LittleEndian.Uint32(data))
	}
	if levels < 0 || levels > int64(len(data)) {
		return errDelta
	}
	rest, count := data[levels:], int(page.NumValues())
	ignore := func(int64) error { return nil }
	var prefixes []int64
	switch parquet.Encoding(page.Encoding()) {
	case parquet.Encodings.DeltaBinaryPacked:
		_, err := deltas(rest, count, ignore)
		return err
	case parquet.Encodings.DeltaByteArray:
		var err error
		if rest, err = deltas(rest, count, func(n int64) error {
			prefixes = append(prefixes, n)
			return nil
		}); err != nil {
			return err
		}
	}
	total, most, at := int64(0), freeBytes+ratio*int64(len(data)), 0
	_, err := deltas(rest, count, func(n int64) error {
		if n < 0 || n > int64(len(data)) {
			return errDelta
		}
		if at < len(prefixes) {
			n += prefixes[at]
		}
		at++
		if total += n; n < 0 || n > most || total > most {
			return fmt.Errorf("texts of more than %d bytes in a page of %d", most, len(data))
		}
		return nil
	})
	return err
}

// deltas calls each with the numbers of an encoding by differences, at most some, and returns what follows them.
func deltas(data []byte, most int, each func(n int64) error) (rest []byte, err error) {
	var head [3]uint64 // values of a block, parts of a block, values in all
	for i := range head {
		n := 0
		if head[i], n = binary.Uvarint(data); n <= 0 {
			return nil, errDelta
		}
		data = data[n:]
	}
	last, n := binary.Varint(data)
	block, parts := head[0], head[1]
	if n <= 0 || block == 0 || block > mostBlock || parts == 0 || block%parts != 0 || block/parts%32 != 0 ||
		head[2] > uint64(most) {
		return nil, errDelta
	}
	data = data[n:]
	left := head[2]
	if left > 0 { // the first number stands in the head
		left--
		if err := each(last); err != nil {
			return nil, err
		}
	}
	for left > 0 {
		least, n := binary.Varint(data)
		if n <= 0 || uint64(len(data)-n) < parts {
			return nil, errDelta
		}
		widths := data[n : n+int(parts)]
		data = data[n+int(parts):]
		for _, width := range widths {
			if left == 0 {
				break
			}
			size := int(block/parts) / 8 * int(width)
			if width > 64 || size > len(data) {
				return nil, errDelta
			}
			for i := 0; i < int(block/parts) && left > 0; i++ {
				last += least + int64(bitsAt(data, i*int(width), int(width)))
				if err := each(last); err != nil {
					return nil, err
				}
				left--
			}
			data = data[size:]
		}
	}
	return data, nil
}

// bitsAt returns a number of some bits, the lowest first.
func bitsAt(data []byte, from, width int) (x uint64) {
	for i := range width {
		at := from + i
		x |= uint64(data[at/8]>>(at%8)&1) << i
	}
	return x
}
