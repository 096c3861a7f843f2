package rules_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// tree is a JSON value that keeps the order of members and may hold a name twice.
type tree struct {
	raw     string // of a scalar
	members []branch
	open    byte // '{', '[' or 0
}

type branch struct {
	name string
	*tree
}

func parseTree(text string) *tree {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	return readTree(d)
}

func readTree(d *json.Decoder) *tree {
	tok, err := d.Token()
	if err != nil {
		panic(err)
	}
	switch tok := tok.(type) {
	case json.Delim:
		t := &tree{open: byte(tok)}
		for d.More() {
			b := branch{}
			if t.open == '{' {
				name, err := d.Token()
				if err != nil {
					panic(err)
				}
				b.name = name.(string)
			}
			b.tree = readTree(d)
			t.members = append(t.members, b)
		}
		if _, err := d.Token(); err != nil {
			panic(err)
		}
		return t
	case json.Number:
		return &tree{raw: tok.String()}
	}
	raw, err := json.Marshal(tok)
	if err != nil {
		panic(err)
	}
	return &tree{raw: string(raw)}
}

func (t *tree) String() string {
	var b bytes.Buffer
	t.write(&b)
	return b.String()
}

func (t *tree) write(b *bytes.Buffer) {
	if t.open == 0 {
		b.WriteString(t.raw)
		return
	}
	b.WriteByte(t.open)
	for i, m := range t.members {
		if i > 0 {
			b.WriteByte(',')
		}
		if t.open == '{' {
			b.WriteString(strconv.Quote(m.name) + ":")
		}
		m.write(b)
	}
	b.WriteByte(t.open + 2)
}

func (t *tree) clone() *tree {
	c := &tree{raw: t.raw, open: t.open}
	for _, m := range t.members {
		c.members = append(c.members, branch{m.name, m.clone()})
	}
	return c
}

// spot is a place in a tree: member i of parent.
type spot struct {
	parent  *tree
	i       int
	pointer string
}

func (t *tree) spots(pointer string, all []spot) []spot {
	for i, m := range t.members {
		name := m.name
		if t.open == '[' {
			name = strconv.Itoa(i)
		}
		at := pointer + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
		all = append(all, spot{t, i, at})
		all = m.spots(at, all)
	}
	return all
}

// values are what a retyped member becomes.
var values = []string{"null", "true", "0", "1.5", `"x"`, `""`, "[]", "{}", "-1", `["x"]`, `{"x":1}`, "[null]", `"2026-07-28"`}

// numbers are what a number out of range becomes.
var numbers = []string{"-1", "1.5", "1e3", "1000.0", "-0", "9007199254740993", "1e20", "1e400", "2", "-32000", "-32020", "-32022", "-32603"}

// words are what a wrong word becomes; %s is the word itself.
var words = []string{"%sx", " %s", "", "other", "object", "input_required", "complete", "task", "notes/today.md", "a b", "iVBO=Rw"}

// mutate breaks, and sometimes doesn't break, one place of a tree. It gives the place and says what it did.
func mutate(root *tree, r *rand.Rand) (pointer, what string) {
	all := root.spots("", nil)
	s := all[r.IntN(len(all))]
	m := &s.parent.members[s.i]
	switch r.IntN(7) {
	case 0:
		s.parent.members = append(s.parent.members[:s.i:s.i], s.parent.members[s.i+1:]...)
		return s.pointer, "delete"
	case 1, 2:
		v := values[r.IntN(len(values))]
		m.tree = parseTree(v)
		return s.pointer, "retype " + v
	case 3:
		if s.parent.open == '{' {
			old := m.name
			switch r.IntN(3) {
			case 0:
				m.name += "x"
			case 1:
				m.name = strings.ToUpper(m.name[:1]) + m.name[1:]
			default:
				m.name = s.parent.members[r.IntN(len(s.parent.members))].name
			}
			return s.pointer, "rename " + old + " to " + m.name
		}
	case 4:
		// A twin before or after; the later one counts.
		twin := branch{m.name, m.clone()}
		if r.IntN(2) == 0 {
			twin.tree = parseTree(values[r.IntN(len(values))])
		}
		s.parent.members = append(s.parent.members[:s.i:s.i], append([]branch{twin}, s.parent.members[s.i:]...)...)
		if r.IntN(2) == 0 {
			s.parent.members[s.i], s.parent.members[s.i+1] = s.parent.members[s.i+1], s.parent.members[s.i]
		}
		return s.pointer, "duplicate"
	case 5:
		if _, err := strconv.ParseFloat(m.raw, 64); m.open == 0 && err == nil {
			m.raw = numbers[r.IntN(len(numbers))]
			return s.pointer, "number " + m.raw
		}
	}
	if m.open == 0 && strings.HasPrefix(m.raw, `"`) {
		old, _ := strconv.Unquote(m.raw)
		word := words[r.IntN(len(words))]
		if strings.Contains(word, "%s") {
			word = fmt.Sprintf(word, old)
		}
		if r.IntN(6) == 0 {
			word = strings.ToUpper(old)
		}
		m.raw = strconv.Quote(word)
		return s.pointer, "word " + m.raw
	}
	v := values[r.IntN(len(values))]
	m.tree = parseTree(v)
	return s.pointer, "retype " + v
}
