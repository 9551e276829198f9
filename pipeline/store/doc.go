// Package store keeps what the stages of a run produce: files on disk, named by what they were made
// from. Nothing is computed twice, and nothing half-written is read.
//
// A stage is a pure function from a configuration and input artifacts to bytes. Its [Key] is the
// SHA-256 of one canonical JSON text of the stage's name, version, configuration and input keys.
// Inputs are keyed the same way, so a key stands for the whole history of an artifact. Results that
// depend on the clock are not pure: measured times, and results that a time limit cut short, belong
// in the store only if the limit is in the key. Package storetest holds stages to their versions.
//
// Unfinished work is artifacts too. A computation of many items keeps each finished item as an
// artifact ([Store.Find], [Store.Keep]); an iteration keeps its state after n rounds as one
// ([Store.Latest]). A run that was stopped resumes when it is started again: it finds what is done.
//
// The layout on disk is
//
//	root/ab/abcdef.../data           the stage's bytes
//	root/ab/abcdef.../manifest.json  schema, rows, SHA-256 of data, inputs, versions, seconds
//	root/tmp/<machine>-...           artifacts that are being written, and their locks
//
// An artifact is written in a directory under tmp, synced, and renamed into place as a whole: the
// rename is the commit. A killed run leaves a directory under tmp that no reader looks at. The next
// [Open] on the same machine removes it, because no process holds its lock; on other machines it
// goes once it is [StaleAge] old. When two processes race, one rename wins and the other process
// uses the winner's artifact. Inside one [Store] a key is computed at most once at a time.
//
// Reading costs one pass of SHA-256 over the data; writing costs some eight syncs. An artifact that
// does not match its manifest is reported through log/slog, set aside and computed again.
package store
