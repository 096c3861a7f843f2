// Package spec holds the names and numbers of the Model Context Protocol that the engine refers to: revisions,
// methods, _meta keys, error codes and clauses.
package spec

import "strings"

// Revision is the revision that the engine judges by.
const Revision = "2026-07-28"

// Site is where the revision's pages live.
const Site = "https://modelcontextprotocol.io/specification/" + Revision + "/"

// Era is the side of the handshake's removal on which a protocol version lies (basic/versioning, Terminology).
type Era uint8

// The eras. UnknownEra is also the era of a string that is no protocol version.
const (
	UnknownEra Era = iota
	Modern         // 2026-07-28 and later: version, identity and capabilities travel with every request
	Legacy         // 2025-11-25 and earlier: an initialize handshake opens a session
	Draft          // a token that only drafts of a revision used
)

// String gives the era's name as reports write it.
func (e Era) String() string {
	switch e {
	case Modern:
		return "modern"
	case Legacy:
		return "legacy"
	case Draft:
		return "draft"
	}
	return "unknown"
}

// LegacyRevisions are the published revisions with an initialize handshake, newest first.
var LegacyRevisions = []string{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}

// EraOf tells the era of a protocol version. A date that was never published still has an era: versions are dates
// and sort by them, so a date after the revision is a later, modern one.
func EraOf(version string) Era {
	if strings.HasPrefix(version, "DRAFT-") || version == "draft" {
		return Draft
	}
	if !IsDate(version) {
		return UnknownEra
	}
	if version >= Revision {
		return Modern
	}
	return Legacy
}

// Published reports whether version is a revision that exists. 2024-10-07 counts: it was never a page of the
// specification, but early SDKs speak it.
func Published(version string) bool {
	if version == Revision || version == "2024-10-07" {
		return true
	}
	for _, r := range LegacyRevisions {
		if version == r {
			return true
		}
	}
	return false
}

// IsDate reports whether s is a calendar date in the form YYYY-MM-DD. The month's length is not checked.
func IsDate(s string) bool {
	if len(s) != 10 || s[4] != '-' || s[7] != '-' {
		return false
	}
	for i := 0; i < len(s); i++ {
		if i != 4 && i != 7 && (s[i] < '0' || s[i] > '9') {
			return false
		}
	}
	month := int(s[5]-'0')*10 + int(s[6]-'0')
	day := int(s[8]-'0')*10 + int(s[9]-'0')
	return month >= 1 && month <= 12 && day >= 1 && day <= 31
}

// The _meta keys of the protocol (basic, _meta).
const (
	MetaPrefix             = "io.modelcontextprotocol/"
	MetaProtocolVersion    = MetaPrefix + "protocolVersion"
	MetaClientInfo         = MetaPrefix + "clientInfo"
	MetaClientCapabilities = MetaPrefix + "clientCapabilities"
	MetaLogLevel           = MetaPrefix + "logLevel"
	MetaServerInfo         = MetaPrefix + "serverInfo"
	MetaSubscriptionID     = MetaPrefix + "subscriptionId"
)

// The methods that rules speak of.
const (
	Discover              = "server/discover"
	Initialize            = "initialize"
	ToolsList             = "tools/list"
	ToolsCall             = "tools/call"
	PromptsList           = "prompts/list"
	PromptsGet            = "prompts/get"
	ResourcesList         = "resources/list"
	ResourceTemplatesList = "resources/templates/list"
	ResourcesRead         = "resources/read"
	Listen                = "subscriptions/listen"
)

// Cacheable reports whether complete results of method carry ttlMs and cacheScope (server/utilities/caching,
// Cacheable Results).
func Cacheable(method string) bool {
	switch method {
	case Discover, ToolsList, PromptsList, ResourcesList, ResourceTemplatesList, ResourcesRead:
		return true
	}
	return false
}

// Code is a JSON-RPC error code.
type Code = int64

// The codes that the protocol or JSON-RPC define.
const (
	ParseError                 Code = -32700
	InvalidRequest             Code = -32600
	MethodNotFound             Code = -32601
	InvalidParams              Code = -32602
	InternalError              Code = -32603
	HeaderMismatch             Code = -32020
	MissingClientCapability    Code = -32021
	UnsupportedProtocolVersion Code = -32022
	ResourceNotFound           Code = -32002 // retired: 2025-11-25 and earlier
	URLElicitationRequired     Code = -32042 // retired: 2025-11-25 only
)

// CodeName gives the specification's name of a code, or "".
func CodeName(c Code) string {
	switch c {
	case ParseError:
		return "Parse error"
	case InvalidRequest:
		return "Invalid Request"
	case MethodNotFound:
		return "Method not found"
	case InvalidParams:
		return "Invalid params"
	case InternalError:
		return "Internal error"
	case HeaderMismatch:
		return "HeaderMismatch"
	case MissingClientCapability:
		return "MissingRequiredClientCapability"
	case UnsupportedProtocolVersion:
		return "UnsupportedProtocolVersion"
	}
	return ""
}

// ModernCode reports whether code is one of the errors that only this revision defines, and that therefore prove a
// modern server (basic/versioning, Backward Compatibility).
func ModernCode(c Code) bool {
	return c == HeaderMismatch || c == MissingClientCapability || c == UnsupportedProtocolVersion
}

// Keyword is the word with which a clause binds. Lower-case words are the specification's own lower-case wording;
// Schema stands for a demand of the schema's types.
type Keyword string

// The keywords.
const (
	Must       Keyword = "MUST"
	MustNot    Keyword = "MUST NOT"
	Required   Keyword = "REQUIRED"
	Should     Keyword = "SHOULD"
	ShouldNot  Keyword = "SHOULD NOT"
	Recommends Keyword = "RECOMMENDED"
	May        Keyword = "MAY"
	Schema     Keyword = "SCHEMA"
	Says       Keyword = "says" // plain wording without a keyword
)

// Clause points at the place in the specification that a rule rests on.
type Clause struct {
	Page    string // such as server/utilities/caching
	Anchor  string // with its #, or ""
	Keyword Keyword
}

// URL gives the dated deep link.
func (c Clause) URL() string { return Site + c.Page + c.Anchor }
