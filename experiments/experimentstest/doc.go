// Package experimentstest gives tests of experiments an environment in temporary folders, and reads the files that an
// experiment wrote there.
package experimentstest
