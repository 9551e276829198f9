package scaleout

import (
	"cmp"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"feltlab/internal/disk"
)

// ConnectionFile is the name of the file with which workers join a run, in the run's folder.
const ConnectionFile = "connect.json"

const connectionFormat = "feltlab-connect-3"

// errNotRunning marks errors of a coordinator that does not run, and may start later.
var errNotRunning = errors.New("no coordinator")

// notRunning marks an error as errNotRunning and keeps its text.
type notRunning struct{ error }

func (n notRunning) Unwrap() []error { return []error{n.error, errNotRunning} }

// ErrConnect is returned for a run that cannot be joined; the message says what to do.
var ErrConnect = errors.New("cannot connect")

// Stamp identifies the program: its commit and the versions of its stages; empty where unknown.
type Stamp struct {
	Commit string `json:"commit,omitempty"`
	Stages string `json:"stages"`
}

func (s Stamp) String() string {
	return "commit " + cmp.Or(s.Commit, "unknown") + " (" + s.Stages + ")"
}

type connection struct {
	Format  string    `json:"format"`
	Run     run       `json:"run"`
	Title   string    `json:"title"`
	Stamp   Stamp     `json:"stamp"`
	Servers []string  `json:"servers"`
	CA      string    `json:"ca,omitempty"`
	ID      string    `json:"credential,omitempty"` // the name of the credential
	Seed    string    `json:"seed,omitempty"`
	Written time.Time `json:"written"`

	source string // file or URL, for messages
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
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.tmp") // with mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

const maxConnectionFile = 1 << 20

// resolve reads a connection file, or parses the URLs of a cluster's servers, with commas between them.
func resolve(source string) (*connection, error) {
	if strings.Contains(source, "://") {
		return ofURL(source)
	}
	f, err := disk.Open(source, maxConnectionFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, notRunning{fmt.Errorf("%w: no file %s; name the %s that a coordinator writes "+
			"(feltlab sweep ... --listen ADDR) and removes when its run ends", ErrConnect, source, ConnectionFile)}
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrConnect, err)
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: %s is not a regular file", ErrConnect, source)
	}
	c := &connection{source: source}
	text, err := io.ReadAll(io.LimitReader(f, maxConnectionFile))
	if err == nil {
		err = json.Unmarshal(text, c)
	}
	if err != nil || c.Format != connectionFormat || len(c.Servers) == 0 || !token.MatchString(c.ID) {
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
		switch {
		case isLoopback(u.Hostname()):
		case u.Scheme != "tls":
			return nil, fmt.Errorf("%w to %s: another machine needs TLS; write tls://", ErrConnect, u.Redacted())
		case u.User == nil:
			return nil, fmt.Errorf("%w to %s: another machine needs a credential; write tls://USER:PASSWORD@HOST:PORT "+
				"or tls://TOKEN@HOST:PORT", ErrConnect, u.Redacted())
		}
		if u.User != nil && token.MatchString(u.User.Username()) {
			c.ID = u.User.Username()
		}
		sources = append(sources, u.Redacted())
	}
	c.source = strings.Join(sources, ",")
	return c, nil
}

// connectTime is the time limit of an attempt to connect to one address.
const connectTime = 10 * time.Second

// dial connects a worker. The error wraps ErrConnect and says what to do.
func (c *connection) dial(options ...nats.Option) (*nats.Conn, error) {
	all := append([]nats.Option{
		nats.Timeout(connectTime), nats.DontRandomize(), inboxOf(c.ID), nats.Name(root),
		nats.PingInterval(20 * time.Second), nats.MaxPingsOutstanding(2),
	}, options...)
	if c.CA != "" {
		config, ok := trustedConfig(c.CA)
		if !ok {
			return nil, fmt.Errorf("%w: %s: its certificate cannot be read", ErrConnect, c.source)
		}
		all = append(all, nats.Secure(config))
	}
	if c.Seed != "" {
		pair, err := nkeys.FromSeed([]byte(c.Seed))
		if err != nil {
			return nil, fmt.Errorf("%w: %s: its key cannot be read: %w", ErrConnect, c.source, err)
		}
		public, err := pair.PublicKey()
		if err != nil {
			return nil, err
		}
		all = append(all, nats.Nkey(public, pair.Sign))
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

func unreachable(err error) bool {
	var timeout net.Error
	return errors.Is(err, nats.ErrNoServers) || errors.Is(err, nats.ErrTimeout) || errors.As(err, &timeout)
}

func (c *connection) explain(err error) error {
	where := c.source
	var invalid x509.CertificateInvalidError
	var foreign x509.UnknownAuthorityError
	switch {
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		text := func(t time.Time) string { return t.UTC().Format(time.DateTime) }
		return fmt.Errorf("%w: %s: its certificate is valid from %s to %s, and this machine's clock says %s; "+
			"set the clock, or restart the coordinator",
			ErrConnect, where, text(invalid.Cert.NotBefore), text(invalid.Cert.NotAfter), text(time.Now()))
	case errors.As(err, &foreign):
		return fmt.Errorf("%w: %s belongs to another coordinator than the one at its address; copy the %s of your run",
			ErrConnect, where, ConnectionFile)
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err,
		nats.ErrAuthRevoked):
		return fmt.Errorf("%w: the server refuses the credential in %s: its run has ended, or it was revoked; "+
			"copy the present %s", ErrConnect, where, ConnectionFile)
	case errors.Is(err, nats.ErrNoResponders):
		return fmt.Errorf("%w: no coordinator uses the NATS server at %s; is one running, and has it JetStream?",
			ErrConnect, where)
	case unreachable(err):
		return notRunning{fmt.Errorf("%w: no answer at %s (%s); is the coordinator running, "+
			"and does its firewall allow this port?", ErrConnect, hosts(c.Servers), where)}
	}
	return notRunning{fmt.Errorf("%w to %s: %w", ErrConnect, where, err)} // such as a busy server that hung up
}

func hosts(servers []string) string {
	var out []string
	for _, s := range servers {
		if u, err := url.Parse(s); err == nil {
			out = append(out, u.Host)
		}
	}
	return strings.Join(out, ", ")
}
