package text_test

import (
	"strings"
	"testing"

	"github.com/mcp-discover/mcp-discover/core/text"
)

// On ASCII the functions do what the standard library's do; beyond it they leave everything as it is.
func TestASCII(t *testing.T) {
	for _, s := range []string{"", "a", "Content-Type", "  x\t\r\n", "\v\f", "ÄÖ Ü", "=?base64?", "a/b/c", "ЯZ", "0.000"} {
		if ascii := !strings.ContainsFunc(s, func(r rune) bool { return r >= 0x80 }); ascii {
			if got := text.Lower(s); got != strings.ToLower(s) {
				t.Errorf("Lower(%q) = %q", s, got)
			}
			if got := text.Upper(s); got != strings.ToUpper(s) {
				t.Errorf("Upper(%q) = %q", s, got)
			}
		}
		if got := text.Bare(s); got != strings.TrimSpace(s) {
			t.Errorf("Bare(%q) = %q", s, got)
		}
		if got := text.Trim(s, "0 \t"); got != strings.Trim(s, "0 \t") {
			t.Errorf("Trim(%q) = %q", s, got)
		}
		if got := text.Swap(s, "/", "~1"); got != strings.ReplaceAll(s, "/", "~1") {
			t.Errorf("Swap(%q) = %q", s, got)
		}
		if !text.Same(s, text.Lower(s)) || text.Same(s, s+"x") {
			t.Errorf("Same is wrong about %q", s)
		}
	}
	if got := text.Lower("ÄB"); got != "Äb" {
		t.Errorf("Lower touches what is no ASCII: %q", got)
	}
	if got := text.Printable("a\nb\x00c\xffd🚀"); got != "a b c\uFFFDd🚀" {
		t.Errorf("Printable gives %q", got)
	}
}
