// Package vipr writes proofs as certificates.
package vipr
