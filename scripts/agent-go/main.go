package main

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"feltlab/dataset/buckets"
	"feltlab/dataset/strategyfile"
	"feltlab/model/cards"
	"feltlab/model/game"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "agent-go:", err)
		os.Exit(1)
	}
}

func run(args []string, in io.Reader, out io.Writer) error {
	if len(args) != 2 {
		return errors.New("want a game and a strategy file")
	}
	games := map[string]game.Game{"kuhn": game.Kuhn(), "leduc": game.Leduc(), "limit-holdem": game.LimitHoldem()}
	g := games[args[0]]
	if g == nil {
		return fmt.Errorf("no game %q", args[0])
	}
	policy, err := strategyfile.Read(args[1], g, buckets.Lookup)
	if err != nil {
		return err
	}
	return serve(g, policy, bufio.NewReader(in), bufio.NewWriter(out))
}

func serve(g game.Game, policy game.Policy, in *bufio.Reader, out *bufio.Writer) error {
	line, err := in.ReadBytes('\n')
	if err != nil {
		return err
	}
	var hello struct {
		Version int    `json:"feltlab-agent"`
		Game    string `json:"game"`
	}
	if err := json.Unmarshal(line, &hello); err != nil {
		return err
	}
	if hello.Version != 1 || hello.Game != g.Name() {
		return fmt.Errorf("asked for version %d and %s", hello.Version, hello.Game)
	}
	fmt.Fprintf(out, "{\"feltlab-agent\": 1, \"game\": %q, \"framing\": \"binary\", \"name\": \"agent-go\"}\n",
		g.Name())
	nodes := map[string]*game.Node{}
	for _, n := range g.Root().Decisions() {
		nodes[n.History] = n
	}
	for {
		if err := out.Flush(); err != nil {
			return err
		}
		content, err := frame(in)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		answer, err := answerTo(content, g, policy, nodes)
		if err != nil {
			return err
		}
		binary.Write(out, binary.LittleEndian, uint32(len(answer)))
		out.Write(answer)
	}
}

func frame(in io.Reader) ([]byte, error) {
	var length uint32
	if err := binary.Read(in, binary.LittleEndian, &length); err != nil {
		return nil, err
	}
	content := make([]byte, length)
	_, err := io.ReadFull(in, content)
	return content, err
}

func answerTo(content []byte, g game.Game, policy game.Policy, nodes map[string]*game.Node) (answer []byte, err error) {
	take := func(n int) []byte {
		part := content[:n]
		content = content[n:]
		return part
	}
	for range binary.LittleEndian.Uint32(take(4)) {
		head := take(4) // actor and numbers of cards, of actions, of letters
		var board []cards.Card
		for _, c := range take(int(head[1])) {
			board = append(board, cards.Card(c))
		}
		actions, history := take(int(head[2])), string(take(int(head[3])))
		n := nodes[history]
		if n == nil || len(actions) != len(n.Actions) || n.Actor != int(head[0]) {
			return nil, fmt.Errorf("no public state %q", history)
		}
		out := make([][]float64, len(n.Actions))
		for i := range out {
			out[i] = make([]float64, g.Hands().Len(n.Actor))
		}
		if err := policy.Vector(game.State{Node: n, Board: game.BoardOf(board...)}, out); err != nil {
			return nil, err
		}
		for _, v := range out {
			for _, p := range v {
				answer = binary.LittleEndian.AppendUint32(answer, math.Float32bits(float32(p)))
			}
		}
	}
	return answer, nil
}
