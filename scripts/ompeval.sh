#!/usr/bin/env bash
# Measures the evaluator beside OMPEval: scripts/ompeval.sh [ROUNDS [FOLDER]], 7 rounds unless told otherwise.
#
# FOLDER holds OMPEval's sources, as git clones them; without it, the script clones them into .deps/ompeval at the commit
# below. It builds OMPEval's own benchmark with g++ -O3 -march=native and runs it and feltlab's in turn, each in one
# thread: all hands of seven cards in order, and random hands given as seven card numbers, 10 million (OMPEval's number)
# and 65,536 (feltlab's). Both are measured by processor time, so that other work on the machine disturbs them little.
# The script prints the best rate of all rounds, in million hands a second, and its ratio to OMPEval's.
set -euo pipefail
export LC_ALL=C CGO_ENABLED=0

commit=4aec210ff75b0851af0ee170b35a7899e1a4fe8f
rounds=${1:-7}
cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder=${2:-.deps/ompeval}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ ! -e "$folder/benchmark.cpp" ]; then
    git clone -q https://github.com/zekyll/OMPEval "$folder"
    git -C "$folder" checkout -q "$commit"
fi

# The processor time of the thread, instead of the time of day, and a main function.
cat > "$work/main.cpp" <<'CPP'
void benchmark();
int main() { benchmark(); }
CPP
cat > "$work/cpu_clock.h" <<'CPP'
#include <chrono>
#include <ctime>
struct cpu_clock {
    typedef std::chrono::nanoseconds duration;
    typedef duration::rep rep;
    typedef duration::period period;
    typedef std::chrono::time_point<cpu_clock> time_point;
    static time_point now()
    {
        timespec t;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
        return time_point(duration(t.tv_sec * 1000000000LL + t.tv_nsec));
    }
};
CPP
for hands in 10000000 65536; do
    # As many evaluations with few hands as with many.
    sed -e 's/chrono::high_resolution_clock/cpu_clock/g' -e "s/10000000/$hands/; s/i < 50;/i < $((500000000 / hands));/" \
        "$folder/benchmark.cpp" > "$work/benchmark.cpp"
    g++ -O3 -march=native -std=c++11 -I "$folder" -include "$work/cpu_clock.h" \
        "$work/benchmark.cpp" "$work/main.cpp" "$folder/omp/HandEvaluator.cpp" -o "$work/ompeval-$hands"
done
go test -c -o "$work/feltlab" ./dataset/eval

rates=$work/rates # lines of a measurement's name and a rate
for ((round = 1; round <= rounds; round++)); do
    for hands in 10000000 65536; do
        # The first two of OMPEval's rates are those in order and at random from seven card numbers.
        "$work/ompeval-$hands" | sed -nE 's/.*evals +([0-9.]+)M\/s.*/\1/p' | {
            read -r ordered
            read -r random
            cat > /dev/null
            echo "ompeval-ordered $ordered"
            echo "ompeval-$hands $random"
        } >> "$rates"
        "$work/feltlab" -test.run '^$' -test.bench 'Random|OfSevens' -test.benchtime 1s -test.cpu 1 -hands "$hands" |
            awk -v n="$hands" '/Mhands/ { print $1 "-" n, $(NF - 1) }' >> "$rates"
    done
    "$work/feltlab" -test.run '^$' -test.bench 'Sequential' -test.benchtime 1s -test.cpu 1 |
        awk '/Mhands/ { print $1 "-ordered", $(NF - 1) }' >> "$rates"
    echo "round $round of $rounds" >&2
done

awk '
    { if ($2 > best[$1]) best[$1] = $2 }
    function line(text, ours, theirs) {
        printf "%-58s %7.0f %7.0f %6.2f\n", text, best[ours], best[theirs], best[ours] / best[theirs]
    }
    END {
        printf "%-58s %7s %7s %6s\n", "million hands a second, one thread", "feltlab", "OMPEval", "ratio"
        line("all hands in order", "BenchmarkSequential-ordered", "ompeval-ordered")
        split("10000000 65536", sizes, " ")
        for (i = 1; i <= 2; i++) {
            n = sizes[i]
            line("random, " n " hands: many at once", "BenchmarkOfSevens-" n, "ompeval-" n)
            line("random, " n " hands: many at once, portable code", "BenchmarkOfSevensPortable-" n, "ompeval-" n)
            line("random, " n " hands: one by one", "BenchmarkRandom-" n, "ompeval-" n)
        }
    }' "$rates"
