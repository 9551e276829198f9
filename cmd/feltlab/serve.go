package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"syscall"
	"time"

	"github.com/spf13/cobra"

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
