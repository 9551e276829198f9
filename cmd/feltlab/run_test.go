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
	for _, c := range []struct {
		args, want string
		yaml       string
	}{
		{args: "nonsense", want: "unknown command"},
		{args: "fitt", want: `did you mean "fit"`},
		{args: "features AhKd", want: "got 1 argument, want HAND BOARD"},
		{args: "fit --hand 22-TT --features 3", want: "22-TT is a range: an opponent's is --range; --together"},
		{args: "fit --hand 22-XT --together --features 3", want: "22-XT"},
		{args: "fit --hand AhKd --together --features 3", want: "want whole classes, such as 22-TT or any"},
		{args: "fit --hand AA:0.5,KK --together --features 3", want: "each combo counts once"},
		{args: "fit --hand KK+ --together --range AhKd --features 3", want: "tells suits apart"},
		{args: "milp --hand AA --features 1 --highs=presolve=of", want: "want on or off"},
		{args: "milp --hand AA --features 1 --highs=tolerance=1", want: "a tolerance of 1, want 1e-10 to 0.001"},
		{args: "milp --hand AA --features 1 --judge x.sol --highs threads=2", want: "leave out --highs"},
		{args: "milp --hand AA --features 1,2 --judge x.sol", want: "this asks 2"},
		{args: "fit --hand AA --features 3 --estimate equty", want: "equity, ahead or win"},
		{args: "postflop CONFIG", yaml: "board: Ks8d8c\npots: 5\n", want: `did you mean "pot"`},
		{args: "postflop CONFIG", yaml: "board: Ks8d8c\npot: 5\nrake: 5\n", want: "want a percentage, such as 5%"},
		{args: "postflop --board Ks8d8c --oop AA --ip KsKd --pot 5 --stack 9",
			want: "ip: the board Ks8d8c blocks all hands"},
		{args: "postflop --board Ks8d8c --oop AA --ip KK --pot 5 --stack 9 --size bet:50", want: "river bet=33%, 75%"},
		{args: "postflop judge nothing.yaml uniform", want: "nothing.yaml"},
		{args: "postflop solve --out a.txt", want: "want"},
		{args: "sweep CONFIG", yaml: "hands: 22-TT\nranges: ATC\nprograms: AVGERR\nfeatures: 3\n", want: "22-TT"},
		{args: "sweep CONFIG", yaml: "hands: AA\nestimate: wins\nranges: ATC\nprograms: AVGERR\nfeatures: 3\n",
			want: `did you mean "win"`},
		{args: "fit --hand AA --features 3.5", want: `--features "3.5": want a whole number`},
		{args: "fit --hand AA --features", want: "needs an argument"},
		{args: "strength QQ --seed -1", want: `--seed "-1": want at least 0`},
		{args: "range 0%", want: `"0%"`},
		{args: "equity AhAd --range AhAc", want: "no opponent hand"},
		{args: "dataset --hand AA --range AhKh --out " + filepath.Join(t.TempDir(), "x.csv"),
			want: "name two cards instead of AA"},
		{args: "export " + t.TempDir(), want: "solves.jsonl"},
		{args: "dataset --hand AA --range KK --out " + filepath.Join(t.TempDir(), "no", "aa.csv"),
			want: "cannot write"},
		{args: "verify " + filepath.Join(t.TempDir(), "none.csv"), want: "none.csv"},
		{args: "sheet --hand AA --out s.pdf", want: "ends in .html"},
		{args: "equilibrium --game kuhn --out - --json", want: "both write to standard output"},
		{args: "features AhKd Ah7h2d", want: "holds Ah"},
		{args: "features AhAh Qs7h2d", want: "duplicate"},
		{args: "features AhKd Qs7h", want: "has 2 cards, want"},
		{args: "features AhXd Qs7h2d", want: `"Xd"`},
		{args: "equity AhKd --range XX", want: `XX`},
		{args: "equity AhKd --range any --board AhKd2c", want: "lies on the board"},
		{args: "equity AhKd --board 2c3c", want: "want 0, 3 (flop)"},
		{args: "equity AhKd --boardd 2c3c4c", want: `did you mean "--board"`},
		{args: "range ,,", want: "empty"},
		{args: "fit --range ATC --features 3", want: "want a hand, such as AA"},
		{args: "fit --hand AA --features 3 --max-error 2", want: "one of --features N and --max-error"},
		{args: "fit --hand AA --features 0", want: "want 1 to the number of columns, 73"},
		{args: "fit --hand AA --features 74", want: "want 1 to the number of columns, 73"},
		{args: "fit --hand AA --features 3 --time-limit 0", want: "not above zero"},
		{args: "fit --hand AA --features 3 --gap 100", want: "a gap of 100%, want 0 to below 100"},
		{args: "fit --hand AA --max-error 3 --gap 20", want: "a gap is a part of the error"},
		{args: "fit --hand AA --features 3 --gap 20 --engine search", want: "for the engines auto and exact"},
		{args: "fit --hand AA --features 3 --time-limit soon", want: "want seconds"},
		{args: "fit --hand AA --max-error -1", want: "want 0 to below 100"},
		{args: "fit --hand AA --max-error NaN", want: `--max-error "NaN": want a number`},
		{args: "fit --hand AA --features 3 --loss median", want: "average, max or wrong"},
		{args: "milp --hand AA --features 3 --formulation patern", want: `did you mean "pattern"`},
		{args: "fit --hand AA --features 3 --engine cplex", want: "auto, exact, highs or search"},
		{args: "fit --hand AX --features 3", want: "AX"},
		{args: "dataset --hand AA --hand KK --out x.csv", want: `--hand "KK": the flag takes one value and has two`},
		{args: "fit --hand AA --hand AA --features 3", want: `hand AA is named twice`},
		{args: "milp --hand AA,KK --features 3 --log x.csv", want: "name one hand"},
		{args: "equity AhKh QcQd --range RUS", want: "name all opponents in one way"},
		{args: "equity AhKh QcQq", want: `opponent 1: `},
		{args: "strength QQ --opponents 2 --by-combo", want: "--by-combo wants one opponent"},
		{args: "equity AhKh QQ --next", want: "--next: a next card wants a board of 3 or 4 cards"},
		{args: "equity AhKh QQ --curve c.csvv", want: `did you mean ".csv"`},
		{args: "equity AhKh QQ --curve c.svg --samples 100", want: "want one of them"},
		{args: "dataset --hand AA --range ATC", want: "--out is missing"},
		{args: "dataset --hand AA --range ATC --out x.xlsx", want: "arrow, csv, parquet"},
		{args: "dataset --all --hand AA --out x.parquet", want: "--all takes no hand"},
		{args: "dataset --allin pairs --hand AA --out x.parquet", want: "--allin takes no hand"},
		{args: "dataset --allin pars --out x.parquet", want: `did you mean "pairs"`},
		{args: "dataset --allin pairs --out x.parquet.gz", want: "only CSV is compressed"},
		{args: "export " + t.TempDir() + " --format markdwn", want: `did you mean "markdown"`},
		{args: "sweep CONFIG", yaml: "hands: [AA]\nrangs: [ATC]\n", want: `did you mean "ranges"`},
		{args: "sweep CONFIG", yaml: "hands: [AA]\nranges: [ATC]\nprograms: [AVGERR]\n",
			want: "features: AVGERR needs at least one entry"},
		{args: "sweep CONFIG", yaml: "hands: [AA]\nranges: [ATC]\nprograms: [AVGER]\nfeatures: [3]\n",
			want: `did you mean "AVGERR"`},
		{args: "sweep CONFIG", yaml: "hands: [AA]\nranges: [ATC]\nprograms: [AVGERR]\nfeatures: [0]\n",
			want: "want 1 to the number of columns, 73"},
		{args: "sweep CONFIG", yaml: "hands: [AA]\nranges: [ATC]\nprograms: [AVGERR]\nfeatures: [x]\n",
			want: "features"},
		{args: "sweep CONFIG", yaml: "hands: [AA]\nranges: [ATC]\nprograms: [FEAT_AVGERR]\nmax_errors_percent: " +
			"[.nan]\n", want: ".nan: want a number"},
		{args: "sweep CONFIG", yaml: "hands: [AA]\nranges: [ATC]\nprograms: [AVGERR]\nfeatures: [3]\ntime_limit: 0\n",
			want: "not above zero"},
		{args: "sweep CONFIG", yaml: "hands: [A]\nranges: [ATC]\nprograms: [AVGERR]\nfeatures: [3]\n", want: "hands"},
		{args: "sweep CONFIG", yaml: "hands: [AA\n", want: "bad.yaml"},
		{args: "sweep CONFIG", yaml: "hands: [AA]\nranges: [ATC]\nprograms: [AVGERR]\nfeatures: 5..1\n",
			want: "bad.yaml:4: "},
		{args: "sweep CONFIG", yaml: "hands: [AA]\nranges: [ATC]\nprograms: [AVGERR]\nfeatures: 1..5\ngroups:\n  - " +
			"hand: KK\n", want: `groups[0]: unknown key "hand", did you mean "hands"`},
		{args: "sweep CONFIG --retry all", yaml: "hands: AA\nranges: ATC\nprograms: AVGERR\nfeatures: 1..5\n",
			want: "want open"},
		{args: "sweep CONFIG --retry open",
			yaml: "hands: AA\nranges: ATC\nprograms: AVGERR\nfeatures: 1..5\nseed: [1, 2]\n",
			want: "--retry starts from known results"},
		{args: "sweep CONFIG --only hnd=AA", yaml: "hands: AA\nranges: ATC\nprograms: AVGERR\nfeatures: 1..5\n",
			want: `did you mean "hand"`},
		{args: "sweep CONFIG --only hand=KK", yaml: "hands: AA\nranges: ATC\nprograms: AVGERR\nfeatures: 1..5\n",
			want: "it has AA"},
		{args: "sweep CONFIG --set feature=3", yaml: "hands: AA\nranges: ATC\nprograms: AVGERR\nfeatures: 1..5\n",
			want: `did you mean "features"`},
		{args: "sweep CONFIG --set features=x", want: `setting "features=x"`,
			yaml: "hands: AA\nranges: ATC\nprograms: AVGERR\nfeatures: 1..5\n"},
		{args: "sweep CONFIG --set features", yaml: "hands: AA\nranges: ATC\nprograms: AVGERR\nfeatures: 1..5\n",
			want: "want key=value"},
		{args: "proof import", want: "want DIR"},
		{args: "sweep " + filepath.Join(t.TempDir(), "none.yaml"), want: "none.yaml"},
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
