package scaleout

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"feltlab/internal/disk"
)

// ConnectionFile is the name of the file with which workers join a run, in the run's folder.
const ConnectionFile = "connect.json"

const connectionFormat = "feltlab-connect-4"

// ErrConnect is returned for a run that cannot be joined; the message says what to do.
var ErrConnect = errors.New("cannot connect")

// errNotRunning is the ErrConnect of a coordinator that does not run, and may start later.
var errNotRunning = fmt.Errorf("%w", ErrConnect)

// Stamp identifies the program: its commit and the versions of its stages; empty where unknown.
type Stamp struct {
	Commit string `json:"commit,omitempty"`
	Stages string `json:"stages"`
}

func (s Stamp) String() string {
	return "commit " + cmp.Or(s.Commit, "unknown") + " (" + s.Stages + ")"
}

// connection is what a worker needs to join: the content of a connection file, or the URLs of a cluster's servers.
type connection struct {
	Format   string   `json:"format"`
	Run      run      `json:"run"` // "" for URLs: all runs there
	Servers  []string `json:"servers"`
	CA       string   `json:"ca,omitempty"` // "" at a cluster
	ID       string   `json:"credential"`   // user of the server
	Password string   `json:"password,omitempty"`

	source string // file or URLs, for messages
}

// write replaces the connection file. Other users cannot read it.
func (c *connection) write(path string) error {
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	return writePrivate(path, append(text, '\n'))
}

// writePrivate replaces a file by one that other users cannot read.
func writePrivate(path string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".*.tmp") // with mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}

// resolve reads a connection file, or parses the URLs of a cluster's servers, with commas between them.
func resolve(source string) (*connection, error) {
	if strings.Contains(source, "://") {
		return ofURL(source)
	}
	text, err := disk.ReadFile(source, 1<<20)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%w: no file %s; name the %s that a coordinator writes "+
			"(feltlab sweep ... --listen ADDR) and removes when its run ends", errNotRunning, source, ConnectionFile)
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrConnect, err)
	}
	c := &connection{source: source}
	if json.Unmarshal(text, c) != nil || c.Format != connectionFormat || len(c.Servers) == 0 ||
		!token.MatchString(c.ID) || !token.MatchString(string(c.Run)) {
		return nil, fmt.Errorf("%w: %s is not a connection file; name the %s that a coordinator wrote",
			ErrConnect, source, ConnectionFile)
	}
	return c, nil
}

// ofURL parses a cluster's URLs. It refuses other machines without TLS and a credential.
func ofURL(source string) (*connection, error) {
	c := &connection{ID: "worker", Servers: strings.Split(source, ",")}
	var sources []string
	for _, s := range c.Servers {
		u, err := url.Parse(s)
		if err != nil || u.Hostname() == "" || u.Scheme != "nats" && u.Scheme != "tls" {
			return nil, fmt.Errorf("%w: %q is neither a file nor a URL such as tls://USER:PASSWORD@HOST:4222",
				ErrConnect, s)
		}
		if (u.Scheme != "tls" || u.User == nil) && !isLoopback(u.Hostname()) {
			return nil, fmt.Errorf("%w to %s: another machine needs TLS and needs a credential; write "+
				"tls://USER:PASSWORD@HOST:PORT or tls://TOKEN@HOST:PORT", ErrConnect, u.Redacted())
		}
		if u.User != nil && token.MatchString(u.User.Username()) {
			c.ID = u.User.Username()
		}
		sources = append(sources, u.Redacted())
	}
	c.source = strings.Join(sources, ",")
	return c, nil
}

const connectTime = 10 * time.Second

// dial connects a worker. The error wraps ErrConnect and says what to do.
func (c *connection) dial(options ...nats.Option) (*nats.Conn, error) {
	all := append([]nats.Option{
		nats.Timeout(connectTime), nats.DontRandomize(), nats.CustomInboxPrefix(inboxes + "." + c.ID), nats.Name(root),
		nats.PingInterval(20 * time.Second), nats.MaxPingsOutstanding(2), nats.ReconnectWait(backoffTime),
	}, options...)
	if c.CA != "" {
		trusted := x509.NewCertPool()
		trusted.AppendCertsFromPEM([]byte(c.CA))
		all = append(all, nats.UserInfoHandler(c.user),
			nats.Secure(&tls.Config{RootCAs: trusted, ServerName: certificateName, MinVersion: tls.VersionTLS13}))
	}
	// One address after the other: tried together, their errors would be lost.
	var first error
	for _, s := range c.Servers {
		conn, err := nats.Connect(s, all...)
		if err == nil {
			return conn, conn.SetServerPool(c.Servers)
		}
		if first == nil || unreachable(first) && !unreachable(err) {
			first = err
		}
	}
	return nil, c.explain(first)
}

func reach(source string, options ...nats.Option) (*connection, jetstream.JetStream, error) {
	c, err := resolve(source)
	if err != nil {
		return nil, nil, err
	}
	conn, err := c.dial(options...)
	if err != nil {
		return nil, nil, err
	}
	js, err := jetstream.New(conn)
	return c, js, err
}

// user returns the user and password that the connection file has now.
func (c *connection) user() (string, string) {
	if now, err := resolve(c.source); err == nil {
		return now.ID, now.Password
	}
	return c.ID, c.Password
}

func unreachable(err error) bool {
	var timeout net.Error
	return errors.Is(err, nats.ErrNoServers) || errors.Is(err, nats.ErrTimeout) || errors.As(err, &timeout)
}

func (c *connection) explain(err error) error {
	var foreign x509.UnknownAuthorityError
	switch {
	case errors.As(err, &foreign):
		return fmt.Errorf("%w: %s belongs to another coordinator than the one at its address; copy the %s of your run",
			ErrConnect, c.source, ConnectionFile)
	case errors.Is(err, nats.ErrAuthorization):
		return fmt.Errorf("%w: the server refuses the credential in %s: its run has ended, or it was revoked; "+
			"copy the present %s", ErrConnect, c.source, ConnectionFile)
	case unreachable(err):
		var hosts []string
		for _, s := range c.Servers {
			hosts = append(hosts, s[strings.LastIndexAny(s, "/@")+1:])
		}
		return fmt.Errorf("%w: no answer at %s (%s); is the coordinator running, "+
			"and does its firewall allow this port?", errNotRunning, strings.Join(hosts, ", "), c.source)
	}
	return fmt.Errorf("%w to %s: %w", errNotRunning, c.source, err) // such as a busy server that hung up
}
