//go:build slow

package main

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"

	lab "feltlab"
	"feltlab/internal/must"
)

// TestManPages writes a manual page for each command, into the folder MAN_PAGES if that is set. `make release` packs
// them.
func TestManPages(t *testing.T) {
	folder := cmp.Or(os.Getenv("MAN_PAGES"), t.TempDir())
	root := (&app{}).rootCommand()
	root.DisableAutoGenTag = true
	must.Do(t, doc.GenManTree(root, &doc.GenManHeader{Source: "feltlab " + lab.Version, Manual: "feltlab"}, folder))
	eachCommand(root, func(cmd *cobra.Command) {
		if !cmd.IsAvailableCommand() {
			return
		}
		name := strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".1"
		page := strings.ReplaceAll(string(must.Get(os.ReadFile(filepath.Join(folder, name)))(t)), `\`, "")
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !strings.Contains(page, "--"+f.Name) {
				t.Errorf("%s does not name --%s", name, f.Name)
			}
		})
		for _, line := range strings.Split(cmd.Example, "\n") {
			if !strings.Contains(page, strings.TrimSuffix(strings.TrimSpace(line), `\`)) {
				t.Errorf("%s lacks the example %s", name, line)
			}
		}
	})
}
