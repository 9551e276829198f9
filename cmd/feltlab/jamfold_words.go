package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/model/ranges"
	"feltlab/model/tournament"
)

// A question in words, such as "K8o SB 8bb 5-max 50/30/20 bba", is no language of its own: each word is the value of a
// flag of jamfold ask, known by its form.

// handWords are the words of the flag --hand and further arguments; a number and bb are one word.
func handWords(cmd *cobra.Command, args []string) (words []string) {
	text := cmd.Flags().Lookup(handFlag).Value.String()
	for _, w := range strings.Fields(strings.Join(append([]string{text}, args...), " ")) {
		if n := len(words); n > 0 && w == "bb" && strings.Trim(words[n-1], "0123456789.") == "" {
			words[n-1] += w
			continue
		}
		words = append(words, w)
	}
	return words
}

// readWords sets the flags of jamfold ask from the words of a question, and the hand.
func (f *askFlags) readWords(cmd *cobra.Command, args []string) error {
	w := wordFlags{cmd: cmd}
	words, err := w.opened(handWords(cmd, args))
	if err != nil {
		return usageError{err}
	}
	for _, word := range words {
		if err := w.word(word); err != nil && len(words) > 1 {
			return usage("%q: %w", word, err)
		}
	}
	if f.held = w.hand; len(words) < 2 {
		return nil
	}
	if len(w.jams) > 0 {
		if err := w.set("jams", strings.Join(w.jams, ",")); err != nil {
			return usageError{err}
		}
	}
	if w.players != "" {
		if amounts, err := tournament.ParseAmounts(w.stacks); err != nil || len(amounts) != 1 {
			return usage("%s-max: want one stack for all, such as 8bb, or all stacks without it", w.players)
		}
		w.stacks = w.players + "x" + w.stacks
	}
	if w.stacks != "" {
		return w.set("stacks", w.stacks)
	}
	return nil
}

// opened sets the raise of a seat that opens, such as CO opens 2.2bb 22+, A2s+, and returns the other words. Its hands
// are as many words as a range has.
func (w *wordFlags) opened(words []string) ([]string, error) {
	at := slices.IndexFunc(words, func(word string) bool {
		return slices.Contains([]string{"opens", "opened", "raises", "raised"}, strings.ToLower(word))
	})
	if at < 0 {
		return words, nil
	}
	for end := len(words); at > 0 && end > at+2; end-- {
		if _, err := ranges.ParseTyped(strings.Join(words[at+2:end], " ")); err == nil {
			text := strings.Join(slices.Concat(words[at-1:at], words[at+1:end]), " ")
			return slices.Delete(words, at-1, end), w.set("opened", text)
		}
	}
	return nil, fmt.Errorf("%q: want the seat before it, and its bet and hands behind, such as CO opens 2.2bb 22+, "+
		"A2s+", words[at])
}

type wordFlags struct {
	cmd             *cobra.Command
	hand            string
	jams            []string
	stacks, players string
	over            bool // seats that follow have jammed
}

var playersText = regexp.MustCompile(`^([0-9]+)-?(?:max|handed|way|players?)$`)

func (w *wordFlags) word(word string) error {
	name, value, isFlag := strings.Cut(word, "=")
	_, notHand := ranges.ParseHand(word)
	_, notSeat := tournament.ParseTableSeat(strings.Split(word, ",")[0], tournament.MaxTable)
	lower := strings.ToLower(word)
	switch {
	case isFlag && w.cmd.Flags().Lookup(name) != nil:
		return w.set(name, value)
	case lower == "vs" || lower == "over" || lower == "after":
		w.over = true
	case notHand == nil && w.hand == "":
		w.hand = word
	case notSeat == nil && w.over:
		w.jams = append(w.jams, word)
	case notSeat == nil:
		return w.set("seat", word)
	case playersText.MatchString(lower):
		w.players = playersText.FindStringSubmatch(lower)[1]
	case lower == "hu" || lower == "heads-up":
		w.players = "2"
	case lower == "bba":
		return w.set("ante", "bb")
	default:
		return w.amounts(word)
	}
	return nil
}

// amounts sets stacks, blinds or prizes by their units: stacks are in big blinds, two rising numbers are blinds, and
// falling ones prizes.
func (w *wordFlags) amounts(word string) error {
	amounts, notAmounts := tournament.ParseAmounts(word)
	_, notPrizes := parsePrizes(word)
	switch {
	case notAmounts == nil && amounts[0].Unit == "bb":
		if w.stacks != "" {
			return fmt.Errorf("the stacks are %s already", w.stacks)
		}
		w.stacks = word
	case notAmounts == nil && len(amounts) == 2 && amounts[0].Cmp(amounts[1].Rat) < 0:
		return w.set("blinds", word)
	case notAmounts == nil && len(amounts) == 1 && amounts[0].Unit == "":
		return fmt.Errorf("one number may be a stack or a prize; write %sbb, stacks=%[1]s or prizes=%[1]s", word)
	case notPrizes == nil:
		return w.set("prizes", word)
	case notAmounts == nil:
		return fmt.Errorf("want prizes, the largest first, or stacks=%s", word)
	default:
		return fmt.Errorf("want a hand, a seat, stacks in bb, 6-max, prizes such as 50/30/20, blinds such as "+
			"500/1000, bba, vs and the seats that jammed, CO opens 2.2bb 22+, or a flag as in ante=0.1bb; "+
			"names of prizes are %s", tournament.PrizePresets)
	}
	return nil
}

func (w *wordFlags) set(name, value string) error {
	if f := w.cmd.Flags().Lookup(name); f.Changed {
		return fmt.Errorf("--%s is %s already", name, f.Value)
	}
	return w.cmd.Flags().Set(name, value)
}
