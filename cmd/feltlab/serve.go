package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"feltlab/internal/parallel"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/scaleout"
	"feltlab/pipeline/work"
	"feltlab/pipeline/worstcase"
	"feltlab/report"
)

type serveFlags struct {
	reportFlags
	Address string `flag:"addr" default:"127.0.0.1:8080" help:"address to listen on (port 0: any free port)"`
}

func (a *app) serveCommand() *cobra.Command {
	f := &serveFlags{}
	return command(&cobra.Command{
		Use:   "serve PATH...",
		Short: "Serve the page of feltlab report, live",
		Long: `Serves the page that feltlab report writes. An open page follows a run: it updates when
the results change. The page also computes the equity of a hand, a range and a board that
you type, and starts fits, one at a time. The server listens on this machine only, unless
--addr says otherwise; Ctrl-C ends it. Paths and flags are those of feltlab report.`,
		Example: `  feltlab serve results
  feltlab serve results/demo --addr 127.0.0.1:9000`,
		Args: someArgs("PATH...", "results"),
		RunE: func(cmd *cobra.Command, paths []string) error {
			options, err := a.reportOptions(&f.reportFlags, paths)
			if err != nil {
				return err
			}
			server, err := report.NewServer(cmd.Context(), paths, options)
			if err != nil {
				return named(err)
			}
			defer server.Wait()
			return a.serve(cmd.Context(), f.Address, server)
		},
	}, f)
}

// serve answers requests until the context ends.
func (a *app) serve(ctx context.Context, address string, handler http.Handler) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("%s is in use; --addr names another, or port 0 for a free one", address)
	case err != nil:
		return usage("--addr %q: %w", address, err)
	}
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second, // bodies and answers can take longer
		BaseContext:       func(net.Listener) context.Context { return ctx },
	}
	fmt.Fprintf(a.stdout, "http://%s/\n", listener.Addr())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	const shutdownTime = 5 * time.Second
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	return errors.Join(server.Shutdown(limited), errInterrupted)
}

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
