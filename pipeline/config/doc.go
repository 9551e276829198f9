// Package config fills structs from what a person states: flags, environment variables, a file of settings, YAML files
// and key=value settings. viper reads all of them; a guard before it refuses what viper would take another way.
//
// Files are read strictly: unknown keys, wrong types and bad values are errors of one line that name the file, the
// line, the key and what was expected, with the nearest key where one is misspelt. The cost is that of reading a
// small file.
//
// A field says by tags where its value comes from and what it may be:
//
//	Features int `flag:"features" mapstructure:"features" default:"8" min:"1"`
//
//	flag, mapstructure  the name of the flag, and the key in files
//	default             the flag's default as typed; without it, the value of the field
//	oneof               the only values, separated by commas; the shell completes them
//	min, max            the limits of a number
//	keep                a comma: the entries of the list may hold commas, and each needs a flag of its own
//
// A field whose type unmarshals text reads its own values. Structs share fields by embedding structs.
package config
