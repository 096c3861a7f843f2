package jsondoc

import (
	"fmt"
	"strings"
	"testing"
)

func BenchmarkRead(b *testing.B) {
	extensions := func() string {
		var s strings.Builder
		s.WriteString(`{"jsonrpc":"2.0","id":1,"result":{"capabilities":{"extensions":{`)
		for i := range 200 {
			if i > 0 {
				s.WriteByte(',')
			}
			fmt.Fprintf(&s, `"com.example/extension-%d":{"version":"1.%d","options":{"mimeTypes":["text/html;profile=mcp-app","application/json"],"limits":{"items":%d,"bytes":1048576,"strict":true}},"description":"What extension number %d is for"}`, i, i, i*10, i)
		}
		s.WriteString(`}}}}`)
		return s.String()
	}
	benchmark := func(name, text string) {
		b.Run(name, func(b *testing.B) {
			raw := []byte(text)
			var d Doc
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			for b.Loop() {
				d.Read(raw, DefaultLimits)
			}
		})
	}
	benchmark("answer", answer)
	benchmark("200 extensions", extensions())
	benchmark("1 MB string", shapes["string"](1<<20))
	benchmark("1 MB mixed", repeated(1<<20, answer))
	benchmark("5 MB nested", shapes["objects"](5<<20))
	benchmark("8 MB wide", shapes["wide"](8<<20))
	benchmark("8 MB members", shapes["members"](8<<20))
	benchmark("faulty answer", strings.Replace(answer, `"public",`, `"public"`, 1))
	benchmark("a million brackets", strings.Repeat("[", 1_000_000))
}

// Ten times the text should take about ten times as long; the figures stand in MB/s.
func BenchmarkLinear(b *testing.B) {
	for name, shape := range shapes {
		for _, n := range []int{80 << 10, 800 << 10, 8000 << 10} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				text := []byte(shape(n))
				var d Doc
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					d.Read(text, DefaultLimits)
				}
			})
		}
	}
}

func BenchmarkGet(b *testing.B) {
	var d Doc
	d.Read([]byte(answer), DefaultLimits)
	b.ReportAllocs()
	for b.Loop() {
		v := d.Root().Get("result").Get("supportedVersions").First()
		if !v.Is("2026-07-28") {
			b.Fatal("wrong value")
		}
	}
}
