//go:build unix

package worstcase

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"

	"feltlab/internal/disk"
)

// markName is a variable in the environment of a program and of all that it starts.
const markName = "FELTLAB_AGENT_MARK"

// ownGroup makes a program start in a process group of its own, which the programs that it starts join, and marks it.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithUs(cmd.SysProcAttr)
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%016x", markName, rand.Uint64()))
}

// killGroup kills what is left of a program's group, and what it started in other groups and sessions.
func killGroup(cmd *exec.Cmd) {
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	for range 10 { // programs may start others meanwhile
		left := marked(cmd)
		for _, pid := range left {
			syscall.Kill(pid, syscall.SIGKILL)
		}
		if len(left) == 0 {
			return
		}
	}
}

// marked finds the running processes with a program's mark, where the system tells the environment of processes.
func marked(cmd *exec.Cmd) (pids []int) {
	mark := append([]byte{0}, cmd.Env[len(cmd.Env)-1]...)
	processes, _ := os.ReadDir("/proc")
	for _, process := range processes {
		const most = 1 << 21
		pid, err := strconv.Atoi(process.Name())
		if err != nil {
			continue
		}
		text, err := disk.ReadFile(filepath.Join("/proc", process.Name(), "environ"), most)
		if err == nil && bytes.Contains(text, mark) {
			pids = append(pids, pid)
		}
	}
	return pids
}
