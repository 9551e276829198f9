package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"feltlab/internal/nearest"
	"feltlab/pipeline/config"
)

// settings are the options that all commands share.
type settings struct {
	cache string
	cores cores
}

func (s *settings) addSettings(root *cobra.Command) {
	flags := root.PersistentFlags()
	flags.StringVar(&s.cache, "cache", "", "folder for computed artifacts (default the user's cache folder)")
	flags.Var(&s.cores, "cores", "processor cores to use; 0 for all")
	root.PersistentPreRunE = func(*cobra.Command, []string) error {
		if err := settle(flags); err != nil {
			return usageError{err}
		}
		if s.cores > 0 {
			runtime.GOMAXPROCS(int(s.cores))
		}
		return nil
	}
}

const settingsHelp = `The global flags may also stand in a YAML file, as in "cores: 2", and in the environment,
as in FELTLAB_CORES=2. A flag beats the environment, which beats the file. The file is
$FELTLAB_CONFIG, or feltlab/config.yaml in the user's folder for configurations.`

// cores is a number of processor cores.
type cores int

func (c *cores) String() string { return strconv.Itoa(int(*c)) }
func (c *cores) Type() string   { return "int" }

func (c *cores) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return errors.New("want a whole number, 0 for all")
	}
	*c = cores(n)
	return nil
}

const (
	variablePrefix = "FELTLAB_"
	fileVariable   = variablePrefix + "CONFIG"
	// buildVariable is set where the program is built, by scripts/deps.sh, and none of its own.
	buildVariable = variablePrefix + "TAGS"
)

func variableOf(flag string) string { return variablePrefix + strings.ToUpper(flag) }

// settle gives the flags that were not given their values from the environment or the file, where
// these have one. Every error names the place, the key and the value.
func settle(flags *pflag.FlagSet) error {
	var names []string
	flags.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if err := rejectUnknownVariables(names); err != nil {
		return err
	}
	v, path, err := readSettings(names)
	if err != nil {
		return err
	}
	v.SetEnvPrefix(strings.TrimSuffix(variablePrefix, "_"))
	for _, name := range names {
		f := flags.Lookup(name)
		if err := checkType(v, f); err != nil {
			return fmt.Errorf("%w: %s: %w", config.ErrConfig, path, err)
		}
		if err := errors.Join(v.BindEnv(name), v.BindPFlag(name, f)); err != nil {
			return err
		}
		place := ""
		switch {
		case f.Changed:
			continue
		case os.Getenv(variableOf(name)) != "":
			place = variableOf(name)
		case v.InConfig(name):
			place = path + ": " + name
		default:
			continue
		}
		if err := f.Value.Set(v.GetString(name)); err != nil {
			return fmt.Errorf("%s: %q: %w", place, v.GetString(name), err)
		}
	}
	return nil
}

// checkType demands of a value in the file that it is written as its flag's type.
func checkType(v *viper.Viper, f *pflag.Flag) error {
	if !v.InConfig(f.Name) {
		return nil
	}
	value := v.AllSettings()[f.Name]
	if fmt.Sprintf("%T", value) == f.Value.Type() {
		return nil
	}
	return fmt.Errorf("%s: %v: want %s", f.Name, value, map[string]string{"string": "text", "int": "a whole number"}[f.Value.Type()])
}

// readSettings reads the file of the settings. There need be none where none is named.
func readSettings(names []string) (*viper.Viper, string, error) {
	path := os.Getenv(fileVariable)
	named := path != ""
	if !named {
		folder, err := os.UserConfigDir()
		if err != nil {
			return viper.New(), "", nil // a user without a home has no file
		}
		path = filepath.Join(folder, "feltlab", "config.yaml")
	}
	v, err := config.Read(path, names)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !named:
		return viper.New(), path, nil
	case err != nil && named:
		return nil, path, fmt.Errorf("%s: %w", fileVariable, err)
	}
	return v, path, err
}

// rejectUnknownVariables refuses variables that look like options and are none: a misspelt one
// would have no effect, and nobody would know.
func rejectUnknownVariables(names []string) error {
	known := []string{fileVariable}
	for _, name := range names {
		known = append(known, variableOf(name))
	}
	slices.Sort(known)
	for _, entry := range os.Environ() {
		name, value, _ := strings.Cut(entry, "=")
		if strings.HasPrefix(name, variablePrefix) && name != buildVariable && !slices.Contains(known, name) {
			return fmt.Errorf("unknown variable %s=%s%s (there are %s)", name, value, nearest.Hint(name, known), strings.Join(known, ", "))
		}
	}
	return nil
}
