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

// listenFlags say whether workers help.
type listenFlags struct{ address string }

func (f *listenFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.address, "listen", "", "let workers help (docs/scale-out.md): HOST:PORT, or the URL of a NATS cluster; --cores 0 leaves all to them")
}

// pool returns where pieces are worked off, nil for here, and what ends that: done says that nothing
// is left to do. At most most pieces are done here at once.
func (f *listenFlags) pool(ctx context.Context, a *app, cmd *cobra.Command, folder, title string, most int) (work.Pool, func(done bool) error, error) {
	if f.address == "" {
		return nil, func(bool) error { return nil }, nil
	}
	here := most
	if cmd.Flags().Changed("cores") && a.cores == 0 {
		here = 0
	}
	kinds, err := a.kinds(ctx)
	if err != nil {
		return nil, nil, err
	}
	c, err := scaleout.Listen(ctx, scaleout.Options{
		Listen: f.address, Folder: folder, Title: title, Stamp: stamp(), Cores: here, Kinds: kinds, Judges: parallel.Workers(0),
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

// joinError tells what the user named wrongly from what went wrong.
func joinError(err error) error {
	for _, bad := range []error{scaleout.ErrListen, scaleout.ErrRun, scaleout.ErrConnect, scaleout.ErrOther} {
		if errors.Is(err, bad) {
			return usageError{err}
		}
	}
	return err
}

// stamp says which program this is, to others that compute with it.
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
