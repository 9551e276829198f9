// Agent-go is an agent for feltlab in Go: it answers in binary frames (docs/agents.md) with what a strategy file says.
//
//	go build -o agent ./scripts/agent-go
//	feltlab bestresponse --game leduc --opponent "exec:./agent leduc strategy.txt"
package main
