package edgehttp_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/mcp-discover/mcp-discover/wasm/edgehttp"
)

// echo replies with what it was given, so that a test sees what the handler passes on.
func echo(op string, in []byte) []byte {
	options, body, _ := bytes.Cut(in, []byte("\n"))
	reply, _ := json.Marshal(map[string]string{"op": op, "options": string(options), "body": string(body)})
	return reply
}

// refuseToRun fails the test when the engine is reached.
func refuseToRun(t *testing.T) edgehttp.Call {
	return func(string, []byte) []byte {
		t.Error("the engine was called")
		return nil
	}
}

func serve(call edgehttp.Call, r *http.Request) *http.Response {
	w := httptest.NewRecorder()
	edgehttp.New(call).ServeHTTP(w, r)
	return w.Result()
}

func bodyOf(t *testing.T, res *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func wantHeader(t *testing.T, res *http.Response, name, want string) {
	t.Helper()
	if got := res.Header.Get(name); got != want {
		t.Errorf("%s: %q, want %q", name, got, want)
	}
}

func TestCheckPassesOptionsAndBody(t *testing.T) {
	body := "line one\nline \xff two"
	r := httptest.NewRequest("POST", "/api/check?lang=ja&kind=http&transport=stdio&claims=modern", strings.NewReader(body))
	var op, got string
	res := serve(func(o string, in []byte) []byte {
		op, got = o, string(in)
		return []byte(`{"engine":"x"}`)
	}, r)
	if res.StatusCode != 200 {
		t.Fatalf("status %d: %s", res.StatusCode, bodyOf(t, res))
	}
	want := `{"claims":"modern","kind":"http","lang":"ja","transport":"stdio"}` + "\n" + body
	if op != "check" || got != want {
		t.Errorf("called %q with %q, want check with %q", op, got, want)
	}
	if b := bodyOf(t, res); b != `{"engine":"x"}` {
		t.Errorf("body %q", b)
	}
	wantHeader(t, res, "Content-Type", "application/json; charset=utf-8")
	wantHeader(t, res, "Content-Length", "14")
	wantHeader(t, res, "Cache-Control", "no-store")
}

func TestCheckTakesAnEmptyBody(t *testing.T) {
	r := httptest.NewRequest("POST", "/api/check", nil)
	r.Body = nil // as the Workers library gives it
	res := serve(echo, r)
	if b := bodyOf(t, res); res.StatusCode != 200 || b != `{"body":"","op":"check","options":"{}"}` {
		t.Errorf("status %d, body %s", res.StatusCode, b)
	}
}

func TestQueryCannotAddOptions(t *testing.T) {
	r := httptest.NewRequest("POST", "/api/check?lang=en%22%2C%22requestBytes%22%3A9%0A", strings.NewReader("{}"))
	var got string
	serve(func(_ string, in []byte) []byte { got = string(in); return []byte(`{}`) }, r)
	options, body, _ := strings.Cut(got, "\n")
	var decoded map[string]string
	if err := json.Unmarshal([]byte(options), &decoded); err != nil {
		t.Fatalf("options %q: %v", options, err)
	}
	if len(decoded) != 1 || decoded["lang"] != "en\",\"requestBytes\":9\n" || body != "{}" {
		t.Errorf("options %q, body %q", options, body)
	}
}

func TestRefusals(t *testing.T) {
	tooLong := strings.Repeat("a", edgehttp.BodyLimit+1)
	unsized := func(r *http.Request) { r.ContentLength = -1 }
	for _, c := range []struct {
		name, method, target string
		body                 io.Reader
		change               func(*http.Request)
		status               int
		detail               string
	}{
		{"unknown path", "POST", "/api/chek", nil, nil, 404, "/api/chek"},
		{"path below the operation", "POST", "/api/check/", nil, nil, 404, "/api/check/"},
		{"page", "GET", "/", nil, nil, 404, "POST /api/check"},
		{"get", "GET", "/api/check", nil, nil, 405, "GET"},
		{"options", "OPTIONS", "/api/check", nil, nil, 405, "OPTIONS"},
		{"unknown parameter", "POST", "/api/check?transprot=http", nil, nil, 400, "transprot"},
		{"repeated parameter", "POST", "/api/check?lang=en&lang=ja", nil, nil, 400, "lang"},
		{"announced length", "POST", "/api/check", strings.NewReader(tooLong), nil, 413, "8388608"},
		{"unannounced length", "POST", "/api/check", strings.NewReader(tooLong), unsized, 413, "8388608"},
		{"understated length", "POST", "/api/check", strings.NewReader(tooLong), func(r *http.Request) { r.ContentLength = 10 }, 413, "8388608"},
		{"body cut short", "POST", "/api/check", io.MultiReader(strings.NewReader("{"), broken{}), unsized, 400, "end"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := httptest.NewRequest(c.method, c.target, c.body)
			if c.change != nil {
				c.change(r)
			}
			res := serve(refuseToRun(t), r)
			wantProblem(t, res, c.status, c.detail)
			allow := ""
			if c.status == 405 {
				allow = "POST"
			}
			wantHeader(t, res, "Allow", allow)
		})
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("connection reset") }

func wantProblem(t *testing.T, res *http.Response, status int, detail string) {
	t.Helper()
	if res.StatusCode != status {
		t.Errorf("status %d, want %d", res.StatusCode, status)
	}
	wantHeader(t, res, "Content-Type", "application/problem+json")
	wantHeader(t, res, "Cache-Control", "no-store")
	var problem struct {
		Type, Title, Detail string
		Status              int
	}
	if err := json.NewDecoder(res.Body).Decode(&problem); err != nil {
		t.Fatal(err)
	}
	if problem.Type != "about:blank" || problem.Title != http.StatusText(status) || problem.Status != status {
		t.Errorf("problem %+v", problem)
	}
	if !strings.Contains(problem.Detail, detail) || strings.Contains(problem.Detail, "{") {
		t.Errorf("detail %q, want it to contain %q and no open placeholder", problem.Detail, detail)
	}
}

func TestLongestBody(t *testing.T) {
	r := httptest.NewRequest("POST", "/api/check", strings.NewReader(strings.Repeat("a", edgehttp.BodyLimit)))
	length := 0
	res := serve(func(_ string, in []byte) []byte { length = len(in); return []byte(`{}`) }, r)
	if res.StatusCode != 200 || length != len("{}\n")+edgehttp.BodyLimit {
		t.Errorf("status %d, %d bytes passed on", res.StatusCode, length)
	}
}

func TestEngineFailures(t *testing.T) {
	for _, c := range []struct {
		reply  string
		status int
		detail string
	}{
		{`{"error":{"code":"bad-input","message":"api: no kind called xml"}}`, 400, "xml"},
		{`{"error":{"code":"panic","message":"api: index out of range"}}`, 500, "index"},
		{`{"error":{"code":"unknown-operation","message":"api: check"}}`, 500, "check"},
		{`{"error":`, 500, "JSON"},
	} {
		r := httptest.NewRequest("POST", "/api/check", strings.NewReader("{}"))
		res := serve(func(string, []byte) []byte { return []byte(c.reply) }, r)
		wantProblem(t, res, c.status, c.detail)
	}
}

func TestProblemsSpeakJapanese(t *testing.T) {
	res := serve(refuseToRun(t), httptest.NewRequest("PUT", "/api/check?lang=ja", nil))
	wantHeader(t, res, "Content-Language", "ja")
	wantProblem(t, res, 405, "PUT は使えません")
}

func TestSecurityHeadersEverywhere(t *testing.T) {
	file := edgehttp.HeadersFile()
	for _, h := range edgehttp.SecurityHeaders() {
		for _, target := range []string{"/api/check", "/elsewhere"} {
			res := serve(echo, httptest.NewRequest("POST", target, strings.NewReader("{}")))
			wantHeader(t, res, h.Name, h.Value)
		}
		if !strings.Contains(file, "\n  "+h.Name+": "+h.Value+"\n") {
			t.Errorf("the headers file lacks %s", h.Name)
		}
	}
	if !strings.HasPrefix(file, "/*\n") || !strings.Contains(file, "\n/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n") {
		t.Errorf("headers file:\n%s", file)
	}
}

func TestPolicyOpensNothingButWebAssembly(t *testing.T) {
	policy := ""
	for _, h := range edgehttp.SecurityHeaders() {
		if h.Name == "Content-Security-Policy" {
			policy = h.Value
		}
	}
	for directive := range strings.SplitSeq(policy, "; ") {
		name, sources, _ := strings.Cut(directive, " ")
		for source := range strings.FieldsSeq(sources) {
			switch {
			case source == "'none'", source == "'self'":
			case name == "script-src" && source == "'wasm-unsafe-eval'":
			case name == "img-src" && source == "data:":
			default:
				t.Errorf("%s allows %s", name, source)
			}
		}
	}
	if !strings.HasPrefix(policy, "default-src 'none'; ") {
		t.Errorf("policy %q", policy)
	}
}
