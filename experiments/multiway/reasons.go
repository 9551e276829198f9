package multiway

// reasons says for each table why printed and our play differ.
var reasons = map[string]string{
	"9 players, 10 bb, no ante": foldedCards + ` The chart's small blind is close to the equilibrium of the blinds alone, 57.2%.
Under the gun, where all hands at the threshold are within a tenth of a big blind, ours is as exact as its complete deals are: it jams 77 and 88, which the
chart folds, and folds A9s, A5s and JTs, which the chart jams.`,
	"9 players, 10 bb, ante 0.1": `Read as a tenth of a big blind from each of the nine players. ` + foldedCards,
	"9 players, 10 bb, ante 0.125": `As with an ante of 0.1. Of the hands that the small blind's chart adds, J3o, J2o and T5o lose 0.10 to 0.17 big
blinds in ours.`,
	"9 players, 10 bb, ante 0.2": `As with an ante of 0.1. With antes of 1.8 big blinds in the pot jams and calls are wide, so that pots of
four and more players are more common than in the other tables.`,
	"Ace Poker Solutions, 10 bb": `The page does not say how its chart was computed. It is nearly the first chart, and differs from ours
for the same reasons.`,
	"copied article, 10 bb": `The page copies an article whose charts were pictures; the text has one range and some hands. Its UTG range
folds JTs, which ours jams, and jams A9o, which ours folds.`,
	"SnapShove, 12 bb": `A newspaper article reads percentages and hands off the app. The app is not documented, so that for what is left beyond the
cards of folded players no reason can be named.`,
	"big stack in the cutoff": `The thread says "about 80%", and so is ours.`,
	"big stack on the button": `The thread says "about 80%" for both seats of the big stack. Ours jams more from the button than from the
cutoff, since fewer players are left to call. The other tool's 59% would be far too few.`,
	"the same without the cutoff": `Solved exactly here. The cards of folded players are not the reason for the 1.6 points: three models of the
cards, the two that do not count these among them, give 47.2 to 47.8%. The thread has no range, rounds to a percent and does not say how far its solution
goes, so that no reason is known.`,
	"four equal stacks of M = 3": `The post reads its numbers off two graphs, to a percent or so. Ours folds the worst hands of the small blind: after two
folds the big blind holds better hands than two players alone would. Against fewer of them the big blind should call less, but ours calls more: that difference is in how the
graphs were read, or in the tool.`,
	"M = 3 far from the bubble": `Solved exactly here: the difference is in the print. M is the stack in rounds of blinds and antes, and the
post does not say which antes the book's table has; 4.5 big blinds are M = 3 without antes.`,
	"Bubble Math": `The small blind's range is given, any two cards, so that the call is a matter of equity, 69.72% in the article. The best
response of the same model is the same.`,
	"ICMIZER, two players, 7 bb":  icmizerReason,
	"ICMIZER, two players, 12 bb": icmizerReason,
	"abuse the bubble, 200/400":   `The advice is the equilibrium: the big stack jams any two cards, and the blinds call with few hands.`,
	"abuse the bubble, 300/600": `The advice is not the equilibrium: against blinds who call as they should, any two cards are too many. The
author counts on blinds who call less.`,
}

const foldedCards = `The chart plays each hand always or never. Most of the difference is the cards of players who folded: they fold low cards
more often than high ones, so that after many folds the players behind hold better hands, and high cards come on the board. The product of chances counts
a part of that. The later the seat, the more it moves.`

const icmizerReason = `A question in a forum lists ranges of ICMIZER for two players; its percentages are those of its ranges. Ours, without
antes, is an exact equilibrium and narrower at both stacks. An ante of 0.1 big blinds of each player would make ours 69.1% with 7 and 56.9% with 12
big blinds, one of 0.15 70.7% and 59.4%: no ante gives both, so that the settings were others, which the page does not print. It asks why the
percentages rise from 5 to 5.5 and from 12 to 13 big blinds: thresholds are not clean (` + "[heads-up](../../docs/heads-up.md)" + `), and ours too jams hands with more chips
that it folds with less.`
