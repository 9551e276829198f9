// Package must ends tests at errors that they do not expect. Only tests import it.
package must
