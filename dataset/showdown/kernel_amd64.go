package showdown

import (
	"golang.org/x/sys/cpu"

	"feltlab/dataset/eval"
)

func init() {
	x := &cpu.X86
	eval.HasAVX512 = x.HasAVX512F && x.HasAVX512BW && x.HasAVX512VBMI && x.HasAVX512BITALG
}
