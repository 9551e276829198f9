#!/usr/bin/env python3
"""Checks a full proof against an instance, as docs/proof-format.md says, in exact integers.

usage: check_proof.py FILE INSTANCE.csv

FILE is a proof with its dual vectors, as text or packed by gzip. INSTANCE.csv has the columns
features (numbers separated by spaces), wins, ties, deals and weight, or is what feltlab dataset
writes. Prints "proved" or "not proved" and why; the exit code is 0, 1, or 2 if the command or the
instance is wrong.

It shares no code with model/proof and was written from the page, not from that package.
"""

import bisect
import csv
import gzip
import hashlib
import math
import re
import struct
import sys
from fractions import Fraction

FEATURES = 73
READING = "paper-2"
ONE = 1 << 24  # a multiplier of 1
BILLION = 10**9


class NotProved(Exception):
    pass


def demand(condition, message):
    if not condition:
        raise NotProved(message)


class Pattern:
    """The rows with the same features; equities in units of the grid."""

    def __init__(self, features, points):
        self.features = features
        self.equities = sorted(points)
        weights = [points[e] for e in self.equities]
        self.weight = sum(weights)
        self.losses = [sum(w * abs(e - o) for o, w in points.items()) for e in self.equities]
        self.slopes = []  # right of each equity
        slope = -self.weight
        for w in weights:
            slope += 2 * w
            self.slopes.append(slope)

    def slope_right_of(self, estimate):
        k = bisect.bisect_right(self.equities, estimate)
        return self.slopes[k - 1] if k else -self.weight


class Instance:
    def __init__(self, rows):
        """Takes (features, wins, ties, deals, weight) for each row."""
        merged = {}
        for features, wins, ties, deals, weight in rows:
            if not (1 <= deals <= 1 << 61 and wins >= 0 and ties >= 0 and wins + ties <= deals and weight >= 1):
                raise ValueError("a row with %d wins, %d ties, %d deals, weight %d" % (wins, ties, deals, weight))
            if any(not 1 <= j <= FEATURES for j in features):
                raise ValueError("a row with the features %s" % features)
            low = sum(1 << (j - 1) for j in set(features) if j <= 64)
            high = sum(1 << (j - 65) for j in set(features) if j > 64)
            key = high, low, 2 * deals, 2 * wins + ties
            merged[key] = merged.get(key, 0) + weight
        self.weight = sum(merged.values())
        if not 1 <= self.weight <= 1 << 31:
            raise ValueError("the weights sum to %d" % self.weight)
        digest = hashlib.sha256()
        denominator = 1
        for (high, low, d, n), weight in sorted(merged.items()):
            digest.update(struct.pack("<5Q", low, high, n, d, weight))
            if denominator < 1 << 52:
                denominator = math.lcm(denominator, Fraction(n, d).denominator)
        self.digest = digest.hexdigest()
        self.exact = denominator < 1 << 52
        self.unit = denominator * ((1 << 52) // denominator) if self.exact else 1 << 52
        patterns = {}  # equity to weight, by features, in order
        for (high, low, d, n), weight in sorted(merged.items()):
            points = patterns.setdefault((high, low), {})
            e = n * self.unit // d
            points[e] = points.get(e, 0) + weight
        self.patterns = [
            Pattern([j for j in range(1, FEATURES + 1) if (low | high << 64) >> (j - 1) & 1], points)
            for (high, low), points in patterns.items()
        ]
        where = {}  # patterns with a feature
        for i, p in enumerate(self.patterns):
            for j in p.features:
                where.setdefault(j, []).append(i)
        self.features = set(where)
        self.same = {j: {i for i in where if where[i] == where[j]} for j in where}


def read_instance(path):
    rows = []
    with open(path, newline="") as f:
        for r in csv.DictReader(f):
            if "features" in r:
                features, deals, weight = map(int, r["features"].split()), int(r["deals"]), int(r["weight"])
            else:  # of feltlab dataset
                features = (j for j in range(1, FEATURES + 1) if r["f%d" % j] == "true")
                deals, weight = 990 * int(r["combos"]), 1
            rows.append((list(features), int(r["wins"]), int(r["ties"]), deals, weight))
    return Instance(rows)


class Proof:
    """The text of a proof, strictly."""

    def __init__(self, text):
        self.lines = text.split("\n")
        self.at = 0
        demand(self.line() == "feltlab-proof 1", "line 1: not a proof of version 1")
        self.hand, self.range, self.reading = self.field("hand"), self.field("range"), self.field("reading")
        self.loss = self.field("loss")
        demand(self.loss in ("average", "largest"), "unknown loss")
        self.most = self.number(self.field("features"))
        line = self.line()
        demand(line.split(" ")[0] == "with", "line %d: not with" % self.at)
        self.with_ = self.ascending(line.split(" ")[1:])
        text = self.field("cutoff")
        demand(re.fullmatch(r"-?[0-9]+(\.[0-9]+)?(e-[0-9]+)?", text), "line %d: no cutoff" % self.at)
        self.cutoff = float(text)
        demand(re.sub(r"\.0$", "", repr(self.cutoff)) == text, "line %d: not the shortest cutoff" % self.at)
        self.instance = self.field("instance")
        self.cuts = [self.cut() for _ in range(self.size(self.field("cuts")))]
        demand(self.line() == "end" and self.lines[self.at :] == [""], "line %d: not the end" % self.at)
        demand(0 <= self.most <= FEATURES and len(self.with_) <= self.most, "impossible number of features")
        demand(0 <= self.cutoff <= 1, "impossible cutoff")

    def line(self):
        demand(self.at + 1 < len(self.lines), "truncated")
        self.at += 1
        return self.lines[self.at - 1]

    def field(self, name):
        line = self.line()
        demand(line.startswith(name + " "), "line %d: not %s" % (self.at, name))
        return line[len(name) + 1 :]

    def number(self, text):
        demand(re.fullmatch(r"0|-?[1-9][0-9]*", text), "line %d: %.40r is no number" % (self.at, text))
        demand(-(1 << 63) <= int(text) < 1 << 63, "line %d: a number of more than 64 bits" % self.at)
        return int(text)

    def size(self, text):
        n = self.number(text)
        demand(0 <= n < len(self.lines), "line %d: not as many lines" % self.at)
        return n

    def ascending(self, words):
        ids = [self.number(w) for w in words]
        demand(all(a < b for a, b in zip([0] + ids, ids + [FEATURES + 1])), "line %d: bad features" % self.at)
        return ids

    def cut(self):
        words = self.line().split(" ")
        need, columns = self.number(words[0]), self.ascending(words[1:])
        if not self.lines[self.at].startswith("dual"):
            return need, columns, None
        words = self.line().split(" ")
        demand(words[0] == "dual", "line %d: not dual" % self.at)
        parts, part, letters = {}, None, "xmab"
        for w in words[1:]:
            if w and w in letters:  # each at most once, in order
                letters = letters[letters.index(w) + 1 :]
                part = parts.setdefault(w, [])
                last = 0
                continue
            place, colon, value = w.partition(":")
            demand(part is not None and colon, "line %d: %.40r is no entry" % (self.at, w))
            last += self.number(place)
            part.append((last, self.number(value)))
        demand(all(parts.values()), "line %d: a part without entries" % self.at)
        return need, columns, parts


def entries(parts, letter, first, last):
    """Returns a part as a dictionary, its places being from first to last and ascending."""
    part = parts.get(letter, [])
    places = [at for at, _ in part]
    demand(all(a < b for a, b in zip([first - 1] + places, places + [last + 1])), "part %s: bad places" % letter)
    return dict(part)


def average(instance, parts):
    """Returns C, g and T of the page for an average error."""
    demand(not parts.keys() - set("xm"), "a part of the other loss")
    t = {}
    for j, v in entries(parts, "x", 1, FEATURES).items():
        demand(abs(v) <= BILLION, "part x: a weight out of range")
        t[j] = int(v / BILLION * instance.unit)
    listed = entries(parts, "m", 0, len(instance.patterns) - 1)
    c, g = 0, dict.fromkeys(instance.features, 0)
    for i, p in enumerate(instance.patterns):
        m = listed.get(i)
        if m is None:
            m = ONE * p.slope_right_of(sum(t.get(j, 0) for j in p.features))
        m = max(-ONE * p.weight, min(ONE * p.weight, m))
        k = bisect.bisect_left(p.slopes, -(-m // ONE))  # ONE * slope >= m
        c += ONE * p.losses[k] - m * p.equities[k]
        for j in p.features:
            g[j] += m
    return c, g, ONE * instance.weight


def largest(instance, parts):
    """Returns C, g and T of the page for a largest error."""
    demand(not parts.keys() - set("ab"), "a part of the other loss")
    c, g, t = 0, dict.fromkeys(instance.features, 0), 0
    for letter, sign in ("a", 1), ("b", -1):
        for i, v in entries(parts, letter, 0, len(instance.patterns) - 1).items():
            demand(v >= 0, "part %s: a negative multiplier" % letter)
            p = instance.patterns[i]
            t += v
            c += sign * v * p.equities[-1 if letter == "a" else 0]
            for j in p.features:
                g[j] -= sign * v
    demand(1 <= t <= 1 << 50, "the multipliers sum to %d" % t)
    return c, g, t


def follows(instance, proof, need, columns, parts):
    """Demands that a cut follows from its dual vector."""
    demand(parts is not None, "no dual vector")
    demand(need >= 1, "a need below 1")
    c, g, t = (largest if proof.loss == "largest" else average)(instance, parts)
    among = sorted((abs(g[j]) for j in g if j in columns), reverse=True)
    gain = sum(abs(g[j]) for j in g if j not in columns) + sum(among[: need - 1])
    least = c - instance.unit * gain - (0 if instance.exact else t)
    demand(least >= t * math.ceil(Fraction(proof.cutoff) * instance.unit), "it proves less than the cutoff")


def bits(ids):
    return sum(1 << j for j in ids)


def enough(instance, proof):
    """Demands that no choice of features has its need of every cut."""
    every = bits(instance.features)
    same = {1 << j: bits(instance.same[j]) for j in instance.features}
    fixed = bits(proof.with_) & every
    k = proof.most - len(proof.with_)
    cuts = []
    for need, columns, _ in proof.cuts:
        cut = bits(columns) & every
        if need > k + bin(cut & fixed).count("1") or need > bin(cut).count("1"):
            return
        if need == 1 and not cut & fixed:
            cuts.append(cut)

    def open_choice(cuts, free, k, chosen):
        """Returns a choice that has a column of each cut, or None."""
        if not cuts:
            return chosen
        if k == 0:
            return None
        tight = min(cuts[:16], key=lambda cut: bin(cut & free).count("1"))
        while tight & free:
            hit = tight & free
            group = same[hit & -hit] & free
            first = group & -group
            found = open_choice([cut for cut in cuts if not cut & first], free & ~first, k - 1, chosen | first)
            if found is not None:
                return found
            free &= ~group
        return None

    cuts.sort(key=lambda cut: bin(cut).count("1"))
    found = open_choice(cuts, every & ~fixed, k, fixed)
    if found is not None:
        raise NotProved("the cuts leave the choice %s" % [j for j in range(1, FEATURES + 1) if found >> j & 1])


def check(instance, proof):
    demand(proof.reading == READING, "the reading of the features is %s, not %s" % (proof.reading, READING))
    demand(proof.instance == instance.digest, "for another instance: the rows have the hash %s" % instance.digest)
    for i, cut in enumerate(proof.cuts):
        try:
            follows(instance, proof, *cut)
        except NotProved as e:
            raise NotProved("cut %d: %s" % (i + 1, e))
    enough(instance, proof)


def read_text(path):
    with open(path, "rb") as f:
        packed = f.read()
    if packed.startswith(b"\x1f\x8b"):
        most = (1 << 16) + 64 * len(packed)
        try:
            with gzip.open(path) as f:
                packed = f.read(most + 1)
        except (EOFError, OSError) as e:
            raise NotProved("damaged: %s" % e)
        demand(len(packed) <= most, "no proof compresses so well")
    return packed.decode("utf-8", "surrogateescape")


def main(args):
    sys.stdout.reconfigure(errors="backslashreplace")
    if len(args) != 2 or args[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        instance = read_instance(args[1])
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as e:
        print("check_proof.py: %s: %s" % (args[1], e), file=sys.stderr)
        return 2
    try:
        proof = Proof(read_text(args[0]))
        check(instance, proof)
    except OSError as e:
        print("check_proof.py: %s" % e, file=sys.stderr)
        return 2
    except NotProved as e:
        print("not proved: %s" % e)
        return 1
    print(
        "proved: %s%s%s against %s: no formula with at most %d features has %s error below %r: %d cuts"
        % (
            "says nothing, as no error is below 0: " if proof.cutoff <= 0 else "",
            "only for formulas with %s: " % " and ".join("F%d" % f for f in proof.with_) if proof.with_ else "",
            proof.hand,
            proof.range,
            proof.most,
            "an average" if proof.loss == "average" else "a largest",
            proof.cutoff,
            len(proof.cuts),
        )
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
