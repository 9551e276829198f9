package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/dataset/strength"
	"feltlab/internal/plain"
	"feltlab/model/ranges"
	"feltlab/pipeline/config"
)

// settings are the global flags, which the settings file may have too, and its ranges.
type settings struct {
	Cache  string `flag:"cache" mapstructure:"cache" help:"folder for stored results (default the user's cache folder)"`
	Cores  int    `flag:"cores" mapstructure:"cores" min:"0" help:"number of processor cores to use (0: all)"`
	Ranges any    `mapstructure:"ranges"`
}

const (
	variablePrefix = "FELTLAB_"
	fileVariable   = variablePrefix + "CONFIG"
	// highsVariable names the folder of HiGHS; package highs reads it.
	highsVariable = variablePrefix + "HIGHS"
)

// add adds the global flags to the root command. Before a command runs they get their values from the
// command line, the environment or the file.
func (s *settings) add(root *cobra.Command) {
	flags := config.Bind(root.PersistentFlags(), s, func(f reflect.StructField) string { return f.Tag.Get("help") })
	flags.Prefix = variablePrefix
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if err := s.read(flags); err != nil {
			return usageError{err}
		}
		if s.Cores > 0 && cmd.Annotations[coresElsewhere] == "" {
			s.Cores = coresHere(root.ErrOrStderr(), "cores", s.Cores)
			runtime.GOMAXPROCS(s.Cores)
		}
		return nil
	}
}

// read reads the settings, and defines the ranges of the file. Every error names the place, the key and the value.
func (s *settings) read(flags *config.Flags) error {
	if err := rejectUnknownVariables(flags); err != nil {
		return err
	}
	path := os.Getenv(fileVariable)
	named := path != ""
	if folder, err := os.UserConfigDir(); !named && err == nil { // a user without a home has no file
		path = filepath.Join(folder, "feltlab", "config.yaml")
	}
	file, err := config.Open(path, quotedText)
	if err == nil {
		if err = file.Decode(s); err == nil {
			err = defineRanges(file)
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist) && !named:
	case err != nil && named:
		return fmt.Errorf("%s: %w", fileVariable, err)
	case err != nil:
		return err
	}
	return flags.Fill()
}

// quotedText refuses a number where a setting is text.
func quotedText(from, to reflect.Type, value any) (any, error) {
	if to.Kind() == reflect.String && from.Kind() != reflect.String {
		return nil, fmt.Errorf("%v: want text, in quotes if it looks like something else", value)
	}
	return value, nil
}

// defineRanges gives the ranges of the settings file their names.
func defineRanges(file *config.File) error {
	const key = "ranges"
	bad := func(format string, args ...any) error {
		return file.Bad(key, fmt.Errorf(key+": "+format, args...))
	}
	values := file.Values()[key] // with names as they are written
	group, isGroup := values.(map[string]any)
	if values != nil && !isGroup {
		return bad("want names and their ranges, such as tight: QQ+, AK")
	}
	texts := map[string]string{}
	for name, value := range group {
		text, isText := value.(string)
		if n, isNumber := value.(int); isNumber {
			text, isText = fmt.Sprint(n), true // 77 is a range
		}
		for _, w := range strength.Weightings() {
			if strings.EqualFold(name, string(w)) {
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
func rejectUnknownVariables(flags *config.Flags) error {
	known := []string{flags.Variable("cache"), fileVariable, flags.Variable("cores")}
	for _, entry := range os.Environ() {
		name, value, _ := strings.Cut(entry, "=")
		if strings.HasPrefix(name, variablePrefix) && name != highsVariable && !slices.Contains(known, name) {
			return fmt.Errorf("unknown variable %s=%s%s (there are %s)",
				name, value, plain.Hint(name, known), strings.Join(known, ", "))
		}
	}
	return nil
}
