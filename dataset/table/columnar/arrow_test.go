package columnar

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"feltlab/dataset/table"
	"feltlab/dataset/tablefile"
	"feltlab/internal/must"
)

// arrowOf writes batches of one column with as many rows as sizes say, as a file and as a stream.
func arrowOf(t *testing.T, sizes ...int) (file, stream []byte) {
	t.Helper()
	schema := arrow.NewSchema([]arrow.Field{{Name: "y", Type: arrow.PrimitiveTypes.Float64}}, nil)
	var f, s bytes.Buffer
	fw, err := ipc.NewFileWriter(&f, ipc.WithSchema(schema))
	sw := ipc.NewWriter(&s, ipc.WithSchema(schema))
	for _, n := range sizes {
		b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
		for i := range n {
			b.Field(0).(*array.Float64Builder).Append(float64(i))
		}
		batch := b.NewRecordBatch()
		err = errors.Join(err, fw.Write(batch), sw.Write(batch))
	}
	must.Do(t, errors.Join(err, fw.Close(), sw.Close()))
	return f.Bytes(), s.Bytes()
}

// cellsIn reads all columns and joins the cells of each row.
func cellsIn(content []byte) (rows []string, err error) {
	err = tablefile.Rows(bytes.NewReader(content), func(h tablefile.Header) ([]bool, error) {
		rows = append(rows, strings.Join(h.Columns, ","))
		return slices.Repeat([]bool{true}, len(h.Columns)), nil
	}, func(_ int64, cells []string) error {
		rows = append(rows, strings.Join(cells, ","))
		return nil
	})
	return rows, err
}

// TestCutArrow reads files and streams of three batches only with their ends: those that are cut at any byte are
// refused.
func TestCutArrow(t *testing.T) {
	file, stream := arrowOf(t, 2, 3, 1)
	for name, content := range map[string][]byte{"file": file, "stream": stream} {
		must.Equal(t, len(must.Get(cellsIn(content))(t)), 7, name)
		for n := len(arrowMagic); n < len(content); n++ {
			if rows, err := cellsIn(content[:n]); !errors.Is(err, tablefile.ErrColumns) ||
				!strings.Contains(err.Error(), "damaged or cut Arrow") {
				t.Fatalf("%s, %d of %d bytes: %q, %v", name, n, len(content), rows, err)
			}
		}
	}
}

// TestArrowOfJavaScript reads what apache-arrow for JavaScript wrote: the columns are described in the footer alone.
func TestArrowOfJavaScript(t *testing.T) {
	content := must.Get(os.ReadFile("testdata/javascript.arrow"))(t)
	rows, err := cellsIn(content)
	if want := "y,x,c 0,0,red 1.5,1,blue 3,2,red 4.5,3, 6,0,red"; err != nil || strings.Join(rows, " ") != want {
		t.Errorf("%q, %v; want %s", rows, err, want)
	}
}

// TestHostileArrow refuses footers by which a file is read many times, and batches whose rows take no bytes.
func TestHostileArrow(t *testing.T) {
	file, _ := arrowOf(t, 512, 1, 1, 1)
	footer := file[bytes.LastIndex(file, []byte{0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0}):]
	const size = 24 // of a place in the footer: where a batch begins, and the lengths of its two parts
	at := bytes.Index(footer, binary.LittleEndian.AppendUint64(nil, 512*8)) - size + 8
	for i := range 3 {
		copy(footer[at+size*(i+1):][:size], footer[at:])
	}
	must.Fails(cellsIn(file))(t, "lists more batches than")
	var out bytes.Buffer
	schema := arrow.NewSchema([]arrow.Field{{Name: "y", Type: arrow.Null, Nullable: true}}, nil)
	w := ipc.NewWriter(&out, ipc.WithSchema(schema))
	const n = 1 << 40
	must.Do(t, errors.Join(w.Write(array.NewRecordBatch(schema, []arrow.Array{array.NewNull(n)}, n)), w.Close()))
	must.Fails(cellsIn(out.Bytes()))(t, "rows in")
}

// TestEncodings refuses text that is not UTF-8 with the way to convert it, wherever the caller wants it.
func TestEncodings(t *testing.T) {
	for text, want := range map[string]string{
		"y,gr\xf6\xdfe\n1,2\n": `the name "gr\xf6\xdfe" of a column is not UTF-8; want UTF-8: ` +
			`iconv -f WINDOWS-1252 -t UTF-8`,
		"y,name\n1,M\xfcller\n":   `column "name", row 1: "M\xfcller" is not UTF-8; want UTF-8: iconv -f`,
		"\xff\xfey\x00,\x00a\x00": "the file is in UTF-16; want UTF-8: iconv -f UTF-16 -t UTF-8 OLD.csv > NEW.csv",
		"\xfe\xff\x00y\x00,\x00a": "the file is in UTF-16",
	} {
		must.Fails(cellsIn([]byte(text)))(t, tablefile.ErrColumns, want)
	}
	for text, want := range map[string]string{
		"\ufeff\"größe\",y\n1,Müller\n": "größe,y 1,Müller",
		"\ufeffy\n\u00a0x\ufffd\n":      "y x\ufffd",
	} {
		must.Equal(t, strings.Join(must.Get(cellsIn([]byte(text)))(t), " "), want, text)
	}
	names := 0
	err := tablefile.Rows(strings.NewReader("a,b\n\xfc,1\n"), func(tablefile.Header) ([]bool, error) {
		return []bool{false, true},
			nil
	},
		func(int64, []string) error { names++; return nil })
	if err != nil || names != 1 {
		t.Errorf("a column that nobody wants: %v", err)
	}
}

// TestSpaces reads names and cells without the white space around them, whatever the kind of file.
func TestSpaces(t *testing.T) {
	columns := []table.Column[string]{table.Text("  name ", func(r *string) string { return *r })}
	for _, format := range []string{"csv", "parquet", "arrow"} {
		var b bytes.Buffer
		must.Do(t, table.Write(&b, format, columns, nil, []string{" red ", "\tdark red", "blue\u00a0"}))
		must.Equal(t, must.Get(cellsIn(b.Bytes()))(t), []string{"name", "red", "dark red", "blue"}, format)
	}
}
