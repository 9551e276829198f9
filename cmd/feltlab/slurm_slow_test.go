//go:build slow

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"feltlab/internal/must"
)

// slurm starts a Slurm of one node in a folder, as docs/scale-out.md says, and returns what runs a command of it.
func slurm(t *testing.T, folder string) func(name string, args ...string) string {
	t.Helper()
	for _, name := range []string{"munged", "slurmctld", "slurmd", "sbatch"} {
		if _, err := exec.LookPath(name); err != nil || os.Getuid() != 0 {
			t.Skipf("no Slurm here, or not root: %v (apt-get install slurmctld slurmd munge slurm-client)", err)
		}
	}
	host := must.Get(os.Hostname())(t)
	conf := filepath.Join(folder, "slurm.conf")
	text := fmt.Sprintf(`ClusterName=feltlab
SlurmctldHost=%[1]s(127.0.0.1)
SlurmUser=root
SlurmctldPort=26817
SlurmdPort=26818
AuthType=auth/munge
StateSaveLocation=%[2]s/state
SlurmdSpoolDir=%[2]s/spool
SlurmctldPidFile=%[2]s/slurmctld.pid
SlurmdPidFile=%[2]s/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
KillWait=5
NodeName=%[1]s NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
`, host, folder)
	must.Do(t, os.WriteFile(conf, []byte(text), 0o644))
	t.Setenv("SLURM_CONF", conf)
	run := func(name string, args ...string) string {
		t.Helper()
		out, err := exec.Command(name, args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v: %s", name, args, err, out)
		}
		return string(out)
	}
	if exec.Command("munge", "-n").Run() != nil {
		run("sh", "-c", "mkdir -p /run/munge && chown munge /run/munge && su munge -s /bin/sh -c munged")
	}
	for _, name := range []string{"slurmctld", "slurmd"} {
		daemon := exec.Command(name, "-D")
		daemon.Stderr = must.Get(os.Create(filepath.Join(folder, name+".log")))(t)
		must.Do(t, daemon.Start())
		t.Cleanup(func() {
			_ = daemon.Process.Signal(os.Interrupt)
			_ = daemon.Wait()
		})
	}
	return run
}

// TestSlurm has an array job of two workers solve a sweep that a coordinator leaves to them; one task
// is taken away in the middle, whose pieces go back.
func TestSlurm(t *testing.T) {
	folder := t.TempDir()
	run := slurm(t, folder)
	program := filepath.Join(folder, "feltlab")
	run("go", "build", "-o", program, ".")
	config, out := filepath.Join(folder, "c.yaml"), filepath.Join(folder, "out")
	text := "hands: [AA, KK]\nranges: [RUS]\nprograms: AVGERR\nfeatures: 1..4\nengine: exact\nfresh: true\noutput: " +
		out + "\n"
	must.Do(t, os.WriteFile(config, []byte(text), 0o600))
	coordinator := exec.Command(program, "--cache", filepath.Join(folder, "cache"), "--cores", "0", "sweep", config,
		"--listen", "127.0.0.1:0")
	var said strings.Builder
	coordinator.Stdout, coordinator.Stderr = &said, &said
	must.Do(t, coordinator.Start())
	done := make(chan error, 1)
	go func() { done <- coordinator.Wait() }()
	file := filepath.Join(out, "connect.json")
	wait(t, "the connection file", func() bool { _, err := os.Stat(file); return err == nil })
	t.Setenv("FELTLAB_CACHE", filepath.Join(folder, "workers"))
	wait(t, "the node", func() bool { return strings.Contains(run("sinfo", "-h", "-o", "%T"), "idle") })
	log := filepath.Join(folder, "worker-%a.log")
	said2 := run(program, "slurm", "--array", "2", "--connect", file, "--time", "30", "--log", log, "--submit")
	if !strings.Contains(said2, "Submitted batch job") {
		t.Fatalf("sbatch says %q", said2)
	}
	job := said2[strings.LastIndexByte(strings.TrimSpace(said2), ' ')+1:]
	first := filepath.Join(folder, "worker-1.log")
	wait(t, "a worker", func() bool { text, _ := os.ReadFile(first); return strings.Contains(string(text), "joined") })
	wait(t, "pieces at it", func() bool {
		return strings.Contains(run(program, "workers", "--connect", file), "AVGERR")
	})
	run("scancel", strings.TrimSpace(job)+"_1")
	wait(t, "that it goes", func() bool {
		text, _ := os.ReadFile(first)
		return strings.Contains(string(text), "gave its pieces back")
	})
	if err := <-done; err != nil || !strings.Contains(said.String(), "8 solves in") {
		t.Errorf("%v: %s", err, said.String())
	}
}

func wait(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(3 * time.Minute); !is(); time.Sleep(200 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s does not come", what)
		}
	}
}
