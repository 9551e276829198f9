package history

import (
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// xmlSession is what iPoker says of all hands of a session.
type xmlSession struct {
	Game       string `xml:"gametype"`
	Hero       string `xml:"nickname"`
	Code       string `xml:"tournamentcode"`
	Tournament string `xml:"tournamentname"`
}

type xmlGame struct {
	Code    string `xml:"gamecode,attr"`
	Players []struct {
		Seat   int    `xml:"seat,attr"`
		Name   string `xml:"name,attr"`
		Chips  string `xml:"chips,attr"`
		Won    string `xml:"win,attr"`
		Dealer string `xml:"dealer,attr"`
	} `xml:"general>players>player"`
	Rounds []struct {
		Number int `xml:"no,attr"`
		Cards  []struct {
			Player string `xml:"player,attr"`
			Text   string `xml:",chardata"`
		} `xml:"cards"`
		Actions []xmlAction `xml:"action"`
	} `xml:"round"`
}

type xmlAction struct {
	Number int    `xml:"no,attr"`
	Player string `xml:"player,attr"`
	Type   int    `xml:"type,attr"`
	Sum    string `xml:"sum,attr"`
}

// readXML reads a session of iPoker of which first is the number of the first line. Hands that are whole count, however
// the session ends.
func readXML(lines []string, first int, each func(*Hand, error) bool) bool {
	text := strings.Join(lines, "\n")
	d := xml.NewDecoder(strings.NewReader(text[strings.Index(text, "<session"):]))
	d.Strict = false
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	session := xmlSession{}
	for {
		token, err := d.Token()
		line, _ := d.InputPos()
		line += first - 1
		start, ok := token.(xml.StartElement)
		var game xmlGame
		switch {
		case errors.Is(err, io.EOF):
			return true
		case err != nil:
			return each(nil, cutOr(err))
		case !ok:
			continue
		case start.Name.Local == "general":
			err = d.DecodeElement(&session, &start)
		case start.Name.Local == "game":
			if err = d.DecodeElement(&game, &start); err == nil && !each(game.hand(&session, line)) {
				return false
			}
		}
		if err != nil {
			return each(nil, cutOr(err))
		}
	}
}

// cutOr tells a session that is cut off from damaged XML.
func cutOr(err error) error {
	if text := err.Error(); strings.Contains(text, "EOF") {
		return ErrCut
	}
	return fmt.Errorf("%w: %w", ErrXML, err)
}

func (g *xmlGame) hand(s *xmlSession, line int) (*Hand, error) {
	if !strings.Contains(s.Game, "Holdem NL") {
		return nil, ErrGame
	}
	r := &replay{ended: true, hand: Hand{
		Room: "iPoker", ID: g.Code, Line: line, Hero: -1, Tournament: cmp.Or(s.Code, s.Tournament),
	}}
	for _, p := range g.Players {
		r.sit(Seat{Number: p.Seat, Name: p.Name, Stack: amount(numbers.FindString(p.Chips)),
			Won: amount(numbers.FindString(p.Won))})
		if p.Dealer == "1" {
			r.button = p.Seat
		}
	}
	seatOf := func(name string) int {
		return slices.IndexFunc(r.hand.Seats, func(s Seat) bool { return s.Name == name })
	}
	for _, round := range g.Rounds {
		for _, c := range round.Cards {
			seat := seatOf(c.Player)
			switch read := readCards(c.Text); {
			case c.Player == "":
				r.next(round.Number-1, read)
			case seat >= 0:
				r.know(seat, read)
				if c.Player == s.Hero && r.hand.Seats[seat].Cards != nil {
					r.hand.Hero = seat
				}
			}
		}
		slices.SortStableFunc(round.Actions, func(a, b xmlAction) int { return a.Number - b.Number })
		for _, a := range round.Actions {
			if seat := seatOf(a.Player); seat >= 0 && r.err == nil {
				r.xmlAct(seat, a)
			}
		}
	}
	return r.finish()
}

func (r *replay) xmlAct(seat int, a xmlAction) {
	chips := amount(numbers.FindString(a.Sum))
	switch a.Type {
	case 0:
		r.put(seat, Fold, 0)
	case 1:
		r.post(seat, SmallBlind, chips)
	case 2:
		r.post(seat, BigBlind, chips)
	case 3:
		r.put(seat, Call, chips)
	case 4:
		r.put(seat, Check, 0)
	case 5:
		r.put(seat, Raise, chips)
	case 6: // raises the largest bet by the sum
		r.put(seat, Raise, r.level+chips-r.front[seat])
	case 7:
		r.jam(seat)
	case 15:
		r.post(seat, Ante, chips)
	case 23: // raises to the sum
		r.put(seat, Raise, chips-r.front[seat])
	case 8, 9: // sits out
	default:
		r.fail(ErrAmount, "%s does %d, which is no action", r.hand.Seats[seat].Name, a.Type)
	}
}
