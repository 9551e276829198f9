//go:build unix

package worstcase

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/game"
	"feltlab/solvers/extensive"
)

// digest starts a program with some more words and returns its digest.
func digest(t *testing.T, how, words string) string {
	t.Helper()
	t.Setenv(manners, how)
	p := must.Get(StartAgent(t.Context(), os.Args[0]+" "+words, game.Kuhn(), AgentOptions{Copies: 2}))(t)
	defer p.Close()
	return must.Get(p.Digest())(t)
}

// TestAgentDigest tells programs apart by the files that their commands name, wherever they lie, and by their answers.
func TestAgentDigest(t *testing.T) {
	write := func(folder, name, content string) {
		t.Helper()
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o666))
	}
	here, there := t.TempDir(), t.TempDir()
	write(here, "agent.py", "one")
	write(there, "agent.py", "one")
	t.Chdir(here)
	first, option := digest(t, "good", "agent.py"), digest(t, "good", "--weights=agent.py")
	if first == option || digest(t, "good", "agent.py") != first {
		t.Error("a digest does not depend on the command alone")
	}
	if digest(t, "biased", "agent.py") == first {
		t.Error("other answers have the same digest")
	}
	t.Chdir(there)
	must.Equal(t, digest(t, "good", "agent.py"), first, "the same program in another folder has another digest")
	write(there, "agent.py", "two")
	if digest(t, "good", "agent.py") == first || digest(t, "good", "--weights=agent.py") == option {
		t.Error("a program that was edited has the same digest")
	}
	must.Do(t, os.Remove("agent.py"))
	if missing := digest(t, "good", "agent.py"); missing == first || !strings.HasPrefix(missing, "exec sha256:") {
		t.Errorf("without the file the digest is %s", missing)
	}
	path := must.Get(filesDigest([]string{"sh"}))(t)
	t.Setenv("PATH", there)
	write(there, "sh", "another shell")
	must.Do(t, os.Chmod("sh", 0o777))
	if other, err := filesDigest([]string{"sh"}); err != nil || other == path {
		t.Errorf("a program on the PATH: %v", err)
	}
}

// TestUnsteady finds programs that answer at random, or otherwise in each process, or otherwise later, before their
// numbers are printed.
func TestUnsteady(t *testing.T) {
	for how, steady := range map[string]bool{"random": false, "seeded": false, "drift": false, "good": true,
		"single": true} {
		t.Run(how, func(t *testing.T) {
			p := must.Get(begin(t, how, AgentOptions{Copies: 2}))(t)
			must.Get(extensive.BestResponse(t.Context(), game.Kuhn(), p, extensive.ResponseOptions{}))(t)
			err := Steady(named(t, "always-call"), p)
			if steady != (err == nil) || !steady && (!errors.Is(err, ErrUnsteady) || !strings.Contains(err.Error(),
				"the probability of ")) {
				t.Error(err)
			}
			if _, err := p.Digest(); steady != (err == nil) {
				t.Errorf("digest: %v", err)
			}
		})
	}
}
