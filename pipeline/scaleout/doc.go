// Package scaleout computes jobs of package work on many machines. A [Coordinator] is a pool that puts
// pieces into a queue. Any number of workers ([Work]) take pieces from it, and the coordinator judges
// their answers.
//
// The queue is NATS JetStream: a server inside the coordinator's process, with its files next to the
// run's results, or a cluster by its URL. JetStream does leases, redelivery and the order of pieces. A
// worker renews the lease of its piece. If the lease runs out, because the worker was killed, stopped
// or lost its network, the piece goes to another worker. This package decides which answers count: the
// first that the job's Accept has checked; later answers to the same piece are dropped. A piece that
// fails three times, at three workers if possible, is set aside.
//
// A long piece, such as a proof, can be shared (see [work.Share]). Workers and cores of the coordinator
// that find the queue empty ask for offers and help with the piece with the most work left, over plain
// NATS. Lost messages of helpers cost time only.
//
// The connection file lets a worker join: it holds the address, the certificate and a key, new with
// each start of the coordinator. A worker may take pieces, answer, and send heartbeats. It may not
// publish pieces or read answers of others. docs/scale-out.md says what a malicious worker can do.
package scaleout
