// Package allin keeps the exact all-in results before the flop as artifacts: the 169 x 169
// pairs of classes and the 818,805 triples (dataset/allin), each computed once, in
// about 2 and 40 CPU-seconds, and read back in milliseconds. A stored table that does not
// match its checksum is reported and computed again. JamFold makes the heads-up game of them.
package allin
