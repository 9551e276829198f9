// Command feltlab answers questions about hold'em exactly and proves its answers.
package main

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"feltlab/solvers/highs"
)

func main() {
	highs.Child()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second Ctrl-C ends the program at once: stop restores the default action.
	context.AfterFunc(ctx, stop)
	err := Run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "feltlab:", err)
	}
	os.Exit(ExitCode(err))
}

// archived is the commit in the sources that git archive packs, and a placeholder in a checkout.
//
//go:embed commit.txt
var archived string

// version is the text of --version: the commit that the go command saw when it built the program,
// and the solver that is linked.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	solver := "without HiGHS"
	if highs.Available() {
		solver = "HiGHS " + highs.Version()
	}
	return fmt.Sprintf("%s (%s, %s, %s %s/%s)",
		info.Main.Version, commit(settings, archived), solver, info.GoVersion, settings["GOOS"], settings["GOARCH"])
}

// commit names the commit that a program was built from.
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
