// Package postflop runs the judge and the solver of games from a board on: it reads games from YAML files and from the
// input files of TexasSolver's console, describes their betting trees, reads and writes strategies in the JSON form of
// TexasSolver's dumps, and says what a strategy can lose.
//
// A dump has a row of probabilities for each hand at each decision on each board. ReadDump matches its actions with
// those of the game by name and amount, and names each difference. The cost is that of reading the file, and of four
// bytes for each probability.
package postflop
