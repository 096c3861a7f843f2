package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/mcp-discover/mcp-discover/core/api"
	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/report"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/spec"
)

func check(args []string, stdin io.Reader, stdout, stderr io.Writer) (int, error) {
	fs := flag.NewFlagSet("mcp-discover check", flag.ContinueOnError)
	fs.SetOutput(stderr)
	format := fs.String("format", "text", "text, json, markdown, sarif or junit")
	colour := fs.String("color", "auto", "colour in the text form: auto, always, never")
	lang := fs.String("lang", "en", "en or ja")
	kind := fs.String("kind", "auto", "what the input is: auto, json, result, http, sse, stdio, har, fenced")
	transport := fs.String("transport", "auto", "how it travelled: auto, stdio, http")
	claims := fs.String("claims", "auto", "what the server is known to speak: auto, modern, legacy")
	request := fs.String("request", "", "`FILE` with the request that was sent (JSON or an HTTP request)")
	fs.Usage = func() {
		fmt.Fprintln(stderr, "usage: mcp-discover check [flags] [FILE|-]")
		fs.PrintDefaults()
	}
	if err := fs.Parse(args); err != nil {
		if err == flag.ErrHelp {
			return statusClean, err
		}
		return statusUsage, nil // the flag package has said what is wrong
	}
	if fs.NArg() > 1 {
		return statusUsage, fmt.Errorf("one file at a time, not %d", fs.NArg())
	}
	if *lang != "en" && *lang != "ja" {
		return statusUsage, fmt.Errorf("unknown language %q", *lang)
	}
	o, err := api.ParseOptions(*lang, *kind, *transport, *claims)
	if err != nil {
		return statusUsage, err
	}
	form, ok := report.FormatOf(*format)
	if !ok {
		return statusUsage, fmt.Errorf("unknown format %q", *format)
	}
	if *colour != "auto" && *colour != "always" && *colour != "never" {
		return statusUsage, fmt.Errorf("unknown colour setting %q", *colour)
	}
	if *request != "" {
		if o.Request, err = os.ReadFile(*request); err != nil {
			return statusUsage, err
		}
	}
	in, err := read(fs.Arg(0), stdin)
	if err != nil {
		return statusUsage, err
	}
	r := api.NewEngine().Check(in, o)
	out := form.Write(r)
	if form.Name == "text" && (*colour == "always" || *colour == "auto" && terminal(stdout)) {
		out = []byte(r.Text(true))
	}
	_, err = stdout.Write(out)
	if err != nil {
		return statusUsage, err
	}
	for _, f := range r.Verdict.Findings {
		if f.Outcome == rule.Violation {
			return statusViolation, nil
		}
	}
	return statusClean, nil
}

// terminal reports whether w is one, and the person has not asked for no colour (https://no-color.org).
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// read takes a file or the standard input. One byte over the limit is enough for the engine to say that it is too long.
func read(name string, stdin io.Reader) ([]byte, error) {
	if name != "" && name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		stdin = f
	}
	return io.ReadAll(io.LimitReader(stdin, int64(jsondoc.DefaultLimits.Bytes)+1))
}

func version(stdout io.Writer) error {
	_, err := fmt.Fprintf(stdout, "mcp-discover %s, revision %s\n", api.Version, spec.Revision)
	return err
}
