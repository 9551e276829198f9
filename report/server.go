package report

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"feltlab/pipeline/fit"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
)

// Server serves the page of results, which it renews when the files change. It computes equities, solves tables of jam
// or fold and runs fits, one of each at a time. It answers only requests for its own address, so that other host names
// that resolve to it get nothing, and only requests of its own page.
type Server struct {
	paths   []string
	options Options
	mux     *http.ServeMux
	site    *http.CrossOriginProtection
	watch   time.Duration

	fits     queue
	counting chan struct{} // holds a value while an equity is computed
	solving  chan struct{} // holds a value while a table is solved

	mu    sync.Mutex
	stamp string // of the files behind the page
	input *Input // of the page
	page  []byte
}

// NewServer returns a server for the results below paths and makes its first page. It returns the errors of New. Its
// fits end with the context.
func NewServer(ctx context.Context, paths []string, o Options) (*Server, error) {
	o.Live = true
	s := &Server{
		paths: paths, options: o, mux: http.NewServeMux(), site: http.NewCrossOriginProtection(), watch: watchEvery,
		counting: make(chan struct{}, 1), solving: make(chan struct{}, 1),
	}
	s.fits.ctx, s.fits.news = ctx, make(chan struct{})
	if o.Lab != nil && o.Instances != nil {
		solver := &fit.Solver{Known: ledger.Of(o.Lab.Store), Instances: o.Instances}
		s.fits.solve = func(ctx context.Context, q question.Question, o fit.Options) (*question.Answer, error) {
			r, _, err := solver.Answer(ctx, q, false, o)
			return r, err
		}
	}
	for route, handle := range map[string]http.HandlerFunc{
		"GET /{$}": s.servePage, "GET /events": s.serveEvents, "GET /fits": s.serveFits,
		"POST /equity": oneAtATime(s.counting, equityTime, s.equity),
		"POST /flops":  oneAtATime(s.counting, flopsTime, s.flops),
		"POST /tables": oneAtATime(s.solving, tableTime, s.table),
		"POST /fits":   s.serveFit, "DELETE /fits/{id}": s.serveCancel,
	} {
		s.mux.HandleFunc(route, handle)
	}
	_, err := s.current(ctx)
	return s, err
}

// Wait returns when the fits have ended.
func (s *Server) Wait() { s.fits.ended.Wait() }

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !takeBody(w, r) {
		return
	}
	local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !own(r.Host, local) {
		http.Error(w, "this server answers requests for its own address only", http.StatusMisdirectedRequest)
		return
	}
	if err := s.site.Check(r); err != nil {
		http.Error(w, "this server answers requests of its own page only", http.StatusForbidden)
		return
	}
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", policy(true)+"; frame-ancestors 'none'")
	s.mux.ServeHTTP(w, r)
}

func own(host string, local net.Addr) bool {
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port = host, "80"
	}
	tcp, ok := local.(*net.TCPAddr)
	if !ok || fmt.Sprint(tcp.Port) != port {
		return false
	}
	ip := net.ParseIP(name)
	return name == "localhost" && tcp.IP.IsLoopback() || ip != nil && ip.Equal(tcp.IP)
}

func (s *Server) servePage(w http.ResponseWriter, r *http.Request) {
	text, err := s.current(r.Context())
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Write(text)
}

func (s *Server) current(ctx context.Context) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	stamp, err := stampOf(s.paths)
	if err != nil || s.page != nil && stamp == s.stamp {
		return s.page, err
	}
	report, err := New(ctx, s.paths, s.options)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := report.Write(&b); err != nil {
		return nil, err
	}
	s.stamp, s.input, s.page = stamp, report.input, b.Bytes()
	return s.page, nil
}

func stampOf(paths []string) (string, error) {
	var b bytes.Buffer
	for _, path := range paths {
		err := filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			info, err := os.Stat(file)
			if errors.Is(err, fs.ErrNotExist) {
				return nil // a temporary file
			}
			if err == nil {
				fmt.Fprintln(&b, file, info.Size(), info.ModTime().UnixNano())
			}
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

const watchEvery = 2 * time.Second

// serveEvents sends a page the event change when the files have changed, and the event fits with all fits.
func (s *Server) serveEvents(w http.ResponseWriter, r *http.Request) {
	stamp, err := stampOf(s.paths)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	out := http.NewResponseController(w)
	send := func(event string, value any) bool {
		text, err := json.Marshal(value)
		if err == nil {
			_, err = fmt.Fprintf(w, "event: %s\ndata: %s\n\n", event, text)
		}
		return err == nil && out.Flush() == nil
	}
	fits, changed := s.fits.list()
	if !send("fits", fits) {
		return
	}
	look := time.NewTicker(s.watch)
	defer look.Stop()
	for {
		select {
		case <-r.Context().Done():
			return
		case <-changed:
			if fits, changed = s.fits.list(); !send("fits", fits) {
				return
			}
		case <-look.C:
			// A check may fail while files are replaced; the next one succeeds.
			now, err := stampOf(s.paths)
			if err != nil || now == stamp {
				continue
			}
			stamp = now
			if !send("change", struct{}{}) {
				return
			}
		}
	}
}
