// Package report makes one HTML file of feltlab's results: sortable tables, interactive charts, flops to try. The file
// needs only a browser: it contains style, script and data, and a policy forbids it the network. LossPage is a page of
// its own: where a strategy loses to a best response, by betting round, seat, hand and betting history.
//
// The data is a list of blocks. A block is a small typed value, written as JSON into its own script element: columns
// instead of an object for each row, large columns and blocks packed (Pack, packText), with the numbers of the files.
// Keys end in units; errors, weights and equities are fractions of 1, as in the results; lower_bound_percent is in
// percentage points. The TypeScript in page/src shows the blocks.
//
// # How a section is added
//
//  1. Write a Go file here with a function of type makeBlock that returns the data, or nil if the files have none, and
//     add it to blocks (report.go). Input.Named finds files below the user's paths; a path whose files no block uses
//     is an error. Test the block with the files in results.
//  2. Declare the type of the block in page/src/data.ts or playdata.ts, as the Go struct writes it.
//  3. Write page/src/sections/NAME.ts, which exports a Section, with the helpers of dom.ts, controls.ts, chart.ts and
//     table.ts; add it to page/src/main.ts, which decides the order. Its update returns the command behind the view.
//  4. Run go generate ./report/page, which needs npm and checks types; commit page/dist with it.
//  5. Add a step to page_test.go, which drives a browser if one is installed.
//
// Flops and round weights take most of the time. The store keeps them as parts of a page (partSpec), with the checks
// of proofs, so that a page without new results takes three CPU-seconds. A Server leaves flops out of its page and
// answers with them, and with round weights, when a tab asks. Divide moves what few readers ask for to a second page.
//
// The page treats files as untrusted: all their text stays text. JSON escapes <, >, & and U+2028, elements are built
// without HTML, and CSV cells that a spreadsheet would compute are quoted.
package report
