// Package api holds the named operations of the engine: JSON in, JSON out. It is the only door that the browser,
// the edge and the command use.
package api

// Version is the version of the engine. Reports carry it, so that a verdict can be traced to the rules that gave it.
const Version = "0.1.0"
