package question

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// ErrAnswer marks text without readable answers, and answers that the cards contradict.
var ErrAnswer = errors.New("bad results")

// ReadAnswers reads answers as JSON: one, several in a row as in solves.jsonl, or a list. The error
// wraps ErrAnswer or is the reader's.
func ReadAnswers(r io.Reader) ([]*Answer, error) {
	var all []*Answer
	decoder := json.NewDecoder(r)
	for {
		var raw json.RawMessage
		err := decoder.Decode(&raw)
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = checkKeys(raw)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrAnswer, err)
		}
		var some []*Answer
		if raw[0] != '[' {
			raw = append(append([]byte{'['}, raw...), ']')
		}
		if err := json.Unmarshal(raw, &some); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrAnswer, err)
		}
		for _, one := range some {
			if one == nil {
				return nil, fmt.Errorf("%w: null, want an answer", ErrAnswer)
			}
			all = append(all, one)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%w: empty", ErrAnswer)
	}
	return all, nil
}

// checkKeys rejects JSON that other programs would read differently: package json accepts keys in
// any case, and of equal keys it takes the last. The keys of answers are in lower case.
func checkKeys(raw []byte) error {
	type level struct {
		seen  map[string]bool // of an object, nil for a list
		isKey bool            // the next string is a key
	}
	levels := []*level{{}}
	for d := json.NewDecoder(bytes.NewReader(raw)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		top := levels[len(levels)-1]
		if key, ok := token.(string); ok && top.isKey {
			if top.seen[key] || strings.Trim(key, "abcdefghijklmnopqrstuvwxyz0123456789_") != "" {
				return fmt.Errorf("the key %.40q is there twice or not in lower case", key)
			}
			top.seen[key], top.isKey = true, false
			continue
		}
		switch token {
		case json.Delim('{'):
			levels = append(levels, &level{map[string]bool{}, true})
			continue
		case json.Delim('['):
			levels = append(levels, &level{})
			continue
		case json.Delim('}'), json.Delim(']'):
			levels = levels[:len(levels)-1]
			top = levels[len(levels)-1]
		}
		top.isKey = top.seen != nil
	}
}
