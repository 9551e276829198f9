package featureset

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/vm"

	"feltlab/internal/plain"
	"feltlab/model/features"
)

// compile makes a program of an expression. The error is a fault with its place in the expression.
func compile(source string, streets []string) (*vm.Program, error) {
	tree, err := parser.Parse(source)
	if err != nil {
		return nil, faultOf(source, err)
	}
	check := &wordCheck{streets: streets}
	ast.Walk(&tree.Node, check)
	if check.fault != nil {
		return nil, check.fault
	}
	program, err := expr.Compile(source, expr.Env(features.Facts{}), expr.AsBool(), expr.MaxNodes(1000),
		expr.Patch(valuesByName{}), expr.DisableAllBuiltins(), expr.EnableBuiltin("abs"), expr.EnableBuiltin("min"),
		expr.EnableBuiltin("max"))
	if err != nil {
		return nil, faultOf(source, err)
	}
	return program, nil
}

// valuesByName puts numbers in place of the names of ranks and categories.
type valuesByName struct{}

var valueOf = sync.OnceValue(func() map[string]int {
	all := map[string]int{}
	for _, w := range words() {
		if w.group() == "" {
			all[w.name] = w.value
		}
	}
	return all
})

// Visit replaces a name.
func (valuesByName) Visit(node *ast.Node) {
	if n, ok := (*node).(*ast.IdentifierNode); ok {
		if value, named := valueOf()[n.Value]; named {
			ast.Patch(node, &ast.IntegerNode{Value: value})
		}
	}
}

// fault is what is wrong with an expression, which is one line, at a column, counted from 0.
type fault struct {
	column int
	text   string
}

func (f *fault) Error() string { return f.text }

// faultOf puts an error of the library into one line.
func faultOf(source string, err error) *fault {
	f := &fault{text: strings.Join(strings.Fields(err.Error()), " ")}
	if at := (*file.Error)(nil); errors.As(err, &at) {
		at.Bind(file.NewSource(source))
		f.column, f.text = at.Column, at.Message
	}
	if kind, ok := strings.CutPrefix(f.text, "expected bool, but got "); ok {
		f.text = "want a yes/no question, such as outs.clean >= 8; this is of type " + kind
	}
	return f
}

// wordCheck finds the first word that does not exist, or that is for another street.
type wordCheck struct {
	streets []string
	unknown *ast.IdentifierNode // the node of the fault, which may be the first part of a word
	fault   *fault
}

// Visit looks at a node after its children.
func (c *wordCheck) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.IdentifierNode:
		if c.fault == nil && !groups()[n.Value] {
			if c.word(n.Value, n.Location()); c.fault != nil {
				c.unknown = n
			}
		}
	case *ast.MemberNode:
		of, first := n.Node.(*ast.IdentifierNode)
		name, second := n.Property.(*ast.StringNode)
		if !first || !second {
			return
		}
		if c.unknown == of {
			c.fault, c.unknown = nil, nil
		}
		c.word(of.Value+"."+name.Value, of.Location())
	}
}

// groups are the first parts of words, such as board.
var groups = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for _, w := range words() {
		all[w.group()] = w.group() != ""
	}
	return all
})

func (c *wordCheck) word(name string, at file.Location) {
	if c.fault != nil {
		return
	}
	var known []string
	for _, w := range words() {
		if known = append(known, w.name); w.name != name {
			continue
		}
		for _, street := range c.streets {
			if w.streets != allStreets && !slices.Contains(strings.Split(w.streets, ", "), street) {
				c.fault = &fault{at.From, fmt.Sprintf("%s is for the %s, and the set is for the %s too", name,
					strings.ReplaceAll(w.streets, ", ", " and the "), street)}
			}
		}
		return
	}
	c.fault = &fault{at.From, fmt.Sprintf("unknown word %q%s; docs/feature-words.md lists the words", name,
		plain.Hint(name, known))}
}
