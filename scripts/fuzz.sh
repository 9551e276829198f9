#!/usr/bin/env bash
# Fuzzes one target: scripts/fuzz.sh PACKAGE TARGET TIME. make fuzz runs it for every target.
#
# Up to Go 1.26, "context deadline exceeded" can end a run whose inputs all passed, where the machine is busy
# (https://go.dev/issue/75804). Such a run passes here: go test names an input that fails, in testdata or among the
# seeds, or the process that died of it. Inputs are made smaller by at most a hundred trials each, or go test could
# spend the whole time on one.
set -euo pipefail

if out=$(go test -run '^$' -fuzz "^$2\$" -parallel 1 -fuzztime "$3" -fuzzminimizetime 100x "$1" 2>&1); then
    echo "$out"
elif grep -qE '^ +context deadline exceeded$' <<<"$out" &&
    ! grep -qE 'Failing input written|seed corpus entry|hung or terminated|panic' <<<"$out"; then
    echo "$out"
    echo "$1 $2: passed; Go's own deadline ended the run"
else
    echo "$out"
    exit 1
fi
