package matrix

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
)

// errThrift marks bytes that are no structure in Thrift's compact protocol.
var errThrift = errors.New("damaged Thrift structure")

// thriftValue is a value of any type: a number (a truth is 0 or 1), a list, or a structure with its
// fields. Text and floating-point numbers are passed over.
type thriftValue struct {
	number int64
	list   []thriftValue
	fields []thriftField
}

// thriftField is a field of a structure.
type thriftField struct {
	id int
	thriftValue
}

// at returns a field, which is empty if it is not there.
func (v thriftValue) at(id int) thriftValue {
	for i := range v.fields {
		if v.fields[i].id == id {
			return v.fields[i].thriftValue
		}
	}
	return thriftValue{}
}

// has reports whether a field is there.
func (v thriftValue) has(id int) bool {
	return slices.ContainsFunc(v.fields, func(f thriftField) bool { return f.id == id })
}

// Types of the compact protocol.
const (
	thriftTrue = iota + 1
	thriftFalse
	thriftByte
	thriftI16
	thriftI32
	thriftI64
	thriftDouble
	thriftText
	thriftList
	thriftSet
	thriftMap // Parquet has none
	thriftStruct
)

// thriftReader reads values. It takes memory in proportion to the bytes: a list has no more
// elements than there are bytes left.
type thriftReader struct {
	rest  []byte
	depth int
	err   error
}

// deepest is more than the structures of Parquet are nested.
const deepest = 16

func (r *thriftReader) fail() {
	r.rest, r.err = nil, errThrift
}

func (r *thriftReader) next() (b byte) {
	if len(r.rest) == 0 {
		r.fail()
		return 0
	}
	b, r.rest = r.rest[0], r.rest[1:]
	return b
}

func (r *thriftReader) unsigned() uint64 {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.rest = r.rest[n:]
	return v
}

func (r *thriftReader) signed() int64 {
	v := r.unsigned()
	return int64(v>>1) ^ -int64(v&1)
}

func (r *thriftReader) skip(n uint64) {
	if n > uint64(len(r.rest)) {
		r.fail()
		return
	}
	r.rest = r.rest[n:]
}

// structure reads a structure whose fields ascend, as all writers have them. So none is there
// twice, of which readers differ in what counts.
func (r *thriftReader) structure() (v thriftValue) {
	if r.depth++; r.depth > deepest {
		r.fail()
	}
	for last := 0; r.err == nil; {
		head := r.next()
		if head == 0 {
			break
		}
		id := last + int(head>>4)
		if id == last {
			id = int(r.signed())
		}
		if id <= last || id > math.MaxInt16 {
			r.fail()
			break
		}
		last = id
		kind := head & 15
		if kind == thriftTrue || kind == thriftFalse { // the field's head has the value
			v.fields = append(v.fields, thriftField{id, thriftValue{number: int64(thriftFalse - kind)}})
		} else {
			v.fields = append(v.fields, thriftField{id, r.value(kind)})
		}
	}
	r.depth--
	return v
}

func (r *thriftReader) value(kind byte) (v thriftValue) {
	switch kind {
	case thriftTrue, thriftFalse, thriftByte:
		v.number = int64(r.next())
	case thriftI16, thriftI32, thriftI64:
		v.number = r.signed()
	case thriftDouble:
		r.skip(8)
	case thriftText:
		r.skip(r.unsigned())
	case thriftList, thriftSet:
		v.list = r.elements()
	case thriftStruct:
		v = r.structure()
	default:
		r.fail()
	}
	return v
}

func (r *thriftReader) elements() (list []thriftValue) {
	head := r.next()
	n := uint64(head >> 4)
	if n == 15 {
		n = r.unsigned()
	}
	if n > uint64(len(r.rest)) {
		r.fail()
	}
	if r.depth++; r.depth > deepest {
		r.fail()
	}
	for range n {
		if r.err != nil {
			break
		}
		list = append(list, r.value(head&15))
	}
	r.depth--
	return list
}
