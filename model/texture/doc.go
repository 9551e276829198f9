// Package texture sorts flops by what players call their texture, in four families that look at
// one thing each:
//
//	suits          one suit, two suits, three suits
//	pairing        unpaired, paired, three of a kind
//	high card      ace high, king high, ..., nine high or lower
//	connectedness  three to a straight: three different ranks within five neighbouring ranks, so
//	               that someone may have flopped a straight; two to a straight: no three, but
//	               two different ranks; disconnected: neither. An ace is high and low.
//
// Every flop is in exactly one group of each family. The cost is a few operations a flop.
package texture
