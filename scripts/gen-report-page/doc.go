// Command gen-report-page bundles the TypeScript of the report's page by esbuild's Go API: one classic script and one
// style sheet, minified, with the licences that the libraries ask for. Before, it installs what package-lock.json pins
// by npm, and checks types. The bundle is a function of the sources and of package-lock.json. go generate runs it in
// report/page.
package main
