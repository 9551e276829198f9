package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
	"time"

	"github.com/spf13/cobra"

	"feltlab/internal/disk"
	"feltlab/pipeline/scaleout"
)

// slurmScript starts a worker in each task of an array job. The worker takes the shell's place, so
// that it gets the signals: before the time limit, and when a task is pre-empted, its pieces go back.
var slurmScript = template.Must(template.New("slurm").Funcs(template.FuncMap{"quote": shellQuote}).Parse(`#!/bin/bash
#SBATCH --job-name=feltlab
#SBATCH --array=1-{{.Array}}
#SBATCH --ntasks=1
#SBATCH --cpus-per-task={{.Cores}}
#SBATCH --time={{.Time}}
#SBATCH --signal=B:TERM@{{.Warning}}
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output={{.Log}}
{{- if .Partition}}
#SBATCH --partition={{.Partition}}
{{- end}}
exec {{quote .Program}} worker --cores {{.Cores}} --idle {{.Idle}} --connect {{quote .Connect}}
`))

// shellQuote makes one word of a text for a shell.
func shellQuote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// slurmJob is what fills the script in.
type slurmJob struct {
	Array, Cores, Warning                        int
	Time, Log, Partition, Idle, Connect, Program string
}

var (
	slurmTime = regexp.MustCompile(`^(\d+-)?\d+(:\d\d){0,2}$`)
	slurmName = regexp.MustCompile(`^[A-Za-z0-9_,.-]*$`)
)

func (a *app) slurmCommand() *cobra.Command {
	j := slurmJob{Warning: 30}
	idle := durationFlag(10 * time.Minute)
	var out string
	var submit bool
	cmd := &cobra.Command{
		Use:   "slurm",
		Short: "Write, and submit, a Slurm batch script that starts workers as an array job",
		Long: `Writes a batch script whose array job starts a worker in each of its tasks, for a
coordinator with --listen: --connect names its connection file in a folder that all
nodes share, or the URL of a NATS cluster. Each task gets --cores cores (one if it is
not given). A task that is pre-empted or comes near its time limit gives its pieces
back, and a pre-empted one is queued again. --submit hands the script to sbatch.`,
		Example: `  feltlab slurm --array 64 --cores 4 --connect /shared/atlas/connect.json --out workers.sh
  feltlab slurm --array 64 --connect /shared/atlas/connect.json --time 4:00:00 --submit`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case j.Array < 1:
				return usage("slurm: --array is %d, want how many workers to start, such as 64", j.Array)
			case j.Connect == "":
				return usage("slurm: --connect is missing: want the %s of a coordinator, in a folder that all nodes share, or a URL", scaleout.ConnectionFile)
			case !slurmTime.MatchString(j.Time):
				return usage("slurm: --time %q, want minutes, or a time such as 4:00:00 or 1-12:00:00", j.Time)
			case !slurmName.MatchString(j.Partition):
				return usage("slurm: --partition %q, want names of partitions", j.Partition)
			case strings.ContainsAny(j.Connect+j.Log, "\n\r"):
				return usage("slurm: a line break in --connect or --log")
			}
			j.Cores, j.Idle = max(1, int(a.cores)), time.Duration(idle).String()
			var err error
			if !strings.Contains(j.Connect, "://") {
				if j.Connect, err = filepath.Abs(j.Connect); err != nil {
					return err
				}
			}
			if j.Program, err = os.Executable(); err != nil {
				return err
			}
			var script strings.Builder
			if err := slurmScript.Execute(&script, j); err != nil {
				return err
			}
			if submit {
				return a.submit(cmd, script.String())
			}
			if out == "" || out == "-" {
				_, err := io.WriteString(a.stdout, script.String())
				return err
			}
			return disk.Write(out, func(w io.Writer) error {
				_, err := io.WriteString(w, script.String())
				return err
			})
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&j.Array, "array", 0, "tasks of the array job: workers")
	flags.StringVar(&j.Connect, "connect", "", "connection file in a folder that all nodes share, or URL of a NATS cluster")
	flags.StringVar(&j.Time, "time", "24:00:00", "time limit of a task, as Slurm writes it")
	flags.StringVar(&j.Partition, "partition", "", "partitions to use (default Slurm's)")
	flags.StringVar(&j.Log, "log", "feltlab-%A-%a.log", "file for what a worker says, in Slurm's pattern")
	flags.Var(&idle, "idle", "how long a worker waits for work, or for a coordinator that is gone")
	flags.StringVar(&out, "out", "", "file for the script (default standard output)")
	flags.BoolVar(&submit, "submit", false, "hand the script to sbatch")
	return cmd
}

// submit hands a script to sbatch.
func (a *app) submit(cmd *cobra.Command, script string) error {
	sbatch := exec.CommandContext(cmd.Context(), "sbatch")
	sbatch.Stdin, sbatch.Stdout = strings.NewReader(script), a.stdout
	var said strings.Builder
	sbatch.Stderr = &said
	err := sbatch.Run()
	if errors.Is(err, exec.ErrNotFound) {
		return usage("slurm: --submit: no sbatch here: run it where Slurm is installed, or write the script with --out and submit it there")
	}
	if err != nil {
		return fmt.Errorf("sbatch: %w: %s", err, strings.Join(strings.Fields(said.String()), " "))
	}
	return nil
}
