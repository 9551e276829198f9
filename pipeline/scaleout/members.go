package scaleout

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nkeys"
)

const (
	mostNames   = 1 << 12 // workers of a credential that the coordinator keeps in mind
	mostRefuted = 8       // refuted answers of a credential above a tenth of the accepted ones
	mostMembers = 1 << 10 // credentials
)

// coordinatorID is the coordinator's own name among the credentials.
const coordinatorID = "coordinator"

// member is a credential as the coordinator knows it. The coordinator's lock guards it.
type member struct {
	id      string
	key     string             // the public key; "" at a cluster
	workers map[string]*Worker // by the names that they chose
	deaf    func()             // ends the judging of its answers
	good    int                // accepted answers
	bad     int                // refuted answers
	dropped bool
}

// everyone lists the credentials.
func (c *Coordinator) everyone() []*member {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Collect(maps.Values(c.members))
}

// join lets a credential in, unless a file says that it is dropped. The caller holds the lock.
func (c *Coordinator) join(id, key string) *member {
	who := &member{id: id, key: key, workers: map[string]*Worker{}, dropped: exists(c.droppedFile(id))}
	c.members[id] = who
	if c.batch != nil {
		c.batch.hear(who)
	}
	return who
}

// drop refuses everything further from a credential, until the user lets it in again.
func (c *Coordinator) drop(who *member, why string) {
	c.mu.Lock()
	if who.dropped {
		c.mu.Unlock()
		return
	}
	c.fail(who.id, "all its workers", "dropped: "+why)
	c.mu.Unlock()
	if err := writePrivate(c.droppedFile(who.id), []byte(clean(why)+"\n")); err != nil {
		c.o.Note(fmt.Sprintf("credential %s: %v", who.id, err))
	}
	c.mu.Lock()
	c.out(who)
	c.mu.Unlock()
	c.o.Note(fmt.Sprintf("credential %s is dropped: %s; feltlab workers admit %s --connect %s lets it in again",
		who.id, clean(why), who.id, c.File()))
	_ = c.admit() // a server that keeps the key is no harm: nothing of it counts
}

// out ends the judging of a credential. The caller holds the lock.
func (c *Coordinator) out(who *member) {
	who.dropped = true
	if who.deaf != nil {
		who.deaf()
	}
}

const droppedPrefix = "dropped-"

// droppedFile is the file that says that a credential is dropped; the user's command removes it.
func (c *Coordinator) droppedFile(id string) string {
	return filepath.Join(c.state(), droppedPrefix+id)
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// admit lets the credentials in that are not dropped.
func (c *Coordinator) admit() error {
	if c.server == nil {
		return nil
	}
	c.admitting.Lock()
	defer c.admitting.Unlock()
	keys := map[string]string{}
	for _, who := range c.everyone() {
		if !who.dropped {
			keys[who.id] = who.key
		}
	}
	return c.server.admit(keys)
}

// ErrInvite is returned for an invitation that cannot be made; the message says why.
var ErrInvite = errors.New("cannot invite")

// inviteTime is how long Invite waits for the coordinator.
const inviteTime = 15 * time.Second

// Invite makes another connection file, with a credential of its own, next to one of a run of this machine: the
// coordinator finds it there. It returns the path.
func Invite(ctx context.Context, source, name string) (string, error) {
	c, err := resolve(source)
	if err != nil {
		return "", err
	}
	if c.CA == "" {
		return "", fmt.Errorf("%w: at a cluster, its operator makes users", ErrInvite)
	}
	if !token.MatchString(name) || len(name) > 32 {
		return "", fmt.Errorf("%w %q: names have up to 32 letters, digits, - and _", ErrInvite, name)
	}
	path := filepath.Join(filepath.Dir(source), "connect-"+name+".json")
	if exists(path) {
		return "", fmt.Errorf("%w: %s is there already; remove it to revoke it, or choose another name",
			ErrInvite, path)
	}
	if err := c.renew(name); err != nil {
		return "", err
	}
	if err := c.write(path); err != nil {
		return "", err
	}
	c.source = path
	for began := time.Now(); ; pause(ctx, checkTime/2) {
		conn, err := c.dial()
		if err == nil {
			conn.Close()
			return path, nil
		}
		if time.Since(began) > inviteTime || ctx.Err() != nil {
			return "", errors.Join(fmt.Errorf("%w: the coordinator does not accept %s; does it write its %s into this "+
				"folder? %w", ErrInvite, path, ConnectionFile, cmp.Or(ctx.Err(), err)), os.Remove(path))
		}
	}
}

// Admit lets a credential in again that a coordinator of this machine has dropped.
func Admit(source, id string) error {
	c, err := resolve(source)
	if err != nil {
		return err
	}
	err = os.Remove(filepath.Join(filepath.Dir(source), stateFolder, droppedPrefix+id))
	if !token.MatchString(id) || errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%w: no credential %.80q is dropped in %q; feltlab workers lists them",
			ErrInvite, id, c.Title)
	}
	return err
}

// renew gives a connection a new key, and a credential of that name.
func (c *connection) renew(name string) error {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return err
	}
	seed, err1 := pair.Seed()
	public, err2 := pair.PublicKey()
	c.Seed = string(seed)
	c.ID = name + "-" + strings.ToLower(public[1:7])
	return errors.Join(err1, err2)
}

// issued lists the invitations of the run in its folder, except the connection file.
func (c *Coordinator) issued() (all []*connection) {
	entries, _ := os.ReadDir(c.o.Folder) // a folder that cannot be read has none that a worker could
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "connect-") && filepath.Ext(e.Name()) == ".json" {
			if f, err := resolve(filepath.Join(c.o.Folder, e.Name())); err == nil && f.Run == c.run {
				all = append(all, f)
			}
		}
	}
	return all
}

// reissue writes the connection file and the invitations of an earlier start with the present addresses. Their keys
// stay good, and so do copies of the files.
func (c *Coordinator) reissue(context.Context) (err error) {
	for _, old := range c.issued() {
		err = errors.Join(err, c.publish(old.source, old))
	}
	old, readErr := resolve(c.File())
	if readErr != nil || old.Run != c.run {
		old = nil
	}
	return errors.Join(err, c.publish(c.File(), old))
}

// publish writes a connection file, with the key of an earlier one, or a new one.
func (c *Coordinator) publish(path string, old *connection) (err error) {
	f := &connection{
		Format: connectionFormat, Run: c.run, Title: c.o.Title, Stamp: c.o.Stamp,
		Written: time.Now().UTC().Truncate(time.Second),
	}
	switch {
	case c.server == nil:
		cluster, err := ofURL(c.o.Listen)
		if err != nil {
			return err
		}
		f.Servers, f.ID = cluster.Servers, cluster.ID
		return f.write(path)
	case old != nil && old.Seed != "":
		f.ID, f.Seed = old.ID, old.Seed
	default:
		if err := f.renew("connect"); err != nil {
			return err
		}
	}
	f.CA = c.server.ca
	if f.Servers, err = c.server.addresses(); err != nil {
		return err
	}
	return f.write(path)
}

// watch reads the invitations of the run's folder, and admits exactly their keys. It makes a new connection file if
// that was removed. It retries after an error.
func (c *Coordinator) watch() {
	if !exists(c.File()) {
		_ = c.publish(c.File(), nil)
	}
	var found map[string]string
	if c.server != nil {
		found = c.invitations()
	}
	changed := false
	c.mu.Lock()
	for id, who := range c.members {
		if _, ok := found[id]; c.server != nil && !ok {
			c.out(who)
			delete(c.members, id)
			changed = true
		} else if who.dropped && !exists(c.droppedFile(id)) {
			c.o.Note("credential " + id + " is let in again")
			c.join(id, who.key)
			changed = true
		}
	}
	for id, key := range found {
		if c.members[id] == nil {
			c.join(id, key)
			changed = true
		}
	}
	c.mu.Unlock()
	if changed {
		_ = c.admit()
	}
}

// invitations reads the connection files of the run in its folder: public keys by the names of credentials.
func (c *Coordinator) invitations() map[string]string {
	found := map[string]string{}
	connections := c.issued()
	if f, err := resolve(c.File()); err == nil {
		connections = slices.Insert(connections, 0, f)
	}
	for _, f := range connections[:min(len(connections), mostMembers)] {
		if pair, err := nkeys.FromSeed([]byte(f.Seed)); err == nil {
			if key, err := pair.PublicKey(); err == nil {
				found[f.ID] = key
			}
		}
	}
	return found
}
