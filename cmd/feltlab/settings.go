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

	"feltlab/internal/nearest"
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
file. The file is $FELTLAB_CONFIG, or feltlab/config.yaml in the user's configuration folder.`

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
	values, err := config.Read(path, names)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !named:
		return nil, path, nil
	case err != nil && named:
		return nil, path, fmt.Errorf("%s: %w", fileVariable, err)
	}
	return values, path, err
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
