#!/usr/bin/env bash
# Has viprchk judge proofs: VIPRCHK=/path/to/viprchk scripts/certify.sh [--table FILE] PROOF...
#
# viprchk is the checker of VIPR certificates (github.com/scipopt/vipr, code/viprchk.cpp, C++ and GMP), which is no part
# of feltlab and which this script does not fetch. Each proof is written as a certificate, judged by viprchk and by
# feltlab verify, and packed by xz -6 to see how small it gets; nothing is kept. The line of a proof has its cuts, the
# nodes of the tree, the derived constraints, bytes, packed bytes, and processor seconds and MiB of viprchk. The script
# ends with 1 if a verdict is not "holds". Lines are appended to the table, and proofs that are there are passed over.
set -euo pipefail
export LC_ALL=C

[ -x "${VIPRCHK:-}" ] || { echo "certify.sh: want VIPRCHK=/path/to/viprchk, built from github.com/scipopt/vipr" >&2; exit 2; }
table=/dev/stdout
if [ "${1:-}" = --table ]; then
    table=$2
    shift 2
fi
[ $# -gt 0 ] || { echo "certify.sh: want proofs, such as results/table4/proofs/*.proof.gz" >&2; exit 2; }
feltlab=$(dirname "${BASH_SOURCE[0]}")/../bin/feltlab
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -s "$table" ] || echo "proof,cuts,nodes,derived,bytes,packed_bytes,viprchk_seconds,viprchk_mib,viprchk,feltlab" >> "$table"

failed=0
for proof in "$@"; do
    name=$(basename "$proof" .proof.gz)
    if [ -f "$table" ] && grep -q "^$name," "$table"; then continue; fi
    said=$("$feltlab" proof export "$proof" --vipr "$work/a.vipr" 2>&1)
    counts=$(sed -nE 's/.*: ([0-9]+) cuts, a tree of ([0-9]+) nodes, ([0-9]+) derived.*/\1,\2,\3/p' <<< "$said")
    verdict=refused
    if /usr/bin/time -f "%U %M" -o "$work/time" "$VIPRCHK" "$work/a.vipr" > "$work/said" 2>&1 &&
        grep -q "Successfully verified infeasibility" "$work/said"; then verdict=holds; fi
    own=refuted
    if "$feltlab" verify "$proof" > /dev/null 2>&1; then own=holds; fi
    bytes=$(stat -c %s "$work/a.vipr")
    packed=$(xz -6 -c "$work/a.vipr" | wc -c)
    read -r seconds kib < <(tail -1 "$work/time")
    echo "$name,$counts,$bytes,$packed,$seconds,$((kib / 1024)),$verdict,$own" >> "$table"
    [ "$verdict$own" = holdsholds ] || failed=1
done
exit $failed
