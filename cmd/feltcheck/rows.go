package main

import (
	"fmt"
	"strconv"
	"strings"

	"feltlab/dataset/tablefile"
	"feltlab/internal/disk"
	"feltlab/model/proof"
)

// exported returns the rows of a claim among the files of --rows: those whose hash the claim has. It returns nil
// without such files.
func (k *checker) exported(h *proof.Header) (*proof.Instance, error) {
	for _, path := range k.rowFiles {
		in, err := readRows(path, len(h.Labels.Columns))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if in.Digest() == h.Instance {
			return in, nil
		}
	}
	if len(k.rowFiles) > 0 {
		return nil, fmt.Errorf("it is about rows with the hash %x, which are none of %s", h.Instance,
			strings.Join(k.rowFiles, ", "))
	}
	return nil, nil
}

// rowFields are the columns of a file of rows: the numbers of the features that are true, the target and how many rows
// each stands for.
var rowFields = []tablefile.Field{{Name: "features"}, {Name: "numerator"}, {Name: "denominator"},
	{Name: "weight", Kind: tablefile.Int64s}}

// readRows reads a file of feltlab proof expand --rows.
func readRows(path string, columns int) (*proof.Instance, error) {
	file, err := disk.Open(path, disk.MostStream)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var rows []proof.Row
	err = tablefile.Read(file, rowFields, func(tablefile.Header) error { return nil },
		func(b *tablefile.Batch) (err error) {
			for i := range b.Rows {
				r := proof.Row{Weight: b.Int(3, i)}
				if r.Columns, err = columnsOf(string(b.Text(0, i)), columns); err != nil {
					return err
				}
				for at, to := range map[int]*uint64{1: &r.Numerator, 2: &r.Denominator} {
					if *to, err = strconv.ParseUint(string(b.Text(at, i)), 10, 64); err != nil {
						return fmt.Errorf("row %d: %w", b.First+int64(i)+1, err)
					}
				}
				rows = append(rows, r)
			}
			return nil
		})
	if err != nil {
		return nil, err
	}
	return proof.NewInstance(columns, rows)
}

func columnsOf(text string, most int) (v proof.Vector, err error) {
	for _, word := range strings.Fields(text) {
		id, err := strconv.Atoi(word)
		if err != nil || id < 1 || id > most {
			return v, fmt.Errorf("feature %.20q, want numbers from 1 to %d", word, most)
		}
		v = v.With(id)
	}
	return v, nil
}
