package jsondoc

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

const answer = `{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "resultType": "complete",
    "supportedVersions": ["2026-07-28", "2025-11-25"],
    "capabilities": {
      "tools": {"listChanged": true},
      "resources": {"subscribe": true, "listChanged": true},
      "prompts": {"listChanged": false},
      "extensions": {"io.modelcontextprotocol/ui": {"mimeTypes": ["text/html;profile=mcp-app"]}}
    },
    "instructions": "Ask for the weather of a city, in Celsius.",
    "ttlMs": 3600000,
    "cacheScope": "public",
    "_meta": {
      "io.modelcontextprotocol/serverInfo": {"name": "weather", "title": "Weather", "version": "1.4.2"}
    }
  }
}
`

// seeds are texts that mutations and the fuzzer start from.
func seeds() []string {
	s := []string{answer, `{"a":[1,-2.5e+3,true,false,null,"\u00e9\ud83d\ude00\\\""]}`, `[]`, `{}`, `""`, `0`, ` [ { } , [ ] ] `,
		`{"a":1,"a":2}`, "\ufeff{}", "\"\xff\"", `"\ud800"`, strings.Repeat("[", 600), `{"":{"":{"":[]}}}`}
	for _, c := range faults {
		text, _, _ := marked(c.text)
		s = append(s, text)
	}
	return s
}

// checkDoc verifies what holds of every text.
func checkDoc(t *testing.T, d *Doc, text []byte) {
	t.Helper()
	if bytes.HasPrefix(text, []byte(byteOrderMark)) {
		text = text[len(byteOrderMark):]
	}
	f := d.Fault()
	valid := json.Valid(text) && bytes.IndexByte(text, 0) < 0
	if limited := f != nil && (f.Kind == TooDeep || f.Kind == TooLarge); valid != (f == nil) && !limited {
		t.Fatalf("%q: valid %v, fault %+v", text, valid, f)
	}
	text = d.Text()
	if f != nil {
		if f.Kind == NoFault || f.Kind > Unexpected || f.Span.Start < 0 || f.Span.End < f.Span.Start || f.Span.End > len(text) ||
			f.Opened.End > len(text) || f.Opened.End < f.Opened.Start {
			t.Fatalf("%q: fault %+v", text, f)
		}
		if d.Root().Exists() {
			t.Fatalf("%q: a root beside a fault", text)
		}
		checkRepair(t, text, f)
	}
	last := 0
	for _, w := range d.Flaws() {
		if w.Span.Start < last || w.Span.End <= w.Span.Start || w.Span.End > len(text) || w.Kind == DuplicateName && w.First.End > w.Span.Start {
			t.Fatalf("%q: flaw %+v", text, w)
		}
		last = w.Span.Start
	}
	if f != nil {
		return
	}
	// The values, walked through in the order of the text, without recursion.
	for v := d.Root(); v.Exists(); {
		s := v.Span()
		if s.Start < 0 || s.End > len(text) || string(text[s.Start:s.End]) != string(v.Raw()) || !json.Valid(v.Raw()) {
			t.Fatalf("%q: value at %v is %q", text, s, v.Raw())
		}
		if p := v.Parent(); p.Exists() {
			if ps := p.Span(); ps.Start >= s.Start || ps.End <= s.End {
				t.Fatalf("%q: %v is not inside %v", text, s, ps)
			}
			if p.Kind() == Object {
				ns := v.NameSpan()
				var name string
				if json.Unmarshal(text[ns.Start:ns.End], &name) != nil || name != v.Name() || ns.End >= s.Start || !p.Get(name).Exists() {
					t.Fatalf("%q: name %q at %v", text, v.Name(), ns)
				}
			}
		}
		if str, ok := v.Text(); ok {
			var want string
			if json.Unmarshal(v.Raw(), &want) != nil || want != str || !v.Is(want) {
				t.Fatalf("%q: %s is %q", text, v.Raw(), str)
			}
		}
		if n := v.Number(); n.OK && len(v.Raw()) < 1000 && n != numberByBig(string(v.Raw())) {
			t.Fatalf("%s: %+v", v.Raw(), n)
		}
		next := v.First()
		for ; !next.Exists() && v.Exists(); v = v.Parent() {
			if next = v.Next(); next.Exists() && next.Span().Start <= v.Span().End {
				t.Fatalf("%q: %v comes after %v", text, next.Span(), v.Span())
			}
		}
		v = next
	}
}

func TestAgainstEncodingJSON(t *testing.T) {
	var d Doc
	all := seeds()
	for _, s := range all {
		d.Read([]byte(s), DefaultLimits)
		checkDoc(t, &d, []byte(s))
	}
	rng := rand.New(rand.NewPCG(1, 2))
	const alphabet = "{}[]:,\"'\\/*#-+.eE019tfnNu \n\t\r\x01\x00\xff“”\u00a0"
	rounds := 100_000
	if testing.Short() || runtime.GOARCH == "wasm" {
		rounds = 10_000
	}
	for range rounds {
		b := []byte(all[rng.IntN(len(all))])
		for range 1 + rng.IntN(3) {
			switch i := rng.IntN(len(b) + 1); rng.IntN(4) {
			case 0:
				b = append(b[:i:i], append([]byte{alphabet[rng.IntN(len(alphabet))]}, b[i:]...)...)
			case 1:
				b = append(b[:i:i], b[min(len(b), i+1+rng.IntN(4)):]...)
			case 2:
				b = b[:i]
			default:
				o := all[rng.IntN(len(all))]
				from := rng.IntN(len(o) + 1)
				b = append(b[:i:i], o[from:min(len(o), from+8)]...)
			}
		}
		d.Read(b, DefaultLimits)
		checkDoc(t, &d, b)
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range seeds() {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var d Doc
		d.Read(text, DefaultLimits)
		checkDoc(t, &d, text)
		if d.Fault() == nil {
			d.Query("a.0.*.#(b==1)")
		}
	})
}

// shapes are texts of any size whose cost must grow with their size and no faster.
var shapes = map[string]func(n int) string{
	"deep":    func(n int) string { return repeated(n, strings.Repeat("[", 500)+strings.Repeat("]", 500)) },
	"objects": func(n int) string { return repeated(n, strings.Repeat(`{"a":`, 500)+"1"+strings.Repeat("}", 500)) },
	"wide":    func(n int) string { return "[" + strings.Repeat("0,", n/2-2) + "0]" },
	"members": func(n int) string {
		b := []byte("{")
		for i := 0; len(b) < n-30; i++ {
			b = append(strconv.AppendInt(append(b, '"'), int64(i), 36), `":1,`...)
		}
		return string(append(b, `"-":0}`...))
	},
	"same":     func(n int) string { return "{" + strings.Repeat(`"a":0,`, n/6-1) + `"a":0}` },
	"nameless": func(n int) string { return "{" + strings.Repeat(`"":0,`, n/5-1) + `"":0}` },
	"late": func(n int) string {
		return "[" + strings.Repeat("0,", n/2-1000) + strings.Repeat(`"\ud800",`, 200) + "0]"
	},
	"string":     func(n int) string { return `["` + strings.Repeat("x", n-4) + `"]` },
	"escapes":    func(n int) string { return `["` + strings.Repeat(`\n`, n/2-2) + `"]` },
	"surrogates": func(n int) string { return `["` + strings.Repeat(`\ud800`, n/6-2) + `"]` },
	"digits":     func(n int) string { return "[" + strings.Repeat("1", n-2) + "]" },
	"cut":        func(n int) string { return `{"a":[` + strings.Repeat(`{"b":1},`, n/8-2) },
	"brackets":   func(n int) string { return strings.Repeat("[", n) },
	"prose":      func(n int) string { return strings.Repeat(`see {"a":[1, `, n/13) },
	"foreign":    func(n int) string { return `x [{"a":` + strings.Repeat(`0,"a":`, n/6-2) },
	"spaces":     func(n int) string { return strings.Repeat(" ", n-2) + "{}" },
	"unreadable": func(n int) string { return strings.Repeat("{a [b ", n/6) },
	"quotes":     func(n int) string { return `{"a":` + strings.Repeat(`'`, n) },
	"smart":      func(n int) string { return `{"a":"` + strings.Repeat(`“x ”`, n/8) },
}

func repeated(n int, s string) string {
	return "[" + strings.Repeat(s+",", (n-3)/(len(s)+1)) + "0]"
}

// Nodes and probes grow with the text. It counts, so that a busy machine can't make it fail.
func TestLinear(t *testing.T) {
	for name, shape := range shapes {
		var small, large Doc
		small.Read([]byte(shape(20_000)), DefaultLimits)
		large.Read([]byte(shape(200_000)), DefaultLimits)
		if s, l := small.nodes.n, large.nodes.n; l > 11*s+600 || len(large.buckets)+len(large.entries)+len(large.table) > 2*int(l)+256 {
			t.Errorf("%s: %d nodes for ten times the text of %d nodes", name, l, s)
		}
		if blocks := len(large.nodes.blocks); blocks*blockNodes > 200_000/2+blockNodes {
			t.Errorf("%s: %d blocks for %d nodes", name, blocks, large.nodes.n)
		}
	}
}

// The text and all that is allocated for it stay within twelve times the text.
func TestMemory(t *testing.T) {
	for name, shape := range shapes {
		text := []byte(shape(8 << 20))
		var d Doc
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		d.Read(text, DefaultLimits)
		runtime.ReadMemStats(&after)
		if used := int(after.TotalAlloc-before.TotalAlloc) + len(text); used > 12*len(text) {
			t.Errorf("%s: %d bytes for a text of %d", name, used, len(text))
		} else {
			t.Logf("%s: %.2f times the text", name, float64(used)/float64(len(text)))
		}
	}
}
