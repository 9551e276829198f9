package matrix

import "encoding/binary"

const (
	zstdMagic = 0xFD2FB528
	// maxWindowLog is the logarithm of the largest window: how far back a frame may refer.
	maxWindowLog = 23
	// maxBlock is the most that a block decompresses to.
	maxBlock = 1 << 17
)

// frameReader takes bytes off a text; ok is false once there were too few.
type frameReader struct {
	text []byte
	ok   bool
}

// take returns the next bytes, up to 8 of them as a number.
func (r *frameReader) take(n int) uint64 {
	if n > len(r.text) {
		r.ok = false
		return 0
	}
	var wide [8]byte
	copy(wide[:], r.text[:min(n, len(wide))])
	r.text = r.text[n:]
	return binary.LittleEndian.Uint64(wide[:])
}

// frameBytes walks through the blocks of a compressed page (RFC 8878) and returns what it
// decompresses to at most: its size if it states that, to which the decoder holds it. ok is false
// unless the page is exactly one frame.
func frameBytes(text []byte) (most int64, ok bool) {
	r := frameReader{text, true}
	magic, descriptor := r.take(4), r.take(1)
	single, checksum, dictionary := descriptor>>5&1 == 1, descriptor>>2&1 == 1, descriptor&3 != 0
	if magic != zstdMagic || dictionary {
		return 0, false
	}
	if !single && 10+r.take(1)>>3 > maxWindowLog {
		return 0, false
	}
	stated := int64(-1)
	if length := 1 << (descriptor >> 6); length > 1 || single {
		stated = int64(r.take(length))
		if length == 2 {
			stated += 256
		}
	}
	for last := false; r.ok && !last; {
		head := r.take(3)
		last = head&1 == 1
		length := int(head >> 3)
		switch head >> 1 & 3 {
		case 0: // as it is
			most += int64(length)
		case 1: // one byte, repeated
			most += int64(length)
			length = 1
		default:
			most += maxBlock
		}
		r.take(length)
	}
	if checksum {
		r.take(4)
	}
	if stated >= 0 {
		most = stated
	}
	return most, r.ok && len(r.text) == 0
}
