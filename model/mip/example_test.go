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
	// OBJSENSE
	//  MIN
	// ROWS
	//  N OBJ
	//  L up1
	//  G fit
	// COLUMNS
	//  x1 OBJ 1
	//  x1 up1 1
	//  x1 fit 1
	//  MARKER 'MARKER' 'INTORG'
	//  z1 up1 -1
	//  MARKER 'MARKER' 'INTEND'
	// RHS
	//  RHS OBJ -0.25
	//  RHS fit 0.5
	// RANGES
	//  RNG fit 0.25
	// BOUNDS
	//  LO BND x1 -1
	//  UP BND x1 1
	//  BV BND z1
	// ENDATA
}

func ExampleModel_Violation() {
	m := &mip.Model{}
	z := m.AddColumn(mip.Column{Name: "z", Cost: 2, Upper: 1, Integer: true})
	m.AddRow(mip.Row{Name: "at_most_one", Lower: math.Inf(-1), Upper: 1}, []int32{int32(z)}, []float64{1})
	fmt.Println(m.Objective([]float64{1}), m.Violation([]float64{1}))
	fmt.Println(m.Objective([]float64{0.75}), m.Violation([]float64{0.75}))
	// Output:
	// 2 0
	// 1.5 0.25
}
