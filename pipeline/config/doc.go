// Package config reads YAML files strictly into structs: unknown keys, wrong types and bad
// values are errors of one line that name the file, the key and what was expected, with the
// nearest key where one is misspelt. The cost is that of reading a small file.
package config
