package report

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"feltlab/dataset/table"
	"feltlab/model/features"
	"feltlab/report/draw"
	"feltlab/report/page"
)

// Report is the data of a page.
type Report struct {
	title   string
	live    bool
	plain   ownTable
	leftOut []string
	blocks  []block
	own     []*ownSubject
	more    string // name of the file with what Divide took out
	input   *Input
}

// New reads the results below paths and makes the data of their page. The error wraps ErrInput, ledger.ErrResults or
// fit.ErrResults, or comes from the system or the context.
func New(ctx context.Context, paths []string, o Options) (*Report, error) {
	in, err := read(ctx, paths, o)
	if err != nil {
		return nil, err
	}
	all, err := makeBlocks(ctx, in, blocks)
	if err != nil {
		return nil, err
	}
	if err := in.unused(); err != nil {
		return nil, err
	}
	own, err := in.ownSubjects()
	if err != nil {
		return nil, err
	}
	return &Report{in.Title, in.Live, in.plain(), in.leftOut, all, own, "", in}, nil
}

// A page with more than mostRows results or mostOwn subjects of one's own is divided.
const mostRows, mostOwn = 500, 6

// Divide moves what few readers ask for from a page that it makes large to a page that needs no script: the results of
// one's own, and the table for browsers without scripts. The first page links to the second one by its file's name.
// Divide returns nil for a smaller page.
func (r *Report) Divide(name string) *Report {
	if len(r.plain.Rows) <= mostRows && len(r.own) <= mostOwn {
		return nil
	}
	all := &ownSubject{
		Title: "All results", Tables: []ownTable{r.plain},
		Facts: []string{"Errors, and bounds of errors, are percentage points."},
	}
	more := &Report{title: r.title + ": the rest", own: append(r.own, all)}
	r.more, r.own, r.plain = name, nil, ownTable{Sheet: table.NewSheet()}
	return more
}

// LeftOut returns sentences that say what the page leaves out of large files.
func (r *Report) LeftOut() []string { return r.leftOut }

type about struct {
	Title   string   `json:"title"`
	Version string   `json:"version"`
	Reading string   `json:"reading"`
	Written string   `json:"written"` // RFC 3339
	Paths   []string `json:"paths"`
	Live    bool     `json:"live"`
	LeftOut []string `json:"left_out"` // sentences
	// Palette and Heat are the colours of series and of heat maps in all figures.
	Palette []string `json:"palette"`
	Heat    []string `json:"heat"`
}

func aboutBlock(_ context.Context, in *Input) (any, error) {
	return about{in.Title, in.Version, features.Version, time.Now().UTC().Format(time.RFC3339), in.paths, in.Live,
		in.leftOut, draw.Palette(), draw.HeatScale()}, nil
}

// featureRow is a feature; the rows are in the order of the numbers, from 1.
type featureRow struct {
	Name     string `json:"name"`
	Sentence string `json:"sentence"`
}

func featuresBlock(context.Context, *Input) (any, error) {
	var rows []featureRow
	for _, f := range features.All() {
		rows = append(rows, featureRow{f.Name, f.Sentence})
	}
	return columnsOf(rows), nil
}

// makeBlock returns the data of a block, or nil if the files have none.
type makeBlock func(ctx context.Context, in *Input) (any, error)

type namedBlock struct {
	name string
	make makeBlock
}

var blocks = []namedBlock{
	{"about", aboutBlock},
	{"features", featuresBlock},
	{"solves", solvesBlock},
	{"certificates", certificatesBlock},
	{"round", roundBlock},
	{"published", publishedBlock},
	{"flops", flopsBlock},
	{"headsup", headsUpBlock},
	{"jamfold", jamfoldBlock},
	{"tables", tablesBlock},
	{"postflop", postflopBlock},
	{"strength", strengthBlock},
	{"provenance", provenanceBlock},
}

// everyPage has the blocks that do not depend on the results.
var everyPage = []string{"about", "features", "published", "headsup", "provenance"}

type block struct {
	Name string
	JSON []byte
}

func makeBlocks(ctx context.Context, in *Input, blocks []namedBlock) ([]block, error) {
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

// Packed is a column of non-negative whole numbers: the lowest byte of each, then the next of each, Width bytes in all,
// compressed by gzip, which JSON writes as base64. unpack in page/src/data.ts reads it.
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
	for b := range width {
		for _, v := range column {
			text = append(text, byte(uint64(v)>>(8*b)))
		}
	}
	return Packed{len(column), width, squeeze(text)}
}

func squeeze(text []byte) []byte {
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
	return out.Bytes()
}

//go:embed page.html
var pageText string

// longCell is the length of a cell from which on it is broken into lines.
const longCell = 40

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"long": func(cell string) bool { return len(cell) >= longCell },
}).Parse(pageText))

type pageParts struct {
	Title, Policy string
	Style         template.CSS
	Script        template.JS // packed
	Loader        template.JS // expands what is packed
	Blocks        []scriptBlock
	More          string   // name of a file with more
	Rows          ownTable // for browsers without scripts
	Own           []*ownSubject
	Scripted      bool // there are tabs
}

type scriptBlock struct {
	Name   string
	Packed bool // JSON is a string: the block, compressed by gzip, as base64
	JSON   template.JS
}

// packedFrom is the size of blocks that are worth packing, in bytes.
const packedFrom = 1 << 14

func packText(text []byte) template.JS {
	return template.JS(`"` + base64.StdEncoding.EncodeToString(squeeze(text)) + `"`)
}

var packedScript = sync.OnceValue(func() template.JS { return packText([]byte(page.Script)) })

// Write writes the page.
func (r *Report) Write(w io.Writer) error {
	p := pageParts{Title: r.title, Policy: policy(r.live), Style: template.CSS(page.Style),
		Script: packedScript(), Loader: template.JS(page.Loader), Rows: r.plain, Own: r.own, More: r.more,
		Scripted: r.live || len(r.own) == 0}
	for _, b := range r.blocks {
		p.Scripted = p.Scripted || !slices.Contains(everyPage, b.Name)
		script := scriptBlock{b.Name, false, template.JS(b.JSON)}
		if len(b.JSON) >= packedFrom {
			script.Packed, script.JSON = true, packText(b.JSON)
		}
		p.Blocks = append(p.Blocks, script)
	}
	return pageTemplate.Execute(w, p)
}

// plain lists the results for browsers without scripts.
func (in *Input) plain() ownTable {
	t := table.NewSheet("hand", "range", "program", "features", "error", "bound", "status", "file")
	for _, r := range in.results {
		if r.brief {
			continue
		}
		errs := ""
		if e := r.ownError(); !math.IsNaN(e) {
			errs = table.Fixed(100*e, 4)
		}
		t.Add(r.Hand().Text, r.RangeText(), r.Program().String(), strconv.Itoa(len(r.Features)), errs, r.Bound(),
			string(r.Status), in.Solves[r.files[0]].File)
	}
	return ownTable{Sheet: t}
}

// policy is the page's Content-Security-Policy: it allows this style and this script, and loads nothing. A live page
// may also send requests to its server.
func policy(live bool) string {
	parts := []string{
		"default-src 'none'", "script-src " + hash(page.Loader) + " " + hash(page.Script),
		"style-src " + hash(page.Style) + " " + hash(page.ChartStyle),
		"img-src data:", "base-uri 'none'", "form-action 'none'",
	}
	if live {
		parts = append(parts, "connect-src 'self'")
	}
	return strings.Join(parts, "; ")
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
