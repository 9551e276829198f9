package scaleout

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

const (
	// MaxMessage is the size of the largest message, in bytes. The largest proof so far has 0.4 MB.
	MaxMessage = 8 << 20
	// maxConnections exceeds what one coordinator can serve.
	maxConnections = 1 << 16
	// maxSubscriptions is the number of subscriptions of a connection; a worker needs four.
	maxSubscriptions = 1 << 10
	// startTime is the time limit for the server to start.
	startTime = time.Minute
)

// ErrListen is returned for an address that a coordinator cannot listen on.
var ErrListen = errors.New("cannot listen")

type embedded struct {
	server  *server.Server
	options *server.Options
	run     subjects
	own     nkeys.KeyPair // the coordinator's key
	ca      string
}

func serve(addr string, run subjects) (*embedded, error) {
	host, text, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("%w on %q; write HOST:PORT, such as :4222 or 127.0.0.1:4222, "+
			"or the URL of a NATS cluster", ErrListen, addr)
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return nil, fmt.Errorf("%w on %q: the port is %q; ports are 0 to 65535", ErrListen, addr, text)
	}
	probe, err := net.Listen("tcp", addr) // the server reports its error to its log only
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
		ServerName: root, Host: host, Port: int(port), NoLog: true, NoSigs: true,
		MaxPayload: MaxMessage + headerBytes, MaxPending: 64 << 20, MaxConn: maxConnections, MaxSubs: maxSubscriptions,
		TLS: true, TLSConfig: &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS13},
		TLSTimeout:  10,
		AuthTimeout: 10,
	}}
	if port == 0 {
		e.options.Port = server.RANDOM_PORT
	}
	if err := e.setKeys(nil); err != nil {
		return nil, err
	}
	if e.server, err = server.NewServer(e.options); err != nil {
		return nil, fmt.Errorf("%w on %s: %w", ErrListen, addr, err)
	}
	e.server.Start()
	if !e.server.ReadyForConnections(startTime) {
		e.stop()
		return nil, fmt.Errorf("%w on %s: the server does not start within %v", ErrListen, addr, startTime)
	}
	return e, nil
}

// setKeys puts the coordinator's key and those of its credentials, by their names, into the options.
func (e *embedded) setKeys(keys map[string]string) error {
	ours, err := e.own.PublicKey()
	if err != nil {
		return err
	}
	e.options = e.options.Clone()
	e.options.Nkeys = []*server.NkeyUser{{Nkey: ours}}
	for id, key := range keys {
		e.options.Nkeys = append(e.options.Nkeys, &server.NkeyUser{Nkey: key, Permissions: e.run.permissions(id)})
	}
	return nil
}

// admit lets exactly the given keys in, and closes the connections of others.
func (e *embedded) admit(keys map[string]string) error {
	if err := e.setKeys(keys); err != nil {
		return err
	}
	return e.server.ReloadOptions(e.options)
}

func (e *embedded) connect() (*nats.Conn, error) {
	ours, err := e.own.PublicKey()
	if err != nil {
		return nil, err
	}
	return nats.Connect("", nats.InProcessServer(e.server), nats.Nkey(ours, e.own.Sign), nats.MaxReconnects(-1),
		inboxOf(coordinatorID), quiet)
}

func (e *embedded) addresses() ([]string, error) {
	addr, ok := e.server.Addr().(*net.TCPAddr)
	if !ok {
		return nil, fmt.Errorf("%w: the server has no TCP address", ErrListen)
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
			n, ok := a.(*net.IPNet)
			if ok && !n.IP.IsLinkLocalUnicast() && (n.IP.To4() != nil || addr.IP.To4() == nil) {
				hosts = append(hosts, n.IP.String())
			}
		}
		// Loopback addresses work on this machine only: they come last.
		remote := func(host string) bool { return !isLoopback(host) }
		hosts = append(slices.DeleteFunc(slices.Clone(hosts), isLoopback), slices.DeleteFunc(hosts, remote)...)
	}
	var urls []string
	for _, h := range hosts {
		urls = append(urls, "tls://"+net.JoinHostPort(h, port))
	}
	return urls, nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func (e *embedded) stop() {
	e.server.Shutdown()
	e.server.WaitForShutdown()
}

const root = "feltlab"

const helloSubject = root + ".hello"

// inboxes is the prefix of the subjects for replies; the credential of the one who asks follows.
const inboxes = root + ".inbox"

func inboxOf(id string) nats.Option { return nats.CustomInboxPrefix(inboxes + "." + id) }

// quiet keeps the library from printing a line for each message that is dropped.
var quiet = nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})

// respond answers a message of a credential. A message that names another one's subject for the reply gets none:
// this process may publish where its sender may not.
func respond(m *nats.Msg, id string, data []byte) {
	if strings.HasPrefix(m.Reply, inboxes+"."+id+".") {
		_ = m.Respond(data) // a lost reply is asked for again
	}
}

// subjects is the name of a run, from which its subjects follow.
type subjects string

func (s subjects) of(what string) string { return root + "." + string(s) + "." + what }

// from is the subject of the messages of some kind from a credential to the coordinator.
func (s subjects) from(id, verb string) string { return s.of("from." + id + "." + verb) }

// lastToken returns the last token of a subject.
func lastToken(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }

// permissions returns what a credential may do. The server holds it to its own subjects, so that the subject of
// a message says which credential sent it.
func (s subjects) permissions(id string) *server.Permissions {
	return &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: []string{s.from(id, "*"), helloSubject}},
		Subscribe: &server.SubjectPermission{Allow: []string{inboxes + "." + id + ".>", s.of("end")}},
	}
}

// Headers of messages.
const (
	workerHeader = "Feltlab-Worker" // the worker's name, which it chooses
	stampHeader  = "Feltlab-Stamp"  // of answers: the program
	failHeader   = "Feltlab-Failed" // of answers: the error, instead of an answer
	keyHeader    = "Feltlab-Key"    // of answers: the key of the piece
	waitHeader   = "Feltlab-Wait"   // of requests for a piece: how long the worker waits, in milliseconds
)

// certificateName is the name in a run's certificate. Workers check it instead of the address, which
// may be any address of the machine.
const certificateName = "feltlab"

const (
	// certificateLifetime is longer than any run.
	certificateLifetime = 90 * 24 * time.Hour
	// clockSkew is how far a worker's clock may be behind.
	clockSkew = time.Hour
)

func certificate(now time.Time) (tls.Certificate, string, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, "", err
	}
	number, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		return tls.Certificate{}, "", err
	}
	template := &x509.Certificate{
		SerialNumber: number, Subject: pkix.Name{CommonName: certificateName}, DNSNames: []string{certificateName},
		NotBefore: now.Add(-clockSkew), NotAfter: now.Add(certificateLifetime), IsCA: true, BasicConstraintsValid: true,
		KeyUsage:    x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return tls.Certificate{}, "", err
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, string(text), nil
}

// trustedConfig returns the TLS configuration with which a worker checks a run's certificate.
func trustedConfig(text string) (*tls.Config, bool) {
	pool := x509.NewCertPool()
	ok := pool.AppendCertsFromPEM([]byte(text))
	return &tls.Config{RootCAs: pool, ServerName: certificateName, MinVersion: tls.VersionTLS13}, ok
}
