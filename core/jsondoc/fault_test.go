package jsondoc

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// marked takes the marks out of a text: ⟦⟧ around the span of a fault, ⟨⟩ around what it opened.
func marked(s string) (text string, span, opened Span) {
	var b strings.Builder
	for len(s) > 0 {
		switch {
		case strings.HasPrefix(s, "⟦"):
			span.Start = b.Len()
		case strings.HasPrefix(s, "⟧"):
			span.End = b.Len()
		case strings.HasPrefix(s, "⟨"):
			opened.Start = b.Len()
		case strings.HasPrefix(s, "⟩"):
			opened.End = b.Len()
		default:
			b.WriteByte(s[0])
			s = s[1:]
			continue
		}
		s = s[len("⟦"):]
	}
	return b.String(), span, opened
}

// faults has samples of every kind; repaired is what the repair makes of the text, "" where there is none.
var faults = []struct {
	text     string
	kind     FaultKind
	pointer  string
	repaired string
}{
	{"⟦⟧", Empty, "", ""},
	{"⟦ \n\t⟧", Empty, "", ""},
	{"⟦\ufeff \u00a0⟧", Empty, "", ""},

	{"⟦\xff\xfe⟧{\x00}\x00", Binary, "", ""},
	{"⟦\xfe\xff⟧\x00{\x00}", Binary, "", ""},
	{"{\"é\":\"a⟦\x00⟧\"}", Binary, "", ""},
	{"⟦\x1f⟧\x8b\x08", Binary, "", ""},
	{"⟦\x89⟧PNG", Binary, "", ""},

	{`{"a":1⟦,⟧}`, TrailingComma, "", `{"a":1}`},
	{`{"日本":[1,2⟦,⟧ ]}`, TrailingComma, "/日本", `{"日本":[1,2 ]}`},
	{"[{\"a\":{}⟦,⟧\n}, 1,]", TrailingComma, "/0", "[{\"a\":{}\n}, 1]"},
	{`[⟦,⟧]`, TrailingComma, "", `[]`},
	{`{"a":{⟦,⟧}}`, TrailingComma, "/a", `{"a":{}}`},

	{`{"a":1⟦⟧ "b":2}`, MissingComma, "", `{"a":1, "b":2}`},
	{"[\"é\"⟦⟧\n\"b\"]", MissingComma, "", "[\"é\",\n\"b\"]"},
	{`{"x":[{"a":1}⟦⟧{"b":2}]}`, MissingComma, "/x", `{"x":[{"a":1},{"b":2}]}`},
	{`["a"⟦⟧"b"]`, MissingComma, "", ""},
	{`{"a":"it"⟦⟧s"}`, MissingComma, "", ""},
	{`{"a":1⟦⟧ {"b":2}}`, MissingComma, "", ""},
	{`{"a":"x"⟦⟧ "b":"x ” , y"}`, MissingComma, "", `{"a":"x", "b":"x ” , y"}`},

	{`{"a"⟦⟧ 1}`, MissingColon, "", ""},
	{`{"é":{"b"⟦⟧}}`, MissingColon, "/é", ""},
	{`[{"a"⟦⟧,"b":1}]`, MissingColon, "/0", ""},
	{`{"a"⟦⟧ = 1}`, MissingColon, "", ""},

	{`{⟦'a'⟧:1}`, SingleQuotes, "", `{"a":1}`},
	{`{"é":⟦'it\'s "x"'⟧}`, SingleQuotes, "/é", `{"é":"it's \"x\""}`},
	{`[1,⟦'it's'⟧]`, SingleQuotes, "/1", `[1,"it's"]`},
	{`⟦'a'⟧`, SingleQuotes, "", `"a"`},
	{`{"a":⟦'⟧b}`, SingleQuotes, "/a", ""},

	{`{⟦“a”⟧:1}`, SmartQuotes, "", `{"a":1}`},
	{`{"é":[⟦„b“⟧, “c"]}`, SmartQuotes, "/é/0", `{"é":["b", "c"]}`},
	{`{"a⟦”⟧: "b"}`, SmartQuotes, "", `{"a": "b"}`},
	{`{"a": {"b":"x⟦”⟧, "c":1}}`, SmartQuotes, "/a/b", `{"a": {"b":"x", "c":1}}`},
	{`{"a":⟦‘don’t’⟧}`, SmartQuotes, "/a", `{"a":"don’t"}`},
	{`{"a":⟦「b」⟧}`, SmartQuotes, "/a", `{"a":"b"}`},
	{`{"a":⟦“⟧b}`, SmartQuotes, "/a", ""},
	{"{\"a⟦”⟧:1,\n\"b\":2}", SmartQuotes, "", "{\"a\":1,\n\"b\":2}"},

	{`{⟦a⟧:1}`, UnquotedName, "", `{"a":1}`},
	{`{"é":{⟦名前⟧ : 1, $b_2:2}}`, UnquotedName, "/é", `{"é":{"名前" : 1, "$b_2":2}}`},
	{`[{"x":1,⟦y-z⟧:true}]`, UnquotedName, "/0", `[{"x":1,"y-z":true}]`},
	{`{⟦1⟧:2}`, UnquotedName, "", `{"1":2}`},
	{`{⟦a⟧}`, UnquotedName, "", ""},

	{"⟦// x⟧\n{}", Comment, "", "\n{}"},
	{`{"é":1⟦/* x */⟧,"b":[1 # y` + "\n]}", Comment, "", "{\"é\":1 ,\"b\":[1 \n]}"},
	{"{\"a\":[1, ⟦// last⟧\r\n]}", Comment, "/a", "{\"a\":[1 \r\n]}"},
	{"{} ⟦# end⟧", Comment, "", "{} "},
	{"[⟦/* x]⟧", Comment, "", ""},

	{`{"a":⟦NaN⟧}`, NotFinite, "/a", ""},
	{`["é",⟦-Infinity⟧]`, NotFinite, "/1", ""},
	{`{"a":[{"b":⟦Infinity⟧}]}`, NotFinite, "/a/0/b", ""},
	{`⟦NaN⟧`, NotFinite, "", ""},

	{`{"a":⟦True⟧}`, BadLiteral, "/a", `{"a":true}`},
	{`{"é":[⟦None⟧,FALSE,Null]}`, BadLiteral, "/é/0", `{"é":[null,false,null]}`},
	{`[1,⟦undefined⟧]`, BadLiteral, "/1", ""},
	{`[1,⟦hello⟧]`, BadLiteral, "/1", ""},
	{`{"a":⟦nullable⟧}`, BadLiteral, "/a", ""},
	{`⟦None⟧`, BadLiteral, "", "null"},
	{`[⟦日本⟧、]`, BadLiteral, "/0", ""},

	{`[⟦+1⟧]`, BadNumber, "/0", ""},
	{`{"é":⟦01⟧}`, BadNumber, "/é", ""},
	{`{"a":[0,⟦.5⟧]}`, BadNumber, "/a/1", ""},
	{`[⟦1.⟧, 2]`, BadNumber, "/0", ""},
	{`[⟦0x10⟧]`, BadNumber, "/0", ""},
	{`{"ttlMs":⟦1_000⟧}`, BadNumber, "/ttlMs", ""},
	{`[⟦1.2.3⟧]`, BadNumber, "/0", ""},
	{`⟦2026-07-28⟧`, BadNumber, "", ""},

	{`{"a":"⟦\x⟧41"}`, BadEscape, "/a", ""},
	{`{"é⟦\'⟧":1}`, BadEscape, "", ""},
	{`["é",["⟦\u12⟧G4"]]`, BadEscape, "/1/0", ""},
	{`["C:⟦\日⟧"]`, BadEscape, "/0", ""},
	{`["⟦\u⟧"]`, BadEscape, "/0", ""},
	{`["⟦\x⟧`, BadEscape, "/0", ""},

	{"{\"a\":\"x⟦\n⟧y\"}", ControlInString, "/a", `{"a":"x\ny"}`},
	{"[\"é\",\"x⟦\r⟧\n\ty\x01\"]", ControlInString, "/1", `["é","x\r\n\ty\u0001"]`},
	{"{\"a\":{\"b⟦\t⟧\":1}}", ControlInString, "/a", `{"a":{"b\t":1}}`},
	{"{\"a\":\"x⟦\n⟧}", ControlInString, "/a", ""},

	{"{⟦\u00a0⟧\"a\":1}", BadSpace, "", `{ "a":1}`},
	{"{\"é\":⟦\u3000\u3000⟧1}", BadSpace, "", `{"é": 1}`},
	{"{\"a\":[⟦\u200b⟧1,\u20282]}", BadSpace, "/a", `{"a":[ 1, 2]}`},
	{"⟦\u00a0⟧{}", BadSpace, "", " {}"},
	{"{}⟦\ufeff⟧", BadSpace, "", "{} "},

	{`⟨{⟩"a":1⟦⟧`, Truncated, "", `{"a":1}`},
	{`{"é":⟨[⟩1,2,⟦⟧`, Truncated, "/é", `{"é":[1,2]}`},
	{`{"a":{"b":⟨"⟩x y⟦⟧`, Truncated, "/a/b", ""},
	{"{\"a\":⟨\"⟩x y\n⟦⟧", Truncated, "/a", ""},
	{`[⟨"⟩\u00⟦⟧`, Truncated, "/0", ""},
	{`[1,⟨{⟩"a":tr⟦⟧`, Truncated, "/1/a", ""},
	{`⟨[⟩1,-⟦⟧`, Truncated, "/1", ""},
	{`⟨{⟩"a":⟦⟧`, Truncated, "", ""},
	{`⟨{⟩"a"⟦⟧`, Truncated, "", ""},
	{"⟨{⟩⟦⟧", Truncated, "", "{}"},
	{"[1,{\"a\":[]},⟨[⟩ [2],\n⟦⟧", Truncated, "/2", "[1,{\"a\":[]},[ [2]\n]]"},
	{`⟨"⟩abc⟦⟧`, Truncated, "", ""},

	{`{"a":1}⟦}⟧`, ExtraClose, "", ""},
	{`{"é":⟨[⟩1⟦}⟧`, ExtraClose, "/é", ""},
	{`[1,⟨{⟩"a":1⟦]⟧]`, ExtraClose, "/1", ""},
	{`⟦]⟧`, ExtraClose, "", ""},
	{`⟨{⟩"a":1,⟦]⟧`, ExtraClose, "", ""},

	{`{"a":1}⟦{⟧"b":2}`, SecondDocument, "", ""},
	{"{\"é\":1}\n⟦{⟧\"b\":2}\n", SecondDocument, "", ""},
	{`[1] , ⟦[⟧2]`, SecondDocument, "", ""},
	{"{}\n⟦\"a\"⟧\n", SecondDocument, "", ""},
	{"1 ⟦2⟧", SecondDocument, "", ""},

	{`{"a":1} ⟦hello⟧`, TextAfter, "", `{"a":1} `},
	{"{\"é\":1}⟦;⟧\n", TextAfter, "", "{\"é\":1}\n"},
	{"[1]⟦,⟧", TextAfter, "", "[1]"},
	{"{} ⟦and then {⟧", TextAfter, "", ""},
	{`"a" ⟦is a letter⟧`, TextAfter, "", `"a" `},

	{`⟦Here is the answer:⟧ {"a":1}`, TextBefore, "", `{"a":1}`},
	{"⟦```json⟧\n{\"é\":[1,],}\n```", TextBefore, "", "{\"é\":[1]}\n"},
	{`⟦2026-07-28 10:00 [info] server[12]: はい⟧ {"a":1}`, TextBefore, "", `{"a":1}`},
	{`⟦data:⟧ {"a":`, TextBefore, "", ""},
	{`⟦data:⟧ {"x": {"a":1}`, TextBefore, "", `{"x": {"a":1}}`},
	{`⟦data:⟧ [{"a":1},{"a"`, TextBefore, "", ""},
	{`⟦see {"} and {x}:⟧ {"a":1}`, TextBefore, "", `{"a":1}`},
	{`⟦'⟧{"a":1}'`, TextBefore, "", `{"a":1}`},
	{`⟦true:⟧ [{"a":1}]`, TextBefore, "", `[{"a":1}]`},

	{`⟦hello⟧`, NotJSON, "", ""},
	{"\n⟦<html>\n<p>body {color: red}</p>⟧\n", NotJSON, "", ""},
	{"⟦# 見出し\n\nText⟧", NotJSON, "", ""},
	{"⟦12 monkeys⟧", NotJSON, "", ""},
	{"⟦'tis the season⟧", NotJSON, "", ""},
	{"⟦" + strings.Repeat("日本", 33) + "⟧" + strings.Repeat("語", 9), NotJSON, "", ""},

	{`[1,⟦,⟧2]`, Unexpected, "", ""},
	{`{"é":⟦}⟧`, Unexpected, "", ""},
	{`{"a":1⟦;⟧"b":2}`, Unexpected, "", ""},
	{"[⟦\xff⟧]", Unexpected, "", ""},
	{`"a"⟦:⟧ {"b":1}`, Unexpected, "", ""},
	{`[1,⟦.⟧..]`, Unexpected, "", ""},
	{`{⟦{⟧"a":1}}`, Unexpected, "", ""},
}

func TestFaults(t *testing.T) {
	count := map[FaultKind]int{}
	var d Doc
	for _, c := range faults {
		text, span, opened := marked(c.text)
		count[c.kind]++
		d.Read([]byte(text), DefaultLimits)
		f := d.Fault()
		if f == nil {
			t.Errorf("%q reads, want %v", text, c.kind)
			continue
		}
		if f.Kind != c.kind || f.Span != span || f.Opened != opened || f.Pointer != c.pointer {
			t.Errorf("%q:\n got %v at %v, opened %v, in %q\nwant %v at %v, opened %v, in %q",
				text, f.Kind, f.Span, f.Opened, f.Pointer, c.kind, span, opened, c.pointer)
		}
		if want := excerpt([]byte(text)[span.Start:span.End], maxFound); f.Found != want {
			t.Errorf("%q: found %q, want %q", text, f.Found, want)
		}
		repaired := ""
		if f.Repair != nil {
			repaired = string(Apply([]byte(text), f.Repair))
		}
		if repaired != c.repaired {
			t.Errorf("%q is repaired to %q, want %q", text, repaired, c.repaired)
		}
		if d.Root().Exists() {
			t.Errorf("%q has a root beside its fault", text)
		}
	}
	for k := Empty; k <= Unexpected; k++ {
		if n := count[k]; n < 3 && k != TooLarge && k != TooDeep {
			t.Errorf("only %d samples of fault %d", n, k)
		}
	}
}

func TestTooLarge(t *testing.T) {
	for _, c := range []struct {
		text  string
		limit int
		fault bool
	}{{`[1,2,3]`, 7, false}, {`[1,2,3]`, 6, true}, {"[\"é\"]", 5, true}} {
		var d Doc
		d.Read([]byte(c.text), Limits{Bytes: c.limit})
		f := d.Fault()
		if (f != nil) != c.fault {
			t.Errorf("%q within %d bytes: %v", c.text, c.limit, f)
		} else if f != nil && (f.Kind != TooLarge || f.Span != Span{c.limit, len(c.text)}) {
			t.Errorf("%q within %d bytes: %v at %v", c.text, c.limit, f.Kind, f.Span)
		}
	}
	var d Doc
	d.Read(bytes.Repeat([]byte(" "), DefaultLimits.Bytes+1), Limits{})
	if f := d.Fault(); f == nil || f.Kind != TooLarge {
		t.Errorf("the default limit does not hold: %v", f)
	}
}

func TestTooDeep(t *testing.T) {
	for _, c := range []struct {
		text    string
		depth   int
		at      int
		pointer string
	}{
		{`[[1]]`, 2, -1, ""},
		{`[[1]]`, 1, 1, ""},
		{`{"é":[{"a":[]}]}`, 3, 12, "/é/0"},
		{`{"é":[{"a":[]}]}`, 4, -1, ""},
		{strings.Repeat("[", 1_000_000), 512, 512, strings.Repeat("/0", 511)},
		{strings.Repeat("[", 512) + strings.Repeat("]", 512), 0, -1, ""},
		{strings.Repeat("[", 513) + strings.Repeat("]", 513), 0, 512, strings.Repeat("/0", 511)},
		{strings.Repeat(`{"a":`, 1_000_000), 512, 5 * 512, strings.Repeat("/a", 511)},
		{strings.Repeat("[", 20_000), 1_000_000, 9999, strings.Repeat("/0", 9998)},
	} {
		var d Doc
		d.Read([]byte(c.text), Limits{Depth: c.depth})
		f := d.Fault()
		switch {
		case c.at < 0 && f != nil:
			t.Errorf("%.20q within %d: %v", c.text, c.depth, f.Kind)
		case c.at >= 0 && (f == nil || f.Kind != TooDeep || f.Span != Span{c.at, c.at + 1} || f.Pointer != c.pointer):
			t.Errorf("%.20q within %d: %+v", c.text, c.depth, f)
		}
	}
}

// Every repair of the table reads, and leaves everything else in its place.
func TestRepairsAreOrdered(t *testing.T) {
	var d Doc
	for _, c := range faults {
		text, _, _ := marked(c.text)
		d.Read([]byte(text), DefaultLimits)
		checkRepair(t, []byte(text), d.Fault())
	}
}

func checkRepair(t *testing.T, text []byte, f *Fault) {
	t.Helper()
	if f == nil || f.Repair == nil {
		return
	}
	end := 0
	for _, e := range f.Repair {
		if e.Span.Start < end || e.Span.End < e.Span.Start || e.Span.End > len(text) {
			t.Fatalf("%q: edits out of order: %v", text, f.Repair)
		}
		end = e.Span.End
	}
	fixed := Apply(text, f.Repair)
	if !json.Valid(bytes.TrimPrefix(fixed, []byte(byteOrderMark))) {
		t.Fatalf("%q is repaired to %q, which does not read", text, fixed)
	}
}

func TestRepairKnowsItsBounds(t *testing.T) {
	long := `{"a":"` + strings.Repeat("x", maxRepairBytes) + `",}`
	many := `[` + strings.Repeat("None,", maxEdits) + `]`
	var d Doc
	for _, text := range []string{long, many} {
		d.Read([]byte(text), DefaultLimits)
		if f := d.Fault(); f == nil || f.Repair != nil {
			t.Errorf("%.20q is repaired", text)
		}
	}
}

func TestApply(t *testing.T) {
	text := []byte("abc")
	for _, c := range []struct {
		edits []Edit
		want  string
	}{
		{nil, "abc"},
		{[]Edit{{Span{0, 0}, "<"}, {Span{1, 2}, ""}, {Span{3, 3}, ">"}}, "<ac>"},
		{[]Edit{{Span{0, 3}, "日本"}}, "日本"},
	} {
		if got := string(Apply(text, c.edits)); got != c.want {
			t.Errorf("Apply(%v) = %q, want %q", c.edits, got, c.want)
		}
	}
	if string(text) != "abc" {
		t.Error("Apply has changed its text")
	}
}
