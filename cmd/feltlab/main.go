// Command feltlab answers questions about hold'em exactly and proves its answers.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"feltlab/solvers/highs"
)

func main() {
	highs.Child()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second Ctrl-C ends the program at once: stop restores the default action.
	context.AfterFunc(ctx, stop)
	err := Run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "feltlab:", Message(err))
	}
	os.Exit(ExitCode(err))
}
