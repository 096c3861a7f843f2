package edgehttp

import "strings"

// Header is one field of an HTTP response.
type Header struct{ Name, Value string }

// contentSecurityPolicy lets a page load code, styles and data from its own origin only, and compile WebAssembly. A
// style element is as forbidden as a style attribute: the editor mounts its styles as constructed sheets, which it
// does inside a shadow root.
var contentSecurityPolicy = strings.Join([]string{
	"default-src 'none'",
	"script-src 'self' 'wasm-unsafe-eval'",
	"style-src 'self'",
	"img-src 'self' data:",
	"font-src 'self'",
	"connect-src 'self'",
	"worker-src 'self'",
	"manifest-src 'self'",
	"form-action 'self'",
	"base-uri 'none'",
	"frame-ancestors 'none'",
}, "; ")

// SecurityHeaders returns the fields that every response of the site carries: pages, assets and the API.
func SecurityHeaders() []Header {
	return []Header{
		{"Content-Security-Policy", contentSecurityPolicy},
		{"X-Content-Type-Options", "nosniff"},
		{"Referrer-Policy", "no-referrer"},
		{"Permissions-Policy", "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"},
		{"Cross-Origin-Opener-Policy", "same-origin"},
		{"Cross-Origin-Resource-Policy", "same-origin"},
	}
}

// HeadersFile returns the text of the file _headers, by which the platform adds fields to static files. Files under
// /assets/ carry a hash of their content in their names and are cached for a year; everything else is revalidated.
func HeadersFile() string {
	var b strings.Builder
	b.WriteString("/*\n")
	for _, h := range SecurityHeaders() {
		b.WriteString("  " + h.Name + ": " + h.Value + "\n")
	}
	b.WriteString("/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n")
	return b.String()
}
