package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"feltlab/internal/progress"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
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
	return a.stored(&cobra.Command{
		Use:   "serve [PATH...]",
		Short: "Serve a calculator in the browser, with the page of feltlab report",
		Long: `Serves a page for a browser: it finds a formula for a hand and a range that you click, has the heads-up
push or fold chart, solves jam or fold at tables, and computes the equity of a hand, a range and a board that you
type. With paths it also shows their results, as feltlab report does, and updates when they change. It computes
nothing until you ask. The server listens on this machine only, unless --addr says otherwise; Ctrl-C ends it. Paths
and flags are those of feltlab report.`,
		Example: `  feltlab serve
  feltlab serve results --addr 127.0.0.1:9000`,
		RunE: func(cmd *cobra.Command, paths []string) error {
			options, err := a.reportOptions(&f.reportFlags, paths)
			if err != nil {
				return err
			}
			listener, err := listen(cmd.Context(), f.Address) // before the page, which may take seconds
			if err != nil {
				return err
			}
			defer listener.Close()
			server, err := report.NewServer(cmd.Context(), paths, options)
			if err != nil {
				return named(err)
			}
			defer server.Wait()
			return a.serve(cmd.Context(), listener, server)
		},
	}, f)
}

func listen(ctx context.Context, address string) (net.Listener, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%s is in use; --addr names another, or port 0 for a free one", address)
	case err != nil:
		return nil, usage("--addr %q: %w", address, err)
	}
	return listener, nil
}

func (a *app) serve(ctx context.Context, listener net.Listener, handler http.Handler) error {
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
}

// pool returns the pool that computes pieces of work, nil for this process alone, and a function that ends it and
// returns the error of the work: without one all work is done. At most most pieces are computed here at once.
func (f *listenFlags) pool(a *app, cmd *cobra.Command, folder, title string, most int,
) (work.Pool, func(failed error) error, error) {
	if f.Listen == "" {
		return nil, func(failed error) error { return failed }, nil
	}
	here := most
	if cmd.Flags().Changed("cores") && a.Cores == 0 {
		here = 0
	}
	c, err := scaleout.Listen(cmd.Context(), scaleout.Options{
		Listen: f.Listen, Folder: folder, Title: title, Stamp: stamp(), Cores: here,
		Note: func(line string) { fmt.Fprintln(a.stderr, "feltlab: "+line) },
	})
	if err != nil {
		return nil, nil, joinError(err)
	}
	fmt.Fprintf(a.stderr, "workers join with: feltlab worker --connect %s\n", c.File())
	return c, func(failed error) error {
		if failed == nil {
			c.End()
		}
		return cmp.Or(failed, c.Close())
	}, nil
}

// joinError makes a usage error of a wrong address or connection file.
func joinError(err error) error {
	for _, bad := range []error{
		scaleout.ErrListen, scaleout.ErrRun, scaleout.ErrConnect, scaleout.ErrOther, scaleout.ErrInvite,
	} {
		if errors.Is(err, bad) {
			return usageError{err}
		}
	}
	return err
}

// stamp identifies this build to other processes of a run.
func stamp() scaleout.Stamp {
	_, settings := built()
	s := scaleout.Stamp{Stages: fit.Versions() + ", " + worstcase.Versions(), Commit: settings["vcs.revision"]}
	if settings["vcs.modified"] == "true" {
		s.Commit += " with changes"
	}
	return s
}

// reportFlags are the flags that report and serve share.
type reportFlags struct {
	Title      string   `flag:"title" help:"title of the page (default from the paths)"`
	Tournament string   `flag:"tournament"`
	Flops      []string `flag:"flops" help:"also show the flops of these hands and ranges, such as AA/ATC,TT/RUS"`
	Full       bool     `flag:"full"`
}

func (a *app) reportCommand() *cobra.Command {
	f := &struct {
		reportFlags
		Out string `flag:"out" required:"report.html" file:""`
	}{}
	return a.stored(&cobra.Command{
		Use:   "report PATH...",
		Short: "Write one HTML page that shows results",
		Long: `Writes one HTML file that shows results: every hand and range with its error and what is proved, error
against number of features, formulas in words, the flops where they are wrong, and flops to try. The file holds its
data and needs no network: you can mail and archive it.

PATH is a folder of feltlab sweep or feltlab reproduce, a folder of such folders, or a file of feltlab fit --json. Of
a file with more than 60 hands and ranges, such as the atlas, the page has formulas, errors and bounds, but flops only
for the hands and ranges of Dalpasso & Lancia and for those of --flops; --full takes all.`,
		Example: `  feltlab report results --out report.html
  feltlab report results/table4 --out table4.html --title "Table 4"
  feltlab report results/demo --out demo.html --flops TT/ATC`,
		Args: someArgs("PATH...", "results"),
		RunE: func(cmd *cobra.Command, paths []string) error {
			options, err := a.reportOptions(&f.reportFlags, paths)
			if err != nil {
				return err
			}
			page, err := report.New(cmd.Context(), paths, options)
			if err != nil {
				return named(err)
			}
			files := []string{f.Out}
			if f.Out != standardOutput {
				rest := strings.TrimSuffix(f.Out, filepath.Ext(f.Out)) + "-rest.html"
				if more := page.Divide(filepath.Base(rest)); more != nil {
					if err := a.writeTo(rest, more.Write); err != nil {
						return err
					}
					files = append(files, rest)
				}
			}
			if err := a.writeTo(f.Out, page.Write); err != nil {
				return err
			}
			for _, sentence := range page.LeftOut() {
				fmt.Fprintln(a.stderr, sentence)
			}
			fmt.Fprintln(a.messages(f.Out), strings.Join(files, "\n"))
			return nil
		},
	}, f)
}

func (a *app) reportOptions(f *reportFlags, paths []string) (report.Options, error) {
	o := report.Options{Title: f.Title, Version: version()}
	switch {
	case o.Title != "":
	case len(paths) == 0:
		o.Title = "feltlab: poker formulas, push/fold and equity"
	default:
		o.Title = "feltlab: " + strings.Join(mapped(paths, filepath.Base), ", ")
	}
	for _, text := range f.Flops {
		hand, rng, found := strings.Cut(text, "/")
		if !found {
			return o, usage("--flops %q, want HAND/RANGE such as AA/ATC", text)
		}
		subject, err := question.ParseTyped(hand, rng)
		if err != nil {
			return o, usage("--flops %q: %w", text, err)
		}
		o.Flops = append(o.Flops, subject)
	}
	o.Full = f.Full
	o.Tournament, o.Lab, o.Instances = f.Tournament, a.lab(), fit.NewInstances(a.kept, 0)
	o.Progress = func(name string, parts int) (func(string), func()) {
		bar := progress.Start(a.stderr, name, parts)
		return bar.Step, bar.Close
	}
	return o, nil
}
