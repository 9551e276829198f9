// Package report makes one HTML file of what feltlab has computed: tables to sort, charts to hover,
// flops to try. The file needs nothing but a browser: style, script and data are in it, and a policy
// forbids it the network.
//
// The data is a list of blocks. A block is a small typed value, written as JSON into a script element
// of its own: columns rather than an object a row, large columns packed (Pack), the numbers those of
// the files. Units stand in the keys; errors, bounds, weights and equities are fractions of 1, as in
// the results. What the page shows of a block is written in TypeScript, in page/src.
//
// # How a section is added
//
//  1. A Go file here with a function of type makeBlock that returns the data, or nil where the files have
//     none, and its entry in blocks (blocks.go). Input.Named finds files below the paths that the user
//     named; a path in which no block finds anything is an error. Test it against the files in results.
//  2. The type of the block in page/src/data.ts, as the Go struct writes it.
//  3. page/src/sections/NAME.ts that exports a Section: id, title, the blocks that it needs, and render,
//     which fills an element. It is run when the section is first shown and again whenever the state, kept
//     in the URL's fragment, changes. Build elements by h (dom.ts), which knows no HTML text; take
//     controls from controls.ts, charts from chart.ts, tables and their CSV from table.ts.
//  4. Its line in page/src/main.ts, which decides the order.
//  5. go generate ./report/page, which wants npm once and checks types; commit page/dist with it.
//  6. A step in page_test.go, which drives a browser where one is installed; page_slow_test.go opens
//     all sections, wide and narrow, light and dark.
//
// # Cost
//
// Most of the work is the flops, a tenth of a second a hand and range once they are in the store, and
// round weights, some milliseconds a formula. A Server keeps both between pages.
//
// # Trust
//
// Files are material: every text of theirs reaches the page as text. JSON is written with <, >, & and
// U+2028 escaped, elements are built without HTML, and cells of a CSV that a spreadsheet would compute
// are quoted.
package report
