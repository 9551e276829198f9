package main

import (
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
)

// TestBadScaleOut holds what cannot be meant to one line and exit code 2.
func TestBadScaleOut(t *testing.T) {
	folder := t.TempDir()
	config := filepath.Join(folder, "c.yaml")
	write(t, config, "hands: AA\nranges: RUS\nprograms: AVGERR\nfeatures: 1\noutput: "+filepath.Join(folder, "out"))
	none := filepath.Join(folder, "connect.json")
	refuses(t, "", map[string]string{
		"worker":                                                  "--connect is missing",
		"worker --idle 1ms --connect " + none:                     "no file " + none,
		"worker --connect " + config:                              "is not a connection file",
		"worker --connect nats://192.0.2.1:4222":                  "needs TLS",
		"worker --connect x://y --idle soon":                      `--idle "soon"`,
		"workers":                                                 "--connect is missing",
		"workers --connect " + none:                               "no file " + none,
		"workers invite --connect " + none:                        "NAME",
		"workers invite alice":                                    "--connect is missing",
		"workers invite alice --connect " + none:                  "no file " + none,
		"workers invite alice --connect " + config:                "is not a connection file",
		"workers invite alice --connect tls://u:p@192.0.2.1:1":    "its operator makes users",
		"workers --connect tls://192.0.2.1:1":                     "needs a credential",
		"sweep " + config + " --listen nonsense":                  "write HOST:PORT",
		"sweep " + config + " --listen :99999":                    "ports are 0 to 65535",
		"sweep " + config + " --listen nats://192.0.2.1":          "needs TLS",
		"bestresponse --game kuhn --opponent uniform --listen :0": "--listen is for --game limit-holdem",
		"slurm":           "--array is missing",
		"slurm --array 3": "--connect is missing",
		"slurm --array 3 --connect x --time soon":     `--time "soon"`,
		"slurm --array 3 --connect x --partition a;b": `--partition "a;b"`,
	})
	t.Setenv("PATH", folder)
	fails(t, 2, "slurm --array 3 --connect x --submit", "this machine has no sbatch")
}

// TestSlurmScript writes a script in which no name can become a command.
func TestSlurmScript(t *testing.T) {
	out := must.Get(feltlab(t, "slurm", "--array", "8", "--cores", "2", "--connect", "/shared/it's/connect.json",
		"--time", "4:00:00", "--partition", "night"))(t)
	for _, want := range []string{"#SBATCH --array=1-8\n", "#SBATCH --cpus-per-task=2\n", "#SBATCH --time=4:00:00\n",
		"#SBATCH --partition=night\n", "--signal=B:TERM@30",
		`worker --cores 2 --idle 10m0s --connect '/shared/it'\''s/connect.json'`} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}
