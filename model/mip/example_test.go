package mip_test

import (
	"fmt"
	"math"
	"os"

	"feltlab/model/mip"
)

func ExampleWriteMPS() {
	m := &mip.Model{Name: "tiny", Offset: 0.25}
	x := m.AddColumn(mip.Column{Name: "x1", Cost: 1, Lower: -1, Upper: 1})
	z := m.AddColumn(mip.Column{Name: "z1", Upper: 1, Integer: true})
	m.AddRow(mip.Row{Name: "up1", Lower: math.Inf(-1), Upper: 0}, []int32{int32(x), int32(z)}, []float64{1, -1})
	m.AddRow(mip.Row{Name: "fit", Lower: 0.5, Upper: 0.75}, []int32{int32(x)}, []float64{1})
	if err := mip.WriteMPS(os.Stdout, m); err != nil {
		fmt.Println(err)
	}
	// Output:
	// NAME tiny
	// ROWS
	//  N  objective
	//  L up1
	//  G fit
	// COLUMNS
	//  x1 objective 1
	//  x1 up1 1
	//  x1 fit 1
	//  MARKER 'MARKER' 'INTORG'
	//  z1 up1 -1
	//  MARKER 'MARKER' 'INTEND'
	//  offset objective 0.25
	// RHS
	//  RHS fit 0.5
	// RANGES
	//  RNG fit 0.25
	// BOUNDS
	//  LO BND x1 -1
	//  UP BND x1 1
	//  LO BND z1 0
	//  UP BND z1 1
	//  FX BND offset 1
	// ENDATA
}
