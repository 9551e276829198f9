package experiments

import "slices"

// Where returns the values for which is holds, in a new slice.
func Where[T any](values []T, is func(T) bool) (some []T) {
	for _, v := range values {
		if is(v) {
			some = append(some, v)
		}
	}
	return some
}

// Distinct lists the keys of values in the order of their first occurrence.
func Distinct[T any, K comparable](values []T, key func(T) K) (keys []K) {
	for _, v := range values {
		if k := key(v); !slices.Contains(keys, k) {
			keys = append(keys, k)
		}
	}
	return keys
}

// Map returns what of returns for each value.
func Map[T, U any](values []T, of func(T) U) []U {
	all := make([]U, len(values))
	for i, v := range values {
		all[i] = of(v)
	}
	return all
}
