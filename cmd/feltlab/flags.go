package main

import (
	"encoding/json"
	"regexp"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"feltlab/model/nearest"
	"feltlab/pipeline/fit"
)

// durationFlag reads "90s", "2m" or a plain number of seconds; zero and below are errors.
type durationFlag time.Duration

func (d *durationFlag) String() string { return time.Duration(*d).String() }
func (d *durationFlag) Type() string   { return "duration" }

func (d *durationFlag) Set(s string) error {
	v, err := fit.ParseTimeLimit(s)
	*d = durationFlag(v)
	return err
}

var unknownFlag = regexp.MustCompile(`unknown flag: --(\S+)`)

// flagHint suggests the nearest flag for a misspelt one.
func flagHint(cmd *cobra.Command, err error) string {
	m := unknownFlag.FindStringSubmatch(err.Error())
	if m == nil {
		return ""
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	return nearest.Hint("--"+m[1], names)
}

// printJSON writes one value, indented, as the whole of standard output.
func (a *app) printJSON(v any) error {
	enc := json.NewEncoder(a.stdout)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
