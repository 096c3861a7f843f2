// Package text holds what people read, in every language that the product speaks.
package text

import "strings"

// Lang is a language of the product.
type Lang uint8

// The languages, English first because it is the fallback.
const (
	EN Lang = iota
	JA
)

// ParseLang reads a BCP 47 tag by its first subtag. Anything but Japanese is English.
func ParseLang(tag string) Lang {
	if len(tag) >= 2 && (tag[0]|0x20) == 'j' && (tag[1]|0x20) == 'a' && (len(tag) == 2 || tag[2] == '-' || tag[2] == '_') {
		return JA
	}
	return EN
}

// String gives the BCP 47 tag.
func (l Lang) String() string {
	if l == JA {
		return "ja"
	}
	return "en"
}

// Text is one sentence or label in both languages. Both sides carry the same {placeholders}.
type Text struct{ EN, JA string }

// In gives the side for l.
func (t Text) In(l Lang) string {
	if l == JA && t.JA != "" {
		return t.JA
	}
	return t.EN
}

// Empty reports whether there is nothing to show in any language.
func (t Text) Empty() bool { return t.EN == "" && t.JA == "" }

// Arg is the value of one named placeholder.
type Arg = *Argument

// Argument is what an Arg points at. Where Text is set it wins over Value, so that words that are themselves
// translated can be put into a sentence.
type Argument struct {
	Name  string
	Value string
	Text  Text
}

// A makes an Arg whose value is the same in every language.
func A(name, value string) Arg { return &Argument{Name: name, Value: value} }

// T makes an Arg whose value is translated.
func T(name string, t Text) Arg { return &Argument{Name: name, Text: t} }

func (a *Argument) in(l Lang) string {
	if !a.Text.Empty() {
		return a.Text.In(l)
	}
	return a.Value
}

// Fill gives t in l with every {name} replaced by the argument of that name. A placeholder without an argument
// stays as it is written, so that a missing argument is seen instead of hidden.
func Fill(t Text, l Lang, args ...Arg) string {
	s := t.In(l)
	if strings.IndexByte(s, '{') < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 32)
	for {
		open := strings.IndexByte(s, '{')
		if open < 0 {
			b.WriteString(s)
			return b.String()
		}
		end := strings.IndexByte(s[open:], '}')
		if end < 0 {
			b.WriteString(s)
			return b.String()
		}
		end += open
		b.WriteString(s[:open])
		if v, ok := find(args, s[open+1:end]); ok {
			b.WriteString(v.in(l))
			s = s[end+1:]
		} else { // a brace of JSON, which may have placeholders in it
			b.WriteByte('{')
			s = s[open+1:]
		}
	}
}

// Placeholders lists the names between braces in s, in order, each once.
func Placeholders(s string) []string {
	var names []string
	for {
		open := strings.IndexByte(s, '{')
		if open < 0 {
			return names
		}
		end := strings.IndexByte(s[open:], '}')
		if end < 0 {
			return names
		}
		name := s[open+1 : open+end]
		if !isName(name) {
			s = s[open+1:]
			continue
		}
		s = s[open+end+1:]
		seen := false
		for _, n := range names {
			seen = seen || n == name
		}
		if !seen {
			names = append(names, name)
		}
	}
}

// isName keeps a literal such as {} or {"a":1} in a sentence from being read as a placeholder.
func isName(s string) bool {
	if s == "" {
		return false
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return true
}

func find(args []Arg, name string) (Arg, bool) {
	for i := range args {
		if args[i].Name == name {
			return args[i], true
		}
	}
	return &Argument{}, false
}
