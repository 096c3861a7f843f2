package report

// Format is a form in which a report is written.
type Format struct {
	Name      string
	MediaType string
	Extension string
	Write     func(*Report) []byte
}

// Formats lists every form, JSON first because it is the contract.
var Formats = []Format{
	{"json", "application/json; charset=utf-8", "json", func(r *Report) []byte { return append(r.AppendJSON(nil), '\n') }},
	{"text", "text/plain; charset=utf-8", "txt", func(r *Report) []byte { return []byte(r.Text(false)) }},
	{"markdown", "text/markdown; charset=utf-8", "md", func(r *Report) []byte { return []byte(r.Markdown()) }},
	{"sarif", "application/sarif+json", "sarif", func(r *Report) []byte { return append(r.SARIF(), '\n') }},
	{"junit", "application/xml; charset=utf-8", "xml", func(r *Report) []byte { return []byte(r.JUnit()) }},
}

// FormatOf gives the form of that name.
func FormatOf(name string) (Format, bool) {
	for _, f := range Formats {
		if f.Name == name {
			return f, true
		}
	}
	return Format{}, false
}
