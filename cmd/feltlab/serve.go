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

func (a *app) serveCommand() *cobra.Command {
	f := &reportFlags{}
	var address string
	cmd := &cobra.Command{
		Use:   "serve PATH...",
		Short: "Serve the page of feltlab report, live",
		Long: `Serves the page that feltlab report writes; an open page is told when the results change, so
that it follows a run. It also counts the equity of a hand, a range and a board that you type,
and starts fits, one at a time. It listens on this machine only, unless --addr says otherwise;
Ctrl-C ends it. Paths and flags are those of feltlab report.`,
		Example: `  feltlab serve results
  feltlab serve results/demo --addr 127.0.0.1:9000`,
		Args: wantPaths,
		RunE: func(cmd *cobra.Command, paths []string) error {
			options, err := a.reportOptions(f, paths)
			if err != nil {
				return err
			}
			server, err := report.NewServer(cmd.Context(), paths, options)
			if err != nil {
				return named(err)
			}
			defer server.Wait()
			return a.serve(cmd.Context(), address, server)
		},
	}
	f.add(cmd)
	cmd.Flags().StringVar(&address, "addr", "127.0.0.1:8080", "address to listen on; port 0 takes a free one")
	return cmd
}

// serve answers requests until the context ends.
func (a *app) serve(ctx context.Context, address string, handler http.Handler) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("serve: %s is in use; --addr names another, or port 0 for a free one", address)
	case err != nil:
		return usage("serve: --addr %q: %w", address, err)
	}
	// Headers are short; a body or an answer may take its time.
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, BaseContext: func(net.Listener) context.Context { return ctx }}
	fmt.Fprintf(a.stdout, "http://%s/\n", listener.Addr())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	const patience = 5 * time.Second
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	return errors.Join(server.Shutdown(limited), errInterrupted)
}
