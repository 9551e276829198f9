package handout

import (
	"encoding/csv"
	"errors"
	"io"
)

// ErrDeck marks a deck that cannot be drawn.
var ErrDeck = errors.New("bad deck")

// Card is one question. Front and Back are HTML.
type Card struct{ Front, Back, Tags string }

// WriteDeck writes cards as CSV with the header lines of Anki.
func WriteDeck(w io.Writer, deck []Card) error {
	const header = "#separator:Comma\n#html:true\n#columns:Front,Back,Tags\n#tags column:3\n"
	if _, err := io.WriteString(w, header); err != nil {
		return err
	}
	var rows [][]string
	for _, c := range deck {
		rows = append(rows, []string{c.Front, c.Back, c.Tags})
	}
	return csv.NewWriter(w).WriteAll(rows)
}
