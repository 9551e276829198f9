package scaleout

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nats-io/nats-server/v2/server"
)

const (
	mostRefuted = 8       // refuted answers of a credential above a tenth of the accepted ones
	mostMembers = 1 << 10 // credentials
)

// coordinatorID is the coordinator's own name among the credentials, and connectID that of the connection file.
const coordinatorID, connectID = "coordinator", "connect"

// member is a credential as the coordinator knows it. The coordinator's lock guards it.
type member struct {
	id       string
	password string
	deaf     func() // ends the judging of its answers; nil if they are not judged
	good     int    // accepted answers
	bad      int    // refuted answers
	dropped  bool
}

func (who *member) ignore() {
	if who.deaf != nil {
		who.deaf()
		who.deaf = nil
	}
}

// door lets users into the embedded server: this process, and those with a connection file of the run in its folder.
type door struct{ c *Coordinator }

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// Check implements server.Authentication.
func (d door) Check(client server.ClientAuthentication) bool {
	o, c := client.GetOpts(), d.c
	if o.Username == coordinatorID {
		return same(o.Password, c.password)
	}
	who := c.refresh(o.Username)
	c.mu.Lock()
	defer c.mu.Unlock()
	if who == nil || who.dropped || who.password == "" || !same(o.Password, who.password) {
		return false
	}
	client.RegisterUser(&server.User{Username: who.id, Permissions: c.run.permissions(who.id)})
	return true
}

func fileOf(folder, id string) string {
	if id == connectID {
		return filepath.Join(folder, ConnectionFile)
	}
	return filepath.Join(folder, "connect-"+id+".json")
}

// droppedFile is the file that says that a credential is dropped, until the user removes it.
func droppedFile(folder, id string) string { return filepath.Join(folder, stateFolder, "dropped-"+id) }

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// refresh reads what the folder says of a credential: whether its file is there, its password, and whether it is
// dropped, as it is without a file. It hears its answers or stops to, and ends connections that are no longer allowed.
// It returns nil for one that never had a file.
func (c *Coordinator) refresh(id string) *member {
	if !token.MatchString(id) || id == coordinatorID {
		return nil
	}
	f, err := &connection{Run: c.run}, error(nil)
	if c.server != nil {
		f, err = resolve(fileOf(c.o.Folder, id))
	}
	there := err == nil && f.Run == c.run
	c.mu.Lock()
	defer c.mu.Unlock()
	who := c.members[id]
	switch {
	case who == nil && there && len(c.members) < mostMembers:
		who = &member{id: id, password: f.Password}
		c.members[id] = who
	case who == nil:
		return nil
	}
	before := *who
	if who.dropped = !there || exists(droppedFile(c.o.Folder, id)); there {
		who.password = f.Password
	} else {
		delete(c.members, id)
	}
	if who.dropped && !before.dropped || who.password != before.password {
		go c.hangUp(id) // its workers connect again if they may
	}
	if who.dropped {
		who.ignore()
	} else if who.deaf == nil && c.batch != nil {
		c.batch.hear(who)
	}
	if before.dropped && !who.dropped {
		c.o.Note("credential " + id + " is let in again")
		who.bad = 0
	}
	return who
}

func (c *Coordinator) admitted() (ids []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, who := range c.members {
		if !who.dropped {
			ids = append(ids, id)
		}
	}
	return ids
}

func (c *Coordinator) hangUp(id string) {
	if c.server == nil {
		return
	}
	if all, err := c.server.Connz(&server.ConnzOptions{Username: true, User: id, Limit: maxConnections}); err == nil {
		for _, conn := range all.Conns {
			_ = c.server.DisconnectClientByID(conn.Cid) // it may be gone
		}
	}
}

// watch looks at the files of all credentials, learns those at a cluster from the reports of their workers, and makes a
// connection file if that was removed.
func (c *Coordinator) watch(ctx context.Context) {
	c.mu.Lock()
	ids := slices.Collect(maps.Keys(c.members))
	c.mu.Unlock()
	if c.server == nil {
		subjects, _ := subjectsIn(ctx, c.js, "KV_"+c.run.reports()) // it tries again
		for subject := range subjects {
			ids = append(ids, senderOf(subject))
		}
	}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		c.refresh(id)
	}
	if !exists(c.File()) {
		_ = c.publish(&connection{ID: connectID, source: c.File()}) // it tries again
	}
}

// drop refuses everything further from a credential, until the user lets it in again. The caller holds the lock.
func (c *Coordinator) drop(who *member, why string) error {
	if who.dropped {
		return nil
	}
	who.dropped = true
	who.ignore()
	c.fail(who.id, "all its workers", "dropped: "+why)
	c.o.Note(fmt.Sprintf("credential %s is dropped: %s; rm '%s' lets it in again",
		who.id, clean(why), droppedFile(c.o.Folder, who.id)))
	go c.hangUp(who.id)
	return writePrivate(droppedFile(c.o.Folder, who.id), []byte(clean(why)+"\n"))
}

func (c *Coordinator) issued() (all []*connection) {
	entries, _ := os.ReadDir(c.o.Folder) // a folder that cannot be read has none that a worker could
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "connect") && filepath.Ext(e.Name()) == ".json" {
			if f, err := resolve(filepath.Join(c.o.Folder, e.Name())); err == nil && f.Run == c.run {
				all = append(all, f)
			}
		}
	}
	return all
}

// reissue writes the connection files of an earlier start with the present addresses. Their passwords stay good, and so
// do copies of the files.
func (c *Coordinator) reissue(context.Context) (err error) {
	all := c.issued()
	if !slices.ContainsFunc(all, func(f *connection) bool { return f.source == c.File() }) {
		all = append(all, &connection{ID: connectID, source: c.File()})
	}
	for _, f := range all {
		err = errors.Join(err, c.publish(f))
	}
	return err
}

// publish writes a connection file with the present addresses, and a password if it has none.
func (c *Coordinator) publish(f *connection) (err error) {
	f.Format, f.Run, f.CA = connectionFormat, c.run, c.ca
	if c.server == nil {
		cluster, err := ofURL(c.o.Listen)
		if err != nil {
			return err
		}
		f.Servers, f.ID = cluster.Servers, cluster.ID
		return f.write(f.source)
	}
	if f.Password == "" {
		f.Password = rand.Text()
	}
	if f.Servers, err = addresses(c.server); err != nil {
		return err
	}
	return f.write(f.source)
}

// ErrInvite is returned for an invitation that cannot be made; the message says why.
var ErrInvite = errors.New("cannot invite")

// Invite makes another connection file, with a credential of its own, next to one of a run of this machine: the
// coordinator finds it there. It returns the path.
func Invite(source, name string) (string, error) {
	c, err := resolve(source)
	if err != nil {
		return "", err
	}
	path := fileOf(filepath.Dir(source), name)
	switch {
	case c.CA == "":
		return "", fmt.Errorf("%w: at a cluster, its operator makes users", ErrInvite)
	case !token.MatchString(name) || len(name) > 32 || name == coordinatorID || name == connectID:
		return "", fmt.Errorf("%w %q: names have up to 32 letters, digits, - and _, and are not %s or %s", ErrInvite,
			name, coordinatorID, connectID)
	case exists(path):
		return "", fmt.Errorf("%w: %s is there already; remove it to revoke it, or choose another name",
			ErrInvite, path)
	}
	c.ID, c.Password, c.source = name, rand.Text(), path
	_ = os.Remove(droppedFile(filepath.Dir(source), name)) // of an earlier invitation with the name
	if err := c.write(path); err != nil {
		return "", err
	}
	conn, err := c.dial()
	if err != nil {
		return "", errors.Join(fmt.Errorf("%w: the coordinator does not accept %s; does it write its %s into this "+
			"folder? %w", ErrInvite, path, ConnectionFile, err), os.Remove(path))
	}
	conn.Close()
	return path, nil
}
