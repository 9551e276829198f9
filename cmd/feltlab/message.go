package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"feltlab/internal/nearest"
)

// errInterrupted is what Ctrl-C ends a command with; interrupted says how far it came.
var errInterrupted = errors.New("interrupted")

func interrupted(format string, args ...any) error {
	return fmt.Errorf("%w %w", errInterrupted, fmt.Errorf(format, args...))
}

// usageError marks errors that come from what the user typed: exit code 2.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usage(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// named makes a usage error of the absence of a file that the command line names, with the name
// nearest to it that is there.
func named(err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var names []string
	var missing *fs.PathError
	if !errors.As(err, &missing) {
		return usageError{err}
	}
	beside, _ := os.ReadDir(filepath.Dir(missing.Path))
	for _, entry := range beside {
		names = append(names, entry.Name())
	}
	return usage("%w%s", err, nearest.Hint(filepath.Base(missing.Path), names))
}

// ExitCode returns 0 for success, 130 after an interruption, 2 for a command line that cannot be
// right and 1 for any other failure.
func ExitCode(err error) int {
	var bad usageError
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errInterrupted):
		return 130
	case errors.As(err, &bad):
		return 2
	}
	return 1
}

var (
	packagePrefix = regexp.MustCompile(`^[a-z]+: `)
	wrapperPrefix = regexp.MustCompile(`(^|: )(?:(?:artifact: stage [^ :]+|artifact|atomicfile|highs|lad|matrix|proofs|prove|rollout): )+`)
)

// Message is an error as a user reads it: without the names of packages before what they say. A
// command's name stays.
func Message(err error) string {
	text := wrapperPrefix.ReplaceAllString(err.Error(), "$1")
	var typed usageError
	errors.As(err, &typed)
	for _, leaf := range leaves(err) {
		if own := leaf.Error(); leaf != typed.error && packagePrefix.MatchString(own) {
			text = strings.ReplaceAll(text, own, packagePrefix.ReplaceAllString(own, ""))
		}
	}
	return text
}

// leaves lists the errors that an error is made of.
func leaves(err error) []error {
	var inner []error
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		inner = []error{e.Unwrap()}
	case interface{ Unwrap() []error }:
		inner = e.Unwrap()
	}
	var out []error
	for _, e := range inner {
		if e != nil {
			out = append(out, leaves(e)...)
		}
	}
	if out == nil {
		out = []error{err}
	}
	return out
}

// commandName is a command's path without the program's name.
func commandName(cmd *cobra.Command) string {
	return strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
}

// kindWords says in words what values the kinds of flags take whose own errors speak of Go's parsers.
var kindWords = map[string]string{
	"int": "a whole number", "float64": "a number", "bool": "true or false",
	"intSlice": "whole numbers, such as 5,1", "floats": "numbers, such as 1,2.5",
}

// wanted says what a flag's value should be after err refused one.
func wanted(f *pflag.Flag, err error) error {
	if want, ok := kindWords[f.Value.Type()]; ok && !strings.HasPrefix(err.Error(), "want ") && !errors.Is(err, errTwice) {
		return errors.New("want " + want)
	}
	return err
}

// flagError says what is wrong with a flag in the words of the command line.
func flagError(cmd *cobra.Command, err error) error {
	var value *pflag.InvalidValueError
	var unknown *pflag.NotExistError
	switch {
	case errors.As(err, &value):
		flag := value.GetFlag()
		return usage("%s: --%s %q: %w", commandName(cmd), flag.Name, value.GetValue(), wanted(flag, errors.Unwrap(value)))
	case errors.As(err, &unknown):
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		return usage("%s: %w%s", commandName(cmd), err, nearest.Hint("--"+unknown.GetSpecifiedName(), names))
	}
	return usage("%s: %w", commandName(cmd), err)
}

// exactArgs demands the named positional arguments.
func exactArgs(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == len(names) {
			return nil
		}
		want := strings.Join(names, " ")
		if want == "" {
			want = "none"
		}
		return usage("%s: got %s, want %s; see %s --help", commandName(cmd), arguments(len(args)), want, cmd.CommandPath())
	}
}

func arguments(n int) string {
	if n == 1 {
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", n)
}

func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	return usage("unknown command %q%s (%s --help lists them)", args[0], nearest.Hint(args[0], names), cmd.CommandPath())
}
