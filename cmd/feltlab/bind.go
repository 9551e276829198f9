package main

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/internal/plain"
	"feltlab/pipeline/config"
)

// The flags of a command are the fields of a struct, described by the tags of package config. More are
//
//	help      the sentence of the help page; {} stands for the values of oneof. Without it, it is in flags.txt
//	complete  the key, in the map completions, of the values that the shell offers
//	required  an example; the command is a usage error without the flag
//	file      the flag is a file to write, whose name has one of these endings, or any if it is empty; "-" among them
//	          allows standard output
//
// Commands share flags by embedding structs.

// sentences has the sentences of flags that several commands have, and long ones.
//
//go:embed flags.txt
var sentences string

func sentence(command string, tag reflect.StructTag) string {
	if text := tag.Get("help"); text != "" {
		return text
	}
	for _, key := range []string{command + " " + tag.Get("flag"), tag.Get("flag")} {
		if _, text, ok := strings.Cut(sentences, "\n"+key+": "); ok {
			text, _, _ = strings.Cut(text, "\n")
			return text
		}
	}
	panic("no sentence of " + command + " --" + tag.Get("flag"))
}

// command binds a struct to a command's flags, fills it before the command runs, and returns the command. Its arguments
// are those of its usage line, unless it says otherwise.
func command(cmd *cobra.Command, target any) *cobra.Command {
	var fields []reflect.StructField
	flags := config.Bind(cmd.Flags(), target, func(f reflect.StructField) string {
		fields = append(fields, f)
		return sentence(cmd.Name(), f.Tag)
	})
	for _, f := range fields {
		completeFlag(cmd, f)
	}
	if cmd.Args == nil {
		cmd.Args = usageArgs
	}
	takeArgs := func(*cobra.Command, []string) error { return nil }
	if cmd.Flags().Lookup(handFlag) != nil {
		takeArgs = takeHands(cmd)
	}
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		if err := takeArgs(cmd, args); err != nil {
			return err
		}
		for _, f := range fields {
			name, example := f.Tag.Get("flag"), f.Tag.Get("required")
			switch {
			case example == "" || cmd.Flags().Changed(name):
			case name == handFlag:
				return usage("want a hand, such as %s %s", cmd.CommandPath(), example)
			default:
				return usage("--%s is missing, such as --%[1]s %s", name, example)
			}
		}
		if err := flags.Fill(); err != nil {
			return usageError{err}
		}
		for _, f := range fields {
			if endings, ok := f.Tag.Lookup("file"); ok {
				if err := checkFile(cmd, f.Tag.Get("flag"), endings); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return cmd
}

// checkFile refuses, before the command runs, a file with another ending, one that cannot be written, and standard
// output for a file and JSON at once.
func checkFile(cmd *cobra.Command, name, endings string) error {
	path := cmd.Flags().Lookup(name).Value.String()
	asJSON, _ := cmd.Flags().GetBool("json") // false without the flag
	return cmp.Or(checkEnding(name, path, endings), oneStream(path, asJSON), writable(path))
}

// checkEnding refuses a file whose name has another ending than those of a tag, unless that is empty.
func checkEnding(name, path, endings string) error {
	ending := strings.ToLower(filepath.Ext(path))
	if path == "" || endings == "" || slices.Contains(strings.Split(endings, ","), cmp.Or(ending, path)) {
		return nil
	}
	more := ""
	if names, output := strings.CutSuffix(endings, ",-"); output {
		endings, more = names, ", or - for standard output"
	}
	all := strings.Split(endings, ",")
	return usage("--%s %s, want a name that ends in %s%s%s", name, path, plain.Either(all), more,
		plain.Hint(ending, all))
}

// stored is command for a command that needs the store: it opens a.kept before the command runs.
func (a *app) stored(cmd *cobra.Command, target any) *cobra.Command {
	check := command(cmd, target).PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, args []string) (err error) {
		if err = check(cmd, args); err == nil {
			a.kept, err = a.store()
		}
		return err
	}
	return cmd
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
