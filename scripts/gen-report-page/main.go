package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"feltlab/report/page"
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
	files, err := bundle(folder)
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

var errBundle = errors.New("cannot bundle the page")

// bundle returns the files of dist by name, made from the folder of package page, in which npm has installed the
// libraries: page.js, page.css, chart.css, the style that every chart brings, and what page.Sources returns.
func bundle(folder string) (map[string][]byte, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	result := api.Build(api.BuildOptions{
		AbsWorkingDir: folder,
		EntryPointsAdvanced: []api.EntryPoint{
			{InputPath: "src/main.ts", OutputPath: "page"}, {InputPath: "src/page.css", OutputPath: "page"},
		},
		Outdir: "dist", Bundle: true, Metafile: true,
		Format: api.FormatIIFE, Target: api.ES2022, Charset: api.CharsetUTF8, LegalComments: api.LegalCommentsEndOfFile,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true,
	})
	if len(result.Errors) > 0 {
		lines := api.FormatMessages(result.Errors, api.FormatMessagesOptions{})
		return nil, fmt.Errorf("%w: %s", errBundle, strings.TrimSpace(strings.Join(lines, "")))
	}
	files := map[string][]byte{}
	for _, f := range result.OutputFiles {
		files[filepath.Base(f.Path)] = f.Contents
	}
	notice, err := licences(folder, result.Metafile)
	if err != nil {
		return nil, err
	}
	files["page.js"] = append(files["page.js"], notice...)
	if files["chart.css"], err = chartStyle(folder); err != nil {
		return nil, err
	}
	files["sources.sha256"], err = page.Sources(folder)
	return files, err
}

// licences returns a comment with the licences of the libraries that are in a bundle, each text once.
func licences(folder, metafile string) (string, error) {
	var meta struct {
		Outputs map[string]struct {
			Inputs map[string]struct{ BytesInOutput int }
		}
	}
	if err := json.Unmarshal([]byte(metafile), &meta); err != nil {
		return "", fmt.Errorf("%w: %w", errBundle, err)
	}
	library := regexp.MustCompile(`^node_modules/((?:@[^/]+/)?[^/]+)/`)
	var names []string
	for _, output := range meta.Outputs {
		for input, use := range output.Inputs {
			if found := library.FindStringSubmatch(input); found != nil && use.BytesInOutput > 0 {
				names = append(names, found[1])
			}
		}
	}
	slices.Sort(names)
	of := map[string][]string{}
	for _, name := range slices.Compact(names) {
		text, err := os.ReadFile(filepath.Join(folder, "node_modules", name, "LICENSE"))
		if err != nil {
			return "", fmt.Errorf("%w: the licence of %s: %w", errBundle, name, err)
		}
		version, err := versionOf(filepath.Join(folder, "node_modules", name, "package.json"))
		if err != nil {
			return "", err
		}
		licence := strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n"))
		of[licence] = append(of[licence], name+" "+version)
	}
	var b strings.Builder
	b.WriteString("/*!\nThis bundle contains the following libraries.\n")
	for _, licence := range slices.SortedFunc(maps.Keys(of),
		func(x, y string) int { return cmp.Compare(of[x][0], of[y][0]) }) {
		fmt.Fprintf(&b, "\n%s:\n\n%s\n", strings.Join(of[licence], ", "), licence)
	}
	if text := b.String()[3:]; strings.Contains(text, "*/") || strings.Contains(text, "</") {
		return "", fmt.Errorf("%w: a licence would end the comment", errBundle)
	}
	return b.String() + "*/\n", nil
}

func versionOf(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	var p struct{ Version string }
	err = json.Unmarshal(text, &p)
	return p.Version, err
}

const chartClass = "chart"

// chartStyle returns the text of the style element that the plotting library puts into every chart:
// the page's policy names its hash.
func chartStyle(folder string) ([]byte, error) {
	path := filepath.Join(folder, "node_modules", "@observablehq", "plot", "src", "plot.js")
	source, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	found := regexp.MustCompile("svg\\.append\\(\"style\"\\)\\.text\\(\\s*`([^`]*)`").FindSubmatch(source)
	if found == nil {
		return nil, fmt.Errorf("%w: %s has no style of charts where it is looked for", errBundle, path)
	}
	return []byte(strings.ReplaceAll(string(found[1]), "${className}", chartClass)), nil
}
