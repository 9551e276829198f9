// Command gen-features writes the table of package model/features from the expressions of paper-2.yaml in
// model/featureset: numbers, names, sentences, and the expressions as Go.
//
//	go run ./scripts/gen-features -out model/features/table.go
package main
