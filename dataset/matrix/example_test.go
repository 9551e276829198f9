package matrix_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"feltlab/dataset/matrix"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

func ExampleMeta_Build() {
	m, err := asked("AA", "RUS").Build(context.Background(), 0, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer
	if err := m.Write(&file, "parquet"); err != nil {
		fmt.Println(err)
		return
	}
	back, err := asked("AA", "RUS").Decode(bytes.NewReader(file.Bytes()))
	if err != nil {
		fmt.Println(err)
		return
	}
	row := back.List[0]
	fmt.Println(back.Hand, "against", back.Range, "on", len(back.List), "flops")
	fmt.Printf("%s: %d of %d won, equity %.4f\n", cards.Format(row.Cards()), row.Wins, row.Deals, row.Equity())

	_, err = asked("AA", "KK,AdKd").Build(context.Background(), 0, nil)
	fmt.Println(strings.Replace(err.Error(), "; ", ";\n", 1))
	// Output:
	// AA against RUS on 19600 flops
	// 2h2d2c: 18212 of 20790 won, equity 0.9028
	// a class of hands needs a suit-symmetric range: "KK,AdKd" tells suits apart;
	// name two cards instead of AA, such as AsAh
}

func asked(hand, rng string) (m matrix.Meta) {
	m.Hand, _ = ranges.ParseHand(hand)
	m.Range, _ = ranges.Parse(rng)
	return m
}
