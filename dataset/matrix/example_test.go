package matrix_test

import (
	"bytes"
	"context"
	"fmt"

	"feltlab/dataset/matrix"
	"feltlab/model/cards"
)

func ExampleBuild() {
	m, err := matrix.Build(context.Background(), "AA", "RUS", 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer
	if err := matrix.EncodeParquet(&file, m); err != nil {
		fmt.Println(err)
		return
	}
	back, err := matrix.Decode(bytes.NewReader(file.Bytes()))
	if err != nil {
		fmt.Println(err)
		return
	}
	row := back.Flops[0]
	fmt.Println(back.Hand, "against", back.Range, "on", len(back.Flops), "flops")
	fmt.Printf("%s: %d of %d won, equity %.4f, %d flops like it\n",
		cards.Format(row.Cards[:]), row.Wins, 990*row.Combos, row.Equity(), row.OrbitWeight)

	_, err = matrix.Build(context.Background(), "AA", "KK,AdKd", 0)
	fmt.Println(err)
	// Output:
	// AA against RUS on 19600 flops
	// 2h2d2c: 18212 of 20790 won, equity 0.9028, 2 flops like it
	// a class of hands needs a suit-symmetric range: "KK,AdKd" tells suits apart; name two cards instead of AA, such as AsAh
}
