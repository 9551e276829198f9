//go:build slow

package main

func init() { slowBlocks = true }
