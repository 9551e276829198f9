//go:build unix

package worstcase

import (
	"os/exec"
	"syscall"
)

// ownGroup makes a program start in a process group of its own, which the programs that it starts join.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills what is left of a program's group.
func killGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
