package message

import "github.com/mcp-discover/mcp-discover/core/jsondoc"

// Piece is a stretch of text taken out of a paste, together with the way back: a JSON body that came in several SSE
// data lines, behind curl's marks or in chunks is read as one text, and every offset in it still leads to the
// character that the person sees. Offsets are bytes.
type Piece struct {
	Text    []byte
	base    int
	segs    []segment // nil when the piece is one unbroken stretch that starts at base
	escaped bool      // the piece was a JSON string's inside
}

// segment says that the bytes from local on stand at source in the paste, up to the next segment. A segment with a
// width is one character that takes that many bytes in the paste, such as an escape.
type segment struct{ local, source, width uint32 }

// Whole gives the piece that is all of text.
func Whole(text []byte) Piece { return Piece{Text: text} }

// Unbroken reports whether the piece is one stretch of the paste, so that an edit inside it is an edit of the paste.
func (p Piece) Unbroken() bool { return len(p.segs) <= 1 && !p.escaped }

// Escaped reports whether the piece stands in the paste as the inside of a JSON string, where an edit would have to be
// escaped too.
func (p Piece) Escaped() bool { return p.escaped }

// Offset leads a local offset back to the paste.
func (p Piece) Offset(local int) int {
	if len(p.segs) == 0 {
		return p.base + local
	}
	s := p.segs[p.segment(local)]
	if s.width > 0 {
		return int(s.source)
	}
	return int(s.source) + local - int(s.local)
}

// segment gives the index of the segment that a local offset lies in.
func (p Piece) segment(local int) int {
	lo, hi := 0, len(p.segs)
	for lo+1 < hi {
		mid := int(uint(lo+hi) >> 1)
		if int(p.segs[mid].local) <= local {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// Source leads a local span back to the paste. Where the span crosses a seam, the result covers the seam too.
func (p Piece) Source(s jsondoc.Span) jsondoc.Span {
	if len(p.segs) == 0 {
		return jsondoc.Span{Start: p.base + s.Start, End: p.base + s.End}
	}
	if s.End <= s.Start {
		at := p.end(s.Start)
		if s.Start < len(p.Text) {
			at = p.Offset(s.Start)
		}
		return jsondoc.Span{Start: at, End: at}
	}
	return jsondoc.Span{Start: p.Offset(s.Start), End: p.end(s.End)}
}

// end leads the end of a local span back to the paste: to behind the last character that the span covers.
func (p Piece) end(local int) int {
	if local == 0 {
		return p.Offset(0)
	}
	if s := p.segs[p.segment(local-1)]; s.width > 0 {
		return int(s.source + s.width)
	}
	return p.Offset(local-1) + 1
}

// Slice gives a part of the piece.
func (p Piece) Slice(start, end int) Piece {
	q := Piece{Text: p.Text[start:end:end], escaped: p.escaped}
	if len(p.segs) == 0 {
		q.base = p.base + start
		return q
	}
	q.segs = p.between(start, end, 0)
	return q
}

// between gives the segments of a part of the piece, for a text in which that part starts at local offset at.
func (p Piece) between(start, end, at int) []segment {
	if start >= end {
		return []segment{{local: uint32(at), source: uint32(p.Source(jsondoc.Span{Start: start, End: start}).Start)}}
	}
	first := p.segment(start)
	segs := []segment{{local: uint32(at), source: uint32(p.Offset(start)), width: p.segs[first].width}}
	for _, s := range p.segs[first+1:] {
		if int(s.local) >= end {
			break
		}
		s.local += uint32(at - start)
		segs = append(segs, s)
	}
	return segs
}

// All gives the span of the whole piece in the paste.
func (p Piece) All() jsondoc.Span { return p.Source(jsondoc.Span{Start: 0, End: len(p.Text)}) }

// joiner builds a piece out of parts of another one.
type joiner struct {
	text []byte
	segs []segment
}

func (j *joiner) add(from Piece, start, end int) {
	if start >= end {
		return
	}
	if len(from.segs) == 0 {
		j.seam(from.base+start, 0)
	} else {
		segs := from.between(start, end, len(j.text))
		j.seam(int(segs[0].source), int(segs[0].width))
		j.segs = append(j.segs, segs[1:]...)
	}
	j.text = append(j.text, from.Text[start:end]...)
}

// literal adds text that stands in the paste in another form (a joined line break, an escape): it leads back to the
// width bytes from source on.
func (j *joiner) literal(s string, source, width int) {
	if s == "" {
		return
	}
	j.seam(source, width)
	j.text = append(j.text, s...)
}

func (j *joiner) seam(source, width int) {
	if n := len(j.segs); n > 0 && width == 0 {
		if last := j.segs[n-1]; last.width == 0 && int(last.source)+len(j.text)-int(last.local) == source {
			return
		}
	}
	j.segs = append(j.segs, segment{local: uint32(len(j.text)), source: uint32(source), width: uint32(width)})
}

func (j *joiner) piece() Piece {
	if len(j.segs) == 1 && j.segs[0].width == 0 {
		return Piece{Text: j.text, base: int(j.segs[0].source)}
	}
	return Piece{Text: j.text, segs: j.segs}
}
