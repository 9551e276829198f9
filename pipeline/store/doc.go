// Package store keeps what the stages of a run produce: files on disk, named by what
// they were made from, so that nothing is computed twice and nothing half-written is read.
//
// A stage is a pure function from a configuration and input artifacts to bytes. Its [Key] is
// the SHA-256 of one canonical JSON text that holds the stage's name, its version, its
// configuration and the keys of its inputs; as inputs are keyed the same way, a key stands
// for the whole history of an artifact. What the clock decides is no such function: measured
// times, and what a time limit that is not in the key cut short, do not belong in the store.
// Package storetest holds stages to their versions. The store's layout is
//
//	root/ab/abcdef.../data           the stage's bytes
//	root/ab/abcdef.../manifest.json  schema, rows, SHA-256 of data, inputs, versions, seconds
//	root/tmp/<machine>-...           artifacts that are being written, and their locks
//
// An artifact is written in a directory under tmp, synced, and renamed into place as a whole:
// the rename is the commit, it happens or it does not. A killed run leaves a directory under
// tmp that no reader looks at and that the next [Open] on the same machine removes, since nobody
// holds its lock; on other machines it goes once it is [StaleAge] old. When two
// processes race, one rename wins and the other process uses the winner's artifact. Inside
// one [Store] a key is computed at most once at a time, and not again after it succeeded.
//
// Reading costs one pass of SHA-256 over the data. An artifact that does not match its
// manifest is reported through log/slog, set aside and computed again.
package store
