package matrix

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"

	"feltlab/dataset/table"
	"feltlab/internal/disk"
	"feltlab/model/ranges"
)

// Format is the version of the layout of matrix files.
const Format = "feltlab-matrix-1"

// Keys of a file's metadata.
const (
	keyFormat      = "feltlab.format"
	keyDefinitions = "feltlab.definitions"
	keyHand        = "feltlab.hand"
	keyCards       = "feltlab.cards"
	keyRange       = "feltlab.range"
	keySource      = "feltlab.source"
	keySHA256      = "feltlab.sha256"
)

// WriteParquet writes the matrix to a Parquet file, which appears under its name when it is
// complete, or not at all: it is written under a temporary name, synced and renamed.
func WriteParquet(path string, m *Matrix) error {
	return disk.Write(path, func(w io.Writer) error { return EncodeParquet(w, m) })
}

// EncodeParquet writes the bytes of the matrix's Parquet file to w. The error is that of w,
// or says that the matrix is not one that Build or ReadParquet returned.
func EncodeParquet(w io.Writer, m *Matrix) error {
	metadata, err := m.metadata()
	if err != nil {
		return err
	}
	return table.WriteParquet(w, columns, metadata, m.Flops)
}

// EncodeArrow writes the matrix as an Arrow IPC file, with the columns and the metadata of the
// Parquet file. The error is as for EncodeParquet.
func EncodeArrow(w io.Writer, m *Matrix) error {
	metadata, err := m.metadata()
	if err != nil {
		return err
	}
	return table.WriteArrow(w, columns, metadata, m.Flops)
}

func (m *Matrix) metadata() ([][2]string, error) {
	spec, err := ranges.ParseHand(m.Hand)
	if err != nil {
		return nil, err
	}
	return [][2]string{
		{keyFormat, Format},
		{keyDefinitions, m.Definitions},
		{keyHand, m.Hand},
		{keyCards, spec.Combo.String()},
		{keyRange, m.Range},
		{keySource, m.Source},
		{keySHA256, m.digest()},
	}, nil
}

// digest returns the SHA-256 of the metadata, one item a line, and the CSV form.
func (m *Matrix) digest() string {
	hash := sha256.New() // its Write never fails
	fmt.Fprintf(hash, "%s\n%s\n%s\n%s\n", m.Hand, m.Range, m.Definitions, m.Source)
	WriteCSV(hash, m)
	return hex.EncodeToString(hash.Sum(nil))
}
