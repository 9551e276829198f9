package sweep

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"sync"

	"feltlab/dataset/atomicfile"
	"feltlab/dataset/table"
	"feltlab/model/features"
	"feltlab/pipeline/fit"
)

// Folder is where a sweep's results go.
type Folder struct {
	path string
	mu   sync.Mutex
	log  *os.File
}

// OpenFolder creates the folder and opens its solves.jsonl, so that a folder that cannot be
// written is found before work starts. While the sweep runs, results are appended as they
// come; Close puts all of them in the configuration's order.
func OpenFolder(path string) (*Folder, error) {
	if err := os.MkdirAll(path, 0o777); err != nil {
		return nil, err
	}
	log, err := os.OpenFile(filepath.Join(path, SolvesFile), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err
	}
	return &Folder{path: path, log: log}, nil
}

// Append writes one finished result to solves.jsonl. It may be called from many goroutines.
func (f *Folder) Append(r *fit.Result) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return json.NewEncoder(f.log).Encode(r)
}

// Close writes solves.jsonl in order, table.csv and table.parquet. Results that are nil, not
// finished, are left out.
func (f *Folder) Close(results []*fit.Result) error {
	if err := f.log.Close(); err != nil {
		return err
	}
	var finished []*fit.Result
	for _, r := range results {
		if r != nil {
			finished = append(finished, r)
		}
	}
	if err := WriteSolves(f.path, finished); err != nil {
		return err
	}
	for _, name := range []string{TableFile, ParquetFile} {
		content, err := Render(name, finished)
		if err != nil {
			return err
		}
		err = atomicfile.Write(filepath.Join(f.path, name), func(w io.Writer) error {
			_, err := w.Write(content)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Render makes the table TableFile or ParquetFile of results.
func Render(name string, results []*fit.Result) ([]byte, error) {
	var b bytes.Buffer
	if name == ParquetFile {
		err := table.WriteParquet(&b, columnsOf(results), [][2]string{{"feltlab.format", "feltlab-sweep-1"}, {"feltlab.definitions", features.Version}}, results)
		return b.Bytes(), err
	}
	err := table.WriteCSV(&b, columnsOf(results), results)
	return b.Bytes(), err
}
