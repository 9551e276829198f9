package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"feltlab/dataset/strength"
	"feltlab/internal/nearest"
	"feltlab/model/ranges"
	"feltlab/pipeline/config"
)

// settings are the global flags.
type settings struct {
	Cache string `flag:"cache" help:"folder for stored results (default the user's cache folder)"`
	Cores int    `flag:"cores" min:"0" help:"number of processor cores to use (0: all)"`
}

// add adds the global flags to the root command. Before a command runs they get their values from the
// command line, the environment or the file.
func (s *settings) add(root *cobra.Command) {
	flags := root.PersistentFlags()
	bindTo(flags, reflect.ValueOf(s).Elem(), func(reflect.StructField) {})
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if err := readSettings(flags); err != nil {
			return usageError{err}
		}
		if s.Cores > 0 && cmd.Annotations[coresElsewhere] == "" {
			s.Cores = coresHere(root.ErrOrStderr(), "cores", s.Cores)
			runtime.GOMAXPROCS(s.Cores)
		}
		return nil
	}
}

// coresElsewhere is the annotation of a command whose cores are those of other machines.
const coresElsewhere = "cores elsewhere"

// coresHere cuts a number of cores, or of solves at once, to the cores of this machine, and says so. Files of settings
// and sweeps serve several machines, so that it is no error; memory and threads grow with the number.
func coresHere(stderr io.Writer, name string, n int) int {
	most := runtime.NumCPU()
	if n > most {
		fmt.Fprintf(stderr, "feltlab: %s %d: this machine has %d; it uses %[3]d\n", name, n, most)
	}
	return min(n, most)
}

const settingsHelp = `The global flags can also be set in a YAML file ("cores: 2") or in the environment
(FELTLAB_CORES=2). A flag overrides the environment, and the environment overrides the
file. The file is $FELTLAB_CONFIG, or feltlab/config.yaml in the user's configuration folder.
Its key "ranges" gives names to ranges of your own (docs/settings.md).`

const (
	variablePrefix = "FELTLAB_"
	fileVariable   = variablePrefix + "CONFIG"
	// buildVariable belongs to the build (scripts/deps.sh), not to the program.
	buildVariable = variablePrefix + "TAGS"
)

func variableOf(flag string) string { return variablePrefix + strings.ToUpper(flag) }

// readSettings sets the flags that are not on the command line from the environment or the file. Every
// error names the place, the key and the value.
func readSettings(flags *pflag.FlagSet) error {
	var names []string
	flags.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if err := rejectUnknownVariables(names); err != nil {
		return err
	}
	values, path, err := settingsFile(names)
	if err != nil {
		return err
	}
	for _, name := range names {
		f := flags.Lookup(name)
		if err := checkType(values, f); err != nil {
			return fmt.Errorf("%w: %s: %w", config.ErrConfig, path, err)
		}
		place, text := variableOf(name), os.Getenv(variableOf(name))
		if text == "" {
			place = path + ": " + name
			if value, ok := values[name]; ok {
				text = fmt.Sprint(value)
			}
		}
		if f.Changed || text == "" {
			continue
		}
		if err := f.Value.Set(text); err != nil {
			return fmt.Errorf("%s: %q: %w", place, text, wanted(f, err))
		}
	}
	return nil
}

// checkType reports a value in the file that is not of its flag's type.
func checkType(values map[string]any, f *pflag.Flag) error {
	value, ok := values[f.Name]
	if !ok || fmt.Sprintf("%T", value) == f.Value.Type() {
		return nil
	}
	want := map[string]string{"string": "text", "int": "a whole number"}[f.Value.Type()]
	return fmt.Errorf("%s: %v: want %s", f.Name, value, want)
}

// settingsFile reads the settings file. Only a file named by $FELTLAB_CONFIG must exist.
func settingsFile(names []string) (map[string]any, string, error) {
	path := os.Getenv(fileVariable)
	named := path != ""
	if !named {
		folder, err := os.UserConfigDir()
		if err != nil {
			return nil, "", nil // a user without a home has no file
		}
		path = filepath.Join(folder, "feltlab", "config.yaml")
	}
	values, err := config.Read(path, append(slices.Clone(names), rangesKey))
	switch {
	case errors.Is(err, fs.ErrNotExist) && !named:
		return nil, path, nil
	case err != nil && named:
		return nil, path, fmt.Errorf("%s: %w", fileVariable, err)
	}
	return values, path, err
}

// rangesKey is the key of the user's own ranges in the settings file.
const rangesKey = "ranges"

// defineRanges gives the ranges of the settings file their names, before the command line is read. A file that cannot
// be read is left to readSettings.
func defineRanges(flags *pflag.FlagSet) error {
	var names []string
	flags.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	values, path, err := settingsFile(names)
	if err != nil {
		return nil
	}
	bad := func(format string, args ...any) error {
		return usageError{fmt.Errorf("%w: %s: %s: %w", config.ErrConfig, path, rangesKey, fmt.Errorf(format, args...))}
	}
	group, isGroup := values[rangesKey].(map[string]any)
	if values[rangesKey] != nil && !isGroup {
		return bad("want names and their ranges, such as tight: QQ+, AK")
	}
	texts := map[string]string{}
	for name, value := range group {
		text, isText := value.(string)
		if n, isNumber := value.(int); isNumber {
			text, isText = fmt.Sprint(n), true // 77 is a range
		}
		for _, w := range strength.Weightings() {
			if strings.EqualFold(name, w.String()) {
				return bad("range %q: the name is taken: it means something already; want another", name)
			}
		}
		if !isText {
			return bad("%s: %v: want a range such as QQ+, AK", name, value)
		}
		texts[name] = text
	}
	if err := ranges.Define(texts); err != nil {
		return bad("%w", err)
	}
	return nil
}

// rejectUnknownVariables refuses variables that start with FELTLAB_ and set nothing: a misspelt
// variable would have no effect, and the user would not know.
func rejectUnknownVariables(names []string) error {
	known := []string{fileVariable}
	for _, name := range names {
		known = append(known, variableOf(name))
	}
	slices.Sort(known)
	for _, entry := range os.Environ() {
		name, value, _ := strings.Cut(entry, "=")
		if strings.HasPrefix(name, variablePrefix) && name != buildVariable && !slices.Contains(known, name) {
			return fmt.Errorf("unknown variable %s=%s%s (there are %s)",
				name, value, nearest.Hint(name, known), strings.Join(known, ", "))
		}
	}
	return nil
}
