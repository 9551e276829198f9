package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"feltlab/dataset/tablefile"
	"feltlab/internal/disk"
	"feltlab/internal/plain"
)

// errInterrupted is the error after Ctrl-C. interrupted adds how far the command came.
var errInterrupted = errors.New("interrupted")

func interrupted(format string, args ...any) error {
	return fmt.Errorf("%w %w", errInterrupted, fmt.Errorf(format, args...))
}

// usageError marks what the user got wrong: exit code 2.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usage(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// named turns a missing file into a usage error that suggests the nearest name in its folder.
func named(err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var missing *fs.PathError
	if !errors.As(err, &missing) {
		return usageError{err}
	}
	entries, _ := os.ReadDir(filepath.Dir(missing.Path))
	names := mapped(entries, fs.DirEntry.Name)
	return usage("%w%s", err, plain.Hint(filepath.Base(missing.Path), names))
}

// ExitCode returns 0 for success, 130 after an interruption, 2 for a usage error and 1 for any other failure.
func ExitCode(err error) int {
	var bad usageError
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errInterrupted):
		return 130
	case errors.Is(err, tablefile.ErrCorrupt): // also of a file that flags name
		return 1
	case errors.As(err, &bad), errors.Is(err, disk.ErrRefused):
		return 2
	}
	return 1
}

func commandName(cmd *cobra.Command) string {
	return strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
}

// otherWords are names that other programs give to flags of ours.
var otherWords = map[string]string{
	"port": "addr", "host": "addr", "listen": "addr", "output": "out", "threads": "cores", "jobs": "cores",
	"timeout": "time-limit",
}

// flagError makes a usage error of an error of pflag, in the words of the command line.
func flagError(cmd *cobra.Command, err error) error {
	var value *pflag.InvalidValueError
	var unknown *pflag.NotExistError
	switch {
	case errors.As(err, &value):
		flag := value.GetFlag()
		return usage("--%s %q: %w", flag.Name, value.GetValue(), errors.Unwrap(value))
	case errors.As(err, &unknown):
		name := unknown.GetSpecifiedName()
		if letters := unknown.GetSpecifiedShortnames(); letters != "" { // one dash, which is for -h alone
			if cmd.Flags().Changed("help") {
				letters = "h" + letters // of -hand pflag has read -h
			}
			name, err = letters, fmt.Errorf("unknown flag: -%s", letters)
		}
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		hint := plain.Hint("--"+name, names)
		if ours := otherWords[name]; hint == "" && cmd.Flags().Lookup(ours) != nil {
			hint = plain.Hint("--"+ours, names)
		}
		if !cmd.HasParent() {
			hint = ": flags follow a command, as in feltlab fit AA --json"
		}
		return usage("%w%s", err, hint)
	}
	return usageError{err}
}

// someArgs accepts one argument or more.
func someArgs(name, example string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usage("want %s, such as %s; see %s --help", name, example, cmd.CommandPath())
		}
		return nil
	}
}

// usageArgs accepts the arguments of a usage line but hands, which takeHands takes: all without brackets, those in
// brackets or not, and any number where it says "...".
func usageArgs(cmd *cobra.Command, args []string) error {
	var names []string
	most := 0
	for _, word := range strings.Fields(cmd.Use)[1:] {
		switch {
		case strings.Contains(word, "HAND") && cmd.Flags().Lookup(handFlag) != nil:
			continue
		case strings.Contains(word, "..."):
			most = len(args)
		case word[0] != '[':
			names = append(names, word)
		}
		most++
	}
	switch {
	case len(args) > most:
		return usage("unexpected argument %q; see %s --help", args[most], cmd.CommandPath())
	case len(args) < len(names):
		got := fmt.Sprintf("%d arguments", len(args))
		if len(args) == 1 {
			got = "1 argument"
		}
		return usage("got %s, want %s; see %s --help", got, strings.Join(names, " "), cmd.CommandPath())
	}
	return nil
}

// knownCommand returns an error if a command line names no command. cobra says so itself only where no flag follows.
// Of a command that takes a file, such as regress, a word is a misspelt subcommand if no file has that name.
func knownCommand(root *cobra.Command, args []string) error {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd(args...)
	cmd, rest, err := root.Find(args)
	if err == nil && cmd.Name() == "help" {
		cmd, rest, err = root.Find(rest)
	}
	if err != nil || !cmd.HasSubCommands() {
		return err
	}
	word := firstWord(cmd.Flags(), rest)
	if word == "" || strings.HasPrefix(word, cobra.ShellCompRequestCmd) {
		return nil
	}
	hint := plain.Hint(word, mapped(cmd.Commands(), (*cobra.Command).Name))
	eachCommand(cmd, func(c *cobra.Command) {
		if c.Name() == word { // of another command
			hint = fmt.Sprintf(", did you mean %q?", commandName(c))
		}
	})
	if strings.Contains(cmd.Use, " ") {
		if _, err := os.Stat(word); err == nil || hint == "" {
			return nil
		}
	}
	return usage("unknown command %q%s (%s --help lists them)", word, hint, cmd.CommandPath())
}

// firstWord returns the first word of a command line that is no flag and no flag's value.
func firstWord(flags *pflag.FlagSet, args []string) string {
	for i := 0; i < len(args) && args[i] != "--"; i++ {
		name, isFlag := strings.CutPrefix(args[i], "--")
		if !strings.HasPrefix(args[i], "-") {
			return args[i]
		}
		if f := flags.Lookup(name); isFlag && !strings.Contains(name, "=") && (f == nil || f.NoOptDefVal == "") {
			i++ // its value
		}
	}
	return ""
}
