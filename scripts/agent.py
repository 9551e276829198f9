#!/usr/bin/env python3
"""An agent for feltlab in plain Python: it answers in lines of JSON (docs/agents.md).

    feltlab bestresponse --game leduc --opponent "exec:python3 scripts/agent.py"

It plays every game by one rule: the better the hand, the more it raises. Suits do not matter
to it. Replace strength() and probabilities() by your own. For limit hold'em start from
agent_numpy.py, which is some fifty times as fast.
"""

import functools
import json
import sys

RANKS = "23456789TJQKA"


def strength(hand, board):
    """From 0 to 1: high cards, and pairs in the hand or with the board."""
    ranks = [RANKS.index(c) for c in hand if c in RANKS]
    paired = len(set(ranks)) < len(ranks) or any(RANKS[r] == card[0] for r in ranks for card in board)
    return 0.5 * paired + 0.5 * max(ranks) / 12


def probabilities(actions, s):
    """The probability of each action: f (fold), c (check or call), r (raise)."""
    weights = {"f": (1 - s) ** 2, "c": 0.5, "r": s * s}
    total = sum(weights[a[0]] for a in actions)
    return [weights[a[0]] / total for a in actions]


def main():
    hello = json.loads(sys.stdin.readline())
    hands = hello["hands"]
    reply = {"feltlab-agent": 1, "game": hello["game"], "framing": "json", "name": "agent.py"}
    print(json.dumps(reply), flush=True)

    @functools.lru_cache(4)
    def strengths(actor, board):  # the states of a question share a board
        return [strength(hand, board) for hand in hands[actor]]

    for line in sys.stdin:
        question = json.loads(line)
        answer = []
        for state in question["states"]:
            known = {}  # many hands are equally strong
            rows = []
            for s in strengths(state["actor"], tuple(state["board"])):
                if s not in known:
                    known[s] = probabilities(state["actions"], s)
                rows.append(known[s])
            answer.append([list(column) for column in zip(*rows)])  # by action, then by hand
        print(json.dumps({"id": question["id"], "probabilities": answer}), flush=True)


if __name__ == "__main__":
    main()
