package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// avx2 has the vectors of package postflop: eight float32.
var avx2 = isa{"AVX2", false}

// eachEight writes a loop over n numbers, eight at a time; at counts them.
func eachEight(n reg.Register, body func(at reg.Register)) {
	at := GP64()
	XORQ(at, at)
	Label("eight")
	body(at)
	ADDQ(U8(8), at)
	CMPQ(at, n)
	JNE(LabelRef("eight"))
	end()
}

// element is the address of a number of a vector.
func element(vector, at reg.Register) Mem { return Mem{Base: vector, Index: at, Scale: 4} }

// sums writes out = a + b, out = a * b, and out += a * b, for the vectors of a walk.
func sums() {
	for _, f := range []struct {
		name, doc string
		do        func(out Mem, a, b reg.VecVirtual)
	}{
		{"add", "fills out with a + b.", func(_ Mem, a, b reg.VecVirtual) { VADDPS(b, a, a) }},
		{"multiply", "fills out with a * b.", func(_ Mem, a, b reg.VecVirtual) { VMULPS(b, a, a) }},
		{"mix", "adds a * b to out.", func(out Mem, a, b reg.VecVirtual) {
			VMULPS(b, a, a)
			VADDPS(out, a, a)
		}},
	} {
		begin(f.name+"AVX2", f.doc+" n is a multiple of eight above 0.", "func(out, a, b *float32, n int)")
		out, a, b, n := param("out"), param("a"), param("b"), param("n")
		eachEight(n, func(at reg.Register) {
			x, y := avx2.into(VMOVUPS, element(a, at)), avx2.into(VMOVUPS, element(b, at))
			f.do(element(out, at), x, y)
			VMOVUPS(x, element(out, at))
		})
	}
}

// matchHands writes regret matching for hands: weights and play are by action, stride numbers apart, and hand.
func matchHands() {
	begin("matchAVX2", "fills play by regret matching. n is a multiple of eight above 0.",
		"func(weights, play *float32, n, stride, actions int, tiny, even float32)")
	weights, play, n, stride := param("weights"), param("play"), param("n"), param("stride")
	SHLQ(Imm(2), stride) // in bytes
	zeros := avx2.zero(avx2.vector())
	tiny, even := avx2.broadcast(number("tiny")), avx2.broadcast(number("even"))
	ones := avx2.broadcast(avx2.constant("one", 1))
	from, to, left := GP64(), GP64(), GP64()
	eachEight(n, func(at reg.Register) {
		sum := avx2.into(VMOVUPS, tiny)
		LEAQ(element(weights, at), from)
		LEAQ(element(play, at), to)
		MOVQ(number("actions"), left)
		Label("sum")
		VADDPS(avx2.into(VMAXPS, zeros, avx2.into(VMOVUPS, Mem{Base: from})), sum, sum)
		ADDQ(stride, from)
		DECQ(left)
		JNZ(LabelRef("sum"))
		VDIVPS(sum, ones, sum)
		LEAQ(element(weights, at), from)
		MOVQ(number("actions"), left)
		Label("share")
		x := avx2.into(VMAXPS, zeros, avx2.into(VMOVUPS, Mem{Base: from}))
		VADDPS(even, x, x)
		VMULPS(sum, x, x)
		VMOVUPS(x, Mem{Base: to})
		ADDQ(stride, from)
		ADDQ(stride, to)
		DECQ(left)
		JNZ(LabelRef("share"))
	})
}

// learnHands writes how an action's regrets and its part of the average follow from a pass.
func learnHands() {
	begin("learnAVX2", "updates regrets and sums of an action. n is a multiple of eight above 0.",
		"func(regret, sum, up, values, own, played *float32, n int, down, more, weight float32)")
	var vectors [6]reg.Register
	for i, name := range []string{"regret", "sum", "up", "values", "own", "played"} {
		vectors[i] = param(name)
	}
	zeros := avx2.zero(avx2.vector())
	down, more := avx2.broadcast(number("down")), avx2.broadcast(number("more"))
	weight := avx2.broadcast(number("weight"))
	eachEight(param("n"), func(at reg.Register) {
		r := avx2.into(VMOVUPS, element(vectors[0], at))
		x := avx2.into(VMAXPS, zeros, r)
		VMULPS(more, x, x)
		VMULPS(down, r, r)
		VADDPS(x, r, r)
		VADDPS(element(vectors[2], at), r, r)
		VSUBPS(element(vectors[3], at), r, r)
		VMOVUPS(r, element(vectors[0], at))
		x = avx2.into(VMULPS, element(vectors[4], at), weight)
		VMULPS(element(vectors[5], at), x, x)
		VADDPS(element(vectors[1], at), x, x)
		VMOVUPS(x, element(vectors[1], at))
	})
}
