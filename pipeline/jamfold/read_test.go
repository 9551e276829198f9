package jamfold

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/dataset/table"
	"feltlab/internal/must"
	"feltlab/model/tournament"
)

// TestReadTournament reads back what is written of a solved tournament, and refuses other files.
func TestReadTournament(t *testing.T) {
	folder := t.TempDir()
	want := []Decision{
		{State: 3, Stacks: tournament.Stacks{300, 600, 900}, At: tournament.Decision{Seat: 1}, Hand: 5, Jam: 0.25,
			ReachPercent: 1.5, JamDollars: 30.5, FoldDollars: 30},
		{State: 3, Stacks: tournament.Stacks{300, 600, 900}, At: tournament.Decision{Seat: 1}, Hand: 168,
			JamDollars: math.NaN(), FoldDollars: math.NaN()},
	}
	path := filepath.Join(folder, DecisionsFile)
	write := func(name string, to func(*os.File) error) {
		f := must.Get(os.Create(filepath.Join(folder, name)))(t)
		must.Do(t, errors.Join(to(f), f.Close()))
	}
	write(DecisionsFile, func(f *os.File) error { return table.Write(f, "parquet", DecisionColumns(), nil, want) })
	var got []Decision
	if err := ReadDecisions(path, func(d *Decision) { got = append(got, *d) }); err != nil ||
		fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	worths := []StateValue{{State: 3, Stacks: want[0].Stacks, Values: [3]float64{30, 40, 30},
		ICM: [3]float64{29, 41, 30}}}
	write(ValuesFile, func(f *os.File) error { return table.WriteCSV(f, StateValueColumns(), worths) })
	if got, err := ReadStateValues(folder); err != nil || fmt.Sprint(got) != fmt.Sprint(worths) {
		t.Errorf("%v, %v, want %v", got, err, worths)
	}
	for _, text := range []string{"state,a\n1,2\n", strings.Repeat("x,", 9) + "x\n" + strings.Repeat("x,", 9) + "x\n"} {
		write(ValuesFile, func(f *os.File) error { _, err := f.WriteString(text); return err })
		if _, err := ReadStateValues(folder); !errors.Is(err, ErrTournament) {
			t.Errorf("%q: %v", text, err)
		}
	}
	write(DecisionsFile, func(f *os.File) error { return table.Write(f, "parquet", StateValueColumns(), nil, worths) })
	if err := ReadDecisions(path, func(*Decision) {}); !errors.Is(err, ErrTournament) {
		t.Errorf("other columns: %v", err)
	}
}
