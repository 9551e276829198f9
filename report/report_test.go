package report

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
)

// line is a result that a page can show.
const line = `{"hand":"AA","range":"ATC","reading":"paper-2","program":"AVGERR","max_features":1,` +
	`"status":"feasible","average_error":0.0625,"max_error":0.5,"p90_error":0.125,"lower_bound":null,"gap":null,` +
	`"seconds":1,"engine":"search","features":[{"id":54,"name":"no flop card above our highest","weight":0.75}]}` + "\n"

// folderOf writes files by name into a new folder.
func folderOf(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		path := filepath.Join(folder, name)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o777))
		must.Do(t, os.WriteFile(path, []byte(text), 0o666))
	}
	return folder
}

// pageOf returns the page of a folder, without flops.
func pageOf(t *testing.T, folder string) string {
	t.Helper()
	r := must.Get(New(t.Context(), []string{folder}, Options{Title: "a title"}))(t)
	var b bytes.Buffer
	must.Do(t, r.Write(&b))
	return b.String()
}

// hostileFolder is a folder whose name ends a script element and begins another one: of all texts of results, those of
// paths are free.
const hostileFolder = "</script><script>alert(1)<!--&\u2028\"'"

// TestHostile puts HTML into the name of a file: none of it gets out of its place.
func TestHostile(t *testing.T) {
	text := pageOf(t, folderOf(t, map[string]string{hostileFolder + "/solves.jsonl": line}))
	clean := pageOf(t, folderOf(t, map[string]string{"solves.jsonl": line}))
	if got, want := strings.Count(text, "<script"), strings.Count(clean, "<script"); got != want {
		t.Errorf("%d elements of scripts, want %d", got, want)
	}
	_, data, _ := strings.Cut(text, `id="data-solves">`)
	data, _, _ = strings.Cut(data, "</script>")
	for _, raw := range []string{"<", ">", "&", "\u2028"} {
		if strings.Contains(data, raw) {
			t.Errorf("%q is in the data", raw)
		}
	}
	if !strings.Contains(text, "&lt;/script&gt;&lt;script&gt;alert(1)") {
		t.Error("the plain table does not say what the file says")
	}
}

// TestSelfContained expects a page that names nothing to load, and a policy that forbids it.
func TestSelfContained(t *testing.T) {
	text := pageOf(t, folderOf(t, map[string]string{"solves.jsonl": line}))
	head, _, _ := strings.Cut(text, "<style>")
	if !strings.Contains(head, `content="default-src &#39;none&#39;; script-src &#39;sha256-`) ||
		strings.Contains(head, "unsafe") || strings.Contains(head, "connect-src") {
		t.Errorf("the head: %s", head)
	}
	if found := regexp.MustCompile(`<[a-z]+[^>]* (src|href)=`).FindString(head + text[strings.Index(text,
		"<body>"):strings.Index(text, "<script>")]); found != "" {
		t.Errorf("the page loads %s", found)
	}
}

func TestBadInput(t *testing.T) {
	other := strings.Replace(line, "paper-2", "paper-1", 1)
	for name, c := range map[string]struct {
		files map[string]string
		want  error
		says  string
	}{
		"nothing":   {map[string]string{"README.md": "x"}, ErrInput, "has no results"},
		"empty":     {map[string]string{"a/solves.jsonl": ""}, ledger.ErrResults, "empty"},
		"truncated": {map[string]string{"a/solves.jsonl": line + line[:100]}, ledger.ErrResults, "result 2"},
		"mixed readings": {map[string]string{"a/solves.jsonl": line, "b/solves.jsonl": other}, ErrInput,
			"mixed readings"},
		"old reading": {map[string]string{"a/solves.jsonl": other}, ErrInput, `"paper-1"`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := New(t.Context(), []string{folderOf(t, c.files)}, Options{})
			if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(),
				"\n") {
				t.Errorf("%s: %v, want %v with %q", name, err, c.want, c.says)
			}
		})
	}
	folder := folderOf(t, map[string]string{"fit.json": line[:50]})
	if _, err := New(t.Context(), []string{filepath.Join(folder, "fit.json")}, Options{}); !errors.Is(err,
		question.ErrAnswer) {
		t.Errorf("a truncated file: %v", err)
	}
	if _, err := New(t.Context(), []string{filepath.Join(folder, "none")}, Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

func TestPack(t *testing.T) {
	for _, c := range []struct {
		column []uint64
		width  int
	}{{nil, 1}, {[]uint64{0, 255}, 1}, {[]uint64{256}, 2}, {[]uint64{1 << 40}, 6}} {
		t.Run(fmt.Sprint(c.column), func(t *testing.T) {
			if p := Pack(c.column); p.Width != c.width || p.Count != len(c.column) {
				t.Errorf("%v: %+v", c.column, p)
			}
		})
	}
}
