// Package checkpoint keeps the finished items of a long computation in one file, so that it goes
// on after a kill where it stopped.
//
// A file opens with a line that says what it is, then one line of JSON that says what it belongs
// to, then holds one record an item: its number, its values and a checksum, appended and synced
// as items are finished, in any order. What a kill or a loss of power left half-written is at the end
// and is cut off by the next Open; anything else that does not fit is an error, and the file stays as
// it is.
//
// Put costs one write and one sync, some milliseconds; Open reads the file once.
package checkpoint
