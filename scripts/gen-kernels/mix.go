package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// mix writes the sum of shares of four columns of counts. A count becomes a double as the low half of 2^52 plus it.
func mix() {
	begin("mixAVX2", "adds shares p, q, r and s of a, b, c and d, each n numbers. n is a multiple of four above 0.",
		"func(to *float64, n int, a, b, c, d *uint32, p, q, r, s float64)")
	to, n := param("to"), param("n")
	columns := [4]reg.Register{param("a"), param("b"), param("c"), param("d")}
	var shares [4]reg.VecVirtual
	for i, name := range [4]string{"p", "q", "r", "s"} {
		shares[i] = YMM()
		VBROADCASTSD(number(name), shares[i])
	}
	bits, base, at := GP64(), YMM(), GP64()
	MOVQ(U64(0x4330000000000000), bits) // 2^52
	MOVQ(bits, base.AsX())
	VBROADCASTSD(base.AsX(), base)
	XORQ(at, at)
	Label("four")
	sum := YMM()
	for i, column := range columns {
		count := YMM()
		if i == 0 {
			count = sum
		}
		VPMOVZXDQ(Mem{Base: column, Index: at, Scale: 4}, count)
		VPOR(base, count, count)
		VSUBPD(base, count, count)
		VMULPD(shares[i], count, count)
		if i > 0 {
			VADDPD(count, sum, sum)
		}
	}
	VADDPD(Mem{Base: to, Index: at, Scale: 8}, sum, sum)
	VMOVUPD(sum, Mem{Base: to, Index: at, Scale: 8})
	ADDQ(U8(patternLen), at)
	CMPQ(at, n)
	JNE(LabelRef("four"))
	end()
}
