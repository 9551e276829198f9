// Package must ends tests at errors that they do not expect, and expects others, and values. Only tests import it.
package must
