package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func match(a isa) {
	begin("match"+a.name, "fills plans by regret matching.",
		"func(updates *uint32, n int, regrets, plans *float32)")
	regrets, plans := param("regrets"), param("plans")
	zeros := a.zero(a.vector())
	halves, thirds := a.broadcast(a.constant("half", 1./2)), a.broadcast(a.constant("third", float64(float32(1)/3)))
	eachUpdate(func(_, bucket reg.Register) {
		at := offset(bucket, planStride)
		regret, plan := lanes(regrets, at), lanes(plans, at)
		for _, p := range places {
			uniform := halves
			if p.actions == 3 {
				uniform = thirds
			}
			var x [3]reg.VecVirtual
			total := a.vector()
			for k := range p.actions {
				x[k] = a.into(VMAXPS, regret.at(0, p.first+k), zeros)
				if k == 1 {
					VADDPS(x[0], x[1], total)
				} else if k > 1 {
					VADDPS(x[k], total, total)
				}
			}
			for k := range p.actions {
				VDIVPS(total, x[k], x[k])
			}
			if a.wide {
				mask := K()
				VCMPPS(Imm(1), total, zeros, mask) // 0 < total
				for k := range p.actions {
					VBLENDMPS(x[k], uniform, mask, x[k])
				}
			} else {
				VCMPPS(Imm(1), total, zeros, total)
				for k := range p.actions {
					VBLENDVPS(total, x[k], uniform, x[k])
				}
			}
			for k := range p.actions {
				VMOVUPS(x[k], plan.at(0, p.first+k))
			}
		}
	})
}

func updateRegrets(a isa) {
	begin("updateRegrets"+a.name, "makes regrets of gains.",
		"func(updates *uint32, n int, floor float32, plans, gains, regrets *float32)")
	plans, gains, regrets := param("plans"), param("gains"), param("regrets")
	zeros, floor := a.vector(), a.broadcast(number("floor"))
	a.zero(zeros)
	eachUpdate(func(update, bucket reg.Register) {
		at := offset(bucket, planStride)
		plan, gain, regret := lanes(plans, at), lanes(gains, at), lanes(regrets, at)
		up, down := a.broadcast(Mem{Base: update, Disp: positive}), a.broadcast(Mem{Base: update, Disp: negative})
		for _, p := range places {
			won := a.vector()
			for k := range p.actions {
				x := a.into(VMOVUPS, gain.at(0, p.first+k))
				VMULPS(plan.at(0, p.first+k), x, x)
				if k == 0 {
					won = x
				} else {
					VADDPS(x, won, won)
				}
			}
			for k := range p.actions {
				r := a.into(VMOVUPS, regret.at(0, p.first+k))
				below := a.into(VMINPS, r, zeros)
				VMAXPS(r, zeros, r)
				VMULPS(up, r, r)
				VMULPS(down, below, below)
				VADDPS(below, r, r)
				g := a.into(VMOVUPS, gain.at(0, p.first+k))
				VSUBPS(won, g, g)
				VADDPS(g, r, r)
				VMAXPS(floor, r, r)
				VMOVUPS(r, regret.at(0, p.first+k))
				VMOVUPS(zeros, gain.at(0, p.first+k))
			}
		}
	})
}

func share(a isa) {
	begin("share"+a.name, "fills shares by plans.",
		"func(updates *uint32, n int, opponentFirst bool, plans, shares *float32)")
	plans, shares := param("plans"), param("shares")
	ones := a.constant("one", 1)
	eachUpdate(func(_, bucket reg.Register) {
		plan, out := lanes(plans, offset(bucket, planStride)), lanes(shares, offset(bucket, shareStride))
		follow := func(i int, x reg.VecVirtual, entry int) reg.VecVirtual {
			y := a.into(VMULPS, plan.at(0, entry), x)
			VMOVUPS(y, out.at(0, i))
			return y
		}
		checked := a.into(VMOVUPS, plan.at(0, open))
		VMOVUPS(checked, out.at(0, 0))
		bet := a.into(VMOVUPS, plan.at(0, open+1))
		VMOVUPS(bet, out.at(0, 1))
		follow(2, bet, facing2+1)
		follow(4, follow(3, bet, facing2+2), facing4+1)
		test("opponentFirst")
		JNZ(LabelRef("arrived"))
		VBROADCASTSS(ones, checked)
		Label("arrived")
		follow(5, checked, facing1+1)
		raised := follow(6, checked, facing1+2)
		follow(7, raised, facing3+1)
		follow(8, raised, facing3+2)
	})
}

func average(a isa) {
	begin("average"+a.name, "adds what is played to sums.",
		"func(updates *uint32, n int, weight float32, opponentFirst bool, plans, masses, sums *float32)")
	plans, masses, sums := param("plans"), param("masses"), param("sums")
	weight, zeros := a.broadcast(number("weight")), a.zero(a.vector())
	eachUpdate(func(_, bucket reg.Register) {
		at := offset(bucket, planStride)
		plan, sum := lanes(plans, at), lanes(sums, at)
		mass := Mem{Base: masses, Index: offset(bucket, laneStride), Scale: 1}
		m := a.into(VMULPS, mass, weight)
		VMOVUPS(zeros, mass)
		play := func(p struct{ first, actions int }, m reg.VecVirtual) (first, last reg.VecVirtual) {
			for k := range p.actions {
				x := a.into(VMULPS, plan.at(0, p.first+k), m)
				y := a.into(VADDPS, sum.at(0, p.first+k), x)
				VMOVUPS(y, sum.at(0, p.first+k))
				if k == 0 {
					first = x
				}
				last = x
			}
			return first, last
		}
		checked, bet := play(places[0], m)
		_, raised := play(places[3], bet)
		play(places[4], raised)
		test("opponentFirst")
		JNZ(LabelRef("arrived"))
		VMOVUPS(m, checked)
		Label("arrived")
		_, raised = play(places[1], checked)
		play(places[2], raised)
	})
}

func carry(a isa) {
	begin("carry"+a.name, "multiplies reach by shares of the street before.",
		"func(before, entries *uint16, n int, reach, shares, to, masses *float32)")
	before, entries, n := param("before"), param("entries"), param("n")
	reach, shares, to, masses := param("reach"), param("shares"), param("to"), param("masses")
	eachHand("hand", entries, n, func() {
		of := shifted(entries, combo, reachShift)
		x := a.into(VMOVUPS, Mem{Base: reach, Index: of, Scale: 1})
		VMULPS(Mem{Base: shares, Index: field(before, bucket, shareStride), Scale: 1}, x, x)
		VMOVUPS(x, Mem{Base: to, Index: of, Scale: 1})
		mass := Mem{Base: masses, Index: shifted(entries, bucket, reachShift), Scale: 1}
		VMOVUPS(a.into(VADDPS, mass, x), mass)
		ADDQ(Imm(entryStride), before)
	})
	end()
}

func respond(a isa) {
	begin("respond"+a.name, "makes a best response of gains.",
		"func(updates *uint32, n int, opponentFirst bool, gains, plans, values *float32)")
	gains, plans, values := param("gains"), param("plans"), param("values")
	zeros, ones := a.vector(), a.broadcast(a.constant("one", 1))
	a.zero(zeros)
	eachUpdate(func(_, bucket reg.Register) {
		at := offset(bucket, planStride)
		gain, plan := lanes(gains, at), lanes(plans, at)
		load := func(entry int) reg.VecVirtual {
			x := a.into(VMOVUPS, gain.at(0, entry))
			VMOVUPS(zeros, gain.at(0, entry))
			return x
		}
		equal := func(x, y reg.VecVirtual) reg.VecVirtual {
			out := a.vector()
			if a.wide {
				mask := K()
				VCMPPS(Imm(0), x, y, mask)
				VBLENDMPS(ones, zeros, mask, out)
			} else {
				VCMPPS(Imm(0), x, y, out)
				VANDPS(ones, out, out)
			}
			return out
		}
		// best plays the best action of a decision; the last is given.
		best := func(first int, last reg.VecVirtual, before ...reg.VecVirtual) reg.VecVirtual {
			v := a.into(VMOVUPS, last)
			for _, x := range before {
				VMAXPS(x, v, v)
			}
			left := a.into(VMOVUPS, ones)
			for k, x := range before {
				p := equal(x, v)
				VMULPS(left, p, p)
				VMOVUPS(p, plan.at(0, first+k))
				VSUBPS(p, left, left)
			}
			VMOVUPS(left, plan.at(0, first+len(before)))
			return v
		}
		at3 := best(facing3, load(facing3+2), load(facing3), load(facing3+1))
		raise1 := load(facing1 + 2)
		VADDPS(at3, raise1, raise1)
		at1 := best(facing1, raise1, load(facing1), load(facing1+1))
		at4 := best(facing4, load(facing4+1), load(facing4))
		raise2 := load(facing2 + 2)
		VADDPS(at4, raise2, raise2)
		at2 := best(facing2, raise2, load(facing2), load(facing2+1))
		bet, check := load(open+1), load(open)
		VADDPS(at2, bet, bet)
		unless("opponentFirst", "checked", func() { VADDPS(at1, check, check) })
		total := best(open, bet, check)
		test("opponentFirst")
		JZ(LabelRef("second"))
		VADDPS(at1, total, total)
		Label("second")
		VMOVUPS(total, Mem{Base: values, Index: offset(bucket, laneStride), Scale: 1})
	})
}
