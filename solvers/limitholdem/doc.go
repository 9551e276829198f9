// Package limitholdem computes exactly how much a policy can lose in heads-up limit hold'em: the whole game, 2,554,656
// rivers with 567 betting histories each and both seats.
//
// It does for limit hold'em what package extensive does for small games. The differences:
//
//   - The work comes in items: a flop of 1,755 and a seat. Solver.Flop computes one, and
//     Solver.Combine the value of the game, the hands and the rounds from all items. From some of them it
//     computes intervals that hold whatever the others are. An item takes 10 KB.
//   - The river, which takes nearly all the time, is valued for sixteen betting histories at once in single
//     precision (package river). A policy that is a *strategy.Table is rearranged for that once, 39 MB a seat and
//     1,000 buckets. Any other policy is asked for each public state, which takes much longer.
//   - Turn, flop and the round before are walked in double precision, one history after the other but all hands at
//     once, by extensive.Walk as all public trees are.
//   - An opponent that ignores its cards, the same with all hands and on all boards, has the same reach with all
//     hands. Then the value of a betting subtree for one unit of reach depends on little more than the pot, and a
//     table replaces the river's betting: the whole game takes one to three CPU-minutes, in double precision. The
//     solver finds out from the policy: it compares all rows of a table, and asks other policies at each decision on
//     a few random boards.
//   - Of boards that differ by a permutation of suits one is valued: turns by the permutations that fix the flop,
//     rivers by those that fix flop and turn. This is right for policies that do not distinguish suits; New refuses
//     others that random permutations find.
//   - Subtrees above the river that the opponent never reaches have the value 0 and are skipped, and so are blocks
//     of sixteen histories on the river.
//
// # Cost
//
// An item takes O(567 x 9 x 1,081 x rivers) additions, with 1,456 rivers on average. Against an opponent with 1,000
// buckets by strength that is 4.0 to 4.5 CPU-seconds with AVX2 on a Zen 3 core. Each history before the flop takes a
// seventh of this. Portable Go takes 20 times as long. Losses by round add no time that could be measured. A worker
// takes 18 MB in addition to the policy.
//
// # Precision
//
// Single precision on the river moves the value of a flop by some 1e-7 of it, and by up to 5e-7 where the policy is
// the same with all hands. Values of single hands are off by up to a hundred-thousandth of a big blind.
//
// Source: M. Johanson, K. Waugh, M. Bowling and M. Zinkevich, "Accelerating Best Response Calculation in Large
// Extensive Games" (IJCAI 2011); lanes of histories and opponents that ignore their cards are our own.
package limitholdem
