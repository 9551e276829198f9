package scaleout

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"feltlab/internal/plain"
)

// root begins every subject and every name of a stream.
const root = "felt"

// inboxes is the prefix of the subjects for replies; the credential of the sender of the request follows.
const inboxes = root + ".inbox"

// token matches names of credentials, workers and pieces: they are parts of subjects.
var token = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// tokenOf returns a text as a part of a subject: the text itself, or a digest of it.
func tokenOf(text string) string {
	if token.MatchString(text) {
		return text
	}
	return fmt.Sprintf("%.16x", sha256.Sum256([]byte(text)))
}

// run is the name of a run, from which the names of its streams and subjects follow.
type run string

// runOf returns the name of the run with a title: a coordinator without the files of an earlier one finds its run.
func runOf(title string) run { return run(fmt.Sprintf("%.8x", sha256.Sum256([]byte(title)))) }

func (r run) of(parts ...string) string {
	return strings.Join(append([]string{root, string(r)}, parts...), ".")
}

func (r run) stream(parts ...string) string {
	return strings.Join(append([]string{root, string(r)}, parts...), "_")
}

func (r run) pieces() string           { return r.stream("work") }
func (r run) answers(id string) string { return r.stream("answer", id) }
func (r run) inputs() string           { return r.stream("inputs") }
func (r run) bucket() string           { return r.stream("run") }     // what the coordinator says
func (r run) reports() string          { return r.stream("workers") } // what workers say

// report is the subject of a worker's reports: its key in the bucket.
func (r run) report(id, worker string) string { return "$KV." + r.reports() + "." + id + "." + worker }

// Keys of the coordinator's bucket, and the name of the consumer of the pieces.
const (
	helloKey, statusKey = "hello", "status"
	workConsumer        = "workers"
)

// permissions returns what a credential may do. Only it may write its answers and reports, so their subjects say whose
// they are. It may acknowledge pieces of others: a lost or forged acknowledgement costs only time.
func (r run) permissions(id string) *server.Permissions {
	const api = "$JS.API."
	queue := r.pieces() + "." + workConsumer
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{
			r.of("answer", id, "*"), r.report(id, "*"), "$JS.ACK." + queue + ".>",
			api + "CONSUMER.MSG.NEXT." + queue, api + "CONSUMER.INFO." + queue, api + "STREAM.INFO.OBJ_" + r.inputs(),
			api + "DIRECT.GET.OBJ_" + r.inputs(), api + "DIRECT.GET.OBJ_" + r.inputs() + ".>",
			api + "STREAM.INFO.KV_" + r.bucket(), api + "DIRECT.GET.KV_" + r.bucket() + ".>",
			api + "STREAM.INFO.KV_" + r.reports(), api + "DIRECT.GET.KV_" + r.reports() + ".>",
		}},
		Subscribe: &server.SubjectPermission{Allow: []string{inboxes + "." + id + ".>",
			"$KV." + r.bucket() + "." + helloKey}},
	}
}

func senderOf(subject string) string {
	return lastToken(strings.TrimSuffix(subject, "."+lastToken(subject)))
}

func lastToken(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }

// Headers of answers.
const (
	workerHeader = "Feltlab-Worker" // the worker's name, which it chooses
	stampHeader  = "Feltlab-Stamp"  // the program
	failHeader   = "Feltlab-Failed" // the error, instead of an answer
)

const (
	// callTime is the time limit of one call of a server.
	callTime = 5 * time.Second
	// backoffTime is the pause after an error.
	backoffTime = 500 * time.Millisecond
)

// insist repeats a call that servers refuse or lose while one is away, until it succeeds, is refused for good, or the
// context ends.
func insist(ctx context.Context, call func(ctx context.Context) error) error {
	for {
		limited, cancel := context.WithTimeout(ctx, callTime)
		err := call(limited)
		cancel()
		var api *jetstream.APIError
		if err == nil || errors.As(err, &api) && api.Code < 500 || errors.Is(err, ErrRun) || errors.Is(err, ErrInput) {
			return err
		}
		if pause(ctx, backoffTime); ctx.Err() != nil {
			return errors.Join(context.Cause(ctx), err)
		}
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

func repeat(ctx context.Context, every time.Duration, do func()) {
	for pause(ctx, every); ctx.Err() == nil; pause(ctx, every) {
		do()
	}
}

// maxReason and maxName are the lengths at which failure messages and names of workers are cut.
const maxReason, maxName = 300, 80

func clean(text string) string { return cut(text, maxReason) }

// cut returns a text of others as one line of at most some bytes.
func cut(text string, most int) string {
	if text = plain.Line(text); len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "..."
	}
	return text
}
