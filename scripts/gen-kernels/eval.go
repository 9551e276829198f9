package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Layout of package eval: a block is 32 hands of seven bytes; a vector holds one word of 16 bits a hand.
const (
	zmm        = 64
	sevenHands = 32
	sevenBytes = 7 * sevenHands
	ahead      = 4096 // distance of the prefetch, in bytes; a prefetch past the end has no effect
	rankShift  = 2    // the suit of a card is below its rank
	lowBits    = 6    // kickers' ranks are split: one table for the lower six, one for the others
)

// The constants of the kernel, in the order of the fields of kernelConstants in package eval, which says what they are.
// A table of 64 words is two vectors.
const (
	firstFour = iota
	lastThree
	oneHot
	suitMarks
	otherByte
	lowByte
	highByte
	minusOne
	five
	mainPairs
	dropMain
	keepSingles
	dropFirst
	dropSecond
	perMain
	first
	secondMain
	oneKicker
	twoKickers
	threeKickers
	fiveKickers
	aceBit
	lowKickers
	highOne      = lowKickers + 2
	highTwo      = lowKickers + 4
	highThree    = lowKickers + 6
	highFive     = lowKickers + 8
	highAce      = lowKickers + 10
	straights    = lowKickers + 12
	flushStep    = lowKickers + 13
	straightStep = lowKickers + 14
)

// Comparisons of unsigned numbers.
const (
	equal   = 0
	atMost  = 2
	atLeast = 5
)

// sevenKernel holds the registers that both halves of sevens use.
type sevenKernel struct {
	constants reg.Register
	held      map[int]reg.VecVirtual // constants in registers
	realCards reg.Register           // mask of the bytes of lastThree that hold a card
}

// counted is the result of count: the ranks with an odd number of cards, with two or three, and with four. For a flush,
// odd has the ranks of its suit and the others are empty.
type counted struct {
	odd, twos, fours reg.VecVirtual
	flush            reg.Register
}

// sevens evaluates hands in two halves, count and rank. Their instructions are mixed: while rank finds the strengths
// of a block, count counts the next one. After the last block count repeats it, and the result is not used.
func sevens() {
	begin("sevensAVX512", "sets the strengths of blocks of 32 hands, at least one block.",
		"func(hands *uint8, blocks int, constants *uint8, strengths *uint16)")
	hands, blocks, constants, strengths := param("hands"), param("blocks"), param("constants"), param("strengths")
	k := sevenKernel{constants, map[int]reg.VecVirtual{}, GP64()}
	for _, i := range []int{minusOne, lowKickers, highOne, highTwo, highThree, highFive, highAce} {
		k.held[i] = ZMM()
		VMOVDQU64(Mem{Base: constants, Disp: zmm * i}, k.held[i])
	}
	MOVQ(U64(0x55555555ffffffff), k.realCards)
	block := counted{ZMM(), ZMM(), ZMM(), K()}
	k.count(hands, block).write()

	Label("block")
	next := GP64()
	LEAQ(Mem{Base: hands, Disp: sevenBytes}, next)
	CMPQ(blocks, U8(1))
	CMOVQNE(next, hands)
	weave(k.count(hands, block), k.rank(block, strengths)).write()
	ADDQ(U8(2*sevenHands), strengths)
	DECQ(blocks)
	JNZ(LabelRef("block"))
	end()
}

// constant is a vector of constants in a register, or else in memory.
func (k sevenKernel) constant(i int) Op {
	if v, ok := k.held[i]; ok {
		return v
	}
	return Mem{Base: k.constants, Disp: zmm * i}
}

// count counts the cards of each rank. Only its last instructions write its results; by then, as weave mixes them, rank
// has read those of the block before.
func (k sevenKernel) count(hands reg.Register, to counted) (c code) {
	packed := k.pack(&c, hands)
	ones := make([]reg.VecVirtual, 7)
	for i := range ones {
		index := c.into(VPSRLW, U8(8*(i%2)+rankShift), packed[i/2])
		ones[i] = c.into(VPERMW, k.constant(oneHot), index)
	}
	flush, isFlush := k.flush(&c, packed, ones)
	sum, carry := c.fullAdd(ones[0], ones[1], ones[2])
	sum2, carry2 := c.fullAdd(ones[3], ones[4], ones[5])
	odd, carry3 := c.fullAdd(sum, sum2, ones[6])
	twos, fours := c.fullAdd(carry, carry2, carry3)
	c.op(VMOVDQU16, flush, isFlush, odd)
	c.op(VPSUBW, twos, twos, isFlush, twos)
	c.op(VMOVDQA64, odd, to.odd)
	c.op(VMOVDQA64, twos, to.twos)
	c.op(VMOVDQA64, fours, to.fours)
	c.moveMask(KMOVD, isFlush, to.flush)
	return c
}

// pack puts two cards of each hand into a word; the fourth vector has one card.
func (k sevenKernel) pack(c *code, hands reg.Register) (packed [4]reg.VecVirtual) {
	for line := 0; line < sevenBytes; line += zmm {
		c.op(func(m ...Op) { PREFETCHT0(m[0]) }, Mem{Base: hands, Disp: ahead + line})
	}
	var halves [2][2]reg.VecVirtual // the first four cards and the last three, of 16 hands and of 16 more
	for half := range 2 {
		start := sevenBytes / 2 * half
		head := c.into(VMOVDQU8, Mem{Base: hands, Disp: start})
		tail := c.into(VMOVDQU8, Mem{Base: hands, Disp: start + sevenBytes/2 - zmm})
		first, last, isReal := c.into(VMOVDQU8, k.constant(firstFour)), c.into(VMOVDQU8, k.constant(lastThree)), K()
		c.op(VPERMI2B, tail, head, first)
		c.moveMask(KMOVQ, k.realCards, isReal)
		c.op(func(...Op) { VPERMI2B_Z(tail, head, isReal, last) })
		halves[0][half], halves[1][half] = first, last
	}
	for i, h := range halves {
		packed[2*i] = c.into(VINSERTI64X4, U8(1), h[1].AsY(), h[0])
		packed[2*i+1] = c.into(VSHUFI64X2, U8(0xee), h[1], h[0])
	}
	return packed
}

// flush returns the ranks of the suit that most cards of a hand have, and whether these are five or more. (With fewer
// than five, it may return another suit.)
func (k sevenKernel) flush(c *code, packed [4]reg.VecVirtual, ones []reg.VecVirtual) (flush reg.VecVirtual, is Op) {
	var suits [4]reg.VecVirtual
	for i, p := range packed {
		suits[i] = c.into(VPERMB, k.constant(suitMarks), p)
	}
	most := c.into(VPADDB, suits[0], suits[1])
	c.op(VPADDB, suits[2], most, most)
	c.op(VPADDB, suits[3], most, most)
	c.op(VPADDB, c.into(VPSHUFB, k.constant(otherByte), most), most, most)
	c.op(VPSRLW, U8(2), most, most)
	for i := range suits {
		c.op(VPXORD, most, suits[i], suits[i])
	}
	flush = ZMM()
	for i := range ones {
		same := K()
		c.op(VPTESTNMW, k.constant([]int{lowByte, highByte}[i%2]), suits[i/2], same)
		if i == 0 {
			c.op(func(...Op) { VMOVDQU16_Z(ones[0], same, flush) })
		} else {
			c.op(VPADDW, ones[i], flush, same, flush)
		}
	}
	isFlush := K()
	c.op(VPCMPUW, U8(atLeast), k.constant(five), c.into(popcount, flush), isFlush)
	return flush, isFlush
}

// rank writes the strengths of counted hands.
func (k sevenKernel) rank(n counted, strengths reg.Register) (c code) {
	many := c.into(VPORD, n.twos, n.fours)
	ranks := c.into(VPORD, n.odd, many)
	kind := c.into(popcount, n.twos)
	c.op(VPSLLW, U8(3), kind, kind)
	c.op(VPADDW, c.into(popcount, ranks), kind, kind)
	isFlush := K()
	c.moveMask(KMOVD, n.flush, isFlush)

	var byKind, byRun code
	strength := k.kind(&byKind, n, many, kind)
	byKind.op(VPADDW, k.constant(flushStep), strength, isFlush, strength)
	straight := k.straight(&byRun, ranks)
	byRun.op(VPADDW, k.constant(straightStep), straight, isFlush, straight)
	c = append(c, weave(byKind, byRun)...)
	c.op(VPMAXUW, straight, strength, strength)
	c.op(VMOVDQU16, strength, Mem{Base: strengths})
	return c
}

// kind returns the strengths of hands as if there were no straights and flushes.
func (k sevenKernel) kind(c *code, n counted, many, kind reg.VecVirtual) reg.VecVirtual {
	of := func(table int) reg.VecVirtual { return c.into(VPERMW, k.constant(table), kind) }
	// Minus one from the table drops the lowest bit: x & (x - 1).
	drop := func(x reg.VecVirtual, table int) {
		less := of(table)
		c.op(VPADDW, x, less, less)
		c.op(VPANDD, less, x, x)
	}
	main := of(mainPairs)
	c.logic(differAnd, main, n.odd, n.twos)
	c.op(VPORD, n.fours, main, main)
	drop(main, dropMain)
	kickers := of(keepSingles)
	c.logic(andOr, kickers, n.odd, many)
	c.op(VPANDND, kickers, main, kickers)
	drop(kickers, dropFirst)
	drop(kickers, dropSecond)

	// The bits below the lower main rank and below the higher: all of them if there is none.
	less := c.into(VPADDW, k.constant(minusOne), main)
	belowLow := c.into(VPANDND, less, main)
	belowHigh := c.into(VPANDD, less, main)
	c.op(VPADDW, k.constant(minusOne), belowHigh, belowHigh)
	strength := c.into(popcount, belowLow)
	each := of(perMain)
	c.op(VPMULLW, each, strength, strength)
	c.op(VPADDW, of(first), strength, strength)
	c.op(VPADDW, c.into(VPERMW, k.constant(secondMain), c.into(popcount, belowHigh)), strength, strength)

	// The kickers' ranks are numbered without the main ones: those above move down.
	for _, below := range []reg.VecVirtual{belowHigh, belowLow} {
		down := c.into(VPSRLW, U8(1), kickers)
		c.logic(pick, below, kickers, down)
		kickers = below
	}
	c.op(VPADDW, k.kickers(c, kickers, each), strength, strength)
	return strength
}

// kickers returns the colexicographic number of one to five kickers. Each table of high ranks applies to the hands with
// its number of kickers.
func (k sevenKernel) kickers(c *code, kickers, each reg.VecVirtual) reg.VecVirtual {
	high := c.into(VPSRLW, U8(lowBits), kickers)
	number := func(table int, is Op) { c.op(VPERMI2W, k.constant(table+1), k.constant(table), is, high) }
	when := func(comparison uint8, with int) Op {
		is := K()
		c.op(VPCMPUW, U8(comparison), k.constant(with), each, is)
		return is
	}
	number(highOne, when(atMost, oneKicker))
	number(highTwo, when(equal, twoKickers))
	number(highThree, when(equal, threeKickers))
	isFive, hasAce := when(equal, fiveKickers), K()
	c.op(VPTESTMW, k.constant(aceBit), kickers, isFive, hasAce)
	c.op(func(...Op) { KANDND(isFive, hasAce, isFive) })
	number(highFive, isFive)
	number(highAce, hasAce)
	c.op(VPERMI2W, k.constant(lowKickers+1), k.constant(lowKickers), kickers)
	c.op(VPADDW, kickers, high, high)
	return high
}

// straight returns the strength of the best straight, and 0 if there is none.
func (k sevenKernel) straight(c *code, ranks reg.VecVirtual) reg.VecVirtual {
	ace := c.into(VPSRLW, U8(12), ranks)
	run := c.into(VPADDW, ranks, ranks)
	c.op(VPORD, ace, run, run) // the ace below the deuce as well
	two := c.into(VPSRLW, U8(1), run)
	c.op(VPANDD, run, two, two)
	c.op(VPSRLW, U8(4), run, run)
	c.logic(and3, run, two, c.into(VPSRLW, U8(2), two))
	// Straights that overlap start at consecutive ranks; bits up to the highest start:
	c.op(VPORD, c.into(VPADDW, k.constant(minusOne), run), run, run)
	return c.into(VPERMW, k.constant(straights), c.into(popcount, run))
}

// popcount counts the bits of each word, by an instruction that avo does not know.
func popcount(operands ...Op) {
	Instruction(&ir.Instruction{
		Opcode: "VPOPCNTW", ISA: []string{"AVX512BITALG"},
		Operands: operands, Inputs: operands[:1], Outputs: operands[1:],
	})
}
