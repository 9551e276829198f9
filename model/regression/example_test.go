package regression_test

import (
	"fmt"

	"feltlab/model/regression"
)

func ExampleParseKind() {
	kind, err := regression.ParseKind("feat-avgerr")
	fmt.Println(kind, err)
	_, err = regression.ParseKind("AVGER")
	fmt.Println(err)
	// Output:
	// FEAT_AVGERR <nil>
	// unknown name: program "AVGER", did you mean "AVGERR"? (one of MAXERR, AVGERR, FEAT_MAXERR, FEAT_AVGERR)
}
