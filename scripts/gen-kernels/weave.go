package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// code is a list of instructions that are written later, so that those of independent work can be mixed.
type code []func()

// weave mixes the instructions of several lists evenly. Each list keeps its order. The caller must make sure that the
// lists do not disturb each other.
func weave(lists ...code) (all code) {
	written := make([]int, len(lists))
	for {
		next, least := -1, 1.0
		for i, list := range lists {
			if part := float64(written[i]) / float64(len(list)); part < least {
				next, least = i, part
			}
		}
		if next < 0 {
			return all
		}
		all = append(all, lists[next][written[next]])
		written[next]++
	}
}

func (c code) write() {
	for _, instruction := range c {
		instruction()
	}
}

// op adds an instruction.
func (c *code) op(instruction func(...Op), operands ...Op) {
	*c = append(*c, func() { instruction(operands...) })
}

// into adds an instruction with a new register as its last operand.
func (c *code) into(instruction func(...Op), operands ...Op) reg.VecVirtual {
	v := ZMM()
	c.op(instruction, append(operands, v)...)
	return v
}

// moveMask adds a move between a mask and another register.
func (c *code) moveMask(move func(from, to Op), from, to Op) {
	*c = append(*c, func() { move(from, to) })
}

// Functions of three bits x, y and z: bit 4x + 2y + z of the number is the value.
const (
	xor3      = 0x96 // the sum of three numbers of one bit
	majority  = 0xe8 // its carry
	and3      = 0x80
	pick      = 0xca // x ? y : z
	differAnd = 0x28 // (x ^ y) & z
	andOr     = 0xea // x & y | z
)

// logic replaces x by a function of three bits.
func (c *code) logic(function uint8, x, y, z reg.VecVirtual) {
	c.op(VPTERNLOGD, U8(function), z, y, x)
}

// fullAdd adds three numbers of one bit, in each bit. The sum takes the place of x.
func (c *code) fullAdd(x, y, z reg.VecVirtual) (sum, carry reg.VecVirtual) {
	carry = c.into(VMOVDQA64, x)
	c.logic(majority, carry, y, z)
	c.logic(xor3, x, y, z)
	return x, carry
}
