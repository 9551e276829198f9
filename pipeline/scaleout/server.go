package scaleout

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
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

	"feltlab/internal/disk"
)

const (
	// MaxMessage is the size of the largest message, in bytes. The largest proof so far has 0.4 MB.
	MaxMessage = 8 << 20
	// headerBytes is the room for the headers of a message.
	headerBytes = 1 << 12
	// maxConnections exceeds what one coordinator can serve.
	maxConnections = 1 << 14
	// maxSubscriptions is the number of subscriptions of a connection; a worker needs one for each core, and three.
	maxSubscriptions = 1 << 12
	// greetTime is how long a connection may take to say who it is, in seconds.
	greetTime = 10
	// mostStored is more than all streams may take; their own limits count.
	mostStored = 1 << 50
	// startTime is the time limit for the server to start.
	startTime = time.Minute
)

// ErrListen is returned for an address that a coordinator cannot listen on.
var ErrListen = errors.New("cannot listen")

// serve starts a server that keeps its streams and its certificate in a folder, and returns the certificate too.
func serve(addr, folder string, door server.Authentication) (*server.Server, string, error) {
	host, text, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, "", fmt.Errorf("%w on %q; write HOST:PORT, such as :4222 or 127.0.0.1:4222, "+
			"or the URL of a NATS cluster", ErrListen, addr)
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return nil, "", fmt.Errorf("%w on %q: the port is %q; ports are 0 to 65535", ErrListen, addr, text)
	}
	probe, err := net.Listen("tcp", addr) // the server reports its error to its log only
	if err != nil {
		return nil, "", fmt.Errorf("%w on %s: %w; name another address", ErrListen, addr, err)
	}
	probe.Close()
	pair, err := certificate(filepath.Join(folder, "server.pem"))
	if err != nil {
		return nil, "", err
	}
	o := &server.Options{
		ServerName: root, Host: host, Port: int(port), NoLog: true, NoSigs: true, CustomClientAuthentication: door,
		MaxPayload: MaxMessage + headerBytes, MaxPending: 64 << 20, MaxConn: maxConnections, MaxSubs: maxSubscriptions,
		TLS: true, TLSConfig: &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS13},
		TLSTimeout: greetTime, AuthTimeout: greetTime,
		JetStream: true, StoreDir: filepath.Join(folder, "streams"), JetStreamMaxStore: mostStored,
		JetStreamMaxMemory: mostStored,
	}
	if port == 0 {
		o.Port = server.RANDOM_PORT
	}
	s, err := server.NewServer(o)
	if err != nil {
		return nil, "", fmt.Errorf("%w on %s: %w", ErrListen, addr, err)
	}
	s.Start()
	if !s.ReadyForConnections(startTime) {
		s.Shutdown()
		return nil, "", fmt.Errorf("%w on %s: the server does not start within %v", ErrListen, addr, startTime)
	}
	ca := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: pair.Certificate[0]})
	return s, string(ca), nil
}

// addresses lists the URLs of a server. Loopback addresses work on this machine only: they come last.
func addresses(s *server.Server) (urls []string, err error) {
	addr, ok := s.Addr().(*net.TCPAddr)
	if !ok {
		return nil, fmt.Errorf("%w: the server has no TCP address", ErrListen)
	}
	ips := []net.IP{addr.IP}
	if addr.IP.IsUnspecified() {
		ips = nil
		all, err := net.InterfaceAddrs()
		if err != nil {
			return nil, err
		}
		for _, a := range all {
			n, ok := a.(*net.IPNet)
			switch {
			case !ok || n.IP.IsLinkLocalUnicast() || n.IP.To4() == nil && addr.IP.To4() != nil:
			case n.IP.IsLoopback():
				ips = append(ips, n.IP)
			default:
				ips = slices.Insert(ips, 0, n.IP)
			}
		}
	}
	for _, ip := range ips {
		urls = append(urls, "tls://"+net.JoinHostPort(ip.String(), strconv.Itoa(addr.Port)))
	}
	return urls, nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// certificateName is the name in a run's certificate. Workers check it instead of the address, which
// may be any address of the machine.
const certificateName = "feltlab"

// certificate returns the certificate in a file, so that copied connection files stay good; it makes one if there is
// none. It holds whatever the clocks say: the run's end ends it.
func certificate(path string) (tls.Certificate, error) {
	if text, err := disk.ReadFile(path, 1<<16); err == nil {
		if pair, err := tls.X509KeyPair(text, text); err == nil {
			return pair, nil
		}
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), DNSNames: []string{certificateName}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Unix(0, 0), NotAfter: time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC), // RFC 5280: no end
		KeyUsage:    x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err1 := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	private, err2 := x509.MarshalPKCS8PrivateKey(key)
	text := append(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}),
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})...)
	if err := errors.Join(err1, err2, writePrivate(path, text)); err != nil {
		return tls.Certificate{}, err
	}
	return tls.X509KeyPair(text, text)
}
