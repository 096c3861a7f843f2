package jsondoc

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestFlaws(t *testing.T) {
	const bom = byteOrderMark
	for _, c := range []struct {
		text string
		want []Flaw
	}{
		{`{"a":1,"b":2}`, nil},
		{`{"a":1,"a":2}`, []Flaw{{DuplicateName, Span{7, 10}, Span{1, 4}, "/a", "a"}}},
		{`{"é":[{"x/y":1,"x\/y":2,"z":3,"x/\u0079":4}]}`, []Flaw{
			{DuplicateName, Span{16, 22}, Span{8, 13}, "/é/0/x~1y", "x/y"},
			{DuplicateName, Span{31, 41}, Span{8, 13}, "/é/0/x~1y", "x/y"},
		}},
		{`{"a":{"b":1},"a":{"b":1,"b":2}}`, []Flaw{
			{DuplicateName, Span{13, 16}, Span{1, 4}, "/a", "a"},
			{DuplicateName, Span{24, 27}, Span{18, 21}, "/a/b", "b"},
		}},
		{"{\"a\":\"\xE9\"}", []Flaw{{InvalidUTF8, Span{6, 7}, Span{}, "/a", "E9"}}},
		{"[\"日本\",\"x\xED\xA0\x80y\xff\"]", []Flaw{
			{InvalidUTF8, Span{12, 15}, Span{}, "/1", "ED A0 80"},
			{InvalidUTF8, Span{16, 17}, Span{}, "/1", "FF"},
		}},
		{"{\"a\":{\"\x80\":1}}", []Flaw{{InvalidUTF8, Span{7, 8}, Span{}, "/a/\uFFFD", "80"}}},
		{"[\"" + strings.Repeat("\x80", 20) + "\"]", []Flaw{{InvalidUTF8, Span{2, 22}, Span{}, "/0", "80 80 80 80 80 80 80 80"}}},
		{`"\ud83d\ude00"`, nil},
		{`["\ud83d"]`, []Flaw{{LoneSurrogate, Span{2, 8}, Span{}, "/0", `\ud83d`}}},
		{`{"é":{"\uDE00\uD83D":"\\ud800 \uFFFD"}}`, []Flaw{
			{LoneSurrogate, Span{8, 14}, Span{}, "/é/\uFFFD\uFFFD", `\uDE00`},
			{LoneSurrogate, Span{14, 20}, Span{}, "/é/\uFFFD\uFFFD", `\uD83D`},
		}},
		{`["\ud800\ud83d\ude00"]`, []Flaw{{LoneSurrogate, Span{2, 8}, Span{}, "/0", `\ud800`}}},
		{bom + `{}`, []Flaw{{ByteOrderMark, Span{0, 3}, Span{}, "", "EF BB BF"}}},
		{bom + " [\"é\",\n1]", []Flaw{{ByteOrderMark, Span{0, 3}, Span{}, "", "EF BB BF"}}},
		{bom + `{"a":1,"a":"` + "\xff" + `"}`, []Flaw{
			{ByteOrderMark, Span{0, 3}, Span{}, "", "EF BB BF"},
			{DuplicateName, Span{10, 13}, Span{4, 7}, "/a", "a"},
			{InvalidUTF8, Span{15, 16}, Span{}, "/a", "FF"},
		}},
		// What was read before a fault keeps its flaws.
		{bom + `[{"a":1,"a":"\udead"},nope`, []Flaw{
			{ByteOrderMark, Span{0, 3}, Span{}, "", "EF BB BF"},
			{DuplicateName, Span{11, 14}, Span{5, 8}, "/0/a", "a"},
			{LoneSurrogate, Span{16, 22}, Span{}, "/0/a", `\udead`},
		}},
		{`{"a\udead" 1}`, []Flaw{{LoneSurrogate, Span{3, 9}, Span{}, "/a\uFFFD", `\udead`}}},
		{bom, []Flaw{{ByteOrderMark, Span{0, 3}, Span{}, "", "EF BB BF"}}},
	} {
		var d Doc
		d.Read([]byte(c.text), DefaultLimits)
		if got := d.Flaws(); fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", c.want) && len(got)+len(c.want) > 0 {
			t.Errorf("%q:\n got %+v\nwant %+v", c.text, got, c.want)
		}
	}
}

// Objects with many members go through tables, and through sorting where names collide.
func TestManyTwins(t *testing.T) {
	for _, n := range []int{15, 16, 17, 18, 100, 5000, 300_000} {
		var b strings.Builder
		b.WriteString(`[{"x":0},{`)
		for i := range n {
			fmt.Fprintf(&b, `"k%d":%d,`, i, i)
		}
		second := b.Len()
		b.WriteString(`"k\u0031":0,"z":1}]`)
		var d Doc
		d.Read([]byte(b.String()), DefaultLimits)
		want := []Flaw{{DuplicateName, Span{second, second + 9}, d.Root().At(1).At(1).NameSpan(), "/1/k1", "k1"}}
		if got := d.Flaws(); d.Fault() != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%d members: %v, want %v", n, got, want)
		}
		d.twins = nil
		d.findManyTwins(uint32(d.Root().At(1).i), n+2)
		slices.Reverse(d.entries)
		d.twins = nil
		d.findBySorting(d.entries)
		if len(d.twins) != 1 || d.value(d.twins[0].second).Span() != want[0].Span || d.value(d.twins[0].first).Span() != want[0].First {
			t.Errorf("%d members sorted: %v", n, d.twins)
		}
	}
}

func TestFlawsAreBounded(t *testing.T) {
	long := strings.Repeat("n", 1<<20)
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"duplicates": {`{"a":0` + strings.Repeat(`,"a":1`, 1000) + `}`, maxFlaws},
		"nested":     {`[` + strings.Repeat(`{"a":0,"a":1},`, 1000) + `0]`, maxFlaws},
		"surrogates": {`["` + strings.Repeat(`\ud800`, 1000) + `"]`, maxFlaws},
		"bytes":      {`["` + strings.Repeat("\xff.", 1000) + `"]`, maxFlaws},
		"pointers":   {`{"` + long + `":[` + strings.Repeat(`"\ud800",`, 1000) + `0]}`, 1},
		"mixed":      {`{"a":"` + strings.Repeat("\xff.", 1000) + `"` + strings.Repeat(`,"a":"\ud800"`, 1000) + `}`, maxFlaws},
	} {
		var d Doc
		d.Read([]byte(c.text), DefaultLimits)
		if d.Fault() != nil || len(d.Flaws()) != c.want {
			t.Errorf("%s: %d flaws, want %d (fault %v)", name, len(d.Flaws()), c.want, d.Fault())
		}
		for i, f := range d.Flaws() {
			if i > 0 && f.Span.Start < d.Flaws()[i-1].Span.Start {
				t.Errorf("%s: flaw %d is out of order", name, i)
			}
		}
	}
}

// Names with one hash, and one name again and again, are found by sorting.
func TestTwinsThatCollide(t *testing.T) {
	var b strings.Builder
	b.WriteByte('{')
	for i := range 40_000 {
		fmt.Fprintf(&b, `"k%d":%d,`, i, i)
	}
	b.WriteString(`"z":0}`)
	d := read(t, b.String())
	var entries []uint64
	for v := d.Root().First(); v.Exists(); v = v.Next() {
		entries = append(entries, uint64(v.i-1)) // as if all hashes were 0
	}
	entries = append(entries, entries[7]) // a duplicate without a text of its own
	d.findInTable(entries)
	if len(d.twins) != 1 || d.twins[0].first != d.twins[0].second || d.value(d.twins[0].first).Span() != d.Root().At(7).NameSpan() {
		t.Errorf("twins %v", d.twins)
	}
	same := read(t, `{"a":0`+strings.Repeat(`,"a":1`, 40_000)+`}`)
	for i, f := range same.Flaws() {
		if f.First != (Span{1, 4}) || f.Span != (Span{7 + 6*i, 10 + 6*i}) {
			t.Fatalf("flaw %d: %+v", i, f)
		}
	}
}
