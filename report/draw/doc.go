// Package draw makes the figures of the reports: the 13x13 grid of starting hands as a heat
// map, charts of lines and points, and histograms.
//
// SVG and PNG write a Figure, which draws itself on the canvas of gonum/plot; a Grid also prints as text. The same
// figure gives the same bytes: they depend neither on the clock, nor on the order of maps, nor on installed fonts
// (PNGs use Liberation Sans, which is built in; SVGs name it with fallbacks of the same widths). For a screen reader
// an SVG is one image, with a title and its numbers in words.
//
// Colour-blind readers can distinguish the colours: series use the palette of M. Okabe and K. Ito, "Color universal
// design" (2008), and also differ by marker and dash; heat maps use C. Brewer's sequential scale YlGnBu, which grows
// darker with the value, with the number in each cell.
package draw
