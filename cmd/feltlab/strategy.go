package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"feltlab/dataset/buckets"
	"feltlab/dataset/strategyfile"
	"feltlab/dataset/table"
	"feltlab/internal/memory"
	"feltlab/internal/parallel"
	"feltlab/internal/plain"
	"feltlab/internal/progress"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/pipeline/worstcase"
)

// agentFlags say how to run a program that answers for its policy.
type agentFlags struct {
	Copies     int           `flag:"copies" min:"0"`
	AnswerTime time.Duration `flag:"answer-time" default:"1m" help:"exec:COMMAND: how long an answer may take"`

	Missing string `flag:"missing" default:"refuse" oneof:"refuse,uniform" help:"rows that a strategy file lacks: {}"`
}

// execPrefix marks a policy that a program answers for.
const execPrefix = "exec:"

func policyNames() string { return strings.Join(strategy.TrivialNames, ", ") }

// policy finds a trivial policy, reads a strategy file, or starts a program.
func (a *app) policy(ctx context.Context, g game.Game, name string, f *agentFlags) (game.Policy, error) {
	p, seat, err := a.policyOrHalf(ctx, g, name, f)
	if err == nil && seat > 0 {
		return nil, usage("%s: it has no rows of seat %d; want both seats, or --missing uniform", name, 3-seat)
	}
	return p, err
}

// policyOrHalf is policy, or that of a table with rows of one seat alone: then it returns the seat, 1 or 2, and the
// other one is uniform.
func (a *app) policyOrHalf(ctx context.Context, g game.Game, name string, f *agentFlags) (_ game.Policy, seat int,
	err error) {
	if p, ok := strategy.Trivial(name); ok {
		return p, 0, nil
	}
	if command, ok := strings.CutPrefix(name, execPrefix); ok {
		p, err := worstcase.StartAgent(ctx, command, g, worstcase.AgentOptions{Copies: f.Copies, Timeout: f.AnswerTime})
		if err != nil {
			if errors.Is(err, worstcase.ErrAgentStart) {
				return nil, 0, usage("%w", err)
			}
			return nil, 0, err
		}
		a.agents, a.atEnd = append(a.agents, p), append(a.atEnd, p.Close)
		return p, 0, nil
	}
	table, err := strategyfile.ReadPart(name, g, a.bucketings(ctx))
	switch {
	case ctx.Err() != nil:
		return nil, 0, ctx.Err()
	case errors.Is(err, fs.ErrNotExist):
		return nil, 0, usage("%q is none of %s and no file%s",
			name, policyNames(), plain.Hint(name, strategy.TrivialNames))
	case errors.Is(err, memory.ErrMemory):
		return nil, 0, err
	case err != nil:
		return nil, 0, usage("%w", err)
	}
	missing, rows := table.Lacks()
	if all := missing[0] + missing[1]; f.Missing == "uniform" && all > 0 {
		fmt.Fprintf(a.stderr, "%s: %d of %d rows are missing; uniform there\n", name, all, rows[0]+rows[1])
		table.FillUniform()
		return table, 0, nil
	}
	for s := range missing {
		if missing[s] == 0 && missing[1-s] == rows[1-s] {
			seat = s + 1
			table.FillUniform()
		}
	}
	if err := table.Check(); err != nil {
		return nil, 0, usage("%s: %w (%d of %d rows are missing; --missing uniform fills them)", name, err,
			missing[0]+missing[1], rows[0]+rows[1])
	}
	return table, seat, nil
}

// digestOf identifies a policy in the cache.
func digestOf(name string, p game.Policy) (string, error) {
	switch p := p.(type) {
	case *strategy.Table:
		return strategy.Digest(p)
	case *worstcase.Agent:
		return p.Digest()
	}
	return name, nil
}

type convertFlags struct {
	gameFlags
	agentFlags
	bucketFlags
}

func (a *app) convertCommand() *cobra.Command {
	f := &convertFlags{}
	return command(&cobra.Command{
		Use:   "convert STRATEGY FILE",
		Short: "Write a strategy in another format",
		Long: `Reads a strategy in any format (docs/strategy-format.md) and writes it without loss, in the format of
the file's ending: .parquet, .json, or text for all others. JSON is OpenSpiel's table by information state, for kuhn
and leduc. In these games the command also writes exec:COMMAND (docs/agents.md).

always-fold, always-call, always-raise and uniform become tables over --buckets, which another program can read and
fill. --missing uniform completes a table that lacks rows, such as one of MCCFR, and says how many.`,
		Example: `  feltlab convert --game limit-holdem strength-10.txt strength-10.parquet
  feltlab convert --game leduc cfr.json cfr.txt
  feltlab convert --game limit-holdem --buckets strength-200 uniform u.txt
  feltlab convert --game leduc --missing uniform mccfr.json full.json`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.convert(cmd, f, args[0], args[1]) },
	}, f)
}

func (a *app) convert(cmd *cobra.Command, f *convertFlags, from, to string) error {
	g, err := a.game(cmd, &f.gameFlags)
	if err != nil {
		return err
	}
	write, err := strategyfile.Writer(to, g)
	if err != nil {
		return usage("%w", err)
	}
	policy, err := a.policy(cmd.Context(), g, from, &f.agentFlags)
	if err != nil {
		return err
	}
	table, ok := policy.(*strategy.Table)
	switch {
	case strategy.IgnoresCards(policy) && (len(f.Buckets) > 0 || g.Hands().Layout != game.OneCard):
		buckets, err := f.bucketings(g, buckets.Outline)
		if err != nil {
			return err
		}
		if table, err = strategy.Tabled(g, buckets, policy); err != nil {
			return err
		}
	case len(f.Buckets) > 0:
		return usage("--buckets is for %s", policyNames())
	case !ok && g.Hands().Layout != game.OneCard:
		return usage("%s has no buckets, want a strategy file or one of %s", from, policyNames())
	case !ok:
		if table, err = strategy.Asked(g, policy); err != nil {
			return err
		}
	}
	if err := worstcase.Steady(policy); err != nil {
		return err
	}
	return a.writeTo(to, func(w io.Writer) error { return write(w, table) })
}

// bucketings finds bucketings by name, built or read from the cache where that is needed.
func (a *app) bucketings(ctx context.Context) strategy.Lookup {
	a.finder.Store, a.finder.Progress = a.store, a.stderr
	return a.finder.Lookup(ctx)
}

type bucketsReport struct {
	Name    string         `json:"name" text:"-"` // name of the bucketing
	Streets []bucketStreet `json:"streets"`       // the streets
	// MemoryBytes is most memory that building takes, if it is built.
	MemoryBytes int64 `json:"memory_bytes,omitempty" text:"-"`
	// Rows is the number of rows of the dump.
	Rows int64 `json:"rows,omitempty" text:"rows written"`
}

type bucketStreet struct {
	Street  string `json:"street"`           // preflop, flop, turn or river
	Buckets int64  `json:"buckets"`          // number of buckets
	Board   string `json:"board,omitempty"`  // board cards, with a hand
	Bucket  string `json:"bucket,omitempty"` // bucket of the hand
}

// streetNames are the betting rounds of limit hold'em, and streetCards the cards on the board.
var (
	streetNames = []string{"preflop", "flop", "turn", "river"}
	streetCards = []int{0, 3, 4, 5}
)

func (a *app) bucketsCommand() *cobra.Command {
	f := &struct {
		Hand    string   `flag:"hand" help:"two cards, such as AsKd: also print the hand's buckets"`
		Board   string   `flag:"board" help:"with a hand: up to five board cards in the order of the deal"`
		Dump    string   `flag:"dump" file:".parquet"`
		Streets []string `flag:"streets" oneof:"preflop,flop,turn,river" help:"with --dump: these streets alone"`
		jsonFlag
	}{}
	return command(&cobra.Command{
		Use:   "buckets NAME [HAND]",
		Short: "Build a bucketing of limit hold'em, and print a hand's buckets",
		Long: `Prints the number of buckets of a bucketing on each street and, with HAND and --board, the hand's
bucket on every street up to the board:

  strength-SIZES    equally likely buckets of the hand strength
  kmeans-emd:SIZES  clusters of the distributions of hand strength by the earth
                    mover's distance; built in minutes, and kept in the cache

SIZES is one number for all streets, or A-B-C-D. :seed=N at the end of kmeans-emd sets the seed of the clusters. If
the machine has too little memory for the build, the command says so and does not start.

--dump writes all buckets to a Parquet file: 169 rows before the flop, 1.3 million on the flop, 14 million on the turn
and 123 million on the river (docs/strategy-format.md).`,
		Example: `  feltlab buckets strength-10 AsKd --board AhKh2c
  feltlab buckets strength-169-50-50-50
  feltlab buckets kmeans-emd:169-200-200-200:seed=2 --json
  feltlab buckets strength-200 --dump s200.parquet --streets preflop,flop,turn`,
		RunE: func(cmd *cobra.Command, args []string) error {
			streets, err := dumpStreets(f.Dump, f.Streets)
			if err != nil {
				return err
			}
			report, err := a.describeBuckets(cmd, args[0], f.Hand, f.Board)
			if err != nil {
				return err
			}
			if f.Dump != "" {
				if report.Rows, err = a.dumpBuckets(cmd.Context(), args[0], f.Dump, streets); err != nil {
					return err
				}
			}
			memory := ""
			if report.MemoryBytes > 0 {
				memory = "building it takes up to " + table.ByteText(report.MemoryBytes) + " of memory"
			}
			return a.print(f.JSON, report, report.Name, memory)
		},
	}, f)
}

// dumpStreets returns the streets of a dump by their names, or all that there are.
func dumpStreets(path string, names []string) (streets []int, err error) {
	if path == "" && len(names) > 0 {
		return nil, usage("--streets is for --dump")
	}
	for _, name := range names {
		streets = append(streets, slices.Index(streetNames, name))
	}
	slices.Sort(streets)
	if streets = slices.Compact(streets); len(streets) == 0 {
		streets = []int{0, 1, 2, 3}
	}
	return streets, nil
}

func (a *app) dumpBuckets(ctx context.Context, name, path string, streets []int) (rows int64, err error) {
	b, err := a.bucketings(ctx)(game.LimitHoldem(), name)
	if err != nil {
		return 0, err
	}
	bar := progress.Start(a.stderr, "boards", 0)
	defer bar.Close()
	err = a.writeTo(path, func(w io.Writer) (err error) {
		rows, err = buckets.Dump(ctx, w, b, streets, func(done, total int) { bar.Of(done, total) })
		return err
	})
	return rows, err
}

func (a *app) describeBuckets(cmd *cobra.Command, name, hand, board string) (*bucketsReport, error) {
	if board != "" && hand == "" {
		return nil, usage("--board is for a hand, such as feltlab buckets strength-10 AsKd --board AhKh2c")
	}
	dealt, err := cards.ParseBoard(board)
	if err != nil {
		return nil, usage("--board: %w", err)
	}
	var combo cards.Combo
	if hand != "" {
		if combo, err = cards.ParseCombo(hand); err != nil {
			return nil, usage("hand: %w", err)
		}
		if combo.Set()&cards.SetOf(dealt...) != 0 {
			return nil, usage("hand %s holds a card of the board %s", hand, board)
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
