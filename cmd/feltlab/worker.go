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

type workerFlags struct {
	Connect texts         `flag:"connect" required:"results/atlas/connect.json"`
	_       string        `help:"connection file, or URL of a NATS cluster; again for further runs"`
	Idle    time.Duration `flag:"idle" default:"2m" help:"how long to wait for work, or for a coordinator that is gone"`
}

func (a *app) workerCommand() *cobra.Command {
	f := &workerFlags{}
	return command(&cobra.Command{
		Use:   "worker",
		Short: "Compute pieces of a run that another process coordinates",
		Long: `Takes pieces of work from a coordinator (a sweep, reproduce or bestresponse with --listen)
and sends the answers back, --cores pieces at a time. The coordinator checks every
answer. --connect names the connection file that the coordinator wrote (copied, or in a
shared folder) or the URL of a NATS cluster. Given several times, the worker takes pieces
from all runs in turn.

The worker ends when the run ends, when it had nothing to do for --idle, or at Ctrl-C,
which returns its pieces at once. If the coordinator comes back within --idle, the worker
hands in what it has computed. See docs/scale-out.md.`,
		Example: `  feltlab worker --connect results/atlas/connect.json
  feltlab worker --connect /shared/connect.json --cores 4 --idle 10m
  feltlab worker --connect tls://USER:PASSWORD@nats.example.org:4222`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			kinds, err := a.kinds(cmd.Context())
			if err != nil {
				return err
			}
			err = scaleout.Work(cmd.Context(), scaleout.WorkerOptions{
				Connect: f.Connect, Cores: parallel.Workers(0), Idle: f.Idle, Stamp: stamp(), Kinds: kinds,
				Note: func(line string) { fmt.Fprintln(a.stderr, "feltlab worker: "+line) },
			})
			if err != nil && cmd.Context().Err() != nil {
				return interrupted("and returned its pieces")
			}
			return joinError(err)
		},
	}, f)
}

// kinds computes every kind of piece.
func (a *app) kinds(ctx context.Context) (work.Kinds, error) {
	store, err := a.store()
	if err != nil {
		return nil, err
	}
	kinds := sweep.Answers(store)
	maps.Copy(kinds, worstcase.Answers(a.bucketings(ctx)))
	return kinds, nil
}

type workersFlags struct {
	Connect string `flag:"connect" required:"results/atlas/connect.json"`
	_       string `help:"connection file, or URL of a NATS cluster"`
	jsonFlag
}

func (a *app) workersCommand() *cobra.Command {
	f := &workersFlags{}
	return command(&cobra.Command{
		Use:   "workers",
		Short: "List the workers of a run, their pieces of work and their failures",
		Long: `Asks a coordinator, by its connection file, or all coordinators at a NATS cluster, by its
URL. Lists the workers, the pieces that each computes and since when, how many of its
answers were accepted, and what failed. --json prints one object a line, one for each run.`,
		Example: `  feltlab workers --connect results/atlas/connect.json
  feltlab workers --connect results/atlas/connect.json --json`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			all, err := scaleout.Ask(cmd.Context(), f.Connect)
			if err != nil {
				return joinError(err)
			}
			for i := range all {
				if f.JSON {
					err = errors.Join(err, a.printLine(all[i]))
				} else {
					err = errors.Join(err, all[i].Text(a.stdout, time.Now()))
				}
			}
			return err
		},
	}, f)
}
