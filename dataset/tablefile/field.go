package tablefile

// Kind is the kind of the values of a column.
type Kind uint8

// The kinds.
const (
	Texts  Kind = iota // UTF-8
	Truths             // true or false
	Int32s
	Int64s
	Reals    // float64
	Formulas // lists of terms
)

// Field describes a column.
type Field struct {
	Name     string
	Kind     Kind
	Nullable bool // values may be missing
}

// Value is a value of a column, in the field of its kind. A truth value is the integer 0 or 1.
type Value struct {
	Missing bool
	Text    string
	Int     int64
	Real    float64
	Terms   []Term
}

// Term is an entry of a column of formulas.
type Term struct {
	ID     int32
	Name   string
	Weight float64
}

// Encoder writes the values of rows to a file.
type Encoder interface {
	Append(column int, v Value)
	Flush() error // ends a group of rows
	Close() error // writes the end of the file
}
