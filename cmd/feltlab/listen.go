package main

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"feltlab/internal/parallel"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/scaleout"
	"feltlab/pipeline/work"
	"feltlab/pipeline/worstcase"
)

// listenFlags let workers on other machines help.
type listenFlags struct {
	Listen string `flag:"listen"`
	_      string `help:"let workers help: HOST:PORT, or the URL of a NATS cluster (docs/scale-out.md)"`
}

// pool returns the pool that computes pieces of work, nil for this process alone, and a function that
// ends it: done says that all work is done. At most most pieces are computed here at once.
func (f *listenFlags) pool(
	ctx context.Context, a *app, cmd *cobra.Command, folder, title string, most int,
) (work.Pool, func(done bool) error, error) {
	if f.Listen == "" {
		return nil, func(bool) error { return nil }, nil
	}
	here := most
	if cmd.Flags().Changed("cores") && a.Cores == 0 {
		here = 0
	}
	kinds, err := a.kinds(ctx)
	if err != nil {
		return nil, nil, err
	}
	c, err := scaleout.Listen(ctx, scaleout.Options{
		Listen: f.Listen, Folder: folder, Title: title, Stamp: stamp(), Cores: here, Kinds: kinds,
		Judges: parallel.Workers(0),
	})
	if err != nil {
		return nil, nil, joinError(err)
	}
	fmt.Fprintf(a.stderr, "workers join with: feltlab worker --connect %s\n", c.File())
	return c, func(done bool) error {
		if done {
			c.End()
		}
		return c.Close()
	}, nil
}

// joinError makes a usage error of a wrong address or connection file.
func joinError(err error) error {
	for _, bad := range []error{scaleout.ErrListen, scaleout.ErrRun, scaleout.ErrConnect, scaleout.ErrOther} {
		if errors.Is(err, bad) {
			return usageError{err}
		}
	}
	return err
}

// stamp identifies this build to other processes of a run.
func stamp() scaleout.Stamp {
	s := scaleout.Stamp{Stages: fit.Versions() + ", " + worstcase.Versions()}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, x := range info.Settings {
			switch {
			case x.Key == "vcs.revision":
				s.Commit = x.Value + s.Commit
			case x.Key == "vcs.modified" && x.Value == "true":
				s.Commit += " with changes"
			}
		}
	}
	return s
}
