package scaleout

import (
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Everything of ours is below this subject; of a run, below the run's name.
const root = "feltlab"

// helloSubject is where coordinators answer who they are.
const helloSubject = root + ".hello"

// inboxes is where answers to workers' requests go; those to the coordinator's go to the default
// place, which workers cannot hear.
const inboxes = root + ".inbox"

// queueName is the consumer of the pieces, which all workers share; judgeName that of the answers.
const (
	queueName = "queue"
	judgeName = "judge"
)

// subjects are the names of a run.
type subjects string

func (s subjects) of(what string) string  { return root + "." + string(s) + "." + what }
func (s subjects) work(key string) string { return s.of("work." + key) }
func (s subjects) answer(key string) string {
	return s.of("answer." + key)
}
func (s subjects) part(desk string) string        { return s.of("part." + desk) }
func (s subjects) input(hash, part string) string { return s.of("input." + hash + "." + part) }

// stream is the name of a JetStream stream of the run: work, answer or input.
func (s subjects) stream(what string) string { return root + "-" + string(s) + "-" + what }

// permissions are what a worker may do.
func (s subjects) permissions() *server.Permissions {
	work, input := s.stream("work"), s.stream("input")
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{
			"$JS.API.CONSUMER.INFO." + work + "." + queueName,
			"$JS.API.CONSUMER.MSG.NEXT." + work + "." + queueName,
			"$JS.ACK." + work + "." + queueName + ".>",
			"$JS.API.STREAM.INFO." + input,
			"$JS.API.DIRECT.GET." + input + ".>",
			s.answer("*"), s.of("alive"), s.of("status"), s.of("help"), s.part("*"), helloSubject,
		}},
		Subscribe: &server.SubjectPermission{Allow: []string{inboxes + ".>", s.of("end"), s.of("help"), s.part("*")}},
		Response:  &server.ResponsePermission{MaxMsgs: 1, Expires: time.Minute}, // to who asks for help, or helps
	}
}

// Headers of messages.
const (
	workerHeader = "Feltlab-Worker"    // of answers: who says it
	stampHeader  = "Feltlab-Stamp"     // of answers: by which program
	failHeader   = "Feltlab-Failed"    // of answers: why there is none
	pieceHeader  = "Feltlab-Piece"     // of answers: the number of the piece's message
	failedHeader = "Feltlab-Failed-By" // of pieces: who failed
	partHeader   = "Feltlab-Part"      // of helpers' requests: of what
)
