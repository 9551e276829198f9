#!/usr/bin/env python3
"""An agent for feltlab in plain Python: it answers in lines of JSON (docs/agents.md).

    feltlab bestresponse --game leduc --opponent "exec:python3 scripts/agent.py"

It plays every game by one rule: the better the hand, the more it raises. Suits do not matter
to it. Replace probabilities() by your own.
"""

import json
import sys

RANKS = "23456789TJQKA"


def strength(hand, board):
    """From 0 to 1: high cards, and pairs in the hand or with the board."""
    ranks = [RANKS.index(c) for c in hand if c in RANKS]
    public = [RANKS.index(card[0]) for card in board]
    paired = len(set(ranks)) < len(ranks) or any(r in public for r in ranks)
    return 0.5 * paired + 0.5 * max(ranks) / 12


def probabilities(state, hand):
    """The probability of each of the state's actions: f (fold), c (check or call), r (raise)."""
    s = strength(hand, state["board"])
    weights = {"f": (1 - s) ** 2, "c": 0.5, "r": s * s}
    total = sum(weights[a] for a in state["actions"])
    return [weights[a] / total for a in state["actions"]]


def main():
    hello = json.loads(sys.stdin.readline())
    hands = hello["hands"]
    reply = {"feltlab-agent": 1, "game": hello["game"], "framing": "json", "name": "agent.py"}
    print(json.dumps(reply), flush=True)
    for line in sys.stdin:
        question = json.loads(line)
        answer = []
        for state in question["states"]:
            rows = [probabilities(state, hand) for hand in hands[state["actor"]]]
            answer.append([list(column) for column in zip(*rows)])  # by action, then by hand
        print(json.dumps({"id": question["id"], "probabilities": answer}), flush=True)


if __name__ == "__main__":
    main()
