package main

import (
	"fmt"
	"runtime/debug"

	"feltlab/solvers/highs"
)

// version is what --version prints: the commit that the go command saw when it built the program,
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
	commit := "commit unknown, built outside of a git checkout"
	if revision := settings["vcs.revision"]; revision != "" {
		commit = "commit " + revision
		if settings["vcs.modified"] == "true" {
			commit += " with changes"
		}
	}
	solver := "without HiGHS"
	if highs.Available() {
		solver = "HiGHS " + highs.Version()
	}
	return fmt.Sprintf("%s (%s, %s, %s %s/%s)", info.Main.Version, commit, solver, info.GoVersion, settings["GOOS"], settings["GOARCH"])
}
