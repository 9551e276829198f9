// Gen-report-page writes the bundle of the report's page: it installs by npm what is pinned, checks
// types and runs report/page/build. It is run by go generate in report/page.
package main
