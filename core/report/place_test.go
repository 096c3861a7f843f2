package report

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
)

// naive counts a position from the start of the text.
func naive(text []byte, offset int) (line, points, units int) {
	head := text[:offset]
	line = 1 + bytes.Count(head, []byte("\n"))
	for _, r := range string(head[bytes.LastIndexByte(head, '\n')+1:]) {
		points++
		units += max(utf16.RuneLen(r), 1)
	}
	return line, points + 1, units + 1
}

func TestPositions(t *testing.T) {
	for name, text := range map[string]string{
		"empty":         "",
		"one line":      `{"id":1}`,
		"crlf":          "{\r\n\"id\": 1\r\n}\r\n",
		"japanese":      "{\n  \"説明\": \"天気を答えます\",\n  \"ttlMs\": -1\n}",
		"emoji":         "🚀 ready\n🚀🚀 \"ttlMs\"",
		"one long line": strings.Repeat("aé天🚀", stride/5),
		"long lines":    strings.Repeat(strings.Repeat("é", stride-3)+"\n", 3),
		"many lines":    strings.Repeat("天\n", stride),
		"cut at stride": strings.Repeat("a", stride-1) + "天\n" + strings.Repeat("b", stride-2) + "🚀x",
	} {
		t.Run(name, func(t *testing.T) {
			b := []byte(text)
			step := max(1, len(b)/199)
			// Backwards and forwards: positions are asked for in no order.
			for _, backwards := range []bool{false, true} {
				p := newPlaces(b)
				for at := 0; at <= len(b); at += step {
					offset := at
					if backwards {
						offset = len(b) - at
					}
					for offset < len(b) && !utf8.RuneStart(b[offset]) {
						offset--
					}
					line, points, units := naive(b, offset)
					if l, c := p.position(offset); l != line || c != points {
						t.Fatalf("offset %d is at %d:%d, want %d:%d", offset, l, c, line, points)
					}
					if l, c := p.position16(offset); l != line || c != units {
						t.Fatalf("offset %d is at %d:%d in UTF-16, want %d:%d", offset, l, c, line, units)
					}
				}
			}
		})
	}
}

func TestPositionsOutsideOfTheText(t *testing.T) {
	p := newPlaces([]byte("ab\ncd"))
	for _, c := range []struct{ offset, line, column int }{{-1, 1, 1}, {5, 2, 3}, {99, 2, 3}} {
		if l, col := p.position(c.offset); l != c.line || col != c.column {
			t.Errorf("offset %d is at %d:%d, want %d:%d", c.offset, l, col, c.line, c.column)
		}
	}
}

// Positions in one long line must not cost the line's length each: counted in bytes that are looked at, which is what
// the noted positions bound.
func TestPositionsOfALongLine(t *testing.T) {
	b := bytes.Repeat([]byte("a"), 64*stride)
	p := newPlaces(b)
	p.position(len(b))
	if len(p.marks) != 65 {
		t.Fatalf("%d positions are noted, want one every %d bytes: 65", len(p.marks), stride)
	}
	for _, offset := range []int{0, stride - 1, stride, 40*stride + 7, len(b)} {
		if _, at := p.near(offset); offset-at > stride || at > offset {
			t.Errorf("offset %d is counted from %d", offset, at)
		}
	}
}

func TestClamp(t *testing.T) {
	for _, c := range []struct{ start, end, n, wantStart, wantEnd int }{
		{1, 3, 5, 1, 3}, {-2, 3, 5, 0, 3}, {4, 9, 5, 4, 5}, {9, 12, 5, 5, 5}, {3, 1, 5, 3, 3},
	} {
		s := clamp(span(c.start, c.end), c.n)
		if s != span(c.wantStart, c.wantEnd) {
			t.Errorf("%d to %d of %d becomes %v", c.start, c.end, c.n, s)
		}
	}
}

func span(start, end int) jsondoc.Span { return jsondoc.Span{Start: start, End: end} }
