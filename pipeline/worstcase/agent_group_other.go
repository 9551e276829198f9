//go:build !unix

package worstcase

import "os/exec"

func ownGroup(*exec.Cmd) {}

// killGroup kills the program alone: this system has no process groups.
func killGroup(cmd *exec.Cmd) { cmd.Process.Kill() }
