package scaleout

import (
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
)

// ConnectionFile is the name of the file by which workers join, in the run's folder.
const ConnectionFile = "connect.json"

// connectionFormat is the first word of a connection file.
const connectionFormat = "feltlab-connect-1"

// errAbsent marks a coordinator that is not there, and may come.
var errAbsent = errors.New("scaleout: not there")

// absent is an error that is marked so, without a word of it.
type absent struct{ error }

func (a absent) Unwrap() []error { return []error{a.error, errAbsent} }

// ErrConnect marks a run that cannot be joined; the message says what to do.
var ErrConnect = errors.New("scaleout: cannot connect")

// Stamp says which program computes: commit and versions of the stages. Where one is not known, it
// is empty.
type Stamp struct {
	Commit string `json:"commit,omitempty"`
	Stages string `json:"stages"`
}

func (s Stamp) String() string {
	commit := s.Commit
	if commit == "" {
		commit = "unknown"
	}
	return "commit " + commit + " (" + s.Stages + ")"
}

// connection is what a connection file says.
type connection struct {
	Format  string    `json:"format"`
	Run     subjects  `json:"run"`
	Title   string    `json:"title"`
	Stamp   Stamp     `json:"stamp"`
	Servers []string  `json:"servers"`
	CA      string    `json:"ca,omitempty"`
	Seed    string    `json:"seed,omitempty"`
	Written time.Time `json:"written"`

	source string // file or URL, for messages
}

// write puts a connection file in its place; nobody else may read it.
func (c *connection) write(path string) error {
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ConnectionFile+".*.tmp") // with mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(append(text, '\n'))
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// mostConnection is the size of the largest connection file.
const mostConnection = 1 << 20

// resolve reads a connection file, or takes a cluster's URL.
func resolve(source string) (*connection, error) {
	if strings.Contains(source, "://") {
		return ofURL(source)
	}
	f, err := os.Open(source)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, absent{fmt.Errorf("%w: no file %s: want the %s that a coordinator wrote (feltlab sweep ... --listen ADDR), which is gone when its run ends", ErrConnect, source, ConnectionFile)}
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrConnect, err)
	}
	defer f.Close()
	c := &connection{source: source}
	text, err := io.ReadAll(io.LimitReader(f, mostConnection))
	if err == nil {
		err = json.Unmarshal(text, c)
	}
	if err != nil || c.Format != connectionFormat || len(c.Servers) == 0 {
		return nil, fmt.Errorf("%w: %s is no connection file: want the %s that a coordinator wrote", ErrConnect, source, ConnectionFile)
	}
	return c, nil
}

// ofURL is the connection to a cluster whose URL has what is needed.
func ofURL(source string) (*connection, error) {
	u, err := url.Parse(source)
	if err != nil || u.Hostname() == "" || u.Scheme != "nats" && u.Scheme != "tls" {
		return nil, fmt.Errorf("%w: %q: want a file, or a URL such as tls://USER:PASSWORD@HOST:4222", ErrConnect, source)
	}
	c := &connection{Servers: []string{source}, source: u.Redacted()}
	return c, c.secure(u)
}

// secure refuses to speak to other machines without TLS and a credential.
func (c *connection) secure(u *url.URL) error {
	switch {
	case isLoopback(u.Hostname()):
	case u.Scheme != "tls":
		return fmt.Errorf("%w to %s: beyond this machine only with TLS: want tls://", ErrConnect, u.Redacted())
	case u.User == nil:
		return fmt.Errorf("%w to %s: beyond this machine only with a credential: want tls://USER:PASSWORD@HOST:PORT or tls://TOKEN@HOST:PORT", ErrConnect, u.Redacted())
	}
	return nil
}

// connectTime is how long an attempt to connect to one address may take.
const connectTime = 10 * time.Second

// dial connects a worker. The error wraps ErrConnect and says what to do.
func (c *connection) dial(options ...nats.Option) (*nats.Conn, error) {
	all := append([]nats.Option{
		nats.Timeout(connectTime), nats.DontRandomize(), nats.CustomInboxPrefix(inboxes), nats.Name(root),
		nats.PingInterval(20 * time.Second), nats.MaxPingsOutstanding(2),
	}, options...)
	if c.CA != "" {
		config, ok := trusting(c.CA)
		if !ok {
			return nil, fmt.Errorf("%w: %s: its certificate is none", ErrConnect, c.source)
		}
		all = append(all, nats.Secure(config))
	}
	if c.Seed != "" {
		pair, err := nkeys.FromSeed([]byte(c.Seed))
		if err != nil {
			return nil, fmt.Errorf("%w: %s: its key is none: %w", ErrConnect, c.source, err)
		}
		public, err := pair.PublicKey()
		if err != nil {
			return nil, err
		}
		all = append(all, nats.Nkey(public, pair.Sign))
	}
	for began := time.Now(); ; time.Sleep(rand.N(crowdTime / 10)) {
		conn, err := c.attempt(all)
		if err == nil {
			return conn, nil
		}
		if !crowded(err) || time.Since(began) > crowdTime {
			return nil, c.explain(err)
		}
	}
}

// attempt connects to one address after the other: together they would hide why each fails.
func (c *connection) attempt(options []nats.Option) (*nats.Conn, error) {
	var first error
	for _, s := range c.Servers {
		conn, err := nats.Connect(s, options...)
		if err == nil {
			return conn, nil
		}
		if first == nil || unreachable(first) && !unreachable(err) {
			first = err
		}
	}
	return nil, first
}

// crowdTime is how long a worker tries where hundreds may join at once.
const crowdTime = 30 * time.Second

// crowded reports whether an attempt may have failed because the server was busy: it took too long,
// or so long that the server asked first whether the client is alive.
func crowded(err error) bool {
	var timeout net.Error
	return errors.Is(err, nats.ErrTimeout) || errors.As(err, &timeout) && timeout.Timeout() || strings.Contains(err.Error(), "expected 'PONG'")
}

func unreachable(err error) bool {
	var timeout net.Error
	return errors.Is(err, nats.ErrNoServers) || errors.Is(err, nats.ErrTimeout) || errors.As(err, &timeout)
}

// explain says in one line why the run cannot be joined, and what to do.
func (c *connection) explain(err error) error {
	where := c.source
	var invalid x509.CertificateInvalidError
	var foreign x509.UnknownAuthorityError
	switch {
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return fmt.Errorf("%w: %s: its certificate holds from %s to %s, and this machine's clock says %s: set the clock, or start the coordinator again",
			ErrConnect, where, invalid.Cert.NotBefore.Format(time.DateTime), invalid.Cert.NotAfter.Format(time.DateTime), time.Now().UTC().Format(time.DateTime))
	case errors.As(err, &foreign):
		return fmt.Errorf("%w: %s is not of the coordinator that listens at its address: copy the %s of the run that is meant", ErrConnect, where, ConnectionFile)
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrAuthRevoked):
		return fmt.Errorf("%w: the credential in %s is refused: its run has ended, or it was revoked: take the %s that is there now", ErrConnect, where, ConnectionFile)
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount), errors.Is(err, nats.ErrNoResponders):
		return fmt.Errorf("%w: the NATS server at %s has no JetStream: start it with nats-server -js, or name an address to listen on instead of a URL", ErrConnect, where)
	case unreachable(err):
		return absent{fmt.Errorf("%w: nobody answers at %s (%s): is the coordinator running, and does its firewall let this port through?", ErrConnect, hosts(c.Servers), where)}
	}
	return fmt.Errorf("%w to %s: %w", ErrConnect, where, err)
}

// hosts lists addresses without credentials.
func hosts(servers []string) string {
	var out []string
	for _, s := range servers {
		if u, err := url.Parse(s); err == nil {
			out = append(out, u.Host)
		}
	}
	return strings.Join(out, ", ")
}

// Hello is what a coordinator says of its run.
type Hello struct {
	Run   subjects `json:"run"`
	Title string   `json:"title"`
	Stamp Stamp    `json:"stamp"`
	Lease Duration `json:"lease_seconds"`
}

// Duration is a time in JSON, in seconds.
type Duration time.Duration

// MarshalJSON writes seconds.
func (d Duration) MarshalJSON() ([]byte, error) { return json.Marshal(time.Duration(d).Seconds()) }

// UnmarshalJSON reads seconds.
func (d *Duration) UnmarshalJSON(text []byte) error {
	var seconds float64
	err := json.Unmarshal(text, &seconds)
	*d = Duration(seconds * float64(time.Second))
	return err
}

// helloTime is how long the coordinators at a cluster, whose number nobody knows, have to say who
// they are; that of a connection file may take connectTime.
const helloTime = time.Second

// hellos asks who coordinates: at a connection of a run that one, at a cluster all that answer.
func hellos(ctx context.Context, conn *nats.Conn, run subjects) (all []Hello, err error) {
	inbox := conn.NewInbox()
	sub, err := conn.SubscribeSync(inbox)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, sub.Unsubscribe()) }()
	if err := conn.PublishRequest(helloSubject, inbox, nil); err != nil {
		return nil, err
	}
	patience := helloTime
	if run != "" {
		patience = connectTime
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		m, err := sub.NextMsgWithContext(ctx)
		if errors.Is(err, context.DeadlineExceeded) || err == nil && len(m.Data) == 0 {
			return all, nil // no more, or nobody at all
		}
		if err != nil {
			return all, err
		}
		var h Hello
		if json.Unmarshal(m.Data, &h) == nil && (run == "" || h.Run == run) {
			all = append(all, h)
		}
		if run != "" && len(all) > 0 {
			return all, nil
		}
	}
}
