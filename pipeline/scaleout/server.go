package scaleout

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

const (
	// MaxMessage is the size of the largest message: a piece or an answer. The longest proof that we
	// know of has 0.4 MB.
	MaxMessage = 8 << 20
	// maxConnections is above what one coordinator serves.
	maxConnections = 1 << 16
	// startTime is how long the server may take to start and to read its files.
	startTime = time.Minute
)

// ErrListen marks an address that a coordinator cannot listen on.
var ErrListen = errors.New("scaleout: cannot listen")

// embedded is a NATS server in this process.
type embedded struct {
	server  *server.Server
	options *server.Options
	run     subjects
	own     nkeys.KeyPair // the coordinator's key
	ca      string
	seed    string // the workers' key
}

// serve starts a server on an address, with its files in a folder.
func serve(addr, folder string, run subjects) (*embedded, error) {
	host, text, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("%w on %q: want HOST:PORT, such as :4222 or 127.0.0.1:4222, or the URL of a NATS cluster", ErrListen, addr)
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return nil, fmt.Errorf("%w on %q: the port is %q, want 0 to 65535", ErrListen, addr, text)
	}
	probe, err := net.Listen("tcp", addr) // the server's own error is for its log
	if err != nil {
		return nil, fmt.Errorf("%w on %s: %w; name another address", ErrListen, addr, err)
	}
	probe.Close()
	own, err := nkeys.CreateUser()
	if err != nil {
		return nil, err
	}
	cert, ca, err := certificate(time.Now())
	if err != nil {
		return nil, err
	}
	e := &embedded{run: run, own: own, ca: ca, options: &server.Options{
		ServerName: root, Host: host, Port: int(port), NoLog: true, NoSigs: true, DisableJetStreamBanner: true,
		MaxPayload: MaxMessage, MaxPending: 64 << 20, MaxConn: maxConnections,
		JetStream: true, StoreDir: folder, JetStreamMaxMemory: 1 << 30, JetStreamMaxStore: 1 << 40,
		TLS: true, TLSConfig: &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS13}, TLSTimeout: 10,
		AuthTimeout: 10,
	}}
	if port == 0 {
		e.options.Port = server.RANDOM_PORT
	}
	if err := e.admit(); err != nil {
		return nil, err
	}
	if e.server, err = server.NewServer(e.options); err != nil {
		return nil, fmt.Errorf("%w on %s: %w", ErrListen, addr, err)
	}
	e.server.Start()
	if !e.server.ReadyForConnections(startTime) || !e.server.JetStreamEnabled() {
		e.stop()
		return nil, fmt.Errorf("%w on %s: the server does not start with its files in %s: remove the folder if it is of no use, and see whether its disk is full", ErrListen, addr, folder)
	}
	return e, nil
}

// admit makes a new key for workers, in the options.
func (e *embedded) admit() error {
	worker, err := nkeys.CreateUser()
	if err != nil {
		return err
	}
	seed, err := worker.Seed()
	if err != nil {
		return err
	}
	ours, err := e.own.PublicKey()
	if err != nil {
		return err
	}
	theirs, err := worker.PublicKey()
	if err != nil {
		return err
	}
	e.seed = string(seed)
	e.options.Nkeys = []*server.NkeyUser{{Nkey: ours}, {Nkey: theirs, Permissions: e.run.permissions()}}
	return nil
}

// revoke puts a new key for workers in the place of the old one, and ends the connections of those
// that have that.
func (e *embedded) revoke() error {
	e.options = e.options.Clone()
	if err := e.admit(); err != nil {
		return err
	}
	return e.server.ReloadOptions(e.options)
}

// connect returns a connection that does not leave the process.
func (e *embedded) connect() (*nats.Conn, error) {
	ours, err := e.own.PublicKey()
	if err != nil {
		return nil, err
	}
	return nats.Connect("", nats.InProcessServer(e.server), nats.Nkey(ours, e.own.Sign), nats.MaxReconnects(-1))
}

// addresses are those under which workers reach the server.
func (e *embedded) addresses() ([]string, error) {
	addr, ok := e.server.Addr().(*net.TCPAddr)
	if !ok {
		return nil, fmt.Errorf("%w: no address", ErrListen)
	}
	port := strconv.Itoa(addr.Port)
	hosts := []string{addr.IP.String()}
	if addr.IP.IsUnspecified() {
		hosts = nil
		all, err := net.InterfaceAddrs()
		if err != nil {
			return nil, err
		}
		for _, a := range all {
			if n, ok := a.(*net.IPNet); ok && !n.IP.IsLinkLocalUnicast() && (n.IP.To4() != nil || addr.IP.To4() == nil) {
				hosts = append(hosts, n.IP.String())
			}
		}
		// Other machines' loopback is not ours: it comes last.
		slices.SortStableFunc(hosts, func(a, b string) int { return loopbacks(a) - loopbacks(b) })
	}
	var urls []string
	for _, h := range hosts {
		urls = append(urls, "tls://"+net.JoinHostPort(h, port))
	}
	return urls, nil
}

func loopbacks(host string) int {
	if isLoopback(host) {
		return 1
	}
	return 0
}

// isLoopback reports whether a host is this machine.
func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func (e *embedded) stop() {
	e.server.Shutdown()
	e.server.WaitForShutdown()
}
