package table

import (
	"reflect"
	"slices"
	"strconv"
)

// seats prints the numbers by seat of an answer: a table for all fields with the same names. The seats are its columns
// if they are not more than the fields or than two, else its rows.
func (s *shower) seats(v reflect.Value, fields []answerField) {
	for len(fields) > 0 {
		by := fields[0].people.by
		group := slices.DeleteFunc(slices.Clone(fields), func(f answerField) bool { return f.people.by != by })
		s.bySeat(v, s.names(by, v, &group[0]), group)
		fields = slices.DeleteFunc(fields, func(f answerField) bool { return f.people.by == by })
	}
}

func (s *shower) bySeat(v reflect.Value, names []string, fields []answerField) {
	const most = 2
	across := len(names) <= max(most, len(fields))
	for i := range fields {
		s.inUnit(&fields[i].people)
	}
	corner := fields[0].people.unit
	if !across || slices.ContainsFunc(fields, func(f answerField) bool { return f.people.unit != corner }) {
		corner = ""
	}
	var heads []string
	for i := range fields {
		if corner != "" {
			fields[i].people.unit = ""
		}
		heads = append(heads, fields[i].people.heading(fields[i].name, true))
	}
	rows, columns := heads, names
	cell := func(row, column int) string { return fields[row].entry(v, column) }
	if !across {
		rows, columns = names, heads
		cell = func(row, column int) string { return fields[column].entry(v, row) }
	}
	sheet := &Sheet{}
	sheet.addColumn(corner, false, rows)
	for k, head := range columns {
		var cells []string
		for i := range rows {
			cells = append(cells, cell(i, k))
		}
		sheet.addColumn(head, true, cells)
	}
	s.print(sheet)
}

// names lists the names of seats, from a field or method of the answer or of one around it; else numbers from 1.
func (s *shower) names(by string, v reflect.Value, f *answerField) (names []string) {
	for _, v := range slices.Backward(append(slices.Clone(s.around), v)) {
		if v = follow(v); !v.IsValid() {
			continue
		}
		if v.CanAddr() {
			v = v.Addr()
		}
		found := v.MethodByName(by)
		if found.IsValid() {
			found = found.Call(nil)[0]
		} else {
			found = reflect.Indirect(v).FieldByName(by)
		}
		if found.IsValid() {
			for i := range found.Len() {
				names = append(names, found.Index(i).String())
			}
			return names
		}
	}
	if list, ok := f.in(v); ok {
		for i := range list.Len() {
			names = append(names, strconv.Itoa(i+1))
		}
	}
	return names
}
