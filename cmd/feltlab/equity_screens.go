package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"feltlab/dataset/strength"
	"feltlab/dataset/table"
	"feltlab/internal/progress"
	"feltlab/report/draw"
)

// checkScreens refuses screens that a spot does not have.
func (f *equityFlags) checkScreens(s *spot) error {
	if n := len(s.Board); f.Next && n != 3 && n != 4 {
		return usage("--next: %w, such as --board 2s6cQc", strength.ErrNextCard)
	}
	if f.Curve == "" || f.Curve == standardOutput {
		return nil
	}
	if s.sample {
		return usage("--curve counts, --samples samples: want one of them")
	}
	return cmp.Or(checkEnding("curve", f.Curve, ".svg,.csv,.parquet,.arrow,.md,.tex,-"), writable(f.Curve))
}

// nextCards counts, or samples, as the answer did.
func (a *app) nextCards(ctx context.Context, s *spot, f *equityFlags, answer *strength.Equity) (err error) {
	bar := progress.Start(a.stderr, "next card", 1)
	defer bar.Close()
	answer.Next, err = s.NextCards(ctx, func(ctx context.Context, s *strength.Spot) (*strength.Shared, error) {
		if answer.Seed != nil {
			return s.Sample(ctx, f.Samples, *answer.Seed, 0, nil)
		}
		return s.Exact(ctx, 0, nil)
	}, bar.Of)
	return err
}

// curves computes the curves of all players and writes them to a file, or adds them to the answer.
func (a *app) curves(ctx context.Context, s *spot, f *equityFlags, answer *strength.Equity) error {
	if answer.Seed != nil {
		return errors.New("--curve: a count takes more than about a minute, and curves are not sampled")
	}
	bar := progress.Start(a.stderr, "curves", 1)
	defer bar.Close()
	curves, err := s.Curves(ctx, s.Names(), bar.Of)
	if err != nil {
		return err
	}
	bar.Close()
	if f.Curve == standardOutput {
		answer.Curves = curves
		return nil
	}
	return a.writeTo(f.Curve, func(w io.Writer) error {
		format := formatOf(f.Curve)
		if format == "svg" {
			return draw.SVG(w, equityChart(equityTitle(answer), curves))
		}
		return table.Write(w, format, table.Of[strength.CurvePoint](), nil, slices.Concat(curves...))
	})
}

func equityChart(title string, curves [][]strength.CurvePoint) draw.Chart {
	chart := draw.Chart{Title: title, X: draw.Axis{Label: "best hands of the range, %", Low: 0, High: 100},
		Y: draw.Axis{Label: "equity, %", Low: 0, High: 100}}
	for i, curve := range curves {
		line := draw.Series{Name: curve[0].Player, Style: draw.Trend, Colour: i + 1}
		from := 0.0
		for _, p := range curve {
			line.Points = append(line.Points, draw.Point{X: 100 * from, Y: 100 * p.Equity},
				draw.Point{X: 100 * p.UpTo, Y: 100 * p.Equity})
			from = p.UpTo
		}
		chart.Series = append(chart.Series, line)
	}
	return chart
}

// printCurves prints the equities of the hands at each tenth of the players' ranges, from the best hand to the worst.
func printCurves(w io.Writer, curves [][]strength.CurvePoint) error {
	header := []string{"equity, %", "best"}
	const tenths = 10
	for i := 1; i < tenths; i++ {
		header = append(header, fmt.Sprintf("%d%%", 100/tenths*i))
	}
	sheet := table.NewSheet(append(header, "worst")...).Align("lr")
	for _, curve := range curves {
		cells := []string{curve[0].Player}
		for i := range tenths + 1 {
			at := slices.IndexFunc(curve, func(p strength.CurvePoint) bool { return p.UpTo >= float64(i)/tenths-1e-12 })
			cells = append(cells, table.Fixed(100*curve[at].Equity, 1))
		}
		sheet.Add(cells...)
	}
	fmt.Fprintln(w)
	return sheet.Print(w, "  ")
}

// equityTitle names the players, the board and the dead cards. Players with the same range are named once.
func equityTitle(a *strength.Equity) string {
	names := a.Names()
	var others []string
	for rest := names[1:]; len(rest) > 0; {
		same := slices.IndexFunc(rest, func(name string) bool { return name != rest[0] })
		if same < 0 {
			same = len(rest)
		}
		others = append(others, rest[0])
		if same > 1 {
			others[len(others)-1] = fmt.Sprintf("%d times %s", same, rest[0])
		}
		rest = rest[same:]
	}
	return fmt.Sprintf("%s against %s %s%s", names[0], strings.Join(others, " and "), where(a.Board),
		leading(", without ", a.Dead))
}
