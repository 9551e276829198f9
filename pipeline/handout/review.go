package handout

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"feltlab/dataset/table"
	"feltlab/pipeline/jamfold"
)

//go:embed review.html
var reviewText string

var reviewTemplate = template.Must(template.New("review").Funcs(template.FuncMap{"sheet": table.SheetOf}).
	Parse(reviewText))

// WriteReview writes a review of hand histories as one HTML file.
func WriteReview(w io.Writer, r *jamfold.Review) error { return reviewTemplate.Execute(w, r) }

// ReviewDeck makes a card of each mistake of a review, the most costly first.
func ReviewDeck(r *jamfold.Review) (deck []Card) {
	for _, d := range r.Decisions {
		if d.Verdict != jamfold.Mistake {
			continue
		}
		var jammed []string
		if d.Jams != "" {
			jammed = strings.Split(d.Jams, ",")
		}
		verb := jamfold.Verb(jammed)
		deck = append(deck, Card{
			Front: fmt.Sprintf("%s.<br>%s. <b>%s</b> holds <big><b>%s</b></big>: %s or fold?", d.Table,
				before(jammed), d.Seat, d.Cards, verb),
			Back: fmt.Sprintf("<b>%s</b>, better by %s big blinds; you did %s<br>%s: %s%% of hands<br>%s", d.Best,
				table.Fixed(d.Loss, 3), d.Did, verb, table.Fixed(d.Percent, 1), d.Range),
			Tags: fmt.Sprintf("feltlab jamfold review players::%d %s", strings.Count(d.Stacks, ",")+1, d.Seat),
		})
	}
	return deck
}

func before(jammed []string) string {
	switch len(jammed) {
	case 0:
		return "All others before fold"
	case 1:
		return jammed[0] + " jams, the others fold"
	}
	return strings.Join(jammed, " and ") + " jam, the others fold"
}
