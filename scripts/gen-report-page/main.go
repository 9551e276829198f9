// Gen-report-page writes the bundle of the report's page: it installs by npm what is pinned, checks
// types and runs report/page/build. It is run by go generate in report/page.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"feltlab/report/page/build"
)

func main() {
	if err := run("."); err != nil {
		fmt.Fprintln(os.Stderr, "gen-report-page:", err)
		os.Exit(1)
	}
}

// run writes dist in the folder of package page. What npm has installed stays while the lock file is older.
func run(folder string) error {
	commands := [][]string{{filepath.Join("node_modules", ".bin", "tsc"), "--project", "."}}
	installed, err := os.Stat(filepath.Join(folder, "node_modules", ".package-lock.json"))
	locked, err2 := os.Stat(filepath.Join(folder, "package-lock.json"))
	if err2 != nil {
		return err2
	}
	if err != nil || installed.ModTime().Before(locked.ModTime()) {
		commands = append([][]string{{"npm", "ci", "--no-progress"}}, commands...)
	}
	for _, command := range commands {
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Dir, cmd.Stdout, cmd.Stderr = folder, os.Stderr, os.Stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("%s: %w", command[0], err)
		}
	}
	files, err := build.Bundle(folder)
	if err != nil {
		return err
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(folder, "dist", name), content, 0o666); err != nil {
			return err
		}
	}
	return nil
}
