package draw

import (
	"fmt"
	"image/color"
)

// Palette returns the colours of series, in their order, as #rrggbb: for pages that draw by the same
// rules.
func Palette() []string { return hex(colours) }

// HeatScale returns colours of heat maps, evenly spaced from low to high and to be mixed linearly.
func HeatScale() []string { return hex(scale) }

func hex(list []color.Color) []string {
	out := make([]string, len(list))
	for i, c := range list {
		n := color.NRGBAModel.Convert(c).(color.NRGBA)
		out[i] = fmt.Sprintf("#%02x%02x%02x", n.R, n.G, n.B)
	}
	return out
}
