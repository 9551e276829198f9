// Package build bundles the TypeScript of the report's page by esbuild's Go API: one classic script
// and one style sheet, minified, with the licences that the libraries ask for. The bundle is a function
// of the sources and of package-lock.json.
package build
