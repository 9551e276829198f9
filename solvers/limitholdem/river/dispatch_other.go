//go:build !amd64

package river

// Kernels returns the float32 kernels that this machine runs, the slowest first.
func Kernels() []*Kernel[float32] { return []*Kernel[float32]{Portable[float32]()} }
