package report

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
)

// makeBlock returns the data of a block, or nil if the files have none.
type makeBlock func(ctx context.Context, in *Input) (any, error)

var blocks = []struct {
	name string
	make makeBlock
}{
	{"about", aboutBlock},
	{"features", featuresBlock},
	{"solves", solvesBlock},
	{"certificates", certificatesBlock},
	{"round", roundBlock},
	{"published", publishedBlock},
	{"flops", flopsBlock},
	{"jamfold", jamfoldBlock},
	{"strength", strengthBlock},
	{"provenance", provenanceBlock},
}

type block struct {
	Name string
	JSON []byte
}

func makeBlocks(ctx context.Context, in *Input) ([]block, error) {
	var out []block
	for _, b := range blocks {
		data, err := b.make(ctx, in)
		if err != nil {
			return nil, err
		}
		if data == nil {
			continue
		}
		// Marshal escapes all text that could end a script element.
		text, err := json.Marshal(data)
		if err != nil {
			return nil, fmt.Errorf("block %s of the report: %w", b.name, err)
		}
		out = append(out, block{b.name, text})
	}
	return out, nil
}

// columnsOf turns rows into a block with a column for each field of a row, under its JSON name.
func columnsOf[R any](rows []R) map[string]any {
	t, columns := reflect.TypeFor[R](), map[string]any{}
	for i := range t.NumField() {
		column := reflect.MakeSlice(reflect.SliceOf(t.Field(i).Type), 0, len(rows))
		for k := range rows {
			column = reflect.Append(column, reflect.ValueOf(&rows[k]).Elem().Field(i))
		}
		columns[t.Field(i).Tag.Get("json")] = column.Interface()
	}
	return columns
}

// Packed is a column of non-negative whole numbers: each little-endian in Width bytes, all compressed by gzip, which
// JSON writes as base64. unpack in page/src/data.ts reads it.
type Packed struct {
	Count int    `json:"count"`
	Width int    `json:"width"`
	Gzip  []byte `json:"gzip"`
}

// Pack packs a column.
func Pack[T ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~int](column []T) Packed {
	largest, width := uint64(0), 1
	for _, v := range column {
		largest = max(largest, uint64(v))
	}
	for largest>>(8*width) != 0 {
		width++
	}
	text := make([]byte, 0, width*len(column))
	for _, v := range column {
		for b := range width {
			text = append(text, byte(uint64(v)>>(8*b)))
		}
	}
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(text)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err) // cannot happen: the level is valid, and a buffer takes all bytes
	}
	return Packed{len(column), width, out.Bytes()}
}
