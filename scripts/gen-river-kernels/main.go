package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Layout of package river in float32, in bytes.
const (
	sequences   = 9
	cards       = 52
	entryStride = 12  // Entry
	laneStride  = 64  // Vector[float32]
	shareStride = 576 // Shares[float32]
	reachShift  = 6   // log2 of laneStride

	combo, bucket, own, lowAt, highAt, low, high = 0, 2, 4, 6, 8, 10, 11 // fields of Entry

	groupStride = 6 // of group: the number of hands, cards and classes
)

// Layout of what a sweep works with, in vectors of the kernel's width: the lanes that it does not work
// on are left out, so that AVX2 works with half as much, which stays in the first-level cache.
const totals = (1 + cards) * sequences // the type, in which the cards come after all

// isa is an instruction set with vectors of its width.
type isa struct {
	name string
	wide bool
}

func (a isa) vector() reg.VecVirtual {
	if a.wide {
		return ZMM()
	}
	return YMM()
}

// size is that of a vector in bytes.
func (a isa) size() int {
	if a.wide {
		return 64
	}
	return 32
}

func (a isa) zero(v reg.VecVirtual) {
	if a.wide {
		VPXORD(v, v, v)
	} else {
		VXORPS(v, v, v)
	}
}

func main() {
	ConstraintExpr("amd64")
	for _, a := range []isa{{"AVX2", false}, {"AVX512", true}} {
		add(a, "value", false)
		add(a, "play", true)
		learn(a, "learn", true)
		learn(a, "learnLater", false)
		match(a)
		settle(a)
		share(a)
		average(a)
		carry(a)
		respond(a)
	}
	Generate()
}

// row is a pointer to the first of some vectors, which are so many bytes apart.
type row struct {
	base, index reg.Register
	apart       int
}

// lanes is a row of Vector, of which a kernel may take a part.
func lanes(base, index reg.Register) row { return row{base, index, laneStride} }

// packed is a row in Scratch.
func (a isa) packed(base, index reg.Register) row { return row{base, index, a.size()} }

func (r row) at(offset, i int) Mem {
	m := Mem{Base: r.base, Disp: (offset + i) * r.apart}
	if r.index != nil {
		m.Index, m.Scale = r.index, 1
	}
	return m
}

// eachHand writes a loop over one entry or more, called by a name.
func eachHand(name string, entries, n reg.Register, body func()) {
	Label(name)
	body()
	ADDQ(Imm(entryStride), entries)
	DECQ(n)
	JNZ(LabelRef(name))
}

// shifted loads a field of the entry and multiplies it by a power of two.
func shifted(entries reg.Register, field int, shift uint64) reg.GPVirtual {
	r := GP64()
	MOVWQZX(Mem{Base: entries, Disp: field}, r)
	SHLQ(Imm(shift), r)
	return r
}

// field loads a field of the entry and multiplies it.
func field(entries reg.Register, at, size int) reg.GPVirtual {
	r := GP64()
	MOVWQZX(Mem{Base: entries, Disp: at}, r)
	IMUL3Q(U32(uint32(size)), r, r)
	return r
}

// holding is the row of a card of the entry, of so many vectors, in memory that is packed; its first
// vector is still to be said.
func (a isa) holding(memory, entries reg.Register, card, vectors int) row {
	r := GP64()
	MOVBQZX(Mem{Base: entries, Disp: card}, r)
	IMUL3Q(U32(uint32(vectors*a.size())), r, r)
	return a.packed(memory, r)
}

func param(name string) reg.GPVirtual {
	return Load(Param(name), GP64()).(reg.GPVirtual)
}

// local keeps a number on the stack.
func local(x reg.Register) Mem {
	m := AllocLocal(8)
	MOVQ(x, m)
	return m
}

// eachGroup writes a loop over the groups of hands that tie, weakest first, and what a function ends
// with. The body gets the first hand, which it moves to the end of the group, and the number of hands,
// in a register that it may change and in memory, of the cards they hold, and of their classes.
func (a isa) eachGroup(body func(sorted, n reg.Register, hands, cards, classes Mem)) {
	groups, left := local(param("groups")), local(param("numGroups"))
	hands, cards, classes := AllocLocal(8), AllocLocal(8), AllocLocal(8)
	sorted := param("sorted")
	Label("group")
	n, at := GP64(), GP64()
	MOVQ(groups, at)
	for i, m := range []Mem{classes, cards, hands} {
		MOVWQZX(Mem{Base: at, Disp: 4 - 2*i}, n)
		MOVQ(n, m)
	}
	ADDQ(Imm(groupStride), at)
	MOVQ(at, groups)
	body(sorted, n, hands, cards, classes)
	DECQ(left)
	JNZ(LabelRef("group"))
	VZEROUPPER()
	RET()
}

// test compares a boolean parameter with 0.
func test(name string) { CMPB(number(name), Imm(0)) }

// unless does something if a boolean parameter is false; the label is where it goes on.
func unless(name, label string, do func()) {
	test(name)
	JNZ(LabelRef(label))
	do()
	Label(label)
}

// less returns x minus others in a new vector.
func (a isa) less(x reg.VecVirtual, others ...reg.VecVirtual) reg.VecVirtual {
	out := a.vector()
	for _, o := range others {
		VSUBPS(o, x, out)
		x = out
	}
	return out
}

// addDoubles adds floats to doubles in memory.
func addDoubles(x reg.VecVirtual, to Mem, a isa) {
	if a.wide {
		upper, lower := YMM(), ZMM()
		VEXTRACTF64X4(Imm(1), x, upper)
		for k, part := range []reg.VecVirtual{x.AsY().(reg.VecVirtual), upper} {
			VCVTPS2PD(part, lower)
			VADDPD(to.Offset(64*k), lower, lower)
			VMOVUPD(lower, to.Offset(64*k))
		}
		return
	}
	upper, lower := XMM(), YMM()
	VEXTRACTF128(Imm(1), x, upper)
	for k, part := range []reg.VecVirtual{x.AsX().(reg.VecVirtual), upper} {
		VCVTPS2PD(part, lower)
		VADDPD(to.Offset(32*k), lower, lower)
		VMOVUPD(lower, to.Offset(32*k))
	}
}

// number is a parameter in memory. To load a float into a register takes an instruction that leaves
// the rest of a vector alone, and waits for it.
func number(name string) Mem {
	p, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return p.Addr
}

// broadcast fills a vector with a number.
func (a isa) broadcast(m Mem) reg.VecVirtual {
	v := a.vector()
	VBROADCASTSS(m, v)
	return v
}

// constants are those that there are already, by name.
var constants = map[string]Mem{}

func (a isa) constant(name string, x float64) Mem {
	name += a.name
	if _, ok := constants[name]; !ok {
		constants[name] = ConstData(name, U32(math.Float32bits(float32(x))))
	}
	return constants[name]
}
