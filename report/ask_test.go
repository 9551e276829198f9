package report

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"feltlab/dataset/strength"
	"feltlab/internal/must"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
)

// serve returns the address of a server of folders, which change prepares, if there is one.
func serve(t *testing.T, o Options, change func(*Server), folders ...string) string {
	t.Helper()
	o.Title = "served"
	handler := must.Get(NewServer(t.Context(), folders, o))(t)
	if change != nil {
		change(handler)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(func() {
		server.CloseClientConnections() // of a browser, which listens
		server.Close()
	})
	return server.URL
}

type solving = func(context.Context, question.Question, fit.Options) (*question.Answer, error)

// serving returns the address of a server of a folder whose fits do what solve does.
func serving(t *testing.T, folder string, solve solving) string {
	t.Helper()
	return serve(t, Options{}, func(s *Server) { s.watch, s.fits.solve = 10*time.Millisecond, solve }, folder)
}

// send makes a request with headers, given in pairs.
func send(t *testing.T, method, url, body string, headers ...string) (status int, text string) {
	t.Helper()
	r := must.Get(http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body)))(t)
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response := must.Get(http.DefaultClient.Do(r))(t)
	defer response.Body.Close()
	all := must.Get(io.ReadAll(response.Body))(t)
	return response.StatusCode, string(all)
}

// TestAskEquity counts a spot; the server refuses bad questions, long ones and those from other sites.
func TestAskEquity(t *testing.T) {
	url := serving(t, folderOf(t, map[string]string{"solves.jsonl": line}), nil)
	const spot = `{"hand":"AhAd","range":"KK","board":"2c7d9s"}`
	status, text := send(t, "POST", url+"/equity", spot, "Origin", url)
	var a strength.Equity
	if err := json.Unmarshal([]byte(text), &a); err != nil || status != http.StatusOK || a.Deals != "5940" ||
		a.Equity < 0.9 || a.Equity > 0.93 || len(a.Players) != 2 {
		t.Errorf("%d: %s", status, text)
	}
	const three = `{"hand":"Ah Ad","range":"KK / 8c7c","board":"2c7d9s","dead":"Kh"}`
	status, text = send(t, "POST", url+"/equity", three, "Origin", url)
	a = strength.Equity{}
	if err := json.Unmarshal([]byte(text), &a); err != nil || status != http.StatusOK || a.Dead != "Kh" ||
		len(a.Players) != 3 || a.Players[2].Hand != "8c7c" || a.Players[1].Deals != a.Deals || a.Deals != "2583" {
		t.Errorf("%d: %s", status, text)
	}
	for name, c := range map[string]struct {
		body, header, value string
		want                int
	}{
		"another site":      {spot, "Origin", "http://example.org", http.StatusForbidden},
		"fetched elsewhere": {spot, "Sec-Fetch-Site", "cross-site", http.StatusForbidden},
		"a form":            {spot, "Content-Type", "text/plain", http.StatusUnsupportedMediaType},
		"no hand":           {`{"hand":"AhAh","range":"KK","board":""}`, "Origin", url, http.StatusBadRequest},
		"no range":          {`{"hand":"AA","range":"zz","board":""}`, "Origin", url, http.StatusBadRequest},
		"a board of one":    {`{"hand":"AA","range":"KK","board":"2c"}`, "Origin", url, http.StatusBadRequest},
		"a key too much":    {`{"hands":"AA"}`, "Origin", url, http.StatusBadRequest},
		"no JSON":           {`hand=AA`, "Origin", url, http.StatusBadRequest},
		"too long": {`{"hand":"` + strings.Repeat("A", askBytes) + `"}`, "Origin", url,
			http.StatusRequestEntityTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			if status, text := send(t, "POST", url+"/equity", c.body, c.header, c.value); status != c.want {
				t.Errorf("%s: %d %s", name, status, text)
			}
		})
	}
	for _, c := range [][2]string{{"GET", "/equity"}, {"DELETE", "/fits/1"}, {"DELETE", "/fits/x"}, {"PUT", "/fits"}} {
		if status, _ := send(t, c[0], url+c[1], ""); status != http.StatusMethodNotAllowed &&
			status != http.StatusNotFound {
			t.Errorf("%v: %d", c, status)
		}
	}
}

// TestSlowBody sends requests whose bodies do not arrive. The server ends their connections; one without a body stays.
func TestSlowBody(t *testing.T) {
	before := bodyTime
	bodyTime = 200 * time.Millisecond
	t.Cleanup(func() { bodyTime = before }) // after the server
	url := serving(t, folderOf(t, map[string]string{"solves.jsonl": line}), nil)
	address := strings.TrimPrefix(url, "http://")
	for _, request := range []string{
		"POST /equity HTTP/1.1\r\nHost: " +
			address + "\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{",
		"GET / HTTP/1.1\r\nHost: " + address + "\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n",
	} {
		c := must.Get(net.Dial("tcp", address))(t)
		defer c.Close()
		c.SetDeadline(time.Now().Add(time.Minute))
		must.Get(c.Write([]byte(request)))(t)
		text, err := io.ReadAll(c)
		if err != nil || !strings.Contains(string(text), "408 Request Timeout") {
			t.Errorf("%.20q: %v: %.40q", request, err, text)
		}
	}
	events := must.Get(http.Get(url + "/events"))(t)
	defer events.Body.Close()
	time.AfterFunc(3*bodyTime, func() { events.Body.Close() })
	if _, err := io.ReadAll(events.Body); err == nil {
		t.Error("the server ended a stream of events")
	}
}

// TestFits runs one at a time, ends those that are cancelled, and tells of all.
func TestFits(t *testing.T) {
	started, release := make(chan string), make(chan struct{})
	url := serving(t, folderOf(t, map[string]string{"solves.jsonl": line}),
		func(ctx context.Context, task question.Question, o fit.Options) (*question.Answer, error) {
			started <- task.Hand().Text
			o.Progress(fit.Progress{Incumbent: 0.25, Bound: 0.125})
			select {
			case <-release:
				return &question.Answer{Subject: task.Subject, ProgramKeys: question.ProgramKeys(task.Program),
					Status: question.Optimal}, nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		})
	ask := func(hand string) {
		body := `{"hand":"` + hand + `","range":"ATC","loss":"average","features":2,"seconds":5}`
		if status, text := send(t, "POST", url+"/fits", body); status != http.StatusAccepted {
			t.Fatalf("%d: %s", status, text)
		}
	}
	states := func() string {
		var list []job
		_, text := send(t, "GET", url+"/fits", "")
		must.Do(t, json.Unmarshal([]byte(text), &list))
		var words []string
		for _, j := range list {
			words = append(words, j.Hand+" "+j.State)
		}
		return strings.Join(words, ", ")
	}
	// until waits for the states, which follow what was done.
	until := func(want string) {
		t.Helper()
		for start := time.Now(); time.Since(start) < time.Minute; {
			if states() == want {
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
		t.Fatalf("%q, want %q", states(), want)
	}
	ask("AA")
	if hand := <-started; hand != "AA" {
		t.Fatal(hand)
	}
	ask("KK")
	ask("QQ")
	until("QQ waiting, KK waiting, AA running")
	if status, _ := send(t, "DELETE", url+"/fits/2", ""); status != http.StatusNoContent {
		t.Error(status)
	}
	until("QQ waiting, KK cancelled, AA running")
	if status, _ := send(t, "DELETE", url+"/fits/1", "", "Origin",
		"http://example.org"); status != http.StatusForbidden {
		t.Error(status)
	}
	if status, _ := send(t, "DELETE", url+"/fits/1", ""); status != http.StatusNoContent {
		t.Error(status)
	}
	if hand := <-started; hand != "QQ" {
		t.Fatal(hand)
	}
	until("QQ running, KK cancelled, AA cancelled")
	close(release)
	until("QQ done, KK cancelled, AA cancelled")
	for name, body := range map[string]string{
		"loss":     `{"hand":"AA","range":"ATC","loss":"much","features":2,"seconds":5}`,
		"hand":     `{"hand":"A","range":"ATC","loss":"max","features":2,"seconds":5}`,
		"features": `{"hand":"AA","range":"ATC","loss":"max","features":0,"seconds":5}`,
		"seconds":  `{"hand":"AA","range":"ATC","loss":"max","features":2,"seconds":1e9}`,
	} {
		t.Run(name, func(t *testing.T) {
			if status, text := send(t, "POST", url+"/fits", body); status != http.StatusBadRequest {
				t.Errorf("%s: %d %s", name, status, text)
			}
		})
	}
	if status, _ := send(t, "DELETE", url+"/fits/2", ""); status != http.StatusNotFound {
		t.Errorf("a fit that has ended: %d", status)
	}
}

// TestEvents: an open page hears of files that change.
func TestEvents(t *testing.T) {
	folder := folderOf(t, map[string]string{"solves.jsonl": line})
	url := serving(t, folder, nil)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	r := must.Get(http.NewRequestWithContext(ctx, "GET", url+"/events", nil))(t)
	response := must.Get(http.DefaultClient.Do(r))(t)
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	next := func() string {
		for lines.Scan() {
			if event, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
				return event
			}
		}
		return "the end"
	}
	if got := next(); got != "fits" {
		t.Errorf("first %s", got)
	}
	must.Do(t, os.WriteFile(filepath.Join(folder, "solves.jsonl"), []byte(line+line), 0o666))
	if got := next(); got != "change" {
		t.Errorf("then %s", got)
	}
}
