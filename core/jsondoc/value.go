package jsondoc

import (
	"bytes"
	"unicode/utf8"
)

// Value is one value of a Doc. The zero Value is absent, as is everything that is asked of an absent value. A Value
// holds until the next Read of its Doc.
type Value struct {
	d *Doc
	i int32
}

func (d *Doc) value(i uint32) Value {
	if i == none {
		return Value{}
	}
	return Value{d, int32(i)}
}

func (v Value) node() *node { return v.d.nodes.at(uint32(v.i)) }

// Exists reports whether the value is there.
func (v Value) Exists() bool { return v.d != nil }

// Kind gives the type of the value.
func (v Value) Kind() Kind {
	if v.d == nil {
		return Absent
	}
	switch v.d.text[v.node().start] {
	case '{':
		return Object
	case '[':
		return Array
	case '"':
		return String
	case 't', 'f':
		return Bool
	case 'n':
		return Null
	}
	return Number
}

// Span gives the place of the value in the text.
func (v Value) Span() Span {
	if v.d == nil {
		return Span{}
	}
	n := v.node()
	return Span{int(n.start), int(n.end)}
}

// NameSpan gives the place of the member's name, with its quotes. It is zero where the value is no member.
func (v Value) NameSpan() Span {
	if v.d == nil || !v.d.member(uint32(v.i)) {
		return Span{}
	}
	return Value{v.d, v.i - 1}.Span()
}

// Name gives the decoded name of the member, or "" where the value is no member.
func (v Value) Name() string {
	if v.d == nil || !v.d.member(uint32(v.i)) {
		return ""
	}
	return v.d.kept(v.d.decoded(uint32(v.i) - 1))
}

// Raw gives the value as it is written. It is a part of the text, not a copy.
func (v Value) Raw() []byte {
	if v.d == nil {
		return nil
	}
	return v.d.raw(uint32(v.i))
}

// Pointer gives the JSON Pointer (RFC 6901) of the value: "" for the outermost one, and for an absent one. Pointers
// of the elements of an array cost least when they are asked for in their order.
func (v Value) Pointer() string {
	if v.d == nil {
		return ""
	}
	return string(v.d.appendPointer(nil, uint32(v.i)))
}

// Parent gives the array or object that the value stands in; it is absent for the outermost value.
func (v Value) Parent() Value {
	if v.d == nil {
		return Value{}
	}
	return v.d.value(v.node().parent)
}

// First gives the first element or member, in the order of the text.
func (v Value) First() Value {
	if v.d == nil {
		return Value{}
	}
	return v.d.value(v.d.first(uint32(v.i)))
}

// Next gives the element or member after this one in the same container.
func (v Value) Next() Value {
	if v.d == nil {
		return Value{}
	}
	return v.d.value(v.node().next)
}

// Len counts the elements or members. It walks over all of them.
func (v Value) Len() int {
	n := 0
	for e := v.First(); e.Exists(); e = e.Next() {
		n++
	}
	return n
}

// At gives the element or member number i, from 0. It walks to it.
func (v Value) At(i int) Value {
	if i < 0 {
		return Value{}
	}
	e := v.First()
	for ; i > 0 && e.Exists(); i-- {
		e = e.Next()
	}
	return e
}

// Get gives the member whose decoded name is exactly name: of several, the last one. It walks over all members, but
// what was asked for shortly before is remembered.
func (v Value) Get(name string) Value {
	if v.Kind() != Object || name == "" {
		return v.walk(name)
	}
	memo := &v.d.memo[(uint32(v.i)*7+uint32(len(name))*5+uint32(name[0])+uint32(name[len(name)-1])<<2)%memos]
	if memo.read == v.d.reads && memo.object == v.i && memo.name == name {
		return memo.member
	}
	found := v.walk(name)
	*memo = lookup{v.d.reads, v.i, name, found}
	return found
}

func (v Value) walk(name string) (found Value) {
	if v.Kind() != Object {
		return found
	}
	for m := v.First(); m.Exists(); m = m.Next() {
		if v.d.is(uint32(m.i)-1, name) {
			found = m
		}
	}
	return found
}

// memos is enough for what rules ask about one result again and again.
const memos = 64

// lookup is a member that Get has found, or has not found, in the text of one Read.
type lookup struct {
	read   uint32
	object int32
	name   string
	member Value
}

// Superseded reports whether a later member of the same object has the same name, so that Get doesn't give this one.
// It knows as many of them as there are Flaws.
func (v Value) Superseded() bool {
	if v.d == nil || len(v.d.twins) == 0 || !v.d.member(uint32(v.i)) {
		return false
	}
	name := uint32(v.i) - 1
	first := name
	for _, t := range v.d.twins {
		if t.second == name {
			first = t.first
		}
	}
	for _, t := range v.d.twins {
		if t.first == first && t.second > name {
			return true
		}
	}
	return false
}

// Text gives the decoded string and true, or false where the value is no string. Lone surrogates and bytes that are
// not UTF-8 become U+FFFD.
func (v Value) Text() (string, bool) {
	if v.Kind() != String {
		return "", false
	}
	return v.d.kept(v.d.decoded(uint32(v.i))), true
}

// Is reports whether the value is a string that means s.
func (v Value) Is(s string) bool { return v.Kind() == String && v.d.is(uint32(v.i), s) }

// is reports whether the string node i means s, without allocating where nothing is escaped.
func (d *Doc) is(i uint32, s string) bool {
	// Most names differ in length already.
	if n := d.nodes.at(i); d.plain && int(n.end-n.start)-2 != len(s) {
		return false
	}
	return string(d.decoded(i)) == s
}

// Bool gives the value of a boolean and true, or false, false where the value is no boolean.
func (v Value) Bool() (value, ok bool) {
	if v.Kind() != Bool {
		return false, false
	}
	return v.Raw()[0] == 't', true
}

// Equal reports whether both values mean the same: of one kind, numbers by value (1 and 1.0), strings decoded, arrays
// and objects by what is in them, in the same order. Absent values are equal to nothing.
func (v Value) Equal(o Value) bool {
	if v.d == nil || o.d == nil {
		return false
	}
	// Nodes in the order of the text, each with the distance to its parent, are the whole tree: no recursion needed.
	a, b := uint32(v.i), uint32(o.i)
	end, oend := v.node().end, o.node().end
	for k := uint32(0); ; k++ {
		more := a+k < v.d.nodes.n && v.d.nodes.at(a+k).start < end
		if omore := b+k < o.d.nodes.n && o.d.nodes.at(b+k).start < oend; more != omore {
			return false
		} else if !more {
			return true
		}
		if k > 0 && v.d.nodes.at(a+k).parent-a != o.d.nodes.at(b+k).parent-b {
			return false
		}
		x, y := Value{v.d, int32(a + k)}, Value{o.d, int32(b + k)}
		kind := x.Kind()
		if kind != y.Kind() {
			return false
		}
		switch kind {
		case Bool:
			if x.Raw()[0] != y.Raw()[0] {
				return false
			}
		case Number:
			if !parseDecimal(x.Raw()).equal(parseDecimal(y.Raw())) {
				return false
			}
		case String:
			if !bytes.Equal(x.d.decoded(uint32(x.i)), y.d.decoded(uint32(y.i))) {
				return false
			}
		}
	}
}

// Excerpt gives the beginning of a decoded string, at most so many bytes of it as written, never half a character. It
// is "" where the value is no string.
func (v Value) Excerpt(bytes int) string {
	if v.Kind() != String {
		return ""
	}
	raw := v.Raw()
	b := raw[1 : len(raw)-1]
	if len(b) <= bytes {
		s, _ := v.Text()
		return s
	}
	n := 0
	for n < bytes {
		size := 1
		switch {
		case b[n] == '\\':
			_, size = escape(b[n:])
		case b[n] >= utf8.RuneSelf:
			_, size = utf8.DecodeRune(b[n:])
		}
		if n+size > bytes {
			break
		}
		n += size
	}
	if v.d.plain {
		return string(b[:n])
	}
	return string(unescape(b[:n]))
}
