// Package draw makes the figures of the reports: the 13x13 grid of starting hands as a heat
// map, charts of lines and points, and histograms.
//
// A Figure is drawn once, onto the canvas of gonum/plot, and written by SVG or PNG; a Grid
// also prints as text. The same figure gives the same bytes: nothing in them depends on the
// clock, on maps' order, or on fonts that happen to be installed (text in PNGs is set in
// Liberation Sans, which is built in; SVGs name it with fallbacks of the same widths). An SVG is
// one image to a screen reader, with a title and its numbers in words.
//
// Colours can be told apart by colour-blind readers: series are in the palette of M. Okabe
// and K. Ito, "Color universal design" (2008), and differ by marker and dash as well, so that
// hue alone never tells two of six apart; heat maps use C. Brewer's sequential scale YlGnBu,
// which grows darker with the value, with the number in each cell.
package draw
