// Package scaleout computes jobs of package work on many machines. A [Coordinator] is a pool that hands
// pieces out. Any number of workers ([Work]) ask for pieces, and the coordinator judges their answers.
//
// Messages go over NATS: a server inside the coordinator's process, or a cluster by its URL. Nothing is
// stored: the coordinator has the queue in memory, and a worker keeps an answer until it was judged. A
// heartbeat renews the leases of a worker's pieces. If a lease runs out, because the worker was killed,
// stopped or lost its network, or after the time limit of the piece, the piece goes to another worker.
// The first answer that the job's Accept has checked counts; later answers to the same piece are dropped.
// A piece that fails at three workers, or to which a worker found no answer, is computed in this process.
// Only a piece that fails here too is set aside.
//
// A connection file lets a worker join: it holds the address, the certificate and a key, new with
// each start of the coordinator. Each file ([Invite]) has a credential of its own. The server binds a
// credential to its own subjects, so the subject of a message says who sent it. Each has budgets for the
// size, number and rate of its messages; one whose answers are refused too often, or that lied, is
// dropped alone. docs/scale-out.md says what a malicious worker can do.
package scaleout
