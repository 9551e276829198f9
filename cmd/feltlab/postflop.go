package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/dataset/table"
	"feltlab/internal/disk"
	"feltlab/internal/memory"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/pipeline/postflop"
	solver "feltlab/solvers/postflop"
)

// postflopFlags state a game: a file, changed by single flags.
type postflopFlags struct{ postflop.Config }

// read returns the game of the file in args, if there is one, and of the flags.
func (f *postflopFlags) read(cmd *cobra.Command, args []string) (*game.Postflop, *postflop.Config, error) {
	c := postflop.Default()
	if len(args) > 0 {
		if err := c.Read(args[0]); err != nil {
			return nil, nil, usageError{named(err)}
		}
	}
	from, to := reflect.ValueOf(f.Config), reflect.ValueOf(&c).Elem()
	for i := range from.NumField() {
		if name := from.Type().Field(i).Tag.Get("flag"); name != "" && cmd.Flags().Changed(name) {
			to.Field(i).Set(from.Field(i))
		}
	}
	g, err := c.Game()
	if err != nil {
		return nil, nil, usageError{err}
	}
	return g, &c, nil
}

func (a *app) postflopCommand() *cobra.Command {
	f := &struct {
		postflopFlags
		jsonFlag
	}{}
	cmd := command(&cobra.Command{
		Use:         "postflop [GAME]",
		Annotations: firstFlagsOf("board oop ip pot stack size json"),
		Short:       "Judge and solve no-limit hold'em from a board on",
		Long: `Prints the betting tree of a game of two players from a flop, turn or river on: its size, and the
memory that the solver takes. Nothing is solved: feltlab postflop solve does that, and feltlab postflop judge tells
what a strategy can lose (docs/postflop.md).

GAME is a YAML file, or an input file of TexasSolver's console (set_pot 50, ...); flags count instead of its values,
or state the whole game.

--size gives sizes to the streets and seats that it names, and to all where it names none: "bet=33%, 75%", "oop river
raise=2.5x, all-in", "turn donk=e". The words with more names count. Sizes are 50% of the pot, 2.5x the bet that is
raised, 100c chips, e (geometric: the same share of the pot on each street gets all-in), 2e (in two streets), 3e200%
(at most that share), and all-in.`,
		Example: `  feltlab postflop examples/postflop-akq.yaml
  feltlab postflop --board QsJh2h4d --oop "22+, A2s+" --ip "99+, KTs+" \
    --pot 10 --stack 45 --size "bet=50%, e" --size "raise=3x"
  feltlab postflop judge examples/postflop-akq.yaml uniform
  feltlab postflop solve examples/postflop-akq.yaml --target 0.1%`,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, _, err := f.read(cmd, args)
			if err != nil {
				return err
			}
			return a.print(f.JSON, postflop.TreeOf(g), "")
		},
	}, f)
	cmd.AddCommand(a.postflopSolveCommand(), a.postflopJudgeCommand())
	return cmd
}

func (a *app) postflopJudgeCommand() *cobra.Command {
	f := &struct {
		Normalize bool             `flag:"normalize" help:"divide probabilities that do not sum to one by their sum"`
		BigBlind  float64          `flag:"big-blind" help:"big blind in chips, to print thousandths of it"`
		Target    postflop.Percent `flag:"target"`
		Page      string           `flag:"page" help:"HTML page of what the strategy loses" file:".html"`
		agentFlags
		jsonFlag
	}{}
	return command(&cobra.Command{
		Use:   "judge GAME STRATEGY",
		Short: "Compute exactly what a postflop strategy can lose",
		Long: `Computes the expected values of a strategy, and best responses of both seats to it, without sampling:
the exploitability in chips and as a share of the pot, and where it arises: on which streets, at which decisions, with
which hands.

GAME is as for feltlab postflop. STRATEGY is a JSON dump of TexasSolver, a file of feltlab postflop solve (--state or
--out), uniform, always-fold, always-call, always-raise, or exec: and a command that answers for its policy
(docs/agents.md).

A dump without the last streets is judged by its best completion: for each seat the decisions of the dump are kept,
and the rest is solved to --target.

A dump of another betting tree is refused: each bet that only one of both trees has is named. So is a row that is no
probability distribution; --normalize divides rows by their sum.`,
		Example: `  feltlab postflop judge examples/postflop-akq.yaml uniform
  feltlab postflop judge river.txt output_result.json --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, _, err := (&postflopFlags{}).read(cmd, args[:1])
			if err != nil {
				return err
			}
			p, symmetric, err := a.postflopPolicy(cmd.Context(), g, args[1], f.Normalize, &f.agentFlags)
			if err != nil {
				return err
			}
			if d, isDump := p.(*postflop.Dump); isDump && d.Missing > 0 {
				return a.judgePart(cmd.Context(), d, args[1], float64(cmp.Or(f.Target, defaultTarget)), f.JSON)
			}
			v, err := postflop.Judge(cmd.Context(), g, p, symmetric, f.BigBlind, true)
			if err != nil {
				return err
			}
			v.Strategy = args[1]
			if f.Page != "" {
				if err := lossPage(g, v).Write(f.Page); err != nil {
					return err
				}
			}
			return a.show(f.JSON, &judgeAnswer{Verdict: v}, func(w io.Writer) error { return table.Show(w, "", v) })
		},
	}, f)
}

type judgeAnswer struct {
	*postflop.Verdict
	// Completion is the verdict on a dump that leaves out streets; then there is nothing else.
	Completion *postflop.Part `json:"completion,omitempty"`
}

// judgePart judges a dump that leaves out streets.
func (a *app) judgePart(ctx context.Context, d *postflop.Dump, name string, target float64, asJSON bool) error {
	const most = 100_000 // iterations
	if d.Raked() {
		return usage("%s: %d decisions are not in the file, and with a rake none can be filled in", name, d.Missing)
	}
	p, err := postflop.JudgePart(ctx, d, postflop.Goal{Target: target, Iterations: most}, a.stderr)
	if err != nil {
		return err
	}
	p.Strategy = name
	return a.show(asJSON, &judgeAnswer{Completion: p}, func(w io.Writer) error { return table.Show(w, "", p) })
}

// postflopPolicy reads a file, or finds a policy by its name.
func (a *app) postflopPolicy(ctx context.Context, g *game.Postflop, name string, normalize bool, f *agentFlags,
) (p game.Policy, symmetric bool, err error) {
	_, trivial := strategy.Trivial(name)
	if trivial || strings.HasPrefix(name, execPrefix) {
		p, err = a.policy(ctx, g, name, f)
		return p, trivial, err
	}
	p, symmetric, err = postflop.ReadStrategy(name, g, normalize)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, false, usage("%q is none of %s and no file", name, policyNames())
	case errors.Is(err, postflop.ErrStrategy) || errors.Is(err, solver.ErrState):
		return nil, false, usageError{err}
	case err != nil:
		return nil, false, err
	}
	d, isDump := p.(*postflop.Dump)
	if !isDump {
		return p, symmetric, nil
	}
	if d.Impossible > 0 {
		fmt.Fprintf(a.stderr, "%s: %d rows are of hands that hold a card of their board; they count for nothing\n",
			name, d.Impossible)
	}
	const shown = 10
	if n := len(d.Differences); n > 0 {
		return nil, false, usage("%s: its betting tree differs from that of the game in %d actions:\n%s", name, n,
			strings.Join(d.Differences[:min(n, shown)], "\n"))
	}
	return p, symmetric, nil
}

func (a *app) postflopSolveCommand() *cobra.Command {
	f := &struct {
		postflopFlags
		Target     postflop.Percent `flag:"target" help:"exploitability at which to stop, of the pot (default 0.3%)"`
		Iterations int              `flag:"iterations" default:"10000" min:"1" help:"most iterations"`
		Out        string           `flag:"out" file:".json,.csv,.parquet,.arrow,.md,-"`
		Streets    int              `flag:"streets" min:"0" help:"with --out: streets to write (0: all)"`
		Lock       []string         `flag:"lock" keep:","`
		Page       string           `flag:"page" file:".html,.json"`
		State      string           `flag:"state" file:""`
		jsonFlag
	}{}
	return command(&cobra.Command{
		Use:         "solve [GAME]",
		Annotations: firstFlagsOf("target out page state json"),
		Short:       "Solve a postflop game, with a certificate",
		Long: `Solves a game by discounted CFR until no seat could gain more than --target, on the average of both.
The judge finds that out exactly, by code of its own: what is printed is what feltlab postflop judge would print.

--lock keeps what a line plays: "/r10: fold 40%, call 60%" with all hands, or all decisions of a dump, of one seat
behind "oop=" or "ip=". The others play best against that; the gains are those of responses that keep locked decisions
too.

Ctrl-C stops with what is there, judged. --state keeps the state in a file; the same command resumes from it. --out
writes the strategy: .json in the form of TexasSolver's dumps, or a table (.csv, .parquet, .arrow, .md) with a row for
each line, board, hand and action, with expected values and equities. --page writes a page on which you pick a line of
the first street and see both ranges, with the actions and values of each hand.`,
		Example: `  feltlab postflop solve examples/postflop-akq.yaml --target 0.01%
  feltlab postflop solve --board QsJh2h4d9c --oop "22+, A2s+" --ip "99+, KTs+" \
    --pot 10 --stack 45 --size "bet=50%" --size "raise=3x" --out river.csv`,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, c, err := f.read(cmd, args)
			if err != nil {
				return err
			}
			if f.State != "" && len(f.Lock) > 0 {
				return usage("--state with --lock: a state has no locks; want one of them")
			}
			goal := postflop.Goal{Target: float64(cmp.Or(f.Target, c.Target, defaultTarget)), Iterations: f.Iterations}
			s, err := postflop.NewSolver(g, 0, f.State)
			switch {
			case errors.Is(err, memory.ErrMemory), errors.Is(err, solver.ErrState):
				return usageError{err}
			case err != nil:
				return err
			}
			if s, err = a.locked(s, f.Lock); err != nil {
				return err
			}
			g = s.Game()
			stopped := postflop.Solve(cmd.Context(), s, goal, a.stderr)
			if stopped != nil && !errors.Is(stopped, context.Canceled) {
				return stopped
			}
			v, err := postflop.Certify(s)
			if err != nil {
				return err
			}
			v.Strategy = "solution"
			if len(args) > 0 {
				v.Strategy += " of " + filepath.Base(args[0])
			}
			if f.State != "" {
				err = disk.Write(f.State, s.Save)
			}
			if f.Out != "" {
				err = errors.Join(err, a.writeTo(f.Out, func(w io.Writer) error {
					if format := formatOf(f.Out); format != "json" && format != "" {
						return postflop.WriteRows(w, format, g, s.Strategy(), f.Streets)
					}
					return postflop.WriteDump(w, g, s.Strategy(), f.Streets)
				}))
			}
			if f.Page != "" {
				err = errors.Join(err, a.linesPage(cmd.Context(), f.Page, s, v))
			}
			err = errors.Join(err, a.show(f.JSON, v, func(io.Writer) error { return a.printSolution(f.Out, g, v) }))
			if stopped != nil {
				return errors.Join(err, interrupted("after %d iterations, which the answer is from", s.Iterations()))
			}
			return err
		},
	}, f)
}

// locked makes a solver keep what the locks say.
func (a *app) locked(s *solver.Solver, texts []string) (*solver.Solver, error) {
	locks, err := postflop.ReadLocks(s.Game(), texts, false)
	if err == nil {
		s, err = postflop.LockAll(s, locks)
	}
	if errors.Is(err, postflop.ErrStrategy) || errors.Is(err, fs.ErrNotExist) {
		err = usageError{named(err)}
	}
	return s, err
}

// defaultTarget is where a solver stops unless it is told otherwise, as a share of the pot.
const defaultTarget = 0.003
