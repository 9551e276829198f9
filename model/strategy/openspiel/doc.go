// Package openspiel reads and writes tabular policies of Kuhn and Leduc poker as OpenSpiel does:
// by information-state strings. docs/strategy-format.md has the format.
//
// Read takes JSON of what OpenSpiel calls a policy dictionary, an object with a list of pairs of
// action and probability for each information state (TabularPolicy.to_dict, policy_to_dict), or
// with an object in the place of the list, and the text of the C++ TabularPolicy.Serialize. Every
// information state of the game must be there and no other. Write writes the first.
//
// Leduc's cards are numbered 0 to 5, by rank and then suit; with OpenSpiel's option
// suit_isomorphism they are ranks, 0 to 2. Read finds out which.
//
// Source: M. Lanctot et al., "OpenSpiel: A Framework for Reinforcement Learning in Games" (2019),
// and its files games/kuhn_poker, games/leduc_poker, policy and python/policy.
package openspiel
