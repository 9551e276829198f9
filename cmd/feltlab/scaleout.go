package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
	"time"

	"github.com/spf13/cobra"

	"feltlab/internal/parallel"
	"feltlab/pipeline/scaleout"
	"feltlab/pipeline/sweep"
	"feltlab/pipeline/work"
	"feltlab/pipeline/worstcase"
)

type workerFlags struct {
	Connect []string      `flag:"connect" required:"results/atlas/connect.json" keep:","`
	Idle    time.Duration `flag:"idle" default:"2m" help:"how long to wait for work, or for a coordinator that is gone"`
}

func (a *app) workerCommand() *cobra.Command {
	f := &workerFlags{}
	return a.stored(&cobra.Command{
		Use:   "worker",
		Short: "Compute pieces of a run that another process coordinates",
		Long: `Takes pieces of work from a coordinator (a sweep, reproduce or bestresponse with --listen) and sends
the answers back, --cores pieces at a time. The coordinator checks every answer. --connect names the connection file
that the coordinator wrote (copied, or in a shared folder) or the URL of a NATS cluster. Given several times, the
worker takes pieces from all runs in turn.

The worker ends when the run ends, after --idle without work, or at Ctrl-C; then it returns its pieces at once. If the
coordinator restarts within --idle, the worker goes on. After a failure, such as a full disk, it pauses. See
docs/scale-out.md.`,
		Example: `  feltlab worker --connect results/atlas/connect.json
  feltlab worker --connect /shared/connect.json --cores 4 --idle 10m
  feltlab worker --connect tls://USER:PASSWORD@nats.example.org:4222`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			err := scaleout.Work(cmd.Context(), scaleout.WorkerOptions{
				Connect: f.Connect, Cores: parallel.Workers(0), Idle: f.Idle, Stamp: stamp(),
				Kinds: a.kinds(cmd.Context()),
				Note:  func(line string) { fmt.Fprintln(a.stderr, "feltlab worker: "+line) },
			})
			if err != nil && cmd.Context().Err() != nil {
				return interrupted("and returned its pieces")
			}
			return joinError(err)
		},
	}, f)
}

func (a *app) kinds(ctx context.Context) work.Kinds {
	kinds := sweep.Answers(a.kept)
	maps.Copy(kinds, worstcase.Answers(a.bucketings(ctx)))
	return kinds
}

type workersFlags struct {
	Connect string `flag:"connect" required:"results/atlas/connect.json"`
	jsonFlag
}

func (a *app) workersCommand() *cobra.Command {
	f := &workersFlags{}
	cmd := command(&cobra.Command{
		Use:   "workers",
		Short: "List the workers of a run, their pieces of work and their failures",
		Long: `Asks the run of a connection file, or all runs at a NATS cluster, by its URL. Lists the workers, the
pieces that each computes and since when, how many answers it has sent, and what failed. --json prints one object a
line, one for each run.`,
		Example: `  feltlab workers --connect results/atlas/connect.json
  feltlab workers --connect results/atlas/connect.json --json`,
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
	cmd.AddCommand(a.workersInviteCommand())
	return cmd
}

func (a *app) workersInviteCommand() *cobra.Command {
	f := &struct {
		Connect string `flag:"connect" required:"results/atlas/connect.json"`
	}{}
	return command(&cobra.Command{
		Use:   "invite NAME",
		Short: "Make a connection file with a credential of its own",
		Long: `Makes connect-NAME.json next to a run's connection file, with a credential of its own, and prints its
path. The coordinator knows by the credential who sent an answer: if one worker sends false answers, all workers with
its credential are dropped, and no others. So give each person or cluster an invitation. Remove the file to revoke it.
The file joins a run: treat it like a password. The coordinator removes it when the run ends.`,
		Example: `  feltlab workers invite alice --connect results/atlas/connect.json`,
		RunE: func(_ *cobra.Command, args []string) error {
			path, err := scaleout.Invite(f.Connect, args[0])
			if err != nil {
				return joinError(err)
			}
			fmt.Fprintln(a.stdout, path)
			return nil
		},
	}, f)
}

// slurmScript starts a worker in each task of an array job. The worker replaces the shell, so that it
// gets the signals 30 s before the time limit and at pre-emption, and returns its pieces.
var slurmScript = template.Must(template.New("slurm").Funcs(template.FuncMap{"quote": shellQuote}).Parse(`#!/bin/bash
#SBATCH --job-name=feltlab
#SBATCH --array=1-{{.Array}}
#SBATCH --ntasks=1
#SBATCH --cpus-per-task={{.Cores}}
#SBATCH --time={{.Time}}
#SBATCH --signal=B:TERM@30
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output={{.Log}}
{{- if .Partition}}
#SBATCH --partition={{.Partition}}
{{- end}}
exec {{quote .Program}} worker --cores {{.Cores}} --idle {{.Idle}} --connect {{quote .Connect}}
`))

// shellQuote quotes a text as one word for a shell.
func shellQuote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

type slurmJob struct {
	slurmFlags
	Cores   int
	Program string
}

var (
	slurmTime = regexp.MustCompile(`^(\d+-)?\d+(:\d\d){0,2}$`)
	slurmName = regexp.MustCompile(`^[A-Za-z0-9_,.-]*$`)
)

type slurmFlags struct {
	Array     int           `flag:"array" required:"64" min:"1" help:"number of workers: tasks of the array job"`
	Connect   string        `flag:"connect" required:"/shared/atlas/connect.json"`
	Time      string        `flag:"time" default:"24:00:00" help:"time limit of a task, as Slurm writes it"`
	Partition string        `flag:"partition" help:"partitions to use (default Slurm's)"`
	Log       string        `flag:"log" default:"feltlab-%A-%a.log" help:"log file of a worker, in Slurm's pattern"`
	Idle      time.Duration `flag:"idle" default:"10m"`
	Out       string        `flag:"out" help:"file to write (default standard output)"`
	Submit    bool          `flag:"submit" help:"pass the script to sbatch"`
}

// job checks the flags and returns what fills in the script.
func (f *slurmFlags) job(cores int) (*slurmJob, error) {
	switch {
	case !slurmTime.MatchString(f.Time):
		return nil, usage("--time %q, want minutes, or a time such as 4:00:00 or 1-12:00:00", f.Time)
	case !slurmName.MatchString(f.Partition):
		return nil, usage("--partition %q, want names of partitions", f.Partition)
	case strings.ContainsAny(f.Connect+f.Log, "\n\r"):
		return nil, usage("a line break in --connect or --log")
	}
	program, err := os.Executable()
	j := &slurmJob{slurmFlags: *f, Cores: max(1, cores), Program: program}
	if !strings.Contains(f.Connect, "://") && err == nil {
		j.Connect, err = filepath.Abs(f.Connect)
	}
	return j, err
}

func (a *app) slurmCommand() *cobra.Command {
	f := &slurmFlags{}
	return command(&cobra.Command{
		Use: "slurm", Annotations: map[string]string{coresElsewhere: "yes"},
		Short: "Write or submit a Slurm batch script that starts workers",
		Long: `Writes a batch script whose array job starts one worker in each task, for a coordinator with --listen.
--connect names its connection file in a folder that all nodes share, or the URL of a NATS cluster. Each task gets
--cores cores (default one). A task that is pre-empted or near its time limit returns its pieces; a pre-empted task is
queued again. --submit passes the script to sbatch.`,
		Example: `  feltlab slurm --array 64 --cores 4 --connect /shared/atlas/connect.json --out workers.sh
  feltlab slurm --array 64 --connect /shared/atlas/connect.json --time 4:00:00 --submit`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			j, err := f.job(a.Cores)
			if err != nil {
				return err
			}
			var script strings.Builder
			if err := slurmScript.Execute(&script, j); err != nil {
				return err
			}
			if f.Submit {
				return a.submit(cmd, script.String())
			}
			return a.writeTo(f.Out, func(w io.Writer) error {
				_, err := io.WriteString(w, script.String())
				return err
			})
		},
	}, f)
}

func (a *app) submit(cmd *cobra.Command, script string) error {
	sbatch := exec.CommandContext(cmd.Context(), "sbatch")
	sbatch.Stdin, sbatch.Stdout = strings.NewReader(script), a.stdout
	var said strings.Builder
	sbatch.Stderr = &said
	err := sbatch.Run()
	if errors.Is(err, exec.ErrNotFound) {
		return usage("--submit: this machine has no sbatch; run the command where Slurm is installed, " +
			"or write the script with --out and submit it there")
	}
	if err != nil {
		return fmt.Errorf("sbatch: %w: %s", err, strings.Join(strings.Fields(said.String()), " "))
	}
	return nil
}
