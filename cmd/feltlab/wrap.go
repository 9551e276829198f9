package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

const (
	// helpWidth is the width of a help page, textWidth that of printed answers.
	helpWidth = 80
	textWidth = 100
)

// wrap breaks a text between words into lines of some width; lines after the first begin with the
// indent.
func wrap(text, indent string, width int) string {
	var b strings.Builder
	column := 0
	for i, word := range strings.Split(text, " ") {
		length := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+length > width:
			b.WriteString("\n" + indent)
			column = utf8.RuneCountInString(indent)
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += length
	}
	return b.String()
}

// reflow wraps the paragraphs of a text, but for those with lines that are set by hand: indented,
// or with words apart.
func reflow(text string) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		if !strings.HasPrefix(p, " ") && !strings.Contains(p, "\n ") && !strings.Contains(p, "  ") {
			paragraphs[i] = wrap(strings.ReplaceAll(p, "\n", " "), "", helpWidth)
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// usageTemplate makes a template of cobra keep to the width of a help page.
func usageTemplate(template string) string {
	cobra.AddTemplateFunc("hang", hang)
	return strings.NewReplacer(
		".FlagUsages", fmt.Sprintf(".FlagUsagesWrapped %d", helpWidth),
		"  {{rpad .Name .NamePadding }} {{.Short}}", `{{hang (rpad .Name .NamePadding) .Short}}`,
	).Replace(template)
}

// hang writes a name and its meaning, wrapped below itself.
func hang(name, text string) string {
	head := "  " + name + " "
	return wrap(head+text, strings.Repeat(" ", utf8.RuneCountInString(head)), helpWidth)
}

// cut shortens a text to a width.
func cut(text string, width int) string {
	if utf8.RuneCountInString(text) <= width {
		return text
	}
	return string([]rune(text)[:width-3]) + "..."
}
