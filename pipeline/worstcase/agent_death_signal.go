//go:build linux || freebsd

package worstcase

import "syscall"

// dieWithUs lets the system kill a program when the thread that started it ends, as it does when feltlab is killed.
func dieWithUs(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }
