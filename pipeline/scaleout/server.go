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
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"feltlab/internal/disk"
)

const (
	// MaxMessage is the size of the largest message, in bytes. The largest proof so far has 0.4 MB.
	MaxMessage = 8 << 20
	// maxConnections exceeds what one coordinator can serve.
	maxConnections = 1 << 14
	// maxSubscriptions is the number of subscriptions of a connection; a worker needs one for each core, and four.
	maxSubscriptions = 1 << 12
	// greetTime is how long a connection may take to say who it is.
	greetTime = 10 // seconds
	// mostStored is more than all streams may take; their own limits count.
	mostStored = 1 << 50
	// headerBytes is the room for the headers of a message.
	headerBytes = 1 << 12
	// startTime is the time limit for the server to start.
	startTime = time.Minute
)

// ErrListen is returned for an address that a coordinator cannot listen on.
var ErrListen = errors.New("cannot listen")

type embedded struct {
	server  *server.Server
	options *server.Options
	run     run
	own     nkeys.KeyPair // the coordinator's key
	ca      string
}

// serve starts a server that keeps its streams and its certificate in a folder.
func serve(addr, folder string, run run) (*embedded, error) {
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
	cert, ca, err := keptCertificate(filepath.Join(folder, "server.pem"), time.Now())
	if err != nil {
		return nil, err
	}
	e := &embedded{run: run, own: own, ca: ca, options: &server.Options{
		ServerName: root, Host: host, Port: int(port), NoLog: true, NoSigs: true,
		MaxPayload: MaxMessage + headerBytes, MaxPending: 64 << 20, MaxConn: maxConnections, MaxSubs: maxSubscriptions,
		TLS: true, TLSConfig: &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS13},
		TLSTimeout: greetTime, AuthTimeout: greetTime,
		JetStream: true, StoreDir: filepath.Join(folder, "streams"), JetStreamMaxStore: mostStored,
		JetStreamMaxMemory: mostStored,
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

// quiet keeps the library from printing a line for each message that is dropped.
var quiet = nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})

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

// certificateName is the name in a run's certificate. Workers check it instead of the address, which
// may be any address of the machine.
const certificateName = "feltlab"

const (
	// certificateLifetime is longer than any run.
	certificateLifetime = 90 * 24 * time.Hour
	// clockSkew is how far a worker's clock may be behind.
	clockSkew = 2 * time.Hour
)

// keptCertificate returns the certificate in a file, so that copied connection files stay good. It makes one if there
// is none, or its time is over.
func keptCertificate(path string, now time.Time) (tls.Certificate, string, error) {
	if text, err := disk.ReadFile(path, 1<<16); err == nil {
		pair, err := tls.X509KeyPair(text, text)
		if err == nil && now.Before(pair.Leaf.NotAfter) && now.After(pair.Leaf.NotBefore) {
			block, _ := pem.Decode(text)
			return pair, string(pem.EncodeToMemory(block)), nil
		}
	}
	ca, secret, err := certificate(now)
	if err == nil {
		err = writePrivate(path, append(ca, secret...))
	}
	if err != nil {
		return tls.Certificate{}, "", err
	}
	pair, err := tls.X509KeyPair(ca, secret)
	return pair, string(ca), err
}

// certificate makes a certificate and its key.
func certificate(now time.Time) (ca, secret []byte, err error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	number, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		return nil, nil, err
	}
	template := &x509.Certificate{
		SerialNumber: number, Subject: pkix.Name{CommonName: certificateName}, DNSNames: []string{certificateName},
		NotBefore: now.Add(-clockSkew), NotAfter: now.Add(certificateLifetime), IsCA: true, BasicConstraintsValid: true,
		KeyUsage:    x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, nil, err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}),
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}), err
}

// trustedConfig returns the TLS configuration with which a worker checks a run's certificate.
func trustedConfig(text string) (*tls.Config, bool) {
	pool := x509.NewCertPool()
	ok := pool.AppendCertsFromPEM([]byte(text))
	return &tls.Config{RootCAs: pool, ServerName: certificateName, MinVersion: tls.VersionTLS13}, ok
}
