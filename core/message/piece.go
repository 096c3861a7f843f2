package message

import "github.com/mcp-discover/mcp-discover/core/jsondoc"

// Piece is a stretch of text taken out of a paste, together with the way back: a JSON body that came in several SSE
// data lines, behind curl's marks or in chunks is read as one text, and every offset in it still leads to the
// character that the person sees. Offsets are bytes.
type Piece struct {
	Text []byte
	base int
	segs []segment // nil when the piece is one unbroken stretch that starts at base
}

// segment says that the bytes from local on stand at source in the paste, up to the next segment.
type segment struct{ local, source int }

// Whole gives the piece that is all of text.
func Whole(text []byte) Piece { return Piece{Text: text} }

// Unbroken reports whether the piece is one stretch of the paste, so that an edit inside it is an edit of the paste.
func (p Piece) Unbroken() bool { return len(p.segs) <= 1 }

// Offset leads a local offset back to the paste.
func (p Piece) Offset(local int) int {
	if len(p.segs) == 0 {
		return p.base + local
	}
	lo, hi := 0, len(p.segs)
	for lo+1 < hi {
		mid := int(uint(lo+hi) >> 1)
		if p.segs[mid].local <= local {
			lo = mid
		} else {
			hi = mid
		}
	}
	return p.segs[lo].source + local - p.segs[lo].local
}

// Source leads a local span back to the paste. Where the span crosses a seam, the result covers the seam too.
func (p Piece) Source(s jsondoc.Span) jsondoc.Span {
	if len(p.segs) == 0 {
		return jsondoc.Span{Start: p.base + s.Start, End: p.base + s.End}
	}
	if s.End <= s.Start {
		at := p.Offset(s.Start)
		return jsondoc.Span{Start: at, End: at}
	}
	return jsondoc.Span{Start: p.Offset(s.Start), End: p.Offset(s.End-1) + 1}
}

// Slice gives a part of the piece.
func (p Piece) Slice(start, end int) Piece {
	q := Piece{Text: p.Text[start:end:end]}
	if len(p.segs) == 0 {
		q.base = p.base + start
		return q
	}
	q.segs = append(q.segs, segment{0, p.Offset(start)})
	for _, s := range p.segs {
		if s.local > start && s.local < end {
			q.segs = append(q.segs, segment{s.local - start, s.source})
		}
	}
	return q
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
		j.seam(from.base + start)
	} else {
		j.seam(from.Offset(start))
		for _, s := range from.segs {
			if s.local > start && s.local < end {
				j.segs = append(j.segs, segment{len(j.text) + s.local - start, s.source})
			}
		}
	}
	j.text = append(j.text, from.Text[start:end]...)
}

// literal adds a character that the paste does not have at this place (a joined line break, a decoded escape); it
// leads back to source.
func (j *joiner) literal(s string, source int) {
	j.seam(source)
	j.text = append(j.text, s...)
}

func (j *joiner) seam(source int) {
	if n := len(j.segs); n > 0 {
		if last := j.segs[n-1]; last.source+len(j.text)-last.local == source {
			return
		}
	}
	j.segs = append(j.segs, segment{len(j.text), source})
}

func (j *joiner) piece() Piece {
	if len(j.segs) == 1 {
		return Piece{Text: j.text, base: j.segs[0].source}
	}
	if len(j.segs) == 0 {
		return Piece{Text: j.text}
	}
	return Piece{Text: j.text, segs: j.segs}
}
