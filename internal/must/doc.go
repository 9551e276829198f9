// Package must ends tests at errors that they do not expect, and expects others. Only tests import it.
package must
