package main

import "testing"

// TestCommit names the commit by what the go command saw, else by what git archive wrote.
func TestCommit(t *testing.T) {
	const placeholder = "$Format:%H$\n"
	for _, c := range []struct{ name, revision, modified, archived, want string }{
		{"in a checkout", "abc", "false", placeholder, "commit abc"},
		{"with changes", "abc", "true", placeholder, "commit abc with changes"},
		{"from an archive", "", "", "def\n", "commit def"},
		{"from neither", "", "", placeholder,
			"commit unknown, built with -buildvcs=false or outside of a git checkout"},
	} {
		t.Run(c.name, func(t *testing.T) {
			settings := map[string]string{"vcs.revision": c.revision, "vcs.modified": c.modified}
			if got := commit(settings, c.archived); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}
