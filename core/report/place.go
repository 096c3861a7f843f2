package report

import (
	"bytes"
	"unicode/utf8"
)

// stride is the distance in bytes between two known positions of a long text.
const stride = 1 << 16

// places turns byte offsets into lines and columns. Columns count code points, 1-based. Positions are noted every
// stride bytes, so that many findings in one very long line don't cost the line's length each.
type places struct {
	text  []byte
	marks []mark // mark i is the position at offset i*stride
}

type mark struct {
	line      int // lines that ended before the offset
	lineStart int // byte offset of the line that the offset lies in
	runes     int // code points before the offset
}

func newPlaces(text []byte) places { return places{text: text} }

func (p *places) mark(offset int) (mark, int) {
	if len(p.text) <= stride {
		return mark{}, 0
	}
	if p.marks == nil {
		m := mark{}
		for at := 0; ; at += stride {
			p.marks = append(p.marks, m)
			if at+stride > len(p.text) {
				break
			}
			block := p.text[at : at+stride]
			m.line += bytes.Count(block, newline)
			if i := bytes.LastIndexByte(block, '\n'); i >= 0 {
				m.lineStart = at + i + 1
			}
			m.runes += runes(block)
		}
	}
	i := min(offset/stride, len(p.marks)-1)
	return p.marks[i], i * stride
}

var newline = []byte{'\n'}

// runes counts code points by their first bytes, so that a block that cuts a character in two counts right.
func runes(b []byte) int {
	n := 0
	for _, c := range b {
		if utf8.RuneStart(c) {
			n++
		}
	}
	return n
}

func (p *places) runesBefore(offset int) int {
	m, at := p.mark(offset)
	return m.runes + runes(p.text[at:offset])
}

// position gives the line and the column of a byte offset, both 1-based.
func (p *places) position(offset int) (line, column int) {
	offset = max(0, min(offset, len(p.text)))
	m, at := p.mark(offset)
	part := p.text[at:offset]
	line = 1 + m.line + bytes.Count(part, newline)
	start := m.lineStart
	if i := bytes.LastIndexByte(part, '\n'); i >= 0 {
		start = at + i + 1
	}
	return line, 1 + p.runesBefore(offset) - p.runesBefore(start)
}
