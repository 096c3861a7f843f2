package report

import "bytes"

// stride is the distance in bytes between two known positions of a long text.
const stride = 1 << 16

// places turns byte offsets into lines and columns, both 1-based. Positions are noted every stride bytes, so that many
// findings in one very long line don't cost the line's length each.
type places struct {
	text  []byte
	marks []mark // mark i is the position at offset i*stride; filled as far as it was needed
}

type mark struct {
	line      int // lines that ended before the offset
	lineStart int // byte offset of the line that the offset lies in
	width     width
}

// width counts characters in the two ways that readers of a report do.
type width struct {
	points int // Unicode code points
	units  int // UTF-16 code units
}

func (w width) plus(o width) width  { return width{w.points + o.points, w.units + o.units} }
func (w width) minus(o width) width { return width{w.points - o.points, w.units - o.units} }

// measure counts by the characters' first bytes, so that a block that cuts a character in two counts right. Eight
// bytes of ASCII at a time, because most texts are nothing else.
func measure(b []byte) width {
	w := width{len(b), len(b)}
	for len(b) >= 8 {
		if (uint64(b[0])|uint64(b[1])<<8|uint64(b[2])<<16|uint64(b[3])<<24|uint64(b[4])<<32|uint64(b[5])<<40|uint64(b[6])<<48|uint64(b[7])<<56)&0x8080808080808080 != 0 {
			w = w.plus(excess(b[:8]))
		}
		b = b[8:]
	}
	return w.plus(excess(b))
}

// excess is what measure counted too much: a continuation byte is no character, and the first byte of a character
// outside of the basic plane stands for two UTF-16 units.
func excess(b []byte) (w width) {
	for _, c := range b {
		if c&0xC0 == 0x80 {
			w.points--
			w.units--
		} else if c >= 0xF0 {
			w.units++
		}
	}
	return w
}

// lines counts the line feeds and finds the last one, or -1. IndexByte is quick everywhere; most lines are long.
func lines(b []byte) (n, last int) {
	last = -1
	for at := 0; ; {
		i := bytes.IndexByte(b[at:], '\n')
		if i < 0 {
			return n, last
		}
		n++
		last = at + i
		at = last + 1
	}
}

func newPlaces(text []byte) places { return places{text: text} }

// near gives the noted position at or before an offset.
func (p *places) near(offset int) (mark, int) {
	want := offset / stride
	if want == 0 {
		return mark{}, 0
	}
	if p.marks == nil {
		p.marks = append(p.marks, mark{})
	}
	for len(p.marks) <= want {
		at := (len(p.marks) - 1) * stride
		m := p.marks[len(p.marks)-1]
		block := p.text[at : at+stride]
		n, last := lines(block)
		if n > 0 {
			m.line += n
			m.lineStart = at + last + 1
		}
		m.width = m.width.plus(measure(block))
		p.marks = append(p.marks, m)
	}
	return p.marks[want], want * stride
}

func (p *places) before(offset int) width {
	m, at := p.near(offset)
	return m.width.plus(measure(p.text[at:offset]))
}

// locate gives the line of a byte offset and what stands before it in that line.
func (p *places) locate(offset int) (line int, before width) {
	offset = max(0, min(offset, len(p.text)))
	m, at := p.near(offset)
	start := m.lineStart
	n, last := lines(p.text[at:offset])
	if n > 0 {
		start = at + last + 1
	}
	if start >= at {
		return 1 + m.line + n, measure(p.text[start:offset])
	}
	return 1 + m.line + n, p.before(offset).minus(p.before(start))
}

// position gives the line and the column of a byte offset; columns count code points.
func (p *places) position(offset int) (line, column int) {
	line, before := p.locate(offset)
	return line, before.points + 1
}

// position16 is position with columns in UTF-16 units, as editors and SARIF count.
func (p *places) position16(offset int) (line, column int) {
	line, before := p.locate(offset)
	return line, before.units + 1
}
