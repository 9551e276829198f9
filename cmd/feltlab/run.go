package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	lab "feltlab"
	"feltlab/dataset/equity"
	"feltlab/dataset/matrix"
	"feltlab/dataset/strength"
	"feltlab/internal/plain"
	"feltlab/model/game"
	"feltlab/pipeline/store"
	"feltlab/pipeline/worstcase"
	"feltlab/solvers/highs"
)

type app struct {
	stdout, stderr io.Writer
	command        string // that runs, such as "jamfold state"
	settings
	kept   *store.Store     // for commands made by stored
	finder worstcase.Finder // of bucketings
	agents []game.Policy    // programs that were started
	atEnd  []func()         // run when the command ends
}

// Run executes one command line (without the program's name) and returns its error;
// ExitCode turns that into the process's exit status.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	out := &checkedWriter{w: stdout}
	text, messages := plain.NewWriter(out), plain.NewWriter(stderr)
	defer messages.Close()
	a := &app{stdout: text, stderr: messages}
	slog.SetDefault(slog.New(slog.NewTextHandler(messages, nil)))
	root := a.root()
	if !slices.Equal(args, []string{"--version"}) { // which needs no commands
		a.addGroups(root)
	}
	root.SetArgs(args)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	err := knownCommand(root, args)
	if err == nil {
		err = root.ExecuteContext(ctx)
	}
	text.Close() // out keeps an error
	for _, clear := range a.atEnd {
		clear()
	}
	for _, impossible := range []error{equity.ErrEmptyRange, strength.ErrNarrow, matrix.ErrAsymmetric} {
		if errors.Is(err, impossible) {
			err = usageError{err}
		}
	}
	switch {
	case out.err != nil:
		return fmt.Errorf("cannot write the output: %w", out.err)
	case ctx.Err() != nil && errors.Is(err, context.Canceled) && !errors.Is(err, errInterrupted):
		return errInterrupted
	}
	return err
}

// checkedWriter remembers the first error: a full disk behind standard output must not look like success.
type checkedWriter struct {
	w   io.Writer
	err error
}

func (c *checkedWriter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	if c.err == nil {
		c.err = err
	}
	return n, err
}

// Raw returns the writer behind.
func (c *checkedWriter) Raw() io.Writer { return c.w }

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "feltlab",
		Short: "Exact, proved answers about hold'em",
		Long:  "feltlab answers questions about hold'em exactly, and proves its answers.",
		Example: `  # A player asks: which hands do I jam and call with 9 big blinds?
  feltlab jamfold chart --stacks 9bb,9bb

  # How often do my tens win against these hands on this flop?
  feltlab equity TsTh --range "99+, AQ+" --board 2s6cQc

  # How do I estimate my equity with aces on any flop? (a page to print)
  feltlab sheet AA --features 3 --out aces.html

  # An analyst asks: which three yes/no facts estimate a column best?
  feltlab regress examples/diabetes.csv.gz --target progression --features 3

  # A researcher asks: can any formula with three features be better?
  feltlab fit AA --features 3

  # How much does a strategy lose to a best response?
  feltlab bestresponse --game leduc --opponent uniform`,
		Version:       version(),
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.ArbitraryArgs, // knownCommand has checked them
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	a.settings.add(root)
	readSettings := root.PersistentPreRunE
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		a.command = commandName(cmd)
		return readSettings(cmd, args)
	}
	root.SetFlagErrorFunc(flagError)
	root.SetUsageTemplate(usageTemplate(root.UsageTemplate()))
	root.SetVersionTemplate("{{.Name}} {{.Version}}\n")
	root.Long = reflow(root.Long)
	return root
}

func eachCommand(cmd *cobra.Command, visit func(*cobra.Command)) {
	visit(cmd)
	for _, c := range cmd.Commands() {
		eachCommand(c, visit)
	}
}

func (a *app) store() (*store.Store, error) {
	root := a.Cache
	if root == "" {
		var err error
		if root, err = store.DefaultRoot(); err != nil {
			return nil, err
		}
	}
	return store.Open(root, nil)
}

// Command feltlab answers questions about hold'em exactly and proves its answers.

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	// A second Ctrl-C ends the program at once: stop restores the default action.
	context.AfterFunc(ctx, stop)
	err := Run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	if err != nil {
		printError(os.Stderr, err)
	}
	os.Exit(ExitCode(err))
}

// printError prints the error of a command line. Only its first line begins a line: an error can quote text that has
// several.
func printError(w io.Writer, err error) {
	text := strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n", "\n  ")
	fmt.Fprintln(w, "feltlab:", plain.Text(text))
}

// archived is the commit in the sources that git archive packs, and a placeholder in a checkout.
//
//go:embed commit.txt
var archived string

// version is the text of --version: the version, the commit that the go command saw when it built the program, and the
// HiGHS that it finds.
func version() string {
	info, settings := built()
	solver := "without HiGHS"
	if highs.Available() {
		solver = "HiGHS " + highs.Version()
	}
	return fmt.Sprintf("%s (%s, %s, %s %s/%s)",
		lab.Version, commit(settings, archived), solver, info.GoVersion, settings["GOOS"], settings["GOARCH"])
}

func built() (*debug.BuildInfo, map[string]string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	return info, settings
}

func commit(settings map[string]string, archived string) string {
	revision := settings["vcs.revision"]
	switch archived = strings.TrimSpace(archived); {
	case revision != "" && settings["vcs.modified"] == "true":
		return "commit " + revision + " with changes"
	case revision != "":
		return "commit " + revision
	case !strings.HasPrefix(archived, "$"):
		return "commit " + archived
	}
	return "commit unknown, built with -buildvcs=false or outside of a git checkout"
}
