package reproduce

import (
	"io"
	"io/fs"
	"text/template"
)

// Pages parses the pages of a source, *.tmpl: Markdown with places for numbers and tables. They are
// part of the program, so one that does not parse is a mistake in it.
func Pages(files fs.FS, functions template.FuncMap) *template.Template {
	return template.Must(template.New("pages").Funcs(functions).ParseFS(files, "*.tmpl"))
}

// WritePage writes NAME/README.md: the page NAME.tmpl with its data.
func (e *Env) WritePage(pages *template.Template, name string, data any) error {
	return e.Write(name+"/README.md", func(w io.Writer) error {
		return pages.ExecuteTemplate(w, name+".tmpl", data)
	})
}
