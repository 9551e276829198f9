#!/usr/bin/env bash
# Measures the evaluator and equities beside OMPEval: scripts/ompeval.sh [ROUNDS [FOLDER]], 7 rounds unless told
# otherwise.
#
# FOLDER holds OMPEval's sources, as git clones them; without it, the script clones them into .deps/ompeval at the commit
# below. It builds OMPEval's own benchmark with g++ -O3 -march=native and runs it and feltlab's in turn, each in one
# thread: all hands of seven cards in order, and random hands given as seven card numbers, 10 million (OMPEval's number)
# and 65,536 (feltlab's). Both are measured by processor time, so that other work on the machine disturbs them little.
# The script prints the best rate of all rounds, in million hands a second, and its ratio to OMPEval's.
#
# Then it asks both for equities before the flop and on boards, feltlab by its command and OMPEval by its exact mode,
# and prints the least processor time of all rounds, beyond that of a start of the program, and whether both have the
# same number of wins.
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

# A program that asks OMPEval for the equities of ranges, and prints seconds of processor time and the first one's wins.
# OMPEval's own sources lack an #include, and a keyword that newer compilers want.
cp -r "$folder/omp" "$folder/libdivide" "$work"
sed -i 's/static uint64_t m\(in\|ax\)()/static constexpr uint64_t m\1()/' "$work/omp/Random.h"
cat > "$work/equity.cpp" <<'CPP'
#include "omp/EquityCalculator.h"
#include <cstdio>
#include <ctime>
#include <string>
static double now()
{
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}
int main(int n, char** args)
{
    double start = now();
    std::vector<omp::CardRange> ranges;
    uint64_t board = 0, dead = 0;
    for (int i = 1; i < n; i++) {
        std::string text = args[i];
        if (text == "--dead")
            dead = omp::CardRange::getCardMask(args[++i]);
        else if (text == "--board")
            board = omp::CardRange::getCardMask(args[++i]);
        else
            ranges.push_back(omp::CardRange(text == "any" ? "random" : text));
    }
    omp::EquityCalculator calculator;
    calculator.start(ranges, board, dead, true, 0, nullptr, 0.2, 1);
    calculator.wait();
    std::printf("%.4f %llu\n", now() - start, (unsigned long long)calculator.getResults().wins[0]);
}
CPP
g++ -O3 -march=native -std=c++11 -include functional -I "$work" -pthread -o "$work/equity" "$work/equity.cpp" \
    "$work"/omp/{EquityCalculator,CardRange,CombinedRange,HandEvaluator}.cpp
go build -o "$work/equities" ./cmd/feltlab

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

# spent runs a command in one thread and prints its processor time in seconds.
spent() {
    local TIMEFORMAT='%U %S'
    { time GOMAXPROCS=1 "$@" > "$work/answer" 2>&1; } 2>&1 | awk '{ print $1 + $2 }'
}

spots=(
    "AA 22" "AhKh QcQd" "QQ+ TT+" "AA any" "22+,A2s+,KTs+,AJo+ 77+,A9s+,ATo+" "any any"
    "AA KK --dead 2c" "AA any --dead 2c" "AsKs QcQd JhTh" "AsKs QcQd JhTh 9c9d" "AA KK QQ" "AKs QQ JTs --dead 2c"
    "QQ+ TT+ AK" "AA KK QQ JJ" "AA KK QQ JJ --dead 2c7d" "22+,AT+ 66+,A9+ --dead 2c"
)
for ((round = 1; round <= rounds; round++)); do
    echo "start 0 $(spent "$work/equities" --version) 0 0"
    for i in "${!spots[@]}"; do
        read -ra question <<< "${spots[i]}"
        seconds=$(spent "$work/equities" equity "${question[@]}" --json)
        wins=$(sed -nE '0,/"wins"/s/.*"wins": ([0-9]+).*/\1/p' "$work/answer")
        read -r theirs their_wins < <(timeout 20 "$work/equity" "${question[@]}" || echo "20 ?")
        echo "$i $theirs $seconds $wins $their_wins"
    done
done > "$work/spots"
printf '\n%-44s %9s %9s %6s  %s\n' "CPU-seconds, one thread" feltlab OMPEval ratio "same wins"
awk -v spots="$(printf '%s|' "${spots[@]}")" '
    !($1 in ours) || $3 < ours[$1] { ours[$1] = $3 }
    !($1 in theirs) || $2 < theirs[$1] { theirs[$1] = $2 }
    { same[$1] = $5 == "?" ? "not in 20 s" : $4 == $5 ? "yes" : "NO" }
    END {
        n = split(spots, name, "|") - 1
        for (i = 0; i < n; i++) {
            seconds = ours[i] - ours["start"]
            printf "%-44s %9.4f %9.4f %6.2f  %s\n", name[i + 1], seconds, theirs[i], seconds / theirs[i], same[i]
        }
    }' "$work/spots"
