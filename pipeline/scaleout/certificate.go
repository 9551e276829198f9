package scaleout

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"time"
)

// certifiedName is the name in a run's certificate: workers check that and not the address, which
// may be any of the machine's.
const certifiedName = "feltlab"

const (
	// certifiedFor is longer than any run.
	certifiedFor = 90 * 24 * time.Hour
	// clockSkew is by how much a worker's clock may be slow.
	clockSkew = time.Hour
)

// certificate makes a certificate that vouches for itself, in memory, and its text for workers.
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
		SerialNumber: number, Subject: pkix.Name{CommonName: certifiedName}, DNSNames: []string{certifiedName},
		NotBefore: now.Add(-clockSkew), NotAfter: now.Add(certifiedFor), IsCA: true, BasicConstraintsValid: true,
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

// trusting is how a worker checks a run's certificate.
func trusting(text string) (*tls.Config, bool) {
	pool := x509.NewCertPool()
	ok := pool.AppendCertsFromPEM([]byte(text))
	return &tls.Config{RootCAs: pool, ServerName: certifiedName, MinVersion: tls.VersionTLS13}, ok
}
