// Package page holds the script and the style of the report's page, bundled by package report/page/build from the
// TypeScript in src. They are embedded as they are committed, so that building feltlab needs neither node nor network.
//
//	go generate ./report/page
//
// installs what package-lock.json pins by npm, checks types and writes dist anew.
package page
