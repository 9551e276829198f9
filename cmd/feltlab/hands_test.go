package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestHandsAreArgumentsOrFlags holds every command with --hand to the same rule.
func TestHandsAreArgumentsOrFlags(t *testing.T) {
	commands := 0
	eachCommand((&app{}).rootCommand(), func(cmd *cobra.Command) {
		if cmd.Flags().Lookup(handFlag) == nil {
			return
		}
		commands++
		if !strings.Contains(cmd.Use, "HAND") {
			t.Errorf("the usage line of %s does not say HAND", cmd.CommandPath())
			return
		}
		args := strings.Fields(commandName(cmd))
		if strings.Contains(cmd.Use, " NAME") {
			args = append(args, "strength-10")
		}
		fails(t, 2, strings.Join(args, " ")+" AhKd --hand AhKd", "not both")
	})
	if commands < 10 {
		t.Errorf("%d commands take hands", commands)
	}
	for _, c := range [][2]string{
		{"equity TsTh --range RS --board 2s6cQc", "equity --hand TsTh --range RS --board 2s6cQc"},
		{"strength QcQd --board AhJcAcKsJd", "strength --board AhJcAcKsJd --hand QcQd"},
		{"buckets strength-10 AsKd --board AhKh2c", "buckets strength-10 --board AhKh2c --hand AsKd"},
	} {
		argument, flag := says(t, c[0]+" --json"), says(t, c[1]+" --json")
		if timeless(argument) != timeless(flag) {
			t.Errorf("%s: %s\n%s: %s", c[0], argument, c[1], flag)
		}
	}
}

// timeless is a text without its lines about seconds.
func timeless(text string) string {
	lines := slices.DeleteFunc(strings.Split(text, "\n"), func(l string) bool { return strings.Contains(l, "seconds") })
	return strings.Join(lines, "\n")
}

// TestSplitHands tells hands from other arguments.
func TestSplitHands(t *testing.T) {
	for _, c := range []struct{ use, args, hands, others string }{
		{"fit [HAND...]", "AA KK,QQ AX", "AA KK,QQ AX", ""},
		{"fit [HAND...]", "", "", ""},
		{"explain [RESULTS] [HAND...]", "results/demo AA", "AA", "results/demo"},
		{"explain [RESULTS] [HAND...]", "22-TT KK", "22-TT KK", ""},
		{"explain [RESULTS] [HAND...]", "./AA KK", "KK", "./AA"},
		{"equity HAND|RANGE [OPPONENT...]", "AA KK QQ", "AA", "KK QQ"},
		{"buckets NAME [HAND]", "strength-10", "", "strength-10"},
		{"buckets NAME [HAND]", "strength-10 AsKd x", "AsKd", "strength-10 x"},
		{"dataset [HAND]", "AA KK", "AA", "KK"},
	} {
		hands, others := splitHands(c.use, strings.Fields(c.args))
		if strings.Join(hands, " ") != c.hands || strings.Join(others, " ") != c.others {
			t.Errorf("%s %s: hands %q, others %q", c.use, c.args, hands, others)
		}
	}
}

// TestMisspelt suggests the nearest command, whatever follows it, and the nearest flag.
func TestMisspelt(t *testing.T) {
	refuses(t, "", map[string]string{
		"fti --hand AA":                         `unknown command "fti", did you mean "fit"`,
		"--cores 1 fti AA":                      `did you mean "fit"`,
		"--hand AA fti":                         `did you mean "fit"`,
		"fti --help":                            `did you mean "fit"`,
		"help fti":                              `did you mean "fit"`,
		"jamfold chrt --stacks 2x8bb":           `did you mean "chart"`,
		"cache sze --json":                      `did you mean "size"`,
		"proof expnd x.proof.gz --out y":        `did you mean "expand"`,
		"workers invit alice":                   `did you mean "invite"`,
		"regress crve t.csv --target y":         `did you mean "curve"`,
		"sweep stats results/small":             `did you mean "status"`,
		"heads-up --from 5":                     `did you mean "jamfold heads-up"`,
		"--hand AA":                             "flags follow a command",
		"fit AA --hnad KK":                      `did you mean "--hand"`,
		"fit AA --fetures=3":                    `did you mean "--features"`,
		"fit -hand AA":                          `unknown flag: -hand, did you mean "--hand"`,
		"equity AA -range KK":                   `unknown flag: -range, did you mean "--range"`,
		"serve --port abc":                      `did you mean "--addr"`,
		"regress none.csv --target y":           "none.csv: no such file",
		"strength QQ KK":                        `unexpected argument "KK"`,
		"explain AAA --range RS":                "and no hand has that name",
		"bestresponse --game leduc --oponent x": `did you mean "--opponent"`,
	})
}
