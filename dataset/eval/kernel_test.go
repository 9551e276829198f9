package eval

import "golang.org/x/sys/cpu"

func init() { // as package showdown does
	x := &cpu.X86
	HasAVX512 = x.HasAVX512F && x.HasAVX512BW && x.HasAVX512VBMI && x.HasAVX512BITALG
}
