package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"feltlab/dataset/buckets"
	"feltlab/dataset/table"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

// bucketings finds bucketings by name, built or read from the cache where that is needed.
func (a *app) bucketings(ctx context.Context) strategy.Lookup {
	a.finder.Store, a.finder.Progress = a.store, a.stderr
	return a.finder.Lookup(ctx)
}

type bucketsReport struct {
	Name        string         `json:"name"`                   // name of the bucketing
	Streets     []bucketStreet `json:"streets"`                // the streets
	MemoryBytes int64          `json:"memory_bytes,omitempty"` // most memory that building takes, if it is built
}

type bucketStreet struct {
	Street  string `json:"street"`           // preflop, flop, turn or river
	Buckets int64  `json:"buckets"`          // number of buckets
	Board   string `json:"board,omitempty"`  // board cards, with --hand
	Bucket  string `json:"bucket,omitempty"` // bucket of the hand
}

// streetNames are the betting rounds of limit hold'em, and streetCards the cards on the board.
var (
	streetNames = []string{"preflop", "flop", "turn", "river"}
	streetCards = []int{0, 3, 4, 5}
)

func (a *app) bucketsCommand() *cobra.Command {
	f := &struct {
		Hand  string `flag:"hand" help:"two cards, such as AsKd: also print the hand's buckets"`
		Board string `flag:"board" help:"with --hand: up to five board cards in the order of the deal"`
		jsonFlag
	}{}
	return command(&cobra.Command{
		Use:   "buckets NAME",
		Short: "Build a bucketing of limit hold'em, and print a hand's buckets",
		Long: `Prints the number of buckets of a bucketing on each street and, with --hand and --board,
the hand's bucket on every street up to the board. A bucketing with a colon in its name is
built first, which takes minutes, and kept in the cache:

  percentile-hs:SIZES    equally likely buckets of E[HS], the hand strength
  percentile-hs2:SIZES   the same of E[HS^2]
  nested:SIZES           of E[HS^2], each divided by E[HS]: AxB
  kmeans-l2:SIZES        clusters of hand strength distributions, Euclidean
  kmeans-emd:SIZES       the same by the earth mover's distance
  kmeans-ochs:SIZES      the same; on the river clusters of the strength
                         against eight clusters of opponents (OCHS)

SIZES is one number for all streets, or A-B-C-D. :perfect after the sizes divides each
bucket of the previous street (perfect recall; not for OCHS). :seed=N at the end sets the
seed of the clusters. If the machine has too little memory for the build, the command
says so and does not start.`,
		Example: `  feltlab buckets strength-10 --hand AsKd --board AhKh2c
  feltlab buckets nested:169-10x5-10x5-50
  feltlab buckets kmeans-emd:169-200-200-200:seed=2 --json`,
		Args: exactArgs("NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			report, err := a.describeBuckets(cmd, args[0], f.Hand, f.Board)
			if err != nil {
				return err
			}
			return a.show(f.JSON, report, func(w io.Writer) error { return printBuckets(w, report, f.Hand != "") })
		},
	}, f)
}

func (a *app) describeBuckets(cmd *cobra.Command, name, hand, board string) (*bucketsReport, error) {
	if board != "" && hand == "" {
		return nil, usage("--board is for --hand")
	}
	dealt, err := cards.ParseBoard(board)
	if err != nil {
		return nil, usage("--board: %w", err)
	}
	var combo cards.Combo
	if hand != "" {
		if combo, err = cards.ParseCombo(hand); err != nil {
			return nil, usage("--hand: %w", err)
		}
		if combo.Set()&cards.SetOf(dealt...) != 0 {
			return nil, usage("--hand: %s holds a card of the board %s", hand, board)
		}
	}
	g := game.LimitHoldem()
	b, err := a.bucketings(cmd.Context())(g, name)
	if errors.Is(err, strategy.ErrBuckets) {
		return nil, usage("%w", err)
	}
	if err != nil {
		return nil, err
	}
	report := &bucketsReport{Name: name}
	if spec, err := buckets.Parse(name); err == nil {
		report.MemoryBytes = spec.Memory(parallel.Workers(0))
	}
	of := make([]int32, cards.NumCombos)
	for round, n := range streetCards {
		street := bucketStreet{Street: streetNames[round], Buckets: int64(b.Len(round))}
		if hand != "" && n <= len(dealt) {
			b.Of(round, game.BoardOf(dealt[:n]...), of)
			street.Board, street.Bucket = cards.Format(dealt[:n]), b.Label(round, int(of[combo]))
		}
		report.Streets = append(report.Streets, street)
	}
	return report, nil
}

func printBuckets(w io.Writer, r *bucketsReport, hand bool) error {
	columns := table.Of[bucketStreet]()
	if !hand {
		columns = columns[:2]
	}
	if err := table.Print(w, "", columns, r.Streets); err != nil || r.MemoryBytes == 0 {
		return err
	}
	_, err := fmt.Fprintf(w, "building it takes up to %s of memory\n", byteText(r.MemoryBytes))
	return err
}
