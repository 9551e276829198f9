// Package abstraction finds the bucketings of limit hold'em by name, those of package buckets that
// are built first among them: each is built once, kept as an artifact, and read back in a fraction
// of a second. Names that say the same share an artifact. What is read is checked: every hand on
// every board must have a bucket. A build says before it starts if the machine has less memory than
// it needs.
package abstraction
