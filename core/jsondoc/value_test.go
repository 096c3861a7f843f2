package jsondoc

import (
	"encoding/json"
	"math/big"
	"strconv"
	"strings"
	"testing"
)

func read(t testing.TB, text string) *Doc {
	t.Helper()
	d := new(Doc)
	d.Read([]byte(text), DefaultLimits)
	if f := d.Fault(); f != nil {
		t.Fatalf("%q: fault %d at %v", text, f.Kind, f.Span)
	}
	return d
}

func TestWalkingValues(t *testing.T) {
	d := read(t, ` {"a":[1,{"b/c~":null},"é",[]], "\u0064":{}, "":false} `)
	root := d.Root()
	if root.Kind() != Object || root.Len() != 3 || root.Span() != (Span{1, d.value(0).Span().End}) || root.Pointer() != "" || root.Parent().Exists() || root.Next().Exists() {
		t.Errorf("root: %v %d %v", root.Kind(), root.Len(), root.Span())
	}
	a := root.Get("a")
	for i, c := range []struct {
		v       Value
		kind    Kind
		raw     string
		name    string
		pointer string
		length  int
	}{
		{a, Array, `[1,{"b/c~":null},"é",[]]`, "a", "/a", 4},
		{a.At(0), Number, `1`, "", "/a/0", 0},
		{a.At(1), Object, `{"b/c~":null}`, "", "/a/1", 1},
		{a.At(1).First(), Null, `null`, "b/c~", "/a/1/b~1c~0", 0},
		{a.At(2), String, `"é"`, "", "/a/2", 0},
		{a.At(3), Array, `[]`, "", "/a/3", 0},
		{root.Get("d"), Object, `{}`, "d", "/d", 0},
		{root.At(2), Bool, `false`, "", "/", 0},
		{root.Get(""), Bool, `false`, "", "/", 0},
	} {
		if c.v.Kind() != c.kind || string(c.v.Raw()) != c.raw || c.v.Name() != c.name || c.v.Pointer() != c.pointer || c.v.Len() != c.length {
			t.Errorf("%d: kind %d, raw %s, name %q, pointer %q, %d children", i, c.v.Kind(), c.v.Raw(), c.v.Name(), c.v.Pointer(), c.v.Len())
		}
	}
	if s := root.Get("d").NameSpan(); string(d.Text()[s.Start:s.End]) != `"\u0064"` {
		t.Errorf("the name of d is at %v", s)
	}
	if a.At(0).NameSpan() != (Span{}) || root.NameSpan() != (Span{}) {
		t.Error("what is no member has a name")
	}
	if p := a.At(1).First().Parent(); p != a.At(1) || p.Parent() != a || p.Parent().Parent() != root {
		t.Error("parents lead elsewhere")
	}
}

func TestAbsent(t *testing.T) {
	d := read(t, `{"a":[]}`)
	for i, v := range []Value{{}, d.Root().Get("x"), d.Root().Get("a").At(0), d.Root().Get("a").At(-1), d.Root().At(1), d.Root().Get("a").First(), d.Root().Next(), d.Root().Parent(), d.Root().Get("a").Get("0")} {
		_, text := v.Text()
		_, ok := v.Bool()
		if v.Exists() || v.Kind() != Absent || v.Raw() != nil || v.Span() != (Span{}) || v.NameSpan() != (Span{}) || v.Name() != "" ||
			v.Pointer() != "" || v.Parent().Exists() || v.Len() != 0 || v.Get("").Exists() || v.At(0).Exists() || v.First().Exists() ||
			v.Next().Exists() || text || ok || v.Is("") || v.Number() != (Num{}) || v.Equal(v) || v.Equal(d.Root()) || d.Root().Equal(v) {
			t.Errorf("absent value %d is something", i)
		}
	}
	var none Doc
	if none.Root().Exists() || none.Fault() != nil || none.Flaws() != nil || none.Text() != nil {
		t.Error("the zero Doc is something")
	}
}

func TestGetTakesTheLast(t *testing.T) {
	d := read(t, `{"a":1,"b":2,"\u0061":3,"c":4}`)
	if v := d.Root().Get("a"); string(v.Raw()) != "3" {
		t.Errorf("a is %s", v.Raw())
	}
	if d.Root().Get("A").Exists() || d.Root().Get("\"a\"").Exists() || d.Root().Get(`\u0061`).Exists() {
		t.Error("a name matches that is not the same")
	}
}

func TestText(t *testing.T) {
	for _, raw := range []string{
		`""`, `"a"`, `"日本"`, `"\"\\\/\b\f\n\r\t"`, `"\u0041\u00e9\u65E5"`, `"\ud83d\ude00"`, `"\ud83d"`, `"\ude00x"`, `"\ud83d\ud83d\ude00"`,
		`"\ud83d\u0041"`, `"\ud83d\n"`, "\"\xff\xe6\x97\"", "\"\xe6\x97\\u0041\"", `"\u0000"`, `"\uFFFD"`,
	} {
		var want string
		if err := json.Unmarshal([]byte(raw), &want); err != nil {
			t.Fatal(err)
		}
		v := read(t, "["+raw+"]").Root().First()
		if got, ok := v.Text(); !ok || got != want {
			t.Errorf("%s is %q, want %q", raw, got, want)
		}
		if !v.Is(want) || v.Is(want+"x") || want != "" && v.Is(want[1:]) {
			t.Errorf("%s is not %q", raw, want)
		}
		named := read(t, "{"+raw+":1}").Root()
		if named.First().Name() != want || !named.Get(want).Exists() {
			t.Errorf("%s as a name is %q, want %q", raw, named.First().Name(), want)
		}
	}
	if read(t, `1`).Root().Is("1") {
		t.Error("a number is a string")
	}
}

func TestBool(t *testing.T) {
	for text, want := range map[string][2]bool{`true`: {true, true}, `false`: {false, true}, `null`: {}, `"true"`: {}, `1`: {}} {
		if v, ok := read(t, text).Root().Bool(); v != want[0] || ok != want[1] {
			t.Errorf("%s: %v, %v", text, v, ok)
		}
	}
}

func TestNumber(t *testing.T) {
	zeros := strings.Repeat("0", 400)
	for _, text := range []string{
		"0", "-0", "0.0", "-0.0e5", "0e999999999999999999999", "1", "-1", "12", "1.0", "1000.0", "1e3", "1E+3", "-1.5", "1.5e1", "15e-1", "150e-1",
		"0.001e3", "0.001e2", "1e-400", "9007199254740991", "9007199254740992", "-9007199254740991", "-9007199254740992", "9007199254740991.0",
		"9007199254740991.5", "9007199254740990.5", "9.007199254740991e15", "9007199254740991000e-3", "9223372036854775807", "9223372036854775808",
		"-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "99999999999999999999", "1e18", "1e19", "1e20",
		"1e308", "1.7976931348623157e308", "1.7976931348623159e308", "-1e309", "1e400", "1e99999999999999999999", "1e-99999999999999999999",
		"1" + zeros, "1" + zeros + "e-400", "0." + zeros + "1e401", "123.4560", "-32022", "-3.2022e4", "100", "0.1", "1.10e1",
	} {
		n := read(t, text).Root().Number()
		want := numberByBig(text)
		if n != want {
			t.Errorf("%.40s:\n got %+v\nwant %+v", text, n, want)
		}
	}
	if n := read(t, `"1"`).Root().Number(); n != (Num{}) {
		t.Errorf("a string is a number: %+v", n)
	}
}

// numberByBig says the same as Number by way of exact arithmetic.
func numberByBig(text string) Num {
	n := Num{OK: true, Plain: strings.Trim(strings.TrimPrefix(text, "-"), "0123456789") == ""}
	i := strings.IndexAny(text, "eE")
	if exponent, err := strconv.Atoi(text[i+1:]); i >= 0 && (err != nil || max(exponent, -exponent) > 5000) {
		// Too far from one for exact arithmetic, whatever the digits, unless it is zero.
		zero := strings.Trim(text[:i], "-0.") == ""
		large := !zero && text[i+1] != '-'
		return Num{OK: true, Integer: zero || large, Negative: !zero && text[0] == '-', Safe: !large, Overflow: large, Fits: zero}
	}
	r, _ := new(big.Rat).SetString(text)
	n.Integer, n.Negative = r.IsInt(), r.Sign() < 0
	n.Safe = new(big.Rat).Abs(r).Cmp(new(big.Rat).SetInt64(1<<53-1)) <= 0
	if n.Fits = r.IsInt() && r.Num().IsInt64(); n.Fits {
		n.Int = r.Num().Int64()
	}
	var f float64
	n.Overflow = json.Unmarshal([]byte(text), &f) != nil
	return n
}

func TestEqual(t *testing.T) {
	classes := [][]string{
		{`1`, `1.0`, `1e0`, `10e-1`, `0.1e1`}, {`-1`, `-1.0`}, {`0`, `-0`, `0.000`, `0e7`}, {`1000`, `1e3`, `1.0e+3`}, {`1.5`, `15e-1`}, {`12.5`}, {`125`}, {`12.05`},
		{`"1"`, `"\u0031"`}, {`""`}, {`"é"`, `"\u00E9"`}, {`null`}, {`true`}, {`false`},
		{`[]`, `[ ]`}, {`{}`}, {`[1,2]`, `[1.0, 2]`}, {`[2,1]`}, {`[[1],2]`}, {`[[1,2]]`}, {`[1,[2]]`}, {`[[],[]]`}, {`[[[]]]`},
		{`{"a":1}`, `{"\u0061":1.0}`}, {`{"b":1}`}, {`{"a":"b"}`}, {`["a","b"]`}, {`{"a":1,"b":2}`}, {`{"b":2,"a":1}`}, {`{"a":{"b":2}}`}, {`[{"a":1},2]`}, {`[{"a":1,"b":2}]`},
	}
	for i, c := range classes {
		for _, x := range c {
			for j, o := range classes {
				for _, y := range o {
					// Both stand among others, at different places.
					a, b := read(t, `[0,`+x+`,7]`).Root().At(1), read(t, `{"n":`+y+`}`).Root().Get("n")
					if a.Equal(b) != (i == j) {
						t.Errorf("%s and %s: %v", x, y, a.Equal(b))
					}
				}
			}
		}
	}
}

func TestPointersInAnyOrder(t *testing.T) {
	d := read(t, `[[0,1,2],{"x":[0,[1],2]},[3,4]]`)
	var all []Value
	for i := uint32(0); i < d.nodes.n; i++ {
		if d.nodes.at(i).next != isName {
			all = append(all, d.value(i))
		}
	}
	want := map[int]string{}
	for i, v := range all {
		want[i] = v.Pointer()
	}
	for i := range all {
		for j := range all {
			if got := all[(i*7+j*5)%len(all)].Pointer(); got != want[(i*7+j*5)%len(all)] {
				t.Fatalf("pointer %s, want %s", got, want[(i*7+j*5)%len(all)])
			}
		}
	}
	if want[len(all)-1] != "/2/1" {
		t.Errorf("the last one is %s", want[len(all)-1])
	}
}

func TestReuse(t *testing.T) {
	var d Doc
	for _, text := range []string{`{"a":[1,2,3],"a":"\ud800"}`, `[1,`, `x {"a":1`, ``, "\xff", `{"b":true}`} {
		d.Read([]byte(text), DefaultLimits)
	}
	if d.Fault() != nil || len(d.Flaws()) != 0 || d.Root().Len() != 1 || d.Root().Get("b").Pointer() != "/b" || d.Root().Get("a").Exists() {
		t.Errorf("something is left of former texts: %v %v", d.Fault(), d.Flaws())
	}
}

func TestQuery(t *testing.T) {
	d := read(t, `{"result":{"supportedVersions":["2026-07-28","2025-11-25"],"n":1,"_meta":{"a.b/c":{"x":2},"@t":3,"w!":4}},"list":[{"id":1,"v":"a"},{"id":2,"v":"b"}]}`)
	for path, want := range map[string]string{
		"result.n":                            "/result/n",
		"result.supportedVersions":            "/result/supportedVersions",
		"result.supportedVersions.1":          "/result/supportedVersions/1",
		`result._meta.a\.b/c.x`:               "/result/_meta/a.b~1c/x",
		`result._meta.\@t`:                    "/result/_meta/@t",
		`result._meta.w\!`:                    "/result/_meta/w!",
		"res*.n":                              "/result/n",
		`list.#(id==2).v`:                     "/list/1/v",
		`list.#(v!="a")`:                      "/list/1",
		"list.#":                              "",
		"list.#.id":                           "",
		`list.#(id>0)#`:                       "",
		"result.x":                            "",
		"":                                    "",
		"@this":                               "",
		"result|@pretty":                      "",
		"result.@valid":                       "",
		"{result.n}":                          "",
		"[list.0,@this]":                      "",
		`!"x"`:                                "",
		"result." + strings.Repeat("n", 2000): "",
	} {
		v, ok := d.Query(path)
		if ok != (want != "") || v.Pointer() != want || v.Exists() != ok {
			t.Errorf("%.40s names %q, want %q", path, v.Pointer(), want)
		}
	}
	var broken Doc
	broken.Read([]byte(`{"a":1,}`), DefaultLimits)
	if _, ok := broken.Query("a"); ok {
		t.Error("a text with a fault answers queries")
	}
}

func TestSuperseded(t *testing.T) {
	var d Doc
	many := `{"a":0,"b":1,"a":2,"c":{"a":3},"a":4}`
	for _, text := range []string{many, `{"x0":0,"x1":0,"x2":0,"x3":0,"x4":0,"x5":0,"x6":0,"x7":0,"x8":0,"x9":0,"y0":0,"y1":0,"y2":0,` + many[1:]} {
		d.Read([]byte(text), DefaultLimits)
		var got []byte
		for m := d.Root().First(); m.Exists(); m = m.Next() {
			if m.Superseded() {
				got = append(got, m.Raw()...)
			}
			if m.Superseded() == (d.Root().Get(m.Name()) == m) {
				t.Errorf("%s: %s at %v disagrees with Get", text, m.Name(), m.Span())
			}
		}
		if string(got) != "02" {
			t.Errorf("%s: superseded are %s", text, got)
		}
	}
	if d.Root().Superseded() || (Value{}).Superseded() {
		t.Error("what is no member can't be superseded")
	}
}
