package report

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
)

// ask asks a server, by a name of the host if there is one.
func ask(t *testing.T, method, url, host string) (*http.Response, string) {
	t.Helper()
	request := must.Get(http.NewRequestWithContext(t.Context(), method, url, nil))(t)
	if host != "" {
		request.Host = host
	}
	response := must.Get(http.DefaultClient.Do(request))(t)
	defer response.Body.Close()
	text := must.Get(io.ReadAll(response.Body))(t)
	return response, string(text)
}

func TestServer(t *testing.T) {
	folder := folderOf(t, map[string]string{"solves.jsonl": line})
	url := serve(t, Options{}, nil, folder)
	response, text := ask(t, "GET", url, "")
	policy := response.Header.Get("Content-Security-Policy")
	if response.StatusCode != http.StatusOK || !strings.Contains(text, "<title>served</title>") ||
		!strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "connect-src 'self'") ||
		strings.Contains(policy, "unsafe") {
		t.Errorf("%s, %s", response.Status, policy)
	}
	both := line + strings.Replace(line, "AA", "KK", 1)
	must.Do(t, os.WriteFile(filepath.Join(folder, "solves.jsonl"), []byte(both), 0o666))
	if _, text := ask(t, "GET", url, ""); !strings.Contains(text, `"hand":["AA","KK"]`) {
		t.Error("the page is as it was")
	}
	port := url[strings.LastIndex(url, ":"):]
	for _, c := range []struct {
		method, path, host string
		want               int
	}{
		{"GET", "/", "localhost" + port, http.StatusOK},
		{"GET", "/", "example.org" + port, http.StatusMisdirectedRequest},
		{"GET", "/", "127.0.0.1:1", http.StatusMisdirectedRequest},
		{"POST", "/", "", http.StatusMethodNotAllowed},
		{"GET", "/etc/passwd", "", http.StatusNotFound},
	} {
		t.Run(c.method, func(t *testing.T) {
			if response, _ := ask(t, c.method, url+c.path, c.host); response.StatusCode != c.want {
				t.Errorf("%+v: %s", c, response.Status)
			}
		})
	}
}
