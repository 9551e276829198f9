package sweep

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"feltlab/pipeline/question"
)

// readValue reads what people write for the values of a sweep: one entry where a list is wanted, 99
// for the hand "99", 1..10 for ten numbers, and times.
func readValue(from, to reflect.Type, value any) (any, error) {
	if to == reflect.TypeFor[time.Duration]() {
		return question.ParseTimeLimit(fmt.Sprint(value))
	}
	switch {
	case to == reflect.TypeFor[[]int]():
		return spans(value)
	case to.Kind() == reflect.Slice && from.Kind() != reflect.Slice:
		return []any{value}, nil
	case to.Kind() == reflect.String && from.Kind() == reflect.Int:
		return strconv.Itoa(value.(int)), nil
	}
	return value, nil
}

// spans replaces "1..10" by the numbers from 1 to 10, in a list or alone.
func spans(value any) (any, error) {
	list, ok := value.([]any)
	if !ok {
		list = []any{value}
	}
	var out []any
	for _, entry := range list {
		text, ok := entry.(string)
		if !ok {
			out = append(out, entry)
			continue
		}
		low, high, _ := strings.Cut(text, "..")
		a, err := strconv.Atoi(strings.TrimSpace(low))
		b, err2 := strconv.Atoi(strings.TrimSpace(high))
		if err != nil || err2 != nil || a > b || b-a > 1000 {
			return nil, fmt.Errorf("%q, want a whole number, or numbers such as 1..10", text)
		}
		for ; a <= b; a++ {
			out = append(out, a)
		}
	}
	return out, nil
}
