// Package scaleout works jobs of package work off on many machines. A [Coordinator] is a pool that
// puts pieces into a queue, from which any number of workers (see [Work]) take them, and judges what
// comes back.
//
// The queue is NATS JetStream: a server inside the coordinator's process, with its files beside the
// run's results, or any cluster by its URL. Leases, redelivery and the order of pieces are its. A
// worker that works on a piece prolongs its lease; a piece whose lease runs out, because its worker
// was killed, stopped or lost its network, goes to another one. Ours is what a piece is and what is
// believed: an answer counts when the job's Accept has checked it, once; later ones to the same piece
// are dropped. A piece that fails three times is set aside, if possible after three workers had it.
//
// A piece under way that is shared (see [work.Share]), a proof, gets helpers: workers, and cores of the
// coordinator, that find the queue empty ask who wants help, and send requests to whom most is left to
// do, over plain NATS. What is lost there costs time only.
//
// Who may join has the run's connection file: address, certificate and key, new with each start of
// the coordinator. A worker may take pieces, answer, and say that it is alive; it may not publish
// work nor see answers of others. docs/scale-out.md says what a malicious one can do.
package scaleout
