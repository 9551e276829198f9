package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Layout of package eval: sixteen hands of seven cards are 112 bytes, which two vectors cover, the second being the
// last 64 bytes. The type of sevensConstants says which vectors the constants are.
const (
	sevenHands = 16
	sevenBytes = 7 * sevenHands
	zmm        = 64
	ahead      = 4096 // bytes from a hand to one that is fetched early; past the end that has no effect
	rankOf     = 2    // lowest bit of the rank in a card; the suit is below
	keyRow     = 19   // lowest bit of the row in a key
)

// sevens writes the strengths of sixteen hands at a time as if no suit had five cards, and a list of those in which
// one has. The list's vector may overlap later entries, so that it has room for sixteen more than are found so far.
func sevens() {
	begin("sevensAVX512", "fills strengths, and the start of flushes with the numbers of the hands that have five cards "+
		"of a suit, whose strengths it leaves wrong; it returns how many. Flushes has room for as many as there are hands.",
		"func(hands *uint8, blocks int, constants *uint32, strengths, shifts, table *uint16, flushes *uint32) int")
	hands, blocks, constants := param("hands"), param("blocks"), param("constants")
	strengths, shifts, table, flushes := param("strengths"), param("shifts"), param("table"), param("flushes")
	// The keys are stored in one line of the cache, so that the loads that follow need not wait for two.
	line := GP64()
	LEAQ(AllocLocal(2*zmm), line)
	ADDQ(U8(zmm-1), line)
	ANDQ(I8(-zmm), line)
	keys := Mem{Base: line}
	var held [9]reg.VecVirtual
	for i := range held {
		held[i] = ZMM()
		VMOVDQU32(Mem{Base: constants, Disp: zmm * i}, held[i])
	}
	firstFour, lastThree, ranks, suits := held[0], held[1], held[2], held[3]
	noRanks, noSuit, fives, numbers, step := held[4], held[5], held[6], held[7], held[8]
	found := GP64()
	MOVQ(flushes, found)

	Label("block")
	sum, count := ZMM(), ZMM()
	VMOVDQA32(noRanks, sum)
	VMOVDQA32(noSuit, count)
	addSevens(hands, [2]reg.VecVirtual{firstFour, lastThree}, ranks, suits, sum, count)
	VMOVDQA32(sum, keys)
	flush, list, n := K(), ZMM(), GP32()
	VPTESTMD(fives, count, flush)
	VPCOMPRESSD_Z(numbers, flush, list)
	VMOVDQU32(list, Mem{Base: found})
	KMOVW(flush, n)
	POPCNTL(n, n)
	LEAQ(Mem{Base: found, Index: n.As64(), Scale: 4}, found)
	VPADDD(step, numbers, numbers)
	for i := range sevenHands {
		key, row := GP32(), GP32()
		MOVL(keys.Offset(4*i), key)
		MOVL(key, row)
		SHRL(U8(keyRow), row)
		ADDW(Mem{Base: shifts, Index: row.As64(), Scale: 2}, key.As16())
		MOVWLZX(key.As16(), key)
		MOVWLZX(Mem{Base: table, Index: key.As64(), Scale: 2}, key)
		MOVW(key.As16(), Mem{Base: strengths, Disp: 2 * i})
	}
	ADDQ(U8(sevenBytes), hands)
	ADDQ(U8(2*sevenHands), strengths)
	DECQ(blocks)
	JNZ(LabelRef("block"))
	SUBQ(flushes, found)
	SHRQ(U8(2), found)
	Store(found, ReturnIndex(0))
	end()
}

// addSevens adds the keys of the ranks and the counts of the suits of sixteen hands.
func addSevens(hands reg.Register, bytes [2]reg.VecVirtual, ranks, suits, sum, count reg.VecVirtual) {
	head, tail, index, word := ZMM(), ZMM(), ZMM(), ZMM()
	PREFETCHT0(Mem{Base: hands, Disp: ahead})
	PREFETCHT0(Mem{Base: hands, Disp: ahead + sevenBytes - zmm})
	VMOVDQU8(Mem{Base: hands}, head)
	VMOVDQU8(Mem{Base: hands, Disp: sevenBytes - zmm}, tail)
	for i, from := range bytes {
		four := ZMM()
		VMOVDQA64(from, four)
		VPERMI2B(tail, head, four)
		for card := range 4 - i {
			// Of each lane's index only the lowest four bits count: the suit with two bits of the rank, and the rank.
			at := four
			if card > 0 {
				at = index
				VPSRLD(U8(8*card), four, at)
			}
			VPERMD(suits, at, word)
			VPADDD(word, count, count)
			VPSRLD(U8(8*card+rankOf), four, index)
			VPERMD(ranks, index, word)
			VPADDD(word, sum, sum)
		}
	}
}
