// Package examples embeds the games of this folder, for experiments.
package examples

import "embed"

// Games has the files postflop-*.yaml, which package pipeline/postflop reads.
//
//go:embed postflop-*.yaml
var Games embed.FS
