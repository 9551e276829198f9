// Package experimentstest gives tests of experiments an environment in temporary folders, reads the files that an
// experiment wrote there, and holds experiments to the committed results.
package experimentstest
