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
		var group, others []answerField
		for _, f := range fields {
			if f.people.by == by {
				group = append(group, f)
			} else {
				others = append(others, f)
			}
		}
		s.bySeat(v, s.names(by, v, &group[0]), group)
		fields = others
	}
}

func (s *shower) bySeat(v reflect.Value, names []string, fields []answerField) {
	const most = 2
	across := len(names) <= max(most, len(fields))
	for i := range fields {
		s.inUnit(&fields[i].people)
	}
	corner := fields[0].people.unit
	for i := range fields {
		if fields[i].people.unit != corner || !across {
			corner = ""
		}
	}
	var heads []string
	for i := range fields {
		if corner != "" {
			fields[i].people.unit = ""
		}
		heads = append(heads, fields[i].people.heading(fields[i].name, true))
	}
	sheet := &Sheet{}
	if across {
		sheet.addColumn(corner, false, heads)
		for i, name := range names {
			var cells []string
			for k := range fields {
				cells = append(cells, fields[k].entry(v, i))
			}
			sheet.addColumn(name, true, cells)
		}
	} else {
		sheet.addColumn("", false, names)
		for k, head := range heads {
			var cells []string
			for i := range names {
				cells = append(cells, fields[k].entry(v, i))
			}
			sheet.addColumn(head, true, cells)
		}
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
