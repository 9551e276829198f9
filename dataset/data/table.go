package data

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/bits"
	"path/filepath"
	"slices"
	"strings"

	"feltlab/dataset/tablefile"
	"feltlab/internal/disk"
	"feltlab/model/proof"
)

// Row is some rows of the file that are equal in yes/no columns and target.
type Row struct {
	Columns proof.Vector
	Target  proof.Decimal // rounded down
	Rest    uint64        `json:",omitempty"` // what Target lacks, in 10^-27; 0 for targets of at most nine digits
	Weight  int64
}

func (r *Row) exact() exact { return exact{r.Target, r.Rest} }

// Table is a table as yes/no columns and targets.
type Table struct {
	File      string            // name of the file, without its folder
	Digest    [sha256.Size]byte // of the file's bytes
	Options   Options           // normalized
	FileRows  int64             // rows of the file
	Columns   []Column          // yes/no columns, numbered from 1
	Low, High proof.Decimal     // the least and the greatest target, rounded outward; with ZeroInRange 0 is between
	Scale     int               // digits after the point of the targets
	Rows      []Row             // merged, by columns and target
	Weight    int64             // of all rows
	Rules     *proof.Rules      // which formulas are allowed
	With      []int             // columns that every formula has, ascending
	Dull      []string          // columns of the file that have one value, so that they make no yes/no column
	Notes     []string          `json:",omitempty"` // on columns whose reading may surprise
	Left      int64             `json:",omitempty"` // rows of the file without a target or with the weight 0, left out
	// Unit is the row weight that counts as 1 in Weight, a decimal of which all weights are multiples, where some are
	// no whole numbers; else 0.
	Unit float64 `json:",omitempty"`
}

// Read reads a file. The error wraps ErrData, one of package table, or is the system's; it says what to change.
func Read(path string, o Options) (*Table, error) {
	return ReadRows(path, o, func(int64) bool { return true })
}

// ReadRows is Read for the rows that are in, counted from 1.
func ReadRows(path string, o Options, in func(row int64) bool) (*Table, error) {
	t, err := open(path, o, func(file tablefile.Source, o Options) (*Table, error) {
		return readSome(file, o, in, nil)
	})
	if err != nil {
		return nil, err
	}
	t.File = filepath.Base(path)
	return t, nil
}

// open calls a function with a file and normalized options.
func open(path string, o Options, use func(tablefile.Source, Options) (*Table, error)) (out *Table, err error) {
	if o, err = o.Normalized(); err != nil {
		return out, err
	}
	file, err := disk.OpenPiped(path, disk.MostStream)
	if err != nil {
		return out, err
	}
	defer file.Close()
	out, err = use(file, o)
	if system := new(fs.PathError); err != nil && !errors.As(err, &system) {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return out, err
}

// DigestOf returns the SHA-256 of a file.
func DigestOf(path string) (digest [sha256.Size]byte, err error) {
	file, err := disk.OpenPiped(path, disk.MostStream)
	if err != nil {
		return digest, err
	}
	defer file.Close()
	return digestOf(io.NewSectionReader(file, 0, math.MaxInt64))
}

func digestOf(file io.Reader) (digest [sha256.Size]byte, err error) {
	hash := sha256.New()
	_, err = io.Copy(hash, file)
	hash.Sum(digest[:0])
	return digest, err
}

// readSome reads the rows that are in, counted from 1.
func readSome(file tablefile.Source, o Options, in func(row int64) bool, c *choices) (*Table, error) {
	t := &Table{Options: o}
	columns, err := t.load(file, in, c)
	if err == nil && c != nil {
		columns, err = c.decide(t, columns)
	}
	if err != nil {
		return nil, err
	}
	return t, t.make(columns, c)
}

// load reads the columns of a file that the options leave in. Rows without a target and with the weight 0 do not count.
func (t *Table) load(file tablefile.Source, in func(row int64) bool, c *choices) (columns []*source, err error) {
	t.Digest, err = digestOf(io.NewSectionReader(file, 0, math.MaxInt64))
	if err != nil {
		return nil, err
	}
	of := func(r role) int { return slices.IndexFunc(columns, func(s *source) bool { return s.role == r }) }
	estimated, heavy := 0, 0
	err = tablefile.Rows(file, func(h tablefile.Header) (wanted []bool, err error) {
		columns, wanted, err = choose(h, &t.Options, c)
		estimated, heavy = of(target), of(weight)
		return wanted, err
	}, func(row int64, cells []string) error {
		switch o := &t.Options; {
		case !in(row):
			return nil
		case o.Words.Missing(cells[estimated]) || heavy >= 0 && o.Decimal.zero(cells[heavy]):
			t.Left++
			return nil
		}
		t.FileRows++
		for i, cell := range cells {
			if err := columns[i].add(row, cell); err != nil {
				return err
			}
		}
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case t.FileRows == 0 && t.Left > 0:
		return nil, bad("no row has a target and a weight above 0")
	case t.FileRows == 0:
		return nil, bad("no rows after the header")
	}
	return columns, nil
}

// unnamed begins the name of a column without one; its number in the file follows.
const unnamed = "column "

// rowsOf returns the targets and the weights by row, and the column of the targets. Weights that are no whole numbers
// count in the largest unit in which they are.
func (t *Table) rowsOf(columns []*source) (from *source, targets func(row int) exact, weights func(row int) int64,
	err error) {
	weights = func(int) int64 { return 1 }
	for _, s := range columns {
		switch s.role {
		case target:
			from, targets = s, s.decimals()
		case weight:
			heavy := s.decimals()
			unit, err := unitOf(heavy, int(t.FileRows))
			if err != nil {
				return nil, nil, nil, bad("row weight %q: %w", s.name, err)
			}
			if unit.floor != billion {
				t.Unit = unit.Float()
			}
			weights = func(row int) int64 { return heavy(row).in(unit) }
		}
	}
	return from, targets, weights, nil
}

// make fills the table from the columns of the file.
func (t *Table) make(columns []*source, c *choices) error {
	from, targets, weights, err := t.rowsOf(columns)
	if err == nil {
		err = t.measure(from, targets, weights, c)
	}
	if err != nil {
		return err
	}
	splits, count, err := t.split(columns, weights, c)
	switch {
	case err != nil:
		return err
	case count > mostColumns:
		return tooMany(splits, count)
	case count == 0:
		return bad("no yes/no columns: every column but the target has one value")
	}
	for _, p := range splits {
		p.from.codes = nil
		if p.count == 0 {
			t.Dull = append(t.Dull, p.from.name)
		}
		if p.note != "" {
			t.Notes = append(t.Notes, p.note)
		}
		t.Columns = append(t.Columns, p.columns...)
	}
	if err := t.checkNames(); err != nil {
		return err
	}
	t.merge(splits, targets, weights)
	if t.Options.Pairs {
		if err := t.addPairs(splits); err != nil {
			return err
		}
		if err := t.checkNames(); err != nil {
			return err
		}
	}
	c.counted(t)
	return t.setRules()
}

// split makes the yes/no columns of each column. Where Open may choose, it takes fewer thresholds until there are at
// most defaultColumns yes/no columns.
func (t *Table) split(columns []*source, weights func(int) int64, c *choices) (splits []*split, count int, err error) {
	splits, count = nil, 0
	for _, s := range columns {
		if s.role != feature || slices.Contains(t.Options.Drop, s.name) {
			continue
		}
		p, err := splitOf(s, &t.Options, weights)
		if many := (*manyCategories)(nil); errors.As(err, &many) && !many.numbers && c.drop(&t.Options, s.name,
			many.why, s.unnamed) {
			continue
		}
		if err != nil {
			return nil, 0, err
		}
		splits, count = append(splits, p), count+p.count
	}
	if c == nil || !c.fewer || count <= defaultColumns && !t.Options.Pairs {
		return splits, count, nil
	}
	q, most := t.Options.Thresholds, defaultColumns
	if t.Options.Pairs {
		most = mostColumns
	}
	sums := make([]int, q+1)
	for _, p := range splits {
		for k, n := range p.counts(q, weights) {
			if t.Options.Pairs {
				n += sums[k] * n // its products with the columns before
			}
			sums[k] += n
		}
	}
	for q > 1 && sums[q] > most {
		q--
	}
	if sums[q] > most || q == t.Options.Thresholds {
		return splits, count, nil
	}
	t.Options.Thresholds = q
	c.note("columns of numbers have %d thresholds, not %d, so that there are at most %d yes/no columns; --thresholds "+
		"asks for another number", q, DefaultThresholds, most)
	return t.split(columns, weights, c)
}

// measure finds the range and the scale of the targets, and the sum of the weights.
func (t *Table) measure(from *source, targets func(int) exact, weights func(int) int64, c *choices) error {
	for row := range int(t.FileRows) {
		if t.Weight += weights(row); t.Weight > mostWeight {
			return bad("the rows weigh more than 2^31%s in all; divide the weights by a common divisor, or take fewer "+
				"rows", t.times())
		}
	}
	least, most, err := t.ends(targets)
	if c != nil && (err != nil || from.cut) {
		if err = c.fit(t, from, least, most, err); err == nil {
			_, _, err = t.ends(targets)
		}
	}
	if c != nil && err == nil && t.Options.Power != 0 {
		c.note("target %q, its errors and weights count in units of 1e%d", t.Options.Target, t.Options.Power)
	}
	return err
}

// times says in which unit the rows weigh, if it is not 1.
func (t *Table) times() string {
	if t.Unit == 0 {
		return ""
	}
	return fmt.Sprintf(" times %v, the largest unit of the weights,", t.Unit)
}

// TotalWeight returns the weight of all rows as the file has it.
func (t *Table) TotalWeight() float64 {
	if t.Unit == 0 {
		return float64(t.Weight)
	}
	return float64(t.Weight) * t.Unit
}

// ends finds the ends and the scale of the targets. The error says why there is no instance with them.
func (t *Table) ends(targets func(int) exact) (least, most exact, err error) {
	least, most, t.Scale = targets(0), targets(0), 0
	for row := range int(t.FileRows) {
		y := targets(row)
		if y.compare(least) < 0 {
			least = y
		}
		if y.compare(most) > 0 {
			most = y
		}
		t.Scale = max(t.Scale, y.scale())
	}
	t.Low, t.High = least.floor, most.ceiling()
	if least == most {
		return least, most, bad("target %q is %v in all %d rows; a formula needs a target that varies",
			t.Options.Target, t.Low, t.FileRows)
	}
	if t.Options.ZeroInRange {
		t.Low, t.High = min(t.Low, 0), max(t.High, 0)
	}
	if rounded := least.rest|most.rest != 0; rounded && t.High-t.Low < leastSpan {
		return least, most, bad("target %q reaches from %v to %v, and its ends have more than %d digits after the "+
			"point; write it in a smaller unit, in which its range is %v or more", t.Options.Target, least.Float(),
			most.Float(), mostScale, proof.Decimal(leastSpan))
	}
	return least, most, t.checkSpan()
}

// checkSpan refuses targets whose range in units of the last digit, or whose weights, do not fit the kernel.
func (t *Table) checkSpan() error {
	span := uint64(t.High) - uint64(t.Low)
	if span > mostSpan {
		return bad("target %q reaches from %v to %v; write it in a larger unit", t.Options.Target, t.Low, t.High)
	}
	for digits := mostScale; digits < t.Scale; digits++ {
		high, low := bits.Mul64(span, 10)
		if span = low; high != 0 || span > mostSpan {
			return bad("target %q has values with %d digits after the point; with a range from %v to %v at most %d "+
				"are exact: round them", t.Options.Target, t.Scale, t.Low, t.High, digits)
		}
	}
	_, err := t.limit()
	return err
}

// leastSpan is the smallest range of targets whose ends are rounded, in billionths: rounding moves it by a millionth at
// most.
const leastSpan = 2_000_000

// mostSpan is the largest range of targets in units of their last digit.
const mostSpan = 1 << 62

func tooMany(splits []*split, count int) error {
	order := slices.SortedStableFunc(slices.Values(splits),
		func(a, b *split) int { return cmp.Compare(b.count, a.count) })
	var parts []string
	for _, p := range order[:min(4, len(order))] {
		parts = append(parts, fmt.Sprintf("%q makes %d", p.from.name, p.count))
	}
	return bad("%d yes/no columns, want at most %d: %s; ask for fewer --thresholds, or leave columns out with --drop",
		count, mostColumns, strings.Join(parts, ", "))
}

// checkNames refuses equal names, which a column of the file may have of its own.
func (t *Table) checkNames() error {
	seen := map[string]string{}
	for _, c := range t.Columns {
		if other, twice := seen[c.Name]; twice {
			return bad("the columns %q and %q both make a yes/no column %q; rename one", other, c.From, c.Name)
		}
		seen[c.Name] = c.From
	}
	return nil
}

// merge makes the rows and adds up the weights of equal ones.
func (t *Table) merge(splits []*split, targets func(int) exact, weights func(int) int64) {
	type key struct {
		columns proof.Vector
		target  exact
	}
	by := make([]int, len(splits))
	rows := make([]func(int) proof.Vector, len(splits))
	for i, p := range splits {
		rows[i] = p.rows()
		if i > 0 {
			by[i] = by[i-1] + splits[i-1].count
		}
	}
	merged, words := map[key]int64{}, make([]uint64, len(t.Columns)/64+2)
	for row := range int(t.FileRows) {
		k := key{target: targets(row)}
		clear(words)
		for i := range rows {
			splits[i].place(words, rows[i](row), by[i])
		}
		k.columns = proof.Words(words...)
		merged[k] += weights(row)
	}
	t.Rows = make([]Row, 0, len(merged))
	for k, w := range merged {
		t.Rows = append(t.Rows, Row{k.columns, k.target.floor, k.target.rest, w})
	}
	t.sortRows()
}

func (t *Table) sortRows() {
	slices.SortFunc(t.Rows, func(a, b Row) int {
		return cmp.Or(a.Columns.Compare(b.Columns), a.exact().compare(b.exact()))
	})
}

// Binary reports whether all targets are 0 or 1.
func (t *Table) Binary() bool {
	return t.Low == 0 && t.High == billion &&
		!slices.ContainsFunc(t.Rows, func(r Row) bool { return r.Rest != 0 || r.Target != 0 && r.Target != billion })
}

// Range returns HIGH - LOW in the target's unit.
func (t *Table) Range() float64 { return (t.High - t.Low).Float() }
