package report

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"
)

const watchEvery = 2 * time.Second

type hub struct {
	mu        sync.Mutex
	listeners map[chan struct{}]bool
}

func (h *hub) listen() (changes chan struct{}, end func()) {
	changes = make(chan struct{}, 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.listeners == nil {
		h.listeners = map[chan struct{}]bool{}
	}
	h.listeners[changes] = true
	return changes, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.listeners, changes)
	}
}

func (h *hub) tell() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.listeners {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}

// serveEvents sends a page the event change when the files have changed, and the event fits with all fits.
func (s *Server) serveEvents(w http.ResponseWriter, r *http.Request) {
	changes, end := s.hub.listen()
	defer end()
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
	if !send("fits", s.fits.list()) {
		return
	}
	look := time.NewTicker(s.watch)
	defer look.Stop()
	for {
		select {
		case <-r.Context().Done():
			return
		case <-changes:
			if !send("fits", s.fits.list()) {
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
