package report

import (
	"io"
	"net/http"
	"net/http/httptest"
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
	handler := must.Get(NewServer(t.Context(), []string{folder}, Options{Title: "served"}))(t)
	server := httptest.NewServer(handler)
	defer server.Close()
	response, text := ask(t, "GET", server.URL, "")
	policy := response.Header.Get("Content-Security-Policy")
	if response.StatusCode != http.StatusOK || !strings.Contains(text, "<title>served</title>") ||
		!strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "connect-src 'self'") ||
		strings.Contains(policy, "unsafe") {
		t.Errorf("%s, %s", response.Status, policy)
	}
	if err := os.WriteFile(filepath.Join(folder, "solves.jsonl"), []byte(line+strings.Replace(line, "AA", "KK", 1)),
		0o666); err != nil {
		t.Fatal(err)
	}
	if _, text := ask(t, "GET", server.URL, ""); !strings.Contains(text, `"hand":["AA","KK"]`) {
		t.Error("the page is as it was")
	}
	port := server.URL[strings.LastIndex(server.URL, ":"):]
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
			if response, _ := ask(t, c.method, server.URL+c.path, c.host); response.StatusCode != c.want {
				t.Errorf("%+v: %s", c, response.Status)
			}
		})
	}
}
