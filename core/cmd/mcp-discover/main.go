// Command mcp-discover checks what a server answered to server/discover.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

// The exit statuses of every subcommand.
const (
	statusClean     = 0 // no violation
	statusViolation = 1 // at least one violation
	statusUsage     = 2 // the call can't be read, or a file can't
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

const usage = `mcp-discover judges answers to the MCP request server/discover (revision 2026-07-28).

  mcp-discover check [flags] [FILE|-]   judge a pasted answer: JSON, curl -i output, SSE, a stdio transcript
  mcp-discover version                  print the engine's version

mcp-discover check -h lists its flags. Exit status: 0 no violation, 1 at least one, 2 unreadable call.
`

// run is main without the process.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(stderr, usage)
		return statusUsage
	}
	var err error
	status := statusClean
	switch args[0] {
	case "check":
		status, err = check(args[1:], stdin, stdout, stderr)
	case "version", "-version", "--version":
		err = version(stdout)
	case "help", "-h", "-help", "--help":
		fmt.Fprint(stdout, usage)
	default:
		fmt.Fprintf(stderr, "mcp-discover: unknown subcommand %q\n\n%s", args[0], usage)
		return statusUsage
	}
	if errors.Is(err, flag.ErrHelp) {
		return statusClean
	}
	if err != nil {
		fmt.Fprintf(stderr, "mcp-discover: %v\n", err)
		return statusUsage
	}
	return status
}
