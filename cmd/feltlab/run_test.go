package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"

	"feltlab/dataset/strength"
	"feltlab/pipeline/store"
	"feltlab/pipeline/store/storetest"
)

// cacheDir holds the artifacts of all command lines that do not name their own: what several of them
// need is computed once.
var cacheDir string

func TestMain(m *testing.M) {
	var err error
	if cacheDir, err = os.MkdirTemp("", "feltlab"); err != nil {
		panic(err)
	}
	if err := fill(cacheDir); err != nil {
		panic(err)
	}
	// No settings of whoever runs the tests.
	os.Setenv("XDG_CONFIG_HOME", cacheDir)
	for _, name := range []string{"FELTLAB_CACHE", "FELTLAB_CORES", fileVariable} {
		os.Unsetenv(name)
	}
	code := m.Run()
	os.RemoveAll(cacheDir)
	os.Exit(code)
}

// fill puts the matrices of storetest.Fill in a cache.
func fill(cache string) error {
	s, err := store.Open(cache, nil)
	if err != nil {
		return err
	}
	return storetest.Fill(s)
}

// feltlab runs one command line.
func feltlab(t *testing.T, args ...string) (stdout string, err error) {
	t.Helper()
	var out, errOut bytes.Buffer
	if !slices.Contains(args, "--cache") {
		args = append([]string{"--cache", cacheDir}, args...)
	}
	err = Run(t.Context(), args, &out, &errOut)
	if err == nil && slices.Contains(args, "--json") {
		checkJSON(t, args, out.String())
	}
	return out.String(), err
}

// says returns what a command line prints, which has all the texts.
func says(t *testing.T, line string, wants ...string) string {
	t.Helper()
	out, err := feltlab(t, words(line)...)
	if err != nil {
		t.Fatalf("%s: %v\n%s", line, err, out)
	}
	for _, want := range wants {
		if !strings.Contains(out, want) {
			t.Errorf("%s: no %q in\n%s", line, want, out)
		}
	}
	return out
}

// answers runs a command line with --json, reads its answer and returns the text.
func answers(t *testing.T, line string, into any) string {
	t.Helper()
	out := says(t, line+" --json")
	if err := json.Unmarshal([]byte(out), into); err != nil {
		t.Fatalf("%s: %v\n%s", line, err, out)
	}
	return out
}

// fails holds a command line to an exit code and an error of one line that has a text. Usage errors print nothing else.
func fails(t *testing.T, code int, line, want string) {
	t.Helper()
	out, err := feltlab(t, words(line)...)
	if err == nil || ExitCode(err) != code || !strings.Contains(err.Error(), want) ||
		strings.Contains(err.Error(), "\n") || code == 2 && out != "" {
		t.Errorf("%s: exit %d, %v, want %d with %q in a line (stdout %q)", line, ExitCode(err), err, code, want, out)
	}
}

// refuses holds arguments of a command to usage errors that say what is wrong.
func refuses(t *testing.T, command string, wants map[string]string) {
	t.Helper()
	for args, want := range wants {
		t.Run(args, func(t *testing.T) { fails(t, 2, command+" "+args, want) })
	}
}

func TestBadUsage(t *testing.T) {
	config := filepath.Join(t.TempDir(), "bad.yaml")
	for _, c := range [][2]string{
		{"nonsense", "unknown command"},
		{"fitt", `did you mean "fit"`},
		{"features AhKd", "got 1 argument, want HAND BOARD"},
		{"fit --hand 22-TT --features 3", "22-TT is a range: an opponent's is --range; --together"},
		{"fit --hand 22-XT --together --features 3", "22-XT"},
		{"fit --hand AhKd --together --features 3", "want whole classes, such as 22-TT or any"},
		{"fit --hand AA:0.5,KK --together --features 3", "each combo counts once"},
		{"fit --hand KK+ --together --range AhKd --features 3", "tells suits apart"},
		{"milp --hand AA --features 1 --highs=presolve=of", "want on or off"},
		{"milp --hand AA --features 1 --highs=tolerance=1", "a tolerance of 1, want 1e-10 to 0.001"},
		{"milp --hand AA --features 1 --judge x.sol --highs threads=2", "leave out --highs"},
		{"milp --hand AA --features 1,2 --judge x.sol", "this asks 2"},
		{"fit --hand AA --features 3 --estimate equty", "equity, ahead or win"},
		{"postflop --board Ks8d8c --oop AA --ip KsKd --pot 5 --stack 9", "ip: the board Ks8d8c blocks all hands"},
		{"postflop --board Ks8d8c --oop AA --ip KK --pot 5 --stack 9 --size bet:50", "river bet=33%, 75%"},
		{"postflop judge nothing.yaml uniform", "nothing.yaml"},
		{"postflop solve --out a.txt", "want"},
		{"fit --hand AA --features 3.5", `--features "3.5": want a whole number`},
		{"fit --hand AA --features", "needs an argument"},
		{"strength QQ --seed -1", `--seed "-1": want at least 0`},
		{"range 0%", `"0%"`},
		{"equity AhAd --range AhAc", "no opponent hand"},
		{"dataset --hand AA --range AhKh --out " + filepath.Join(t.TempDir(), "x.csv"), "name two cards instead of AA"},
		{"export " + t.TempDir(), "solves.jsonl"},
		{"dataset --hand AA --range KK --out " + filepath.Join(t.TempDir(), "no", "aa.csv"), "cannot write"},
		{"verify " + filepath.Join(t.TempDir(), "none.csv"), "none.csv"},
		{"sheet --hand AA --out s.pdf", "ends in .html"},
		{"equilibrium --game kuhn --out - --json", "both write to standard output"},
		{"features AhKd Ah7h2d", "holds Ah"},
		{"features AhAh Qs7h2d", "duplicate"},
		{"features AhKd Qs7h", "has 2 cards, want"},
		{"features AhXd Qs7h2d", `"Xd"`},
		{"equity AhKd --range XX", `XX`},
		{"equity AhKd --range any --board AhKd2c", "lies on the board"},
		{"equity AhKd --board 2c3c", "want 0, 3 (flop)"},
		{"equity AhKd --boardd 2c3c4c", `did you mean "--board"`},
		{"range ,,", "empty"},
		{"fit --range ATC --features 3", "want a hand, such as AA"},
		{"fit --hand AA --features 3 --max-error 2", "one of --features N and --max-error"},
		{"fit --hand AA --features 0", "want 1 to the number of columns, 73"},
		{"fit --hand AA --features 74", "want 1 to the number of columns, 73"},
		{"fit --hand AA --features 3 --time-limit 0", "not above zero"},
		{"fit --hand AA --features 3 --gap 100", "a gap of 100%, want 0 to below 100"},
		{"fit --hand AA --max-error 3 --gap 20", "a gap is a part of the error"},
		{"fit --hand AA --features 3 --gap 20 --engine search", "for the engines auto and exact"},
		{"fit --hand AA --features 3 --time-limit soon", "want seconds"},
		{"fit --hand AA --max-error -1", "want 0 to below 100"},
		{"fit --hand AA --max-error NaN", `--max-error "NaN": want a number`},
		{"fit --hand AA --features 3 --loss median", "average, max or wrong"},
		{"milp --hand AA --features 3 --formulation patern", `did you mean "pattern"`},
		{"fit --hand AA --features 3 --engine cplex", "auto, exact, highs or search"},
		{"fit --hand AX --features 3", "AX"},
		{"dataset --hand AA --hand KK --out x.csv", `--hand "KK": the flag takes one value and has two`},
		{"fit --hand AA --hand AA --features 3", `hand AA is named twice`},
		{"milp --hand AA,KK --features 3 --log x.csv", "name one hand"},
		{"equity AhKh QcQd --range RUS", "name all opponents in one way"},
		{"equity AhKh QcQq", `opponent 1: `},
		{"strength QQ --opponents 2 --by-combo", "--by-combo wants one opponent"},
		{"equity AhKh QQ --next", "--next: a next card wants a board of 3 or 4 cards"},
		{"equity AhKh QQ --curve c.csvv", `did you mean ".csv"`},
		{"equity AhKh QQ --curve c.svg --samples 100", "want one of them"},
		{"dataset --hand AA --range ATC", "--out is missing"},
		{"dataset --hand AA --range ATC --out x.xlsx", "arrow, csv, parquet"},
		{"dataset --all --hand AA --out x.parquet", "--all takes no hand"},
		{"dataset --allin pairs --hand AA --out x.parquet", "--allin takes no hand"},
		{"dataset --allin pars --out x.parquet", `did you mean "pairs"`},
		{"dataset --allin pairs --out x.parquet.gz", "only CSV is compressed"},
		{"export " + t.TempDir() + " --format markdwn", `did you mean "markdown"`},
		{"proof import", "want DIR"},
		{"sweep " + filepath.Join(t.TempDir(), "none.yaml"), "none.yaml"},
	} {
		t.Run(c[0], func(t *testing.T) { fails(t, 2, c[0], c[1]) })
	}
	const grid = "hands: AA\nranges: ATC\nprograms: AVGERR\nfeatures: "
	for _, c := range []struct{ args, yaml, want string }{
		{"postflop CONFIG", "board: Ks8d8c\npots: 5\n", `did you mean "pot"`},
		{"postflop CONFIG", "board: Ks8d8c\npot: 5\nrake: 5\n", "want a percentage, such as 5%"},
		{"sweep CONFIG", "hands: 22-TT\nranges: ATC\nprograms: AVGERR\nfeatures: 3\n", "22-TT"},
		{"sweep CONFIG", "hands: AA\nestimate: wins\nranges: ATC\nprograms: AVGERR\nfeatures: 3\n",
			`did you mean "win"`},
		{"sweep CONFIG", "hands: [AA]\nrangs: [ATC]\n", `did you mean "ranges"`},
		{"sweep CONFIG", "hands: [AA]\nranges: [ATC]\nprograms: [AVGERR]\n",
			"features: AVGERR needs at least one entry"},
		{"sweep CONFIG", "hands: [AA]\nranges: [ATC]\nprograms: [AVGER]\nfeatures: [3]\n", `did you mean "AVGERR"`},
		{"sweep CONFIG", grid + "[0]\n", "want 1 to the number of columns, 73"},
		{"sweep CONFIG", grid + "[x]\n", "features"},
		{"sweep CONFIG", "hands: [AA]\nranges: [ATC]\nprograms: [FEAT_AVGERR]\nmax_errors_percent: [.nan]\n",
			".nan: want a number"},
		{"sweep CONFIG", grid + "[3]\ntime_limit: 0\n", "not above zero"},
		{"sweep CONFIG", "hands: [A]\nranges: [ATC]\nprograms: [AVGERR]\nfeatures: [3]\n", "hands"},
		{"sweep CONFIG", "hands: [AA\n", "bad.yaml"},
		{"sweep CONFIG", grid + "5..1\n", "bad.yaml:4: "},
		{"sweep CONFIG", grid + "1..5\ngroups:\n  - hand: KK\n", `groups[0]: unknown key "hand", did you mean "hands"`},
		{"sweep CONFIG --retry all", grid + "1..5\n", "want open"},
		{"sweep CONFIG --retry open", grid + "1..5\nseed: [1, 2]\n", "--retry starts from known results"},
		{"sweep CONFIG --only hnd=AA", grid + "1..5\n", `did you mean "hand"`},
		{"sweep CONFIG --only hand=KK", grid + "1..5\n", "it has AA"},
		{"sweep CONFIG --set feature=3", grid + "1..5\n", `did you mean "features"`},
		{"sweep CONFIG --set features=x", grid + "1..5\n", `setting "features=x"`},
		{"sweep CONFIG --set features", grid + "1..5\n", "want key=value"},
	} {
		t.Run(c.args, func(t *testing.T) {
			write(t, config, c.yaml)
			fails(t, 2, strings.ReplaceAll(c.args, "CONFIG", config), c.want)
		})
	}
}

func TestFailures(t *testing.T) {
	foreign := write(t, filepath.Join(t.TempDir(), "foreign.parquet"), "PAR1 and then nothing")
	if _, err := feltlab(t, "proof", "expand", foreign, "--out", "-"); ExitCode(err) != 1 {
		t.Errorf("exit %d, %v, want 1", ExitCode(err), err)
	}
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

func TestFullDisk(t *testing.T) {
	err := Run(t.Context(), []string{"features", "AhKd", "Qs7h2d"}, full{}, io.Discard)
	if ExitCode(err) != 1 || !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("exit %d, %v", ExitCode(err), err)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := Run(ctx, []string{"--cache", t.TempDir(), "fit", "--hand", "AA", "--features", "2"}, io.Discard, io.Discard)
	if ExitCode(err) != 130 || err.Error() != "interrupted" {
		t.Errorf("exit %d, %v", ExitCode(err), err)
	}
}

// TestStandardOutput writes a file's content to standard output, and nothing else there.
func TestStandardOutput(t *testing.T) {
	out := says(t, "equilibrium --game kuhn --iterations 10 --out -")
	if !strings.HasPrefix(out, "feltlab-strategy 1\n") || strings.Contains(out, "value to seat") {
		t.Error(out)
	}
	if _, err := os.Stat("-"); err == nil {
		t.Error("a file named -")
	}
}

// The help lists commands by group, and the flags that matter first before the others.
func TestHelpInGroups(t *testing.T) {
	out, err := feltlab(t, "--help")
	if head := strings.Split(out, "\n")[2]; head != "Examples:" {
		t.Errorf("the page begins with %s, not with examples", head)
	}
	at := 0
	for _, part := range []string{
		"Formulas for the flop:\n  fit ", "Hands and ranges:\n  equity ", "Tournaments:\n  jamfold ",
		"Strategies and agents:\n  bestresponse ", "Many results, and published ones:\n  sweep ",
		"Running on many machines:\n  worker ", "Additional Commands:\n  completion ", "  help ", "\n\nFlags:\n",
	} {
		next := strings.Index(out[at:], part)
		if err != nil || next < 0 {
			t.Fatalf("%v: no %q in its place in\n%s", err, part, out)
		}
		at += next
	}
	for command, first := range map[string]string{"fit": "hand", "bestresponse": "game", "equilibrium": "game"} {
		out, err := feltlab(t, command, "--help")
		_, flags, ok := strings.Cut(out, "Flags that matter first:\n      --"+first+" ")
		before, after, more := strings.Cut(flags, "\n\nMore flags:\n")
		if err != nil || !ok || !more || strings.Count(before, "\n      --") != 4 ||
			strings.Contains(after, "\n      --"+first+" ") {
			t.Errorf("%s: %v\n%s", command, err, out)
		}
	}
}

func TestHelpHasExamples(t *testing.T) {
	a := &app{}
	eachCommand(a.rootCommand(), func(cmd *cobra.Command) {
		if cmd.Example == "" || cmd.Short == "" {
			t.Errorf("%s has no example or no summary", cmd.CommandPath())
		}
		out := says(t, strings.TrimPrefix(cmd.CommandPath(), "feltlab")+" --help", "Examples:")
		fits(t, strings.ReplaceAll(out, cmd.Example, ""))
	})
}

func TestFeaturesJSON(t *testing.T) {
	var got struct {
		Hand, Flop string
		True       []int
	}
	answers(t, "features KcTh Jh9c7c", &got)
	var fromHand []int
	for _, id := range got.True {
		if id >= 39 {
			fromHand = append(fromHand, id)
		}
	}
	// The source's worked example.
	if want := []int{39, 54, 57, 63}; got.Hand != "KcTh" || got.Flop != "Jh9c7c" || !slices.Equal(fromHand, want) {
		t.Errorf("got %+v, want of F39..F73 %v", got, want)
	}
}

// TestFeaturesFit writes no feature wider than what else is printed.
func TestFeaturesFit(t *testing.T) {
	fits(t, says(t, "features AhKd Qs7h2d"))
	fits(t, says(t, "features AhKd QsTh2d"))
}

// TestWeightsOfManyDigits counts where the products of weights exceed 64 bits, and samples only where asked to.
func TestWeightsOfManyDigits(t *testing.T) {
	const spot = "equity AA,KK:0.000001 QQ:0.123456,22 AA,KK:0.000001 --board 2c7d9h"
	var got, sampled strength.Equity
	answers(t, spot, &got)
	answers(t, spot+" --samples 2000", &sampled)
	if got.Method != "exact" || got.Why != "" || len(got.Deals) < 20 || sampled.Method != "sampled" ||
		sampled.Why != "" {
		t.Errorf("%+v, %+v", got, sampled)
	}
}

func TestEquityJSON(t *testing.T) {
	var got struct {
		Equity            float64
		Wins, Ties, Deals uint64
	}
	answers(t, "equity TsTh --range KsKh --board 2s6cQc", &got)
	want := (float64(got.Wins) + float64(got.Ties)/2) / float64(got.Deals)
	if got.Deals != 990 || got.Wins == 0 || got.Wins > 200 || got.Equity != want {
		t.Errorf("got %+v, want 990 deals and the ratio %v", got, want)
	}
}

// rootCommand returns the program with all commands.
func (a *app) rootCommand() *cobra.Command {
	root := a.root()
	a.addGroups(root)
	return root
}
