package rules

import (
	"strconv"
	"strings"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/message"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/spec"
	"github.com/mcp-discover/mcp-discover/core/text"
)

// form is what the schema says of a value.
type form uint8

const (
	anything form = iota
	str
	uri         // an absolute URI
	fileURI     // a URI of the scheme file
	uriTemplate // RFC 6570
	base64      // standard alphabet, padded
	boolean
	number
	integer
	share  // a number from 0 to 1
	answer // what fills a field of a form: a string, a number, a boolean, or an array of strings
	object
	list   // an array whose elements are items
	keyed  // an object whose values are items
	blocks // one item, or an array of them
)

// member is what the schema says of one member of an object, or of the elements of an array.
type member struct {
	name  string
	form  form
	need  bool
	later bool    // older revisions don't know it, so that it binds no legacy sender
	words string  // the allowed strings, separated by spaces; "" allows any
	of    *shape  // of an object
	item  *member // of a list, keyed or blocks
}

// shape is what the schema says of one type of object, in our own words and without what other families judge.
type shape struct {
	name    string // the schema's name of the type
	members []member

	// A union has no members but tells its variants by a string member; where that is missing, absent is meant.
	tag      string
	variants []variant
	absent   *shape
	unknown  breachKind // what an unknown tag is, wrongWord by default
	// pick tells the variants of a union that has no tag. It gives nil where all of oneOf is missing.
	pick  func(jsondoc.Value) *shape
	oneOf []string
}

type variant struct {
	word string
	is   *shape
}

var (
	metaMember  = member{name: "_meta", form: object, later: true}
	titleMember = member{name: "title", form: str, later: true}
	iconsMember = member{name: "icons", form: list, later: true, item: &member{form: object, of: &shape{name: "Icon", members: []member{
		{name: "src", form: uri, need: true},
		{name: "mimeType", form: str},
		{name: "sizes", form: list, item: &member{form: str}},
		{name: "theme", form: str, words: "light dark"},
	}}}}
	annotationsMember = member{name: "annotations", form: object, of: &shape{name: "Annotations", members: []member{
		{name: "audience", form: list, item: &member{form: str, words: "user assistant"}},
		{name: "priority", form: share},
		{name: "lastModified", form: str, later: true},
	}}}

	toolShape = &shape{name: "Tool", members: []member{
		{name: "name", form: str, need: true},
		{name: "inputSchema", form: object, need: true, of: &shape{name: "Tool", members: []member{
			{name: "type", form: str, need: true, words: "object"},
			{name: "$schema", form: str, later: true},
		}}},
		{name: "description", form: str},
		{name: "outputSchema", form: object, later: true, of: &shape{name: "Tool", members: []member{
			{name: "$schema", form: str, later: true},
		}}},
		{name: "annotations", form: object, later: true, of: &shape{name: "ToolAnnotations", members: []member{
			titleMember,
			{name: "readOnlyHint", form: boolean}, {name: "destructiveHint", form: boolean},
			{name: "idempotentHint", form: boolean}, {name: "openWorldHint", form: boolean},
		}}},
		titleMember, iconsMember, metaMember,
	}}
	promptShape = &shape{name: "Prompt", members: []member{
		{name: "name", form: str, need: true},
		{name: "description", form: str},
		{name: "arguments", form: list, item: &member{form: object, of: &shape{name: "PromptArgument", members: []member{
			{name: "name", form: str, need: true},
			{name: "description", form: str},
			{name: "required", form: boolean},
			titleMember,
		}}}},
		titleMember, iconsMember, metaMember,
	}}
	resourceMembers = []member{
		{name: "uri", form: uri, need: true},
		{name: "name", form: str, need: true},
		{name: "description", form: str},
		{name: "mimeType", form: str},
		{name: "size", form: integer, later: true},
		annotationsMember, titleMember, iconsMember, metaMember,
	}
	templateShape = &shape{name: "ResourceTemplate", members: []member{
		{name: "uriTemplate", form: uriTemplate, need: true},
		{name: "name", form: str, need: true},
		{name: "description", form: str},
		{name: "mimeType", form: str},
		annotationsMember, titleMember, iconsMember, metaMember,
	}}

	textContents = &shape{name: "TextResourceContents", members: []member{
		{name: "uri", form: uri, need: true}, {name: "mimeType", form: str}, {name: "text", form: str, need: true}, metaMember,
	}}
	blobContents = &shape{name: "BlobResourceContents", members: []member{
		{name: "uri", form: uri, need: true}, {name: "mimeType", form: str}, {name: "blob", form: base64, need: true}, metaMember,
	}}
	contentsShape = &shape{name: "ResourceContents", oneOf: []string{"text", "blob"}, pick: func(v jsondoc.Value) *shape {
		t, b := v.Get("text"), v.Get("blob")
		switch {
		case t.Kind() == jsondoc.String, t.Exists() && b.Kind() != jsondoc.String:
			return textContents
		case b.Exists():
			return blobContents
		}
		return nil
	}}

	textBlock = variant{"text", &shape{name: "TextContent", members: []member{
		{name: "text", form: str, need: true}, annotationsMember, metaMember,
	}}}
	imageBlock = variant{"image", &shape{name: "ImageContent", members: []member{
		{name: "data", form: base64, need: true}, {name: "mimeType", form: str, need: true}, annotationsMember, metaMember,
	}}}
	audioBlock = variant{"audio", &shape{name: "AudioContent", members: []member{
		{name: "data", form: base64, need: true}, {name: "mimeType", form: str, need: true}, annotationsMember, metaMember,
	}}}
	// contentShape is what tools and prompts give.
	contentShape = &shape{name: "ContentBlock", tag: "type", variants: []variant{textBlock, imageBlock, audioBlock,
		{"resource_link", &shape{name: "ResourceLink", members: resourceMembers}},
		{"resource", &shape{name: "EmbeddedResource", members: []member{
			{name: "resource", form: object, need: true, of: contentsShape}, annotationsMember, metaMember,
		}}},
	}}
	// samplingShape is what passes between a server and a model.
	samplingShape = &shape{name: "SamplingMessageContentBlock", tag: "type", variants: []variant{textBlock, imageBlock, audioBlock,
		{"tool_use", &shape{name: "ToolUseContent", members: []member{
			{name: "id", form: str, need: true}, {name: "name", form: str, need: true}, {name: "input", form: object, need: true}, metaMember,
		}}},
		{"tool_result", &shape{name: "ToolResultContent", members: []member{
			{name: "toolUseId", form: str, need: true},
			{name: "content", form: list, need: true, item: &member{form: object, of: contentShape}},
			{name: "isError", form: boolean}, metaMember,
		}}},
	}}
	roleMember     = member{name: "role", form: str, need: true, words: "user assistant"}
	samplingMember = member{name: "content", form: blocks, need: true, item: &member{form: object, of: samplingShape}}

	inputRequiredShape = &shape{name: "InputRequiredResult", members: []member{
		{name: "inputRequests", form: keyed, item: &member{form: object, of: inputRequestShape}},
		{name: "requestState", form: str},
	}}
	inputRequestShape = &shape{name: "InputRequest", tag: "method", unknown: wrongMethod, variants: []variant{
		{"elicitation/create", &shape{name: "ElicitRequest", members: []member{{name: "params", form: object, need: true, of: elicitShape}}}},
		{"sampling/createMessage", &shape{name: "CreateMessageRequest", members: []member{{name: "params", form: object, need: true, of: createMessageShape}}}},
		{"roots/list", &shape{name: "ListRootsRequest", members: []member{{name: "params", form: object, of: &shape{name: "ListRootsRequest", members: []member{metaMember}}}}}},
	}}
	elicitShape = &shape{name: "ElicitRequestParams", tag: "mode", absent: formShape, variants: []variant{
		{"form", formShape},
		{"url", &shape{name: "ElicitRequestURLParams", members: []member{
			{name: "message", form: str, need: true}, {name: "url", form: uri, need: true},
		}}},
	}}
	formShape = &shape{name: "ElicitRequestFormParams", members: []member{
		{name: "message", form: str, need: true},
		{name: "requestedSchema", form: object, need: true, of: &shape{name: "ElicitRequestFormParams", members: []member{
			{name: "type", form: str, need: true, words: "object"},
			{name: "properties", form: keyed, need: true, item: &member{form: object, of: fieldShape}},
			{name: "required", form: list, item: &member{form: str}},
			{name: "$schema", form: str},
		}}},
	}}
	// fieldShape is the schema of one field of a form.
	fieldShape = &shape{name: "PrimitiveSchemaDefinition", tag: "type", variants: []variant{
		{"string", &shape{pick: pickString}},
		{"number", numberField}, {"integer", numberField},
		{"boolean", &shape{name: "BooleanSchema", members: []member{descriptionMember, fieldTitle, {name: "default", form: boolean}}}},
		{"array", &shape{name: "MultiSelectEnumSchema", members: []member{descriptionMember, fieldTitle,
			{name: "items", form: object, need: true, of: &shape{name: "MultiSelectEnumSchema", oneOf: []string{"enum", "anyOf"}, pick: pickItems}},
			{name: "minItems", form: integer}, {name: "maxItems", form: integer},
			{name: "default", form: list, item: &member{form: str}},
		}}},
	}}
	descriptionMember = member{name: "description", form: str}
	fieldTitle        = member{name: "title", form: str}
	numberField       = &shape{name: "NumberSchema", members: []member{descriptionMember, fieldTitle,
		{name: "minimum", form: number}, {name: "maximum", form: number}, {name: "default", form: number}}}
	stringField = &shape{name: "StringSchema", members: []member{descriptionMember, fieldTitle,
		{name: "minLength", form: integer}, {name: "maxLength", form: integer},
		{name: "format", form: str, words: "email uri date date-time"}, {name: "default", form: str}}}
	choiceField = &shape{name: "SingleSelectEnumSchema", members: []member{descriptionMember, fieldTitle, {name: "default", form: str}}}
	titledItems = &shape{name: "TitledMultiSelectEnumSchema", members: []member{
		{name: "anyOf", form: list, need: true, item: &member{form: object, of: titledChoice}}}}
	untitledItems = &shape{name: "UntitledMultiSelectEnumSchema", members: []member{
		{name: "type", form: str, need: true, words: "string"},
		{name: "enum", form: list, need: true, item: &member{form: str}}}}
	titledChoice = &shape{name: "TitledMultiSelectEnumSchema", members: []member{
		{name: "const", form: str, need: true}, {name: "title", form: str, need: true}}}

	createMessageShape = &shape{name: "CreateMessageRequestParams", members: []member{
		{name: "messages", form: list, need: true, item: &member{form: object, of: &shape{name: "SamplingMessage", members: []member{
			roleMember, samplingMember, metaMember,
		}}}},
		{name: "maxTokens", form: integer, need: true},
		{name: "modelPreferences", form: object, of: &shape{name: "ModelPreferences", members: []member{
			{name: "hints", form: list, item: &member{form: object, of: &shape{name: "ModelHint", members: []member{{name: "name", form: str}}}}},
			{name: "costPriority", form: share}, {name: "speedPriority", form: share}, {name: "intelligencePriority", form: share},
		}}},
		{name: "systemPrompt", form: str},
		{name: "includeContext", form: str, words: "none thisServer allServers"},
		{name: "temperature", form: number},
		{name: "stopSequences", form: list, item: &member{form: str}},
		{name: "metadata", form: object},
		{name: "tools", form: list, item: &member{form: object, of: toolShape}},
		{name: "toolChoice", form: object, of: &shape{name: "ToolChoice", members: []member{{name: "mode", form: str, words: "auto required none"}}}},
	}}

	// capabilitiesShape is what the error MissingRequiredClientCapability names; requests are judged elsewhere.
	capabilitiesShape = &shape{name: "ClientCapabilities", members: []member{
		{name: "roots", form: object},
		{name: "sampling", form: object, of: &shape{name: "ClientCapabilities", members: []member{{name: "context", form: object}, {name: "tools", form: object}}}},
		{name: "elicitation", form: object, of: &shape{name: "ClientCapabilities", members: []member{{name: "form", form: object}, {name: "url", form: object}}}},
		{name: "experimental", form: keyed, item: &member{form: object}},
		{name: "extensions", form: keyed, item: &member{form: object}},
	}}

	// retryShape is what a request carries for the input that an earlier answer asked for.
	retryShape = &shape{name: "InputResponseRequestParams", members: []member{
		{name: "inputResponses", form: keyed, item: &member{form: object, of: inputResponseShape}},
		{name: "requestState", form: str},
	}}
	inputResponseShape = &shape{name: "InputResponse", oneOf: []string{"action", "content", "roots"}, pick: func(v jsondoc.Value) *shape {
		switch {
		case v.Get("action").Exists():
			return elicitResult
		case v.Get("roots").Exists():
			return rootsResult
		case v.Get("content").Exists() || v.Get("role").Exists() || v.Get("model").Exists():
			return messageResult
		}
		return nil
	}}
	elicitResult = &shape{name: "ElicitResult", members: []member{
		{name: "action", form: str, need: true, words: "accept decline cancel"},
		{name: "content", form: keyed, item: &member{form: answer}},
	}}
	rootsResult = &shape{name: "ListRootsResult", members: []member{
		{name: "roots", form: list, need: true, item: &member{form: object, of: &shape{name: "Root", members: []member{
			{name: "uri", form: fileURI, need: true}, {name: "name", form: str}, metaMember,
		}}}},
	}}
	messageResult = &shape{name: "CreateMessageResult", members: []member{
		{name: "model", form: str, need: true}, roleMember, samplingMember, {name: "stopReason", form: str}, metaMember,
	}}

	listToolsShape     = &shape{name: "ListToolsResult", members: []member{{name: "tools", form: list, need: true, item: &member{form: object, of: toolShape}}}}
	listPromptsShape   = &shape{name: "ListPromptsResult", members: []member{{name: "prompts", form: list, need: true, item: &member{form: object, of: promptShape}}}}
	listResourcesShape = &shape{name: "ListResourcesResult", members: []member{{name: "resources", form: list, need: true,
		item: &member{form: object, of: &shape{name: "Resource", members: resourceMembers}}}}}
	listTemplatesShape = &shape{name: "ListResourceTemplatesResult", members: []member{{name: "resourceTemplates", form: list, need: true,
		item: &member{form: object, of: templateShape}}}}
	readResourceShape = &shape{name: "ReadResourceResult", members: []member{{name: "contents", form: list, need: true,
		item: &member{form: object, of: contentsShape}}}}
	callToolShape = &shape{name: "CallToolResult", members: []member{
		{name: "content", form: list, need: true, item: &member{form: object, of: contentShape}}, {name: "isError", form: boolean}}}
	getPromptShape = &shape{name: "GetPromptResult", members: []member{
		{name: "messages", form: list, need: true, item: &member{form: object, of: &shape{name: "PromptMessage", members: []member{
			roleMember, {name: "content", form: object, need: true, of: contentShape}}}}},
		{name: "description", form: str}}}
)

// resultShape gives the shape of the complete results of a method, or nil. Its first member is what makes the result.
func resultShape(method string) *shape {
	switch method {
	case spec.ToolsList:
		return listToolsShape
	case spec.PromptsList:
		return listPromptsShape
	case spec.ResourcesList:
		return listResourcesShape
	case spec.ResourceTemplatesList:
		return listTemplatesShape
	case spec.ResourcesRead:
		return readResourceShape
	case spec.ToolsCall:
		return callToolShape
	case spec.PromptsGet:
		return getPromptShape
	}
	return nil
}

// pickString tells the three kinds of text fields, of which a choice is one only where its choices are well-formed;
// otherwise the open StringSchema takes it.
func pickString(v jsondoc.Value) *shape {
	if e := v.Get("enum"); e.Kind() == jsondoc.Array && allStrings(e) {
		return choiceField
	}
	if o := v.Get("oneOf"); o.Kind() == jsondoc.Array {
		for c := o.First(); c.Exists(); c = c.Next() {
			if c.Get("const").Kind() != jsondoc.String || c.Get("title").Kind() != jsondoc.String {
				return stringField
			}
		}
		return choiceField
	}
	return stringField
}

func pickItems(v jsondoc.Value) *shape {
	switch {
	case v.Get("anyOf").Exists():
		return titledItems
	case v.Get("enum").Exists():
		return untitledItems
	}
	return nil
}

func allStrings(l jsondoc.Value) bool {
	for e := l.First(); e.Exists(); e = e.Next() {
		if e.Kind() != jsondoc.String {
			return false
		}
	}
	return true
}

// breachKind is a way in which a value departs from its shape.
type breachKind uint8

const (
	missingMember breachKind = iota
	wrongType
	wrongWord
	wrongMethod // of an input request
	outOfRange
	badURI
	badBase64
)

// breach is one departure.
type breach struct {
	kind  breachKind
	at    jsondoc.Value // the value, or the object that lacks a member
	in    *shape
	m     *member
	name  string // the member's name; elements are written name[]
	later bool
}

// shaper walks the values of one message and tells the breaches of one kind. It follows shapes, never the text, so
// its depth is bounded.
type shaper struct {
	want breachKind
	tell func(breach)
}

func (w *shaper) breach(b breach) {
	if b.kind == w.want {
		w.tell(b)
	}
}

func (w *shaper) object(v jsondoc.Value, s *shape, later bool) {
	if s.pick != nil {
		is := s.pick(v)
		if is == nil {
			w.breach(breach{kind: missingMember, at: v, in: s, m: &member{}, name: s.oneOf[0], later: later})
			return
		}
		w.object(v, is, later)
		return
	}
	if s.tag != "" {
		t := v.Get(s.tag)
		is := s.absent
		if t.Exists() {
			is = nil
			for i := range s.variants {
				if t.Is(s.variants[i].word) {
					is = s.variants[i].is
				}
			}
		}
		if is != nil {
			w.object(v, is, later)
			return
		}
		b := breach{kind: wrongWord, at: t, in: s, m: &member{form: str, words: s.words()}, name: s.tag, later: later}
		switch {
		case !t.Exists():
			b.kind, b.at = missingMember, v
		case s.unknown != 0:
			b.kind = s.unknown
		case t.Kind() != jsondoc.String:
			b.kind = wrongType
		}
		w.breach(b)
		return
	}
	for i := range s.members {
		m := &s.members[i]
		e := v.Get(m.name)
		if !e.Exists() {
			if m.need {
				w.breach(breach{kind: missingMember, at: v, in: s, m: m, name: m.name, later: later || m.later})
			}
			continue
		}
		w.value(e, s, m, m.name, later || m.later)
	}
}

// words lists the tags of a union.
func (s *shape) words() string {
	var all []string
	for _, v := range s.variants {
		all = append(all, v.word)
	}
	return strings.Join(all, " ")
}

func (w *shaper) value(v jsondoc.Value, in *shape, m *member, name string, later bool) {
	k := v.Kind()
	b := breach{kind: wrongType, at: v, in: in, m: m, name: name, later: later}
	switch m.form {
	case anything:
		return
	case str, uri, fileURI, uriTemplate, base64:
		if k == jsondoc.String {
			w.text(v, b)
			return
		}
	case boolean:
		if k == jsondoc.Bool {
			return
		}
	case number, integer, share:
		if n := v.Number(); n.OK && (m.form != integer || n.Integer) {
			if m.form == share && !isShare(v) {
				b.kind = outOfRange
				w.breach(b)
			}
			return
		}
	case answer:
		if k == jsondoc.String || k == jsondoc.Number || k == jsondoc.Bool || k == jsondoc.Array && allStrings(v) {
			return
		}
	case list, blocks:
		if k == jsondoc.Array {
			for e := v.First(); e.Exists(); e = e.Next() {
				w.value(e, in, m.item, name+"[]", later)
			}
			return
		}
		if m.form == blocks && k == jsondoc.Object {
			w.value(v, in, m.item, name, later)
			return
		}
	case object, keyed:
		if k != jsondoc.Object {
			break
		}
		if m.form == keyed {
			for e := v.First(); e.Exists(); e = e.Next() {
				if !e.Superseded() {
					w.value(e, in, m.item, name+"[]", later)
				}
			}
		} else if m.of != nil {
			w.object(v, m.of, later)
		}
		return
	}
	w.breach(b)
}

// text looks at the inside of a string, where the kind that is asked for has to do with it.
func (w *shaper) text(v jsondoc.Value, b breach) {
	switch {
	case b.m.words != "" && w.want == wrongWord:
		for word := range strings.FieldsSeq(b.m.words) {
			if v.Is(word) {
				return
			}
		}
		b.kind = wrongWord
		w.breach(b)
	case w.want == badURI && (b.m.form == uri || b.m.form == fileURI || b.m.form == uriTemplate):
		b.kind = badURI
		w.breach(b)
	case w.want == badBase64 && b.m.form == base64:
		b.kind = badBase64
		w.breach(b)
	}
}

// isShare reports whether a number lies between 0 and 1, both included.
func isShare(v jsondoc.Value) bool {
	f, err := strconv.ParseFloat(string(v.Raw()), 64)
	return err == nil && f <= 1 && !v.Number().Negative
}

// shaped walks a message whose shape is known and gives false where there is none.
func shaped(p *rule.Pass, want breachKind, tell func(breach)) bool {
	w := shaper{want, tell}
	m := p.Msg
	switch {
	case m.IsResult():
		r := m.Result
		if r.Kind() != jsondoc.Object {
			return false
		}
		t := r.Get("resultType")
		if t.Is("input_required") {
			if !mayAskInput(m.Answers) {
				return false
			}
			w.object(r, inputRequiredShape, true)
			return true
		}
		s := resultShape(m.Answers)
		if s == nil || (m.Answers == spec.ToolsCall || m.Answers == spec.PromptsGet) && (p.Request() == nil || p.Claim() != message.ClaimsModern) {
			// A tool's and a prompt's results look like other things too, such as a client's answer to sampling, and in
			// older revisions a task could take their place.
			return false
		}
		if t.Kind() == jsondoc.String && !t.Is("complete") && !r.Get(s.members[0].name).Exists() {
			return false // of another type, or not to be understood at all
		}
		w.object(r, s, false)
		return true
	case m.Shape == message.ErrorResponse:
		code, ok := m.ErrorCode()
		caps := m.Error.Get("data").Get("requiredCapabilities")
		if !ok || code != spec.MissingClientCapability || caps.Kind() != jsondoc.Object {
			return false
		}
		w.object(caps, capabilitiesShape, true)
		return true
	case m.Params.Kind() == jsondoc.Object && mayAskInput(m.Method) && m.Method != "":
		w.object(m.Params, retryShape, true)
		return true
	}
	return false
}

// mayAskInput reports whether a request of that method may be answered with input_required. An unknown method may.
func mayAskInput(method string) bool {
	switch method {
	case "", spec.ToolsCall, spec.PromptsGet, spec.ResourcesRead:
		return true
	}
	return false
}

// shapeless is why a rule on shapes has nothing to look at.
var shapeless = text.Text{EN: "The paste holds no list, no contents, no input request and no required capability.", JA: "一覧、contents、入力の要求、必要な capability のどれもありません。"}

// breaches makes the check of a rule that stands for one kind of breach.
func breaches(kind breachKind, report func(p *rule.Pass, b breach) *rule.Finding) func(*rule.Pass) {
	return func(p *rule.Pass) {
		if !shaped(p, kind, func(b breach) { file(p, b, report) }) {
			p.Unseen(shapeless)
		}
	}
}
