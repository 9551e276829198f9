package history

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// windows1252 are the characters of the bytes from 0x80 to 0x9F in Windows-1252.
var windows1252 = []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ")

// lines splits a text of any of the encodings into lines in UTF-8, without spaces around them. Lines that are not UTF-8
// are Windows-1252: histories that were joined may have both.
func lines(text []byte) []string {
	if order := wide(text); order != nil {
		units := make([]uint16, len(text)/2)
		for i := range units {
			units[i] = order.Uint16(text[2*i:])
		}
		text = []byte(string(utf16.Decode(units)))
	}
	var all []string
	for line := range bytes.SplitSeq(text, []byte("\n")) {
		if !utf8.Valid(line) {
			line = fromWindows(line)
		}
		s := strings.Map(func(r rune) rune {
			switch r {
			case '\u00a0', '\u202f', '\t':
				return ' '
			case '\ufeff', '\u200e', 0:
				return -1
			}
			return r
		}, string(line))
		all = append(all, strings.TrimSpace(s))
	}
	return all
}

// wide returns the byte order of a text in UTF-16, known by its mark or by zeros in the first line; nil of others.
func wide(text []byte) binary.ByteOrder {
	switch {
	case bytes.HasPrefix(text, []byte{0xff, 0xfe}), len(text) > 3 && text[0] != 0 && text[1] == 0 && text[3] == 0:
		return binary.LittleEndian
	case bytes.HasPrefix(text, []byte{0xfe, 0xff}), len(text) > 3 && text[0] == 0 && text[1] != 0 && text[2] == 0:
		return binary.BigEndian
	}
	return nil
}

func fromWindows(line []byte) []byte {
	var out []byte
	for _, b := range line {
		r := rune(b)
		if b >= 0x80 && b <= 0x9f {
			r = windows1252[b-0x80]
		}
		out = utf8.AppendRune(out, r)
	}
	return out
}
