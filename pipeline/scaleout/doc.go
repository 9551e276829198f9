// Package scaleout computes jobs of package work on many machines. A [Coordinator] is a pool that puts
// pieces into a queue. Any number of workers ([Work]) take pieces, and the coordinator judges their answers.
//
// Queue and answers are JetStream streams, in a server inside the coordinator's process or at a NATS cluster.
// The queue has at most one message for each piece, and one consumer that all workers share; a worker that falls
// silent loses its piece when its lease ends. Each credential has a stream of answers. A worker acknowledges a
// piece after its answer is stored. What the jobs have kept decides: every ten seconds the coordinator puts into
// the queue what is open and waits nowhere, so a lost or forged acknowledgement costs only time. A piece that was
// given out three times, that failed three times, or to which a worker found no answer, is computed in this
// process. Only a piece that fails here too is set aside.
//
// A connection file lets a worker join: it holds the addresses, the certificate, a user and a password, which last
// until the run ends. Each file ([Invite]) has a user of its own, the credential. The server binds a credential to
// its own subjects, so the subject of a message says who sent it. Failures make a worker pause; refuted answers drop
// a credential, until the user lets it in again. docs/scale-out.md says what a malicious worker can do.
package scaleout
