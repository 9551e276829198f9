package report

import "strings"

// agents reads what experiment agents wrote: strategies by how long they were trained.
func agents(in *Input) (list []worstStrategy, err error) {
	for _, file := range in.Named("agents/agents.csv") {
		rows, err := readCSV(file, "strategy", "buckets", "iterations", "exploitability", "standard_error", "exact", "respond", "tilt")
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			x, err := row.numbers("exploitability", "standard_error", "iterations")
			if err != nil {
				return nil, err
			}
			s := worstStrategy{
				Name: row.text["strategy"] + ", " + row.text["iterations"] + " iterations", Game: limitHoldem, Unit: millibigblinds, Source: file,
				Status: "estimate", Exploitability: x[0], StandardError: x[1], Iterations: int(x[2]), Training: row.text["strategy"],
			}
			exact := ""
			if row.text["exact"] == "yes" {
				exact = ", exactly"
				s.Status, s.StandardError = "exact", 0
				s.Name, s.Training = s.Name+exact, s.Training+exact
			}
			family, size, err := bucketsOf(&row)
			if err != nil {
				return nil, err
			}
			s.Buckets = size
			if row.has(lossColumns...) {
				if s.Rounds, err = row.numbers(lossColumns...); err != nil {
					return nil, err
				}
			}
			if seats := []string{"small blind wins", "big blind wins"}; row.has(seats...) {
				if s.Seats, err = row.numbers(seats...); err != nil {
					return nil, err
				}
			}
			if strings.Trim(row.text["tilt"], "0, ") == "" { // tilted ones would stand above their like
				solver := ", linear CFR"
				if row.text["respond"] != "" {
					solver = ", CFR-BR"
				}
				s.Family = family + solver + exact
			}
			list = append(list, s)
		}
	}
	return list, nil
}
