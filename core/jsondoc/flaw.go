package jsondoc

import (
	"bytes"
	"cmp"
	"slices"
	"unicode/utf8"
)

const (
	maxFlaws        = 100
	maxFlawPointers = 64 << 10 // bytes, all flaws together
	maxFlawName     = 64       // characters
	maxFlawBytes    = 8
)

// twin is a pair of members of one object with the same name, as nodes of their names.
type twin struct{ first, second uint32 }

// findTwins notes the duplicate names of an object with so many members.
func (d *Doc) findTwins(object uint32, members int) {
	if len(d.twins) >= maxFlaws {
		return
	}
	const few = 16 // from here on a table costs less than comparing all pairs
	if members > few {
		d.findManyTwins(object, members)
		return
	}
	var names [few][]byte
	var nodes [few]uint32
	k := 0
	for i := object + 2; i != none; i = d.nodes.at(i).next {
		names[k], nodes[k] = d.decoded(i-1), i-1
		for j := range k {
			if len(names[j]) == len(names[k]) && string(names[j]) == string(names[k]) {
				d.twins = append(d.twins, twin{nodes[j], nodes[k]})
				break
			}
		}
		k++
	}
}

// findManyTwins uses an open hash table of name nodes. When names that were made to collide fill it badly, it sorts.
func (d *Doc) findManyTwins(object uint32, members int) {
	size := 64
	for size < 2*members {
		size *= 2
	}
	if cap(d.table) < size {
		d.table = make([]uint32, size)
	}
	table := d.table[:size]
	clear(table)
	known := len(d.twins)
	probes := 8*members + size
	for i := object + 2; i != none; i = d.nodes.at(i).next {
		name := d.decoded(i - 1)
		for slot := hash(name); ; slot++ {
			if probes--; probes < 0 {
				d.twins = d.twins[:known]
				d.sortTwins(object, members)
				return
			}
			at := &table[slot%uint64(size)]
			if *at == 0 { // never the node of a name
				*at = i - 1
				break
			}
			if bytes.Equal(d.decoded(*at), name) {
				if d.twins = append(d.twins, twin{*at, i - 1}); len(d.twins) >= maxFlaws {
					return
				}
				break
			}
		}
	}
}

func (d *Doc) sortTwins(object uint32, members int) {
	names := d.table[:0:members]
	for i := object + 2; i != none; i = d.nodes.at(i).next {
		names = append(names, i-1)
	}
	slices.SortFunc(names, func(a, b uint32) int {
		return cmp.Or(bytes.Compare(d.decoded(a), d.decoded(b)), cmp.Compare(a, b))
	})
	first := 0
	for k := 1; k < len(names) && len(d.twins) < maxFlaws; k++ {
		if bytes.Equal(d.decoded(names[first]), d.decoded(names[k])) {
			d.twins = append(d.twins, twin{names[first], names[k]})
		} else {
			first = k
		}
	}
}

// hash is FNV-1a.
func hash(b []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range b {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h ^ h>>32
}

// findFlaws lists the flaws of the text up to where it was read.
func (d *Doc) findFlaws() {
	if bytes.HasPrefix(d.text, []byte(byteOrderMark)) {
		d.flaws = append(d.flaws, Flaw{Kind: ByteOrderMark, Span: Span{0, len(byteOrderMark)}, Found: "EF BB BF"})
	}
	for _, t := range d.twins {
		d.flaws = append(d.flaws, Flaw{
			Kind:  DuplicateName,
			Span:  d.value(t.second).Span(),
			First: d.value(t.first).Span(),
			Found: excerpt(d.decoded(t.second), maxFlawName),
		})
	}
	if !d.plain && d.nodes.n > 0 {
		d.findSurrogates()
		d.findBadBytes()
	}
	slices.SortFunc(d.flaws, func(a, b Flaw) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Kind, b.Kind))
	})
	pointers := 0
	for k := range d.flaws {
		f := &d.flaws[k]
		if f.Kind != ByteOrderMark {
			f.Pointer = string(d.appendPointer(nil, d.nodeAt(f.Span.Start)))
		}
		if pointers += len(f.Pointer); k == maxFlaws || k > 0 && pointers > maxFlawPointers {
			d.flaws = d.flaws[:k]
			break
		}
	}
}

func (d *Doc) findSurrogates() {
	text, found := d.text[:d.pos], 0
	for i := 0; found < maxFlaws; {
		n := bytes.IndexByte(text[i:], '\\')
		if n < 0 {
			return
		}
		i += n
		r, n := escape(text[i:])
		if r == utf8.RuneError && n == 6 && hex4(text[i+2:]) != utf8.RuneError {
			d.flaws = append(d.flaws, Flaw{Kind: LoneSurrogate, Span: Span{i, i + n}, Found: string(text[i : i+n])})
			found++
		}
		i += n
	}
}

func (d *Doc) findBadBytes() {
	text, found := d.text[:d.pos], 0
	for i := 0; i < len(text) && found < maxFlaws; {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}
		end := i
		for end < len(text) {
			r, n := utf8.DecodeRune(text[end:])
			if r != utf8.RuneError || n != 1 {
				if end == i {
					end += n
					i = end
				}
				break
			}
			end++
		}
		if end > i {
			d.flaws = append(d.flaws, Flaw{Kind: InvalidUTF8, Span: Span{i, end}, Found: hexadecimal(text[i:min(end, i+maxFlawBytes)])})
			found++
			i = end
		}
	}
}

func hexadecimal(b []byte) string {
	const digits = "0123456789ABCDEF"
	var out []byte
	for i, c := range b {
		if i > 0 {
			out = append(out, ' ')
		}
		out = append(out, digits[c>>4], digits[c&15])
	}
	return string(out)
}
