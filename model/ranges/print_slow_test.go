//go:build slow

package ranges

import "testing"

func TestFourCharactersAreShortest(t *testing.T) { checkShortTexts(t, 4) }
