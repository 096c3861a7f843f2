package jsondoc

import "github.com/tidwall/gjson"

// maxQuery is the longest path that Query takes in bytes.
const maxQuery = 1024

// Query gives the value that a gjson path names. There is none where the text has a Fault, where the path names
// nothing, where its result is computed instead of written in the text (a list of matches, a count), or where the
// path has a modifier, a literal or a pipe. A name that contains @ or ! has it escaped: \@type.
func (d *Doc) Query(path string) (Value, bool) {
	if !d.clean || len(path) > maxQuery || !plainPath(path) {
		return Value{}, false
	}
	r := gjson.GetBytes(d.text, path)
	if r.Index <= 0 { // gjson says 0 for computed results; no path without a modifier names the outermost value
		return Value{}, false
	}
	i := d.nodeAt(r.Index)
	if i == none {
		return Value{}, false
	}
	// A number such as the count of # may coincide with the index of something else: only a whole value counts.
	n := d.nodes.at(i)
	if n.next == isName || int(n.start) != r.Index || string(d.raw(i)) != r.Raw {
		return Value{}, false
	}
	return d.value(i), true
}

// plainPath refuses what makes gjson run modifiers or parse a literal; != and !% in a query are comparisons.
func plainPath(path string) bool {
	for i := 0; i < len(path); i++ {
		switch path[i] {
		case '\\':
			i++
		case '@', '|':
			return false
		case '!':
			if i+1 == len(path) || path[i+1] != '=' && path[i+1] != '%' {
				return false
			}
		}
	}
	return true
}
