package store_test

import (
	"context"
	"fmt"
	"io"
	"os"

	"feltlab/pipeline/store"
)

func ExampleStore_Do() {
	root, err := os.MkdirTemp("", "feltlab-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(root)
	cache, err := store.Open(root, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	spec := store.Spec{Stage: "squares", Version: "1", Config: map[string]int{"count": 3},
		Schema: "text, one number a line"}
	for range 2 {
		a, err := cache.Do(context.Background(), spec, func(_ context.Context, w io.Writer) (rows int64, err error) {
			for i := range 3 {
				if _, err := fmt.Fprintln(w, i*i); err != nil {
					return 0, err
				}
			}
			return 3, nil
		})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(a.Manifest.Rows, "rows, computed:", a.Computed)
	}
	// Output:
	// 3 rows, computed: true
	// 3 rows, computed: false
}
