#!/usr/bin/env python3
"""An agent for feltlab with numpy: it answers in binary frames (docs/agents.md), all hands at once.

    feltlab bestresponse --game limit-holdem --opponent "exec:python3 scripts/agent_numpy.py" \\
        --flops 20 --turns 8 --rivers 8

It plays by the rule of agent.py. Replace strengths() and probabilities() by your own. numpy
comes with pip install numpy, or Debian's python3-numpy.
"""

import functools
import json
import struct
import sys

import numpy

RANKS = "23456789TJQKA"
BATCH = 1000  # most public states of a question; all states of a board come together


def strengths(ranks, board):
    """From 0 to 1 for all hands: high cards, and pairs in the hand or with the board.

    ranks has a row for each hand; board holds cards, 4 * rank + suit.
    """
    paired = numpy.isin(ranks, numpy.array(board, int) // 4).any(axis=1)
    if ranks.shape[1] == 2:
        paired |= ranks[:, 0] == ranks[:, 1]
    return 0.5 * paired + 0.5 * ranks.max(axis=1) / 12


def probabilities(actions, s):
    """A row for each action, f (fold), c (check or call), r (raise), and a column for each hand."""
    weights = {"f": (1 - s) ** 2, "c": numpy.full_like(s, 0.5), "r": s * s}
    rows = numpy.array([weights[a] for a in actions])
    return (rows / rows.sum(axis=0)).astype("<f4")


def states(content):
    """The public states of a question: actor, board, actions and history."""
    at = 4
    for _ in range(struct.unpack_from("<I", content)[0]):
        actor, cards, actions, letters = content[at : at + 4]
        at += 4
        ends = at + cards, at + cards + actions, at + cards + actions + letters
        yield actor, content[at : ends[0]], content[ends[0] : ends[1]].decode(), content[ends[1] : ends[2]].decode()
        at = ends[2]


def main():
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    hello = json.loads(source.readline())
    reply = {"feltlab-agent": 1, "game": hello["game"], "framing": "binary", "batch": BATCH, "name": "agent_numpy.py"}
    sink.write(json.dumps(reply).encode() + b"\n")
    sink.flush()
    ranks = [numpy.array([[RANKS.index(c) for c in hand if c in RANKS] for hand in seat]) for seat in hello["hands"]]

    @functools.lru_cache(64)
    def known(actor, board):
        return strengths(ranks[actor], list(board))

    # This rule does not look at the history. Yours may: then leave out this cache.
    @functools.lru_cache(64)
    def answer(actor, board, actions, history=None):
        return probabilities(actions, known(actor, board)).tobytes()

    while length := source.read(4):
        content = source.read(struct.unpack("<I", length)[0])
        parts = [answer(actor, board, actions) for actor, board, actions, history in states(content)]
        sink.write(struct.pack("<I", sum(map(len, parts))))
        sink.writelines(parts)
        sink.flush()


if __name__ == "__main__":
    main()
