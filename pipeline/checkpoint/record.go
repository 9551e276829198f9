package checkpoint

import (
	"encoding/binary"
	"hash/crc32"
	"math"
)

// numberSize and sumSize are parts of a record: the item's number, its values as doubles, and the
// CRC-32 (Castagnoli) of both, all in little-endian order.
const numberSize, sumSize = 4, 4

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func recordSize(values int) int { return numberSize + 8*values + sumSize }

func encode(item int, values []float64) []byte {
	b := binary.LittleEndian.AppendUint32(make([]byte, 0, recordSize(len(values))), uint32(item))
	for _, v := range values {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// decode reads a record; ok is false unless its checksum fits.
func decode(b []byte) (item int, values []float64, ok bool) {
	body, sum := b[:len(b)-sumSize], b[len(b)-sumSize:]
	if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(sum) {
		return 0, nil, false
	}
	item = int(binary.LittleEndian.Uint32(body))
	values = make([]float64, (len(body)-numberSize)/8)
	for i := range values {
		values[i] = math.Float64frombits(binary.LittleEndian.Uint64(body[numberSize+8*i:]))
	}
	return item, values, true
}
