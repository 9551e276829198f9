package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

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

func (a isa) size() int {
	if a.wide {
		return 64
	}
	return 32
}

func (a isa) bytes(vectors int) Op { return U32(uint32(vectors * a.size())) }

func (a isa) zero(v reg.VecVirtual) reg.VecVirtual {
	if a.wide {
		VPXORD(v, v, v)
	} else {
		VXORPS(v, v, v)
	}
	return v
}

// begin starts a function; doc is its comment after the name.
func begin(name, doc, signature string) {
	TEXT(name, NOSPLIT, signature)
	Pragma("noescape")
	Doc(name + " " + doc)
}

func end() {
	VZEROUPPER()
	RET()
}

// into writes an instruction with a new register as its last operand.
func (a isa) into(instruction func(...Op), operands ...Op) reg.VecVirtual {
	v := a.vector()
	instruction(append(operands, v)...)
	return v
}

// addTo adds a vector to one in memory, and leaves the sum in both.
func addTo(m Mem, x reg.VecVirtual) {
	VADDPS(m, x, x)
	VMOVUPS(x, m)
}

// row is the address of the first of some vectors that are apart bytes from each other.
type row struct {
	base, index reg.Register
	apart       int
}

func lanes(base, index reg.Register) row { return row{base, index, laneStride} }

func (a isa) packed(base, index reg.Register) row { return row{base, index, a.size()} }

func (r row) at(offset, i int) Mem {
	m := Mem{Base: r.base, Disp: (offset + i) * r.apart}
	if r.index != nil {
		m.Index, m.Scale = r.index, 1
	}
	return m
}

// eachHand writes a loop over entries, at least one, with a label.
func eachHand(name string, entries, n reg.Register, body func()) {
	Label(name)
	body()
	ADDQ(Imm(entryStride), entries)
	DECQ(n)
	JNZ(LabelRef(name))
}

// eachGroup writes a loop over the groups of hands that tie, weakest first, and the end of the function. The body
// gets the first hand, which it moves to the end of the group, the number of hands in a register that it may change,
// and the numbers of hands, of cards they hold and of classes in memory.
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
	end()
}

// eachUpdate writes a loop over updates; the body gets their address and the bucket.
func eachUpdate(body func(update, plan reg.Register)) {
	updates, n := param("updates"), param("n")
	Label("update")
	TESTQ(n, n)
	JZ(LabelRef("done"))
	plan := GP64()
	MOVLQZX(Mem{Base: updates, Disp: bucketOf}, plan)
	body(updates, plan)
	ADDQ(Imm(updateStride), updates)
	DECQ(n)
	JMP(LabelRef("update"))
	Label("done")
	end()
}

func shifted(entries reg.Register, field int, shift uint64) reg.GPVirtual {
	r := GP64()
	MOVWQZX(Mem{Base: entries, Disp: field}, r)
	SHLQ(Imm(shift), r)
	return r
}

func field(entries reg.Register, at, size int) reg.GPVirtual {
	r := GP64()
	MOVWQZX(Mem{Base: entries, Disp: at}, r)
	IMUL3Q(U32(uint32(size)), r, r)
	return r
}

func offset(bucket reg.Register, size uint32) reg.GPVirtual {
	r := GP64()
	IMUL3Q(U32(size), bucket, r)
	return r
}

func (a isa) holding(memory, entries reg.Register, card, vectors int) row {
	r := GP64()
	MOVBQZX(Mem{Base: entries, Disp: card}, r)
	IMUL3Q(a.bytes(vectors), r, r)
	return a.packed(memory, r)
}

func param(name string) reg.GPVirtual {
	return Load(Param(name), GP64()).(reg.GPVirtual)
}

func pointer(name string, offset reg.Register) reg.GPVirtual {
	p := param(name)
	ADDQ(offset, p)
	return p
}

func local(x reg.Register) Mem {
	m := AllocLocal(8)
	MOVQ(x, m)
	return m
}

// number is the address of a parameter. Loading a float into a register would take an instruction that keeps the rest
// of the vector, and waits for it.
func number(name string) Mem {
	p, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return p.Addr
}

func test(name string) { CMPB(number(name), Imm(0)) }

// unless writes code that runs if a boolean parameter is false; label is the end of that code.
func unless(name, label string, do func()) {
	test(name)
	JNZ(LabelRef(label))
	do()
	Label(label)
}

func (a isa) less(x reg.VecVirtual, others ...reg.VecVirtual) reg.VecVirtual {
	out := a.vector()
	for _, o := range others {
		VSUBPS(o, x, out)
		x = out
	}
	return out
}

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

func (a isa) broadcast(m Mem) reg.VecVirtual { return a.into(VBROADCASTSS, m) }

var constants = map[string]Mem{}

func (a isa) constant(name string, x float64) Mem {
	name += a.name
	if _, ok := constants[name]; !ok {
		constants[name] = ConstData(name, U32(math.Float32bits(float32(x))))
	}
	return constants[name]
}

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

// totals is the size of the type totals in vectors, all hands before the cards. Lanes that a kernel does not work on
// are left out, so that AVX2 needs half of the memory, which stays in the first-level cache.
const totals = (1 + cards) * sequences // the type, in which the cards come after all

// Layout of the scratch memory of Kernel.Add, in vectors of the kernel's width. In Block the inverse stakes follow the
// stakes.
const (
	folds  = 8
	ends   = sequences + folds
	levels = 5 // of stakes
	hands  = 1081

	runningCards = sequences
	halfEdge     = totals
	halfFolds    = halfEdge + sequences
	cardEnds     = halfFolds + folds
	totalsAt     = cardEnds + cards*ends // of classes
	partsAt      = totalsAt + hands
)

// Layout of what is learnt, in bytes.
const (
	planStride   = 13 * laneStride   // Plan[float32]
	laterStride  = 1326 * laneStride // a sequence of Lesson.Later
	updateStride = 12                // Update[float32]

	bucketOf, positive, negative = 0, 4, 8 // fields of Update

	stakesSize             = 5 * laneStride // Stakes[float32]
	win, lose, show, drift = 0, stakesSize, 2 * stakesSize, 3 * stakesSize
)

// Layout of what Kernel.Learn works with in Scratch, in vectors of the kernel's width.
const (
	finalAll    = 0
	finalCards  = sequences
	runAll      = totals
	runCards    = totals + sequences
	edge        = 2 * totals
	beforeHands = edge + sequences
)

// The entries of decisions: see Place.
const open, facing1, facing3, facing2, facing4 = 0, 2, 5, 8, 11

var places = [...]struct{ first, actions int }{{open, 2}, {facing1, 3}, {facing3, 3}, {facing2, 3}, {facing4, 2}}

func levelOf(i int) int {
	if i < levels {
		return i
	}
	return i - levels + 1
}
