package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/spf13/cobra"

	"feltlab/internal/parallel"
	"feltlab/pipeline/scaleout"
	"feltlab/pipeline/sweep"
	"feltlab/pipeline/work"
	"feltlab/pipeline/worstcase"
)

func (a *app) workerCommand() *cobra.Command {
	var connect []string
	idle := durationFlag(2 * time.Minute)
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Compute pieces of a run that another process coordinates",
		Long: `Takes pieces of work from a coordinator, a sweep, reproduce or bestresponse with --listen,
and answers them, as many at once as --cores says. What it finds counts when the
coordinator has checked it. --connect names the connection file that the coordinator
wrote, copied or in a shared folder, or the URL of a NATS cluster; given several times,
the worker works for all of them by turns.

It ends when the run does, when there has been nothing to do for --idle, or at Ctrl-C,
which gives its pieces back at once. A coordinator that is gone may come back within
--idle: what the worker holds is handed in then. docs/scale-out.md has more.`,
		Example: `  feltlab worker --connect results/atlas/connect.json
  feltlab worker --connect /shared/connect.json --cores 4 --idle 10m
  feltlab worker --connect tls://USER:PASSWORD@nats.example.org:4222`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if len(connect) == 0 {
				return usage("worker: --connect is missing: want the %s that a coordinator wrote (feltlab sweep ... --listen ADDR), or a URL", scaleout.ConnectionFile)
			}
			kinds, err := a.kinds(cmd.Context())
			if err != nil {
				return err
			}
			err = scaleout.Work(cmd.Context(), scaleout.WorkerOptions{
				Connect: connect, Cores: parallel.Workers(0), Idle: time.Duration(idle), Stamp: stamp(), Kinds: kinds,
				Note: func(line string) { fmt.Fprintln(a.stderr, "feltlab worker: "+line) },
			})
			if err != nil && cmd.Context().Err() != nil {
				return interrupted("and gave its pieces back")
			}
			return joinError(err)
		},
	}
	cmd.Flags().StringArrayVar(&connect, "connect", nil, "connection file, or URL of a NATS cluster")
	cmd.Flags().Var(&idle, "idle", "how long to wait for work, or for a coordinator that is gone")
	return cmd
}

// kinds answers all pieces that there are.
func (a *app) kinds(ctx context.Context) (work.Kinds, error) {
	store, err := a.store()
	if err != nil {
		return nil, err
	}
	kinds := sweep.Answers(store)
	maps.Copy(kinds, worstcase.Answers(a.bucketings(ctx)))
	return kinds, nil
}

func (a *app) workersCommand() *cobra.Command {
	var connect string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "workers",
		Short: "List who works on what for a coordinator, and what failed",
		Long: `Asks a coordinator, by its connection file, or all at a NATS cluster, by its URL, which
workers there are, what each works on and for how long, how many of its answers counted,
and what failed.`,
		Example: `  feltlab workers --connect results/atlas/connect.json
  feltlab workers --connect results/atlas/connect.json --json`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if connect == "" {
				return usage("workers: --connect is missing: want the %s that a coordinator wrote, or a URL", scaleout.ConnectionFile)
			}
			all, err := scaleout.Ask(cmd.Context(), connect)
			if err != nil {
				return joinError(err)
			}
			for i := range all {
				if asJSON {
					err = errors.Join(err, a.printLine(all[i]))
				} else {
					err = errors.Join(err, all[i].Text(a.stdout, time.Now()))
				}
			}
			return err
		},
	}
	cmd.Flags().StringVar(&connect, "connect", "", "connection file, or URL of a NATS cluster")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a line, one a run; see docs/json.md")
	return cmd
}
