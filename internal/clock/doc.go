// Package clock counts the time in which the process ran. A stopped process, or a machine that sleeps, leaves a gap in
// the clock of the machine; the gap does not count. All time limits of the project use this clock.
//
// While the package is in use, a goroutine reads the clock every quarter of a second. Where two readings are more than
// a second apart, the process did not run in between, and only a quarter of a second counts.
package clock
