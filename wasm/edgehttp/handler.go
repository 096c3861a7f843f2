// Package edgehttp answers the HTTP requests that reach the Go worker. Pages and assets are static files and never come
// here.
package edgehttp

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/mcp-discover/mcp-discover/core/text"
)

// BodyLimit is the longest request body in bytes that the API reads.
const BodyLimit = 8 << 20

// Call runs one operation of the engine, as core/api.Call does.
type Call func(op string, in []byte) []byte

// New returns the handler of the worker. It knows one route:
//
//	POST /api/check?lang=&kind=&transport=&claims=   body: the pasted text; reply: the report
//
// Every other reply is a problem document (RFC 9457) with a fitting status: 400 for a bad query, 404, 405, 413 for a body
// over BodyLimit, 500 when the engine failed.
func New(call Call) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		for _, h := range SecurityHeaders() {
			header.Set(h.Name, h.Value)
		}
		header.Set("Cache-Control", "no-store")
		if r.URL.Path != "/api/check" {
			refuse(w, r, http.StatusNotFound, nothingHere, text.A("path", r.URL.Path))
			return
		}
		check(call, w, r)
	})
}

// parameters are the query parameters of /api/check; each is an option of the operation check.
var parameters = []string{"lang", "kind", "transport", "claims"}

func check(call Call, w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		refuse(w, r, http.StatusMethodNotAllowed, onlyPost, text.A("method", r.Method))
		return
	}
	options, unknown := optionsOf(r)
	if unknown != "" {
		refuse(w, r, http.StatusBadRequest, badParameter,
			text.A("name", unknown), text.A("known", strings.Join(parameters, ", ")))
		return
	}
	if r.ContentLength > BodyLimit {
		refuse(w, r, http.StatusRequestEntityTooLarge, tooLarge, text.A("limit", strconv.Itoa(BodyLimit)))
		return
	}
	in, err := read(r, options)
	switch {
	case errors.Is(err, errTooLarge):
		refuse(w, r, http.StatusRequestEntityTooLarge, tooLarge, text.A("limit", strconv.Itoa(BodyLimit)))
		return
	case err != nil:
		refuse(w, r, http.StatusBadRequest, cutShort)
		return
	}
	reply := call("check", in)
	if failed, ok := failureOf(reply); ok {
		status, detail := http.StatusInternalServerError, engineFailed
		if failed.Code == "bad-input" {
			status, detail = http.StatusBadRequest, badOption
		}
		refuse(w, r, status, detail, text.A("message", failed.Message))
		return
	}
	header := w.Header()
	header.Set("Content-Type", "application/json; charset=utf-8")
	header.Set("Content-Length", strconv.Itoa(len(reply)))
	w.WriteHeader(http.StatusOK)
	w.Write(reply)
}

// optionsOf returns the options object of the operation check, or the name of a parameter that is not known, repeated
// or not readable.
func optionsOf(r *http.Request) (options []byte, unknown string) {
	query := r.URL.Query()
	set := make(map[string]string, len(query))
	for name, values := range query {
		if !slices.Contains(parameters, name) || len(values) != 1 {
			return nil, name
		}
		set[name] = values[0]
	}
	options, err := json.Marshal(set)
	if err != nil {
		// A map of strings always has a JSON form.
		panic(err)
	}
	return options, ""
}

var errTooLarge = errors.New("edgehttp: body over the limit")

// read returns the input of the operation check: options, a line break, the body. It returns errTooLarge as soon as the
// body passes BodyLimit.
func read(r *http.Request, options []byte) ([]byte, error) {
	var in bytes.Buffer
	in.Grow(len(options) + 1 + int(max(r.ContentLength, 0)) + bytes.MinRead)
	in.Write(options)
	in.WriteByte('\n')
	if r.Body == nil {
		return in.Bytes(), nil
	}
	n, err := in.ReadFrom(io.LimitReader(r.Body, BodyLimit+1))
	if err != nil {
		return nil, err
	}
	if n > BodyLimit {
		return nil, errTooLarge
	}
	return in.Bytes(), nil
}

type failure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// failureOf reports whether reply is a failed call. A report never begins with the member error.
func failureOf(reply []byte) (failure, bool) {
	if !bytes.HasPrefix(reply, []byte(`{"error":`)) {
		return failure{}, false
	}
	var envelope struct{ Error failure }
	if err := json.Unmarshal(reply, &envelope); err != nil {
		return failure{Code: "panic", Message: err.Error()}, true
	}
	return envelope.Error, true
}
