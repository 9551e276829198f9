#!/usr/bin/env python3
"""Checks a full proof against an instance, as docs/proof-format.md says, in exact integers.

usage: check_proof.py FILE INSTANCE.csv

FILE is a proof of format 1 or 2 with its dual vectors, as text or packed by gzip. INSTANCE.csv has
the columns features (numbers separated by spaces) and weight, and either wins, ties and deals or
numerator and denominator; or it is what feltlab dataset writes. For a proof of feltlab regress it
is the table itself, as CSV, maybe packed by gzip. Prints "proved" or "not proved" and why; the exit
code is 0, 1, or 2 if the command or the instance is wrong.

It shares no code with model/proof and was written from the page, not from that package.
"""

import ast
import bisect
import csv
import gzip
import hashlib
import io
import itertools
import json
import math
import re
import struct
import sys
from fractions import Fraction

FEATURES = 73  # of format 1
COLUMNS = 4096  # of format 2, at most
READING = "paper-2"
WORDS = re.compile("words-[0-9]+:[0-9a-f]{64}")  # the digest of a feature set; the rows have its features
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
        self.over = [sum(w * max(0, o - e) for o, w in points.items()) for e in self.equities]
        self.under = [sum(w * max(0, e - o) for o, w in points.items()) for e in self.equities]
        self.up_to = list(itertools.accumulate(weights))  # weight of the rows up to each equity

    def up_to_estimate(self, estimate):
        k = bisect.bisect_right(self.equities, estimate)
        return self.up_to[k - 1] if k else 0


class Instance:
    def __init__(self, rows, columns=FEATURES):
        """Takes (features, numerator, denominator, weight) for each row."""
        merged = {}
        words = max(2, (columns + 63) // 64)
        for features, n, d, weight in rows:
            if not (1 <= d <= 1 << 62 and 0 <= n <= d and weight >= 1):
                raise ValueError("a row with the target %d / %d and the weight %d" % (n, d, weight))
            if any(not 1 <= j <= COLUMNS for j in features):
                raise ValueError("a row with the features %s" % features)
            key = sum(1 << (j - 1) for j in set(features)), d, n
            merged[key] = merged.get(key, 0) + weight
        self.weight = sum(merged.values())
        if not 1 <= self.weight <= 1 << 31:
            raise ValueError("the weights sum to %d" % self.weight)
        digest = hashlib.sha256()
        denominator = 1
        for (vector, d, n), weight in sorted(merged.items()):
            demand(vector >> 64 * words == 0, "a row with column %d of %d" % (vector.bit_length(), columns))
            digest.update(vector.to_bytes(8 * words, "little") + struct.pack("<3Q", n, d, weight))
            if denominator < 1 << 52:
                denominator = math.lcm(denominator, Fraction(n, d).denominator)
        self.digest = digest.hexdigest()
        self.exact = denominator < 1 << 52
        self.unit = denominator * ((1 << 52) // denominator) if self.exact else 1 << 52
        patterns = {}  # equity to weight, by features, in order
        for (vector, d, n), weight in sorted(merged.items()):
            points = patterns.setdefault(vector, {})
            e = n * self.unit // d
            points[e] = points.get(e, 0) + weight
        self.patterns = [
            Pattern([j for j in range(1, 64 * words + 1) if vector >> (j - 1) & 1], points)
            for vector, points in patterns.items()
        ]
        self.every = (1 << len(self.patterns)) - 1
        self.lists = {}  # by feature: the patterns with it
        for i, p in enumerate(self.patterns):
            for j in p.features:
                self.lists.setdefault(j, []).append(i)
        self.features = set(self.lists)
        self.where = {j: bits(self.lists[j]) for j in self.lists}  # the same as bits
        # By pattern, a number with a field of 64 bits for each column, which is 1 if the pattern has it; 0 is true
        # everywhere. A multiple of it adds to the g of all these columns at once.
        self.fields = [1 + sum(1 << 64 * j for j in p.features) for p in self.patterns]

    def gains(self, multipliers):
        """Returns the sum of the multipliers, one a pattern and below 2^55 in all, over the patterns with each column."""
        n = max(self.features, default=0) + 1
        offset = 1 << 60  # no field is below 0
        total = sum(offset << 64 * j for j in range(n)) + sum(m * f for m, f in zip(multipliers, self.fields) if m)
        g = struct.unpack("<%dQ" % n, total.to_bytes(8 * n, "little"))
        return {j: g[j] - offset for j in {0} | self.features}


def read_rows(path):
    rows = []
    with open(path, newline="") as f:
        for r in csv.DictReader(f):
            if "features" in r:
                features, weight = [int(j) for j in r["features"].split()], int(r["weight"])
            else:  # of feltlab dataset
                features = [j for j in range(1, COLUMNS + 1) if r.get("f%d" % j) == "true"]
                weight = int(r["orbit_weight"]) if "board" in r else 1  # a row stands for the boards of its orbit
            if "denominator" in r:
                n, d = int(r["numerator"]), int(r["denominator"])
            else:
                wins, ties = int(r["wins"]), int(r["ties"])
                if wins < 0 or ties < 0:
                    raise ValueError("a row with %d wins and %d ties" % (wins, ties))
                n, d = 2 * wins + ties, 2 * (int(r["deals"]) if "deals" in r else 990 * int(r["combos"]))
            rows.append((features, n, d, weight))
    return rows


NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,4})?")
MISSING = {None: ("", "NA", "N/A", "null", "NULL", "?")}  # by the option missing_words
MISSING["pandas-2"] = MISSING[None] + tuple(
    "#N/A|#N/A N/A|#NA|-1.#IND|-1.#QNAN|-NaN|-nan|1.#IND|1.#QNAN|<NA>|NaN|None|n/a|nan".split("|")
)


def plain(text, mark):
    """Returns a number with a mark before its fraction, maybe with groups of three digits, as one with a point and
    without groups; other texts as they are, but those with digits empty."""
    if not mark:
        return text
    groups = "([%s '\xa0\u202f][0-9]{3})+" % {",": ".", ".": ","}[mark]
    if not re.fullmatch("[+-]?([0-9]{1,3}%s|[0-9]*)(%s[0-9]*)?([eE][+-]?[0-9]+)?" % (groups, re.escape(mark)), text):
        return "" if re.search("[0-9]", text) else text
    whole, *fraction = text.split(mark)
    return ".".join([re.sub("[.,' \xa0\u202f]", "", whole), *fraction])


def number(text, mark):
    """Returns the double of a cell that is not missing."""
    if text.lower() in ("false", "true"):
        return float(text.lower() == "true")
    text = plain(text, mark)
    if not NUMBER.fullmatch(text):
        raise ValueError("%.40r is not a number" % text)
    return float(text)


# A text in quotes with an escape of a character that does not print, as Go writes it.
QUOTED = re.compile(
    r'"(?:[^"\\]|\\["\\])*(?:\\(?:[abfnrtv]|x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})(?:[^"\\]|\\["\\])*)+"'
)


def texts(name):
    """Returns the texts that a category's name may stand for. Which characters print differs between versions of
    Unicode, so the name tells."""
    try:
        return {name, ast.literal_eval(name)} if QUOTED.fullmatch(name) else {name}
    except SyntaxError:  # an escape of no character
        return {name}


def yes_no(name, header, missing, mark):
    """Returns the column of the file that a yes/no column is made from, and a function from cells to yes or no."""
    found = []
    for i, h in enumerate(header):
        if name == h:
            found.append((i, lambda cell: cell not in missing and number(cell, mark) == 1))
        if name == h + " is missing":
            found.append((i, lambda cell: cell in missing))
        if name.startswith(h + " = "):
            found.append((i, lambda cell, of=texts(name[len(h) + 3 :]): cell in of))
        least = name[len(h) + 4 :]
        if name.startswith(h + " >= ") and NUMBER.fullmatch(least):
            found.append((i, lambda cell, least=float(least): cell not in missing and number(cell, mark) >= least))
    if len(found) != 1:
        raise ValueError("the name %.80r has %d readings" % (name, len(found)))
    return found[0]


def product(name, names, made_from):
    """Returns the numbers of the two columns before this one that a name such as "a and b" says are both true, from
    different columns of the file; nothing for other names."""
    numbers = {n: j for j, n in enumerate(names[: len(made_from) - 1], 1) if made_from[j] is not None}
    splits = (m.start() for m in re.finditer("(?= and )", name))
    found = [(numbers.get(name[:i]), numbers.get(name[i + 5 :])) for i in splits]
    found = [(i, j) for i, j in found if i and j and i < j and made_from[i] != made_from[j]]
    if len(found) > 1:
        raise ValueError("the name %.80r has %d readings" % (name, len(found)))
    return found[0] if found else None


# The white space of Go, which has no separators such as \x1f.
SPACES = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))


def read_cells(path, source):
    """Returns the header and the rows of a CSV file, which must have the SHA-256 that the claim names."""
    with open(path, "rb") as f:
        content = f.read()
    digest = hashlib.sha256(content).hexdigest()
    demand(digest == source, "about another file: this one has the SHA-256 %s" % digest)
    if content.startswith(b"\x1f\x8b"):
        content = gzip.decompress(content)
    text = content.decode("utf-8-sig", "surrogateescape").replace("\r\n", "\n")
    outside = "".join(text.split("\n", 1)[0].split('"')[::2])
    comma = max(",;\t|", key=outside.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=comma, skipinitialspace=comma != "\t")
    header, *cells = ([cell.strip(SPACES) for cell in r] for r in reader if r)
    if cells and len(cells[0]) == len(header) + 1 and cells[0][-1]:
        header.insert(0, "")
    return [name or "column %d" % (i + 1) for i, name in enumerate(header)], cells


OPTIONS = (
    "target row_weight thresholds at drop missing missing_words decimal digits power pairs no_intercept zero_in_range bound"
    " nonnegative one_per_column with groups most factors quantile"
).split()


def read_options(text):
    """Returns the options of a table, whose text must be the one that feltlab writes for them."""
    options = json.loads(text)
    demand(isinstance(options, dict) and {"target", "thresholds", "bound"} <= options.keys(), "no options of a table")
    kinds = str, str, int, dict, list, bool, str, str, int, int, bool, bool, bool, str, list, bool, list, list, list, bool, str
    for key, kind in zip(OPTIONS, kinds):
        demand(type(options.get(key, kind())) is kind, "the option %s is %.40r" % (key, options.get(key)))
    for key in "drop", "nonnegative", "with":
        options[key] = sorted(set(options.get(key, [])))
    options["at"] = dict(sorted(options.get("at", {}).items()))
    canonical = {k: options[k] for k in OPTIONS if options.get(k)}
    written = json.dumps(canonical, ensure_ascii=False, separators=(",", ":")).replace(";", "\\u003b")
    written = written.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    demand(written == text, "its options are not written as feltlab writes them")
    demand(re.fullmatch(r"(0|[1-9])(\.[0-9]{0,8}[1-9])?", options["bound"]), "no bound: %.40r" % options["bound"])
    demand(not (options.get("pairs") and options.get("one_per_column")), "pairs with one_per_column")
    demand(not (options.get("factors") and options.get("one_per_column")), "factors with one_per_column")
    limits = options.get("most", [])
    listed = len(limits) == len(options.get("groups", [])) and any(n != 1 for n in limits)
    demand(not limits or listed, "most are not the limits of groups")
    demand(options.get("no_intercept") or not options.get("zero_in_range"), "zero_in_range with an intercept")
    return options


def decimal(text, what):
    """Returns a number of a table."""
    if not NUMBER.fullmatch(text):
        raise ValueError("a %s that is no decimal: %.40r" % (what, text))
    return Fraction(text)


def read_targets(options, header, cells, missing):
    """Returns the rows that have a target and weigh something, and their targets and weights."""
    mark, power, digits = options.get("decimal"), options.get("power", 0), options.get("digits")
    name, word = options["target"], None
    if name not in header:  # "type=Yes": the longest name of a column, and a word
        name = max((h for h in header if name.startswith(h + "=")), key=len)
        word = options["target"][len(name) + 1 :]
    at = header.index(name)
    weight = header.index(options["row_weight"]) if options.get("row_weight") else None
    weights = [Fraction(1) if weight is None else decimal(plain(r[weight], mark), "weight") for r in cells]
    kept = [(r, w) for r, w in zip(cells, weights) if r[at] not in missing and w != 0]
    if any(w < 0 for _, w in kept):
        raise ValueError("a weight below 0")
    if any(w.denominator != 1 for _, w in kept):  # whole, and without a common divisor
        unit = Fraction(1, math.lcm(*(w.denominator for _, w in kept)))
        unit *= math.gcd(*(int(w / unit) for _, w in kept))
        kept = [(r, w / unit) for r, w in kept]
    targets = []
    for r, _ in kept:
        y = Fraction(r[at] == word) if word else decimal(plain(r[at], mark), "target") / Fraction(10) ** power
        if digits:  # to the nearest, halves away from 0
            nearest = Fraction(math.floor(abs(y) * 10**digits + Fraction(1, 2)), 10**digits)
            y = nearest if y > 0 else -nearest
        targets.append(y * BILLION)
    return [r for r, _ in kept], targets, [int(w) for _, w in kept]


def read_table(path, rules):
    """Returns the rows of a table for a claim of feltlab regress."""
    header, cells = read_cells(path, rules.source)
    options = read_options(rules.rows)
    words, mark = options.get("missing_words"), options.get("decimal")
    demand(words in MISSING, "missing_words are %.40r, which this program does not know" % words)
    demand(mark in (None, ",", "."), "a decimal mark of %.40r" % mark)
    cells, targets, weights = read_targets(options, header, cells, MISSING[words])
    made = [[] for _ in header]  # by column of the file: the yes/no columns made from it
    made_from = [None]
    products = []  # two columns, and the column that is true where both are
    for j, name in enumerate(rules.names):
        both = options.get("pairs") and product(name, rules.names, made_from)
        if both:
            products.append((*both, j + 1))
            made_from.append(None)
            continue
        i, test = yes_no(name, header, MISSING[words], mark)
        made[i].append((j + 1, test))
        made_from.append(header[i])
    used = [i for i, tests in enumerate(made) if tests]
    true = [{} for _ in header]  # by column of the file and cell: the yes/no columns that are true
    unit = Fraction(BILLION)  # of the last digit that a target has, in billionths
    while any((y / unit).denominator != 1 for y in targets):
        unit /= 10
        if unit * 10**18 < 1:
            raise ValueError("a target with more than 27 digits after the point")
    rows = []
    for r, y, copies in zip(cells, targets, weights):
        if len(r) != len(header):
            raise ValueError("a row of %d cells, not %d" % (len(r), len(header)))
        features = []
        for i in used:
            if r[i] not in true[i]:
                true[i][r[i]] = [j for j, test in made[i] if test(r[i])]
            features += true[i][r[i]]
        known = set(features)
        features += [j for a, b, j in products if a in known and b in known]
        rows.append((features, int((y - rules.low) / unit), int(rules.range / unit), copies))
    if options.get("zero_in_range"):
        targets.append(Fraction(0))
    ends = math.floor(min(targets)), math.ceil(max(targets))
    demand(ends == (rules.low, rules.high), "the targets are not from LOW to HIGH")
    demand_rules(options, rules, made_from)
    return rows


def demand_rules(options, rules, made_from):
    """Demands that bounds, groups and intercept are those of the options; by column, the file's column is given."""

    def named(name):
        if name in rules.names:
            return {rules.names.index(name) + 1}
        return {j for j, h in enumerate(made_from) if j and name in (h, "*")}

    def rounded(bound):
        if rules.values:
            return (min if bound < 0 else max)(v for v in rules.values if -limit <= v <= limit) if bound else 0
        return bound if not rules.step else towards_zero(bound, rules.step) * rules.step

    limit = Fraction(options["bound"]) * rules.range
    positive = set().union(*map(named, options.get("nonnegative", [])))
    groups = [set().union(*map(named, g)) for g in options.get("groups", [])]
    groups = list(zip(groups, options.get("most") or [1] * len(groups)))
    for name in dict.fromkeys(made_from[1:]):
        all_from = {j for j, h in enumerate(made_from) if h == name and h is not None}
        text = any(rules.names[j - 1].startswith(name + " = ") for j in all_from)
        if len(all_from) > 1 and options.get("one_per_column"):
            groups.append((all_from, 1))
        if len(all_from) > 1 and options.get("factors") and text:
            groups.append((all_from, 0))
    free = "round" if rules.step else "free"
    demand(rules.intercept == ("none" if options.get("no_intercept") else free), "another intercept than its options")
    demand(rules.quantile == options.get("quantile"), "another quantile than that of its options")
    demand(rules.groups == sorted(groups, key=lambda g: min(g[0])), "other groups than those of its options")
    for j, bounds in enumerate(rules.bounds[1:], 1):
        of_options = rounded(0 if j in positive else -limit), rounded(limit)
        demand(bounds == of_options, "column %d has other bounds than those of its options" % j)


class Rules:
    """What a claim of format 2 says of formulas. Decimals are whole numbers of billionths."""

    def __init__(self, proof):
        self.rows, self.source = proof.field("rows"), proof.field("source")
        self.quantile = None  # a decimal as text
        self.low, self.high = proof.decimals(proof.field("target").split(" "), 2)
        self.range = self.high - self.low
        demand(self.range > 0, "line %d: not the smaller target first" % proof.at)
        proof.columns = proof.size(proof.field("columns"))
        demand(1 <= proof.columns <= COLUMNS, "line %d: not 1 to %d columns" % (proof.at, COLUMNS))
        self.names, self.bounds = [], [None]  # bounds by column
        for _ in range(proof.columns):
            self.column(proof)
        self.intercept = proof.field("intercept")
        self.weights(proof, proof.field("weights").split(" "))
        demand(
            self.intercept in ("none", "free") or self.intercept == "round" and self.step,
            "line %d: no intercept of the format" % (proof.at - 1),
        )
        self.groups, last = [], 0  # columns, and how many of them a formula may have; 0 for a whole group
        for _ in range(proof.size(proof.field("groups"))):
            words, allowed = proof.field("group").split(" "), 1
            if words[0] == "whole":
                words, allowed = words[1:], 0
            elif words[0] == "most":
                demand(len(words) > 2, "line %d: no number of columns" % proof.at)
                words, allowed = words[2:], proof.number(words[1])
                demand(1 < allowed < len(words), "line %d: not 2 to one less than there are" % proof.at)
            group = proof.ascending(words)
            demand(len(group) > 1 and group[0] > last, "line %d: a small group, or one too late" % proof.at)
            demand(not any(set(group) & g for g, _ in self.groups), "line %d: a column of two groups" % proof.at)
            last = group[0]
            self.groups.append((set(group), allowed))
        limit = 1 << 60
        sizes = [self.low, self.high, self.step or 0] + [b for pair in self.bounds[1:] for b in pair]
        demand(all(abs(d) <= limit for d in sizes), "a decimal of more than 2^60 billionths")

    def column(self, proof):
        words = proof.field("column").split(" ", 2)
        demand(len(words) == 3, "line %d: not two bounds and a name" % proof.at)
        lower, upper = proof.decimals(words[:2], 2)
        name = words[2]
        demand(lower <= 0 <= upper, "line %d: 0 is not within the bounds" % proof.at)
        demand(1 <= len(name.encode("utf-8", "surrogateescape")) <= 1000, "line %d: bad name" % proof.at)
        demand(name not in self.names, "line %d: the name of another column" % proof.at)
        self.names.append(name)
        self.bounds.append((lower, upper))

    def weights(self, proof, words):
        self.kind, self.step, self.values = " ".join(words), None, None
        if words[0] == "step":
            self.step = proof.decimals(words[1:], 1)[0]
            demand(self.step > 0, "line %d: no step above 0" % proof.at)
        elif words[0] == "values":
            self.values = proof.decimals(words[1:], len(words) - 1)
            ascending = all(a < b for a, b in zip(self.values, self.values[1:]))
            demand(ascending and 0 in self.values, "line %d: not ascending values with 0" % proof.at)
            demand(len(self.values) <= 10000, "line %d: more than 10,000 values" % proof.at)
        else:
            demand(words == ["any"], "line %d: not any, step or values" % proof.at)

    def group(self, j):
        """Returns the group of a column and what it allows, or the empty set."""
        return next((g for g in self.groups if j in g[0]), (set(), 1))

    def unit(self, j):
        """Returns the column that stands for the unit of a column."""
        group, allowed = self.group(j)
        return j if allowed else min(group)

    def units(self, columns):
        return {self.unit(j) for j in columns}

    def allows(self, units):
        return all(len(group & units) <= max(allowed, 1) for group, allowed in self.groups)

    def taken(self, j, units):
        """Returns the group of a unit if it has as many of some units as it allows, else the empty set."""
        group, allowed = self.group(j)
        return group if len(group & units) >= max(allowed, 1) else set()

    def demand_units(self, columns):
        demand(self.units(columns) == set(columns), "a column of a whole group that is not the first")

    def sums(self, numbers):
        """Returns numbers by column as sums by unit, the largest first."""
        by_unit = {}
        for j, n in enumerate(numbers, 1):
            by_unit[self.unit(j)] = by_unit.get(self.unit(j), 0) + n
        return sorted(by_unit.values(), reverse=True)

    def box(self, most):
        """Returns the intervals of the intercept and of all weights, and demands that sums fit."""
        lows = -sum(self.sums(-lower for lower, _ in self.bounds[1:])[:most])
        highs = sum(self.sums(upper for _, upper in self.bounds[1:])[:most])
        total = sum(self.sums(max(-lower, upper) for lower, upper in self.bounds[1:])[: max(most, 1)])
        if self.intercept == "none":
            at, total = (0, 0), total + abs(self.low)
        else:
            at = self.low - highs, self.high - lows
            total += highs - lows + self.range + (self.step or 0)
        self.fits(total)
        if self.intercept == "round":
            at = at[0] // self.step * self.step, -(-at[1] // self.step) * self.step
        return [at] + self.bounds[1:]

    def fits(self, total):
        demand(total <= min(2047 * self.range, 1 << 62), "the weights are too large")

    def values_of(self, k):
        """Returns value k of a weight and the next one."""
        if self.step:
            return k * self.step, (k + 1) * self.step
        if not self.values:
            return k, k
        demand(0 <= k < len(self.values) - 1, "there is no value %d" % (k + 1))
        return self.values[k], self.values[k + 1]

    def impossible(self, forced, most):
        return len(forced) > most or not self.allows(forced)

    def alike(self, instance, j, k):
        """Reports whether exchanging two columns changes no claim."""
        (lower, upper), bounds = self.bounds[j], self.bounds[k]
        if j == k:
            return True
        if self.group(j) != self.group(k) or not self.group(j)[1]:
            return False
        if bounds == (lower, upper) and instance.where[j] == instance.where[k]:
            return True
        symmetric = not self.values or self.intercept == "free" and self.values == [-v for v in self.values[::-1]]
        return (
            self.intercept != "none"
            and symmetric
            and bounds == (-upper, -lower)
            and instance.where[j] ^ instance.where[k] == instance.every
        )


class Proof:
    """The text of a proof, strictly."""

    def __init__(self, text):
        self.lines = text.split("\n")
        self.at = 0
        magic = self.line()
        demand(magic in ("feltlab-proof 1", "feltlab-proof 2"), "line 1: not a proof of format 1 or 2")
        self.rules, self.columns = None, FEATURES
        if magic == "feltlab-proof 2":
            self.rules = Rules(self)
        else:
            self.hand, self.range, self.reading = self.field("hand"), self.field("range"), self.field("reading")
        self.loss, *words = self.field("loss").split(" ")
        self.points, self.slopes = None, (ONE, ONE)
        if self.loss == "wrong" and self.rules:
            demand(len(words) in (2, 4) and words[2:3] in ([], ["points"]), "line %d: not what rows count" % self.at)
            self.counts = [self.number(w) for w in words[:2]]
            demand(all(1 <= c <= 1 << 20 for c in self.counts), "line %d: not from 1 to 2^20" % self.at)
            self.points = self.number(words[3]) if words[3:] else None
            demand(self.points is None or 1 <= self.points <= 1000, "line %d: not 1 to 1000 points" % self.at)
        elif self.loss == "quantile" and self.rules:
            k, rest = divmod(self.decimals(words, 1)[0], BILLION // 1000)
            self.rules.quantile = words[0]
            demand(0 < k < 1000 and k != 500 and not rest, "line %d: no quantile in thousandths" % self.at)
            self.slopes = 2 * k * (ONE // 1000), 2 * (1000 - k) * (ONE // 1000)
        else:
            demand(self.loss in ("average", "largest") and not words, "unknown loss")
        self.most = self.number(self.field("features"))
        line = self.line()
        demand(line.split(" ")[0] == "with", "line %d: not with" % self.at)
        self.with_ = self.ascending(line.split(" ")[1:])
        self.except_ = []
        while self.rules and self.lines[self.at].startswith("except "):
            self.except_.append(self.ascending(self.field("except").split(" ")))
        text = self.field("cutoff")
        demand(re.fullmatch(r"[0-9]+(\.[0-9]+)?(e[+-][0-9]+)?", text), "line %d: no cutoff" % self.at)
        self.cutoff = float(text)
        demand(re.sub(r"\.0$", "", repr(self.cutoff)) == text, "line %d: not the shortest cutoff" % self.at)
        self.instance = self.field("instance")
        cuts = self.size(self.field("cuts"))
        if self.rules:
            self.splits = self.size(self.field("splits"))
            self.cuts = [self.cut_with_tree() for _ in range(cuts)]
            splits = sum(node[0] in ("split", "choose") for _, tree in self.cuts for _, node in tree)
            demand(splits == self.splits, "%d splits are stated, and there are %d" % (self.splits, splits))
        else:
            self.cuts = [self.cut() for _ in range(cuts)]
        demand(self.line() == "end" and self.lines[self.at :] == [""], "line %d: not the end" % self.at)
        demand(0 <= self.most <= self.columns and len(self.with_) <= self.most, "impossible number of features")
        listed = len(self.except_) <= 1000 and all(len(s) <= self.most for s in self.except_)
        demand(listed, "impossible excepted sets")
        most = 1 << 52 if self.loss == "wrong" else 2047 if self.rules else 1
        demand(0 <= self.cutoff <= most, "impossible cutoff")
        if self.rules:
            demand(self.rules.allows(set(self.with_)), "more columns of a group in with than it allows")
            for columns in [self.with_, *self.except_, *(columns for columns, _ in self.cuts)]:
                self.rules.demand_units(columns)
            self.box = self.rules.box(self.most)

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

    def decimals(self, words, n):
        demand(len(words) == n > 0, "line %d: not as many decimals" % self.at)
        for w in words:
            canonical = re.fullmatch(r"-?(0|[1-9][0-9]*)(\.[0-9]{0,8}[1-9])?", w) and w != "-0"
            demand(canonical, "line %d: %.40r is no decimal" % (self.at, w))
        all_ = [int(Fraction(w) * BILLION) for w in words]
        demand(all(abs(d) < 1 << 63 for d in all_), "line %d: a decimal of more than 64 bits" % self.at)
        return all_

    def size(self, text):
        n = self.number(text)
        demand(0 <= n < len(self.lines), "line %d: not as many lines" % self.at)
        return n

    def ascending(self, words):
        ids = [self.number(w) for w in words]
        demand(all(a < b for a, b in zip([0] + ids, ids + [self.columns + 1])), "line %d: bad features" % self.at)
        return ids

    def cut(self):
        words = self.line().split(" ")
        need, columns = self.number(words[0]), self.ascending(words[1:])
        if not self.lines[self.at].startswith("dual"):
            return need, columns, None
        return need, columns, self.dual(self.line().split(" "))

    def cut_with_tree(self):
        """Returns the columns and the nodes, each with its line, in preorder."""
        words = self.line().split(" ")
        demand(words[0] == "cut", "line %d: not cut" % self.at)
        by = words.index("by") if "by" in words else len(words)  # what follows is for programs that find dual vectors
        columns, tree, missing = self.ascending(words[1:by]), [], 1
        demand(by != len(words) - 1, "line %d: no columns after by" % self.at)
        self.ascending(words[by + 1 :])
        while missing:
            words = self.line().split(" ")
            missing -= 1
            if words[0] == "split":
                demand(len(words) == 3, "line %d: not a column and a value" % self.at)
                node = "split", self.number(words[1]), self.number(words[2])
                missing += 2
            elif words[0] == "choose":
                demand(len(words) == 2, "line %d: not a column" % self.at)
                node = "choose", self.number(words[1])
                missing += 2
            elif words[0] == "dual":
                node = "dual", self.dual(words)
            else:
                demand(words in (["none"], ["leaf"]), "line %d: not split, choose, dual, none or leaf" % self.at)
                node = (words[0],)
            tree.append((self.at, node))
        return columns, tree

    def dual(self, words):
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
        return parts


def entries(parts, letter, first, last):
    """Returns a part as a dictionary, its places being from first to last and ascending."""
    part = parts.get(letter, [])
    places = [at for at, _ in part]
    demand(all(a < b for a, b in zip([first - 1] + places, places + [last + 1])), "part %s: bad places" % letter)
    return dict(part)


def towards_zero(a, b):
    """Returns a / b without its fraction, for b above 0."""
    return a // b if a >= 0 else -(-a // b)


def estimates(instance, proof, parts):
    """Returns the t of the page, by column; 0 is the intercept."""
    if not proof.rules:
        listed = entries(parts, "x", 1, FEATURES)
        demand(all(abs(v) <= BILLION for v in listed.values()), "part x: a weight out of range")
        return {j: int(v / BILLION * instance.unit) for j, v in listed.items()}
    listed = entries(parts, "x", 0, proof.columns)
    for j, v in listed.items():
        demand(proof.box[j][0] <= v <= proof.box[j][1], "part x: a weight out of its bounds")
    unlisted = 0 if proof.rules.intercept == "none" else proof.rules.low
    listed[0] = listed.get(0, unlisted) - proof.rules.low
    proof.rules.fits(sum(abs(v) for v in listed.values()))
    return {j: towards_zero(v * instance.unit, proof.rules.range) for j, v in listed.items()}


def average(instance, proof, parts):
    """Returns C, g and T of the page for an average error; g[0] is that of the intercept."""
    demand(not parts.keys() - set("xm"), "a part of the other loss")
    t = estimates(instance, proof, parts)
    listed = entries(parts, "m", 0, len(instance.patterns) - 1)
    at = [t.get(0, 0)] * len(instance.patterns)
    for j in t.keys() & instance.features:
        for i in instance.lists[j]:
            at[i] += t[j]
    c, multipliers = 0, []
    above, below = proof.slopes
    for i, p in enumerate(instance.patterns):
        m = listed.get(i)
        if m is None:
            m = (above + below) * p.up_to_estimate(at[i]) - above * p.weight
        m = max(-above * p.weight, min(below * p.weight, m))
        k = bisect.bisect_left(p.up_to, -(-(m + above * p.weight) // (above + below)))
        c += above * p.over[k] + below * p.under[k] - m * p.equities[k]
        multipliers.append(m)
    c -= 0 if instance.exact else below * instance.weight
    return c, instance.gains(multipliers), (above + below) // 2 * instance.weight


def largest(instance, parts):
    """Returns C, g and T of the page for a largest error; g[0] is that of the intercept."""
    demand(not parts.keys() - set("ab"), "a part of the other loss")
    c, t, multipliers = 0, 0, [0] * len(instance.patterns)
    for letter, sign in ("a", 1), ("b", -1):
        for i, v in entries(parts, letter, 0, len(instance.patterns) - 1).items():
            demand(v >= 0, "part %s: a negative multiplier" % letter)
            p = instance.patterns[i]
            t += v
            c += sign * v * p.equities[-1 if letter == "a" else 0]
            multipliers[i] -= sign * v
    demand(1 <= t <= 1 << 50, "the multipliers sum to %d" % t)
    c -= 0 if instance.exact else t
    return c, instance.gains(multipliers), t


def relaxed(instance, proof, parts):
    return largest(instance, parts) if proof.loss == "largest" else average(instance, proof, parts)


def demand_cutoff(instance, proof, least, t):
    demand(least >= t * math.ceil(Fraction(proof.cutoff) * instance.unit), "it proves less than the cutoff")


def follows(instance, proof, need, columns, parts):
    """Demands that a cut of format 1 follows from its dual vector."""
    demand(parts is not None, "no dual vector")
    demand(need >= 1, "a need below 1")
    c, g, t = relaxed(instance, proof, parts)
    del g[0]
    among = sorted((abs(g[j]) for j in g if j in columns), reverse=True)
    gain = sum(abs(g[j]) for j in g if j not in columns) + sum(among[: need - 1])
    demand_cutoff(instance, proof, c - instance.unit * gain, t)


def tree_follows(instance, proof, columns, tree):
    """Demands that a cut of format 2 follows from its tree."""
    boxes = [(0, proof.box, frozenset())]  # of the subtrees to come: splits and choices above, and the chosen columns
    for line, node in tree:
        try:
            depth, box, chosen = boxes.pop()
            demand(depth < 1000 or node[0] not in ("split", "choose"), "more than 1000 splits above it")
            if node[0] == "split":
                boxes += [(depth + 1, half, chosen) for half in reversed(halves(proof, columns, box, *node[1:]))]
            elif node[0] == "choose":
                j = node[1]
                demand(1 <= j <= proof.columns and j not in columns, "a choice of column %d" % j)
                proof.rules.demand_units([j])
                demand(j not in forced_units(proof.rules, box, chosen), "a choice of a column that is forced")
                out = [(0, 0) if i and proof.rules.unit(i) == j else ends for i, ends in enumerate(box)]
                boxes += [(depth + 1, box, chosen | {j}), (depth + 1, out, chosen)]
            else:
                leaf_follows(instance, proof, columns, box, chosen, node)
        except NotProved as e:
            raise NotProved("line %d: %s" % (line, e))


def halves(proof, columns, box, j, k):
    demand(0 <= j <= proof.columns and proof.rules.unit(j) not in columns, "a split of column %d" % j)
    demand(j or proof.rules.intercept == "round", "a split of an intercept that is not round")
    below, above = proof.rules.values_of(k)
    lower, upper = box[j]
    demand(lower <= below and above <= upper, "a split outside the bounds above it")
    left, right = list(box), list(box)
    left[j], right[j] = (lower, below), (above, upper)
    return left, right


def forced_units(rules, box, chosen):
    return chosen | rules.units(j for j in range(1, len(box)) if box[j][0] > 0 or box[j][1] < 0)


def leaf_follows(instance, proof, columns, box, chosen, node):
    rules = proof.rules
    forced = forced_units(rules, box, chosen)
    if node[0] == "none":
        demand(rules.impossible(forced, proof.most), "a leaf none that allows formulas")
        return
    demand(node[0] == "dual", "no dual vector")
    c, g, t = relaxed(instance, proof, node[1])

    def lowers(j):
        """Returns d of the page."""
        lower, upper = (b - (0 if j else rules.low) for b in box[j])
        return max(-g[j] * (lower * instance.unit // rules.range), g[j] * (-upper * instance.unit // rules.range))

    by_unit = {}
    for j in instance.features:
        by_unit[rules.unit(j)] = by_unit.get(rules.unit(j), 0) + lowers(j)
    d, taken = lowers(0), set(forced)
    if len(forced) <= proof.most:
        d += sum(by_unit.get(j, 0) for j in forced - set(columns))
    for j in sorted(by_unit.keys() - set(columns) - forced, key=lambda j: -by_unit[j]):
        if len(taken) < proof.most and not rules.taken(j, taken):
            d += by_unit[j]
            taken.add(j)
    demand_cutoff(instance, proof, c - d, t)


def bits(ids):
    return sum(1 << j for j in ids)


def enough(instance, proof):
    """Demands that no choice of features has its need of every cut."""
    rules = proof.rules
    features = rules.units(instance.features) if rules else instance.features
    every = bits(features)
    alike = rules.alike if rules else lambda instance, j, k: instance.where[j] == instance.where[k]
    rows = {}  # columns by where they are true
    for j in features:
        rows.setdefault(instance.where.get(j, 0), []).append(j)
    same = {}
    for where, its in rows.items():
        opposite = rows.get(instance.every ^ where, [])
        for j in its:
            same[1 << j] = bits(k for k in its + opposite if alike(instance, j, k))

    def excluded(first, chosen):
        """Returns what a choice gives up once it has a column."""
        j = first.bit_length() - 1
        if not rules or not rules.group(j)[0]:
            return first
        return first | bits(rules.taken(j, {i for i in rules.group(j)[0] if chosen >> i & 1}))

    fixed = bits(proof.with_) & every
    free = every & ~bits(proof.with_)
    for j in proof.with_:
        free &= ~bits(rules.taken(j, set(proof.with_)) if rules else ())
    k = proof.most - len(proof.with_)
    cuts = []
    for need, columns in ((1, cut[0]) if rules else cut[:2] for cut in proof.cuts):
        cut = bits(columns) & every
        if need > k + bin(cut & fixed).count("1") or need > bin(cut).count("1"):
            return
        if need == 1 and not cut & fixed:
            cuts.append(cut)

    def last(cuts, free, chosen):
        """Is open_choice for one more column, which must be in all cuts."""
        common = free
        for cut in cuts:
            common &= cut
            if not common:
                return None
        while common:
            hit = common & -common
            group = same[hit] & free
            if group & -group == hit and not any((chosen | hit) & s == s for s in excepted):
                return chosen | hit
            common ^= hit
        return None

    def open_choice(cuts, free, k, chosen):
        """Returns a choice that has a column of each cut, or None."""
        if not cuts:
            return None if any(chosen & s == s for s in excepted) else chosen
        if k == 0:
            return None
        if k == 1:
            return last(cuts, free, chosen)
        tight = min(cuts[:16], key=lambda cut: bin(cut & free).count("1"))
        while tight & free:
            hit = tight & free
            group = same[hit & -hit] & free
            first = group & -group
            left = [cut for cut in cuts if not cut & first]
            found = open_choice(left, free & ~excluded(first, chosen | first), k - 1, chosen | first)
            if found is not None:
                return found
            free &= ~group
        return None

    excepted = [bits(s) for s in proof.except_]
    cuts.sort(key=lambda cut: bin(cut).count("1"))
    found = open_choice(cuts, free, k, fixed)
    if found is not None:
        raise NotProved("the cuts leave the choice %s" % [j for j in range(1, COLUMNS + 1) if found >> j & 1])


def thresholds(n, limit):
    """Returns the threshold functions of n bits from weights up to a limit, each as bits: those x where it is true."""
    found = set()
    for weights in itertools.product(range(-limit, limit + 1), repeat=n):
        sums = [sum(w for i, w in enumerate(weights) if x >> i & 1) for x in range(1 << n)]
        for cut in {*sums, max(sums) + 1}:
            found.add(bits(x for x, s in enumerate(sums) if s >= cut))
    return found


def kept(instance, proof):
    """Returns the columns besides those of with that a set of columns may have."""
    free = []
    for j in sorted(instance.features - set(proof.with_)):
        first = proof.points or not any(proof.rules.alike(instance, i, j) for i in instance.features if i < j)
        if first and instance.where[j] != instance.every:
            free.append(j)
    return free


def scores_follow(instance, proof):
    """Demands that no score counts less than the cutoff."""
    rules = proof.rules
    demand(proof.cutoff == int(proof.cutoff), "the cutoff is no whole number")
    demand(proof.most <= 5 and not proof.cuts, "scores of more than 5 columns, or cuts")
    demand(not proof.except_, "scores with excepted sets")
    plain = rules.kind == "any" and rules.intercept == "free" and not rules.groups
    demand(plain and all(lower < 0 < upper for lower, upper in rules.bounds[1:]), "rules that scores do not have")
    low, high = proof.counts
    d, total = [], 0  # d by pattern
    for p in instance.patterns:
        rows = dict(zip(p.equities, (b - a for a, b in zip([0] + p.up_to, p.up_to))))
        demand(instance.exact and not rows.keys() - {0, instance.unit}, "a target between the least and the greatest")
        d.append(high * rows.get(instance.unit, 0) - low * rows.get(0, 0))
        total += high * rows.get(instance.unit, 0)
    gain = total - int(proof.cutoff)
    # Patterns whose d has a binary digit and a sign, as the bits of a number.
    planes = [
        (sign << k, bits(i for i, v in enumerate(d) if v * sign > 0 and abs(v) >> k & 1))
        for k in range(max(map(abs, d)).bit_length())
        for sign in (1, -1)
    ]
    planes = [(unit, plane) for unit, plane in planes if plane]
    where = {j: instance.where.get(j, 0) for j in range(1, proof.columns + 1)}
    free = kept(instance, proof)
    more = min(proof.most - len(proof.with_), len(free))
    most = (0, 1, 1, 2, 3, 5)[len(proof.with_) + more]
    functions = [
        [x for x in range(32) if f >> x & 1]
        for f in thresholds(len(proof.with_) + more, min(most, proof.points or most))
    ]

    def split(cells, column):
        """Returns the cells that a column parts: those where it is not true, then the others."""
        outside, inside = [], []
        for cell, its in cells:
            halves = [(unit, plane & column) for unit, plane in cell]
            halves = [(unit, plane) for unit, plane in halves if plane]
            part = sum(unit * bin(plane).count("1") for unit, plane in halves)
            inside.append((halves, part))
            outside.append(([(unit, plane & ~column) for unit, plane in cell], its - part))
        return outside + inside

    def search(cells, chosen, start, more):
        if more == 0:
            if sum(max(0, its) for _, its in cells) > gain:
                best = max(sum(cells[x][1] for x in f) for f in functions)
                demand(best <= gain, "a score of the columns %s counts less" % chosen)
            return
        for i in range(start, len(free) - more + 1):
            search(split(cells, where[free[i]]), chosen + [free[i]], i + 1, more - 1)

    cells = [(planes, sum(d))]
    for j in proof.with_:
        cells = split(cells, where[j])
    search(cells, proof.with_, 0, more)


def check(instance, proof):
    if not proof.rules:
        known = proof.reading == READING or WORDS.fullmatch(proof.reading)
        demand(known, "the reading of the features is %s, not %s" % (proof.reading, READING))
    columns = max(instance.features, default=0)
    demand(columns <= proof.columns, "a row with column %d of %d" % (columns, proof.columns))
    demand(proof.instance == instance.digest, "for another instance: the rows have the hash %s" % instance.digest)
    for i, cut in enumerate(proof.cuts):
        try:
            (tree_follows if proof.rules else follows)(instance, proof, *cut)
        except NotProved as e:
            raise NotProved("cut %d: %s" % (i + 1, e))
    if proof.loss == "wrong":
        scores_follow(instance, proof)
    else:
        enough(instance, proof)


def labels(rules):
    """Says what the rows of a claim of format 2 are."""
    if rules.source == "-":
        return rules.rows
    if len(rules.source) == 64:
        return rules.rows + " of the file " + rules.source
    return rules.source + " against " + rules.rows


def claim(proof):
    """Says what a proof claims."""
    rules = proof.rules
    names = [rules.names[j - 1] if rules else "F%d" % j for j in proof.with_]
    if rules:
        about = "of %d columns (weights %s from %s to %s, intercept %s, groups %s)" % (
            proof.columns,
            rules.kind,
            min(lower for lower, _ in rules.bounds[1:]) / BILLION,
            max(upper for _, upper in rules.bounds[1:]) / BILLION,
            rules.intercept,
            [sorted(g) if n == 1 else [("%d of" % n) if n else "whole", sorted(g)] for g, n in rules.groups],
        )
    else:
        about = "features"
    if proof.loss == "wrong":
        about += ", points up to %d" % proof.points if proof.points else ""
        return "%s%s: no score with at most %d %s has wrong rows that count %s (target LOW) and %s (HIGH) below %r" % (
            "only for scores with %s: " % " and ".join(names) if names else "",
            labels(rules),
            proof.most,
            about,
            *proof.counts,
            proof.cutoff,
        )
    but = " or ".join("(%s)" % " and ".join(rules.names[j - 1] for j in s) for s in proof.except_)
    return "%s%s%s: no formula with at most %d %s has %s error below %r%s%s: %d cuts" % (
        "says nothing, as no error is below 0: " if proof.cutoff <= 0 else "",
        "only for formulas with %s: " % " and ".join(names) if names else "",
        labels(rules)
        if rules
        else "%s against %s%s" % (proof.hand, proof.range, "" if proof.reading == READING else " by " + proof.reading),
        proof.most,
        about,
        {"average": "an average", "largest": "a largest"}.get(proof.loss) or "a %s-quantile" % proof.rules.quantile,
        proof.cutoff,
        " of the target's range" if rules else "",
        ", but formulas with all columns of " + but if but else "",
        len(proof.cuts),
    )


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
        proof = Proof(read_text(args[0]))
        table = proof.rules and re.fullmatch("[0-9a-f]{64}", proof.rules.source)
        try:
            instance = Instance(read_table(args[1], proof.rules) if table else read_rows(args[1]), proof.columns)
        except (OSError, EOFError, ValueError, TypeError, KeyError, AttributeError, IndexError, csv.Error) as e:
            print("check_proof.py: %s: %s" % (args[1], e), file=sys.stderr)
            return 2
        check(instance, proof)
    except OSError as e:
        print("check_proof.py: %s" % e, file=sys.stderr)
        return 2
    except NotProved as e:
        print("not proved: %s" % e)
        return 1
    print("proved: " + claim(proof))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
