package rules

import (
	"strings"

	"github.com/mcp-discover/mcp-discover/core/jsondoc"
	"github.com/mcp-discover/mcp-discover/core/rule"
	"github.com/mcp-discover/mcp-discover/core/text"
)

// keyword is what JSON Schema 2020-12 wants as the value of a keyword.
type keyword uint8

const (
	notKeyword   keyword = iota // unknown keywords are annotations, with any value
	subschema                   // a schema
	subschemas                  // an array of schemas, not empty
	subschemaMap                // an object of schemas
	textKeyword
	boolKeyword
	numberKeyword
	positiveKeyword // a number above 0
	countKeyword    // an integer of 0 or more
	arrayKeyword
	namesKeyword   // an array of strings, each once
	typeKeyword    // one of seven words, or an array of them
	nameMapKeyword // an object of arrays of strings
)

func keywordOf(name string) keyword {
	switch name {
	case "not", "if", "then", "else", "items", "contains", "additionalProperties", "propertyNames", "unevaluatedItems", "unevaluatedProperties", "contentSchema":
		return subschema
	case "allOf", "anyOf", "oneOf", "prefixItems":
		return subschemas
	case "properties", "patternProperties", "dependentSchemas", "$defs", "definitions":
		return subschemaMap
	case "$schema", "$id", "$ref", "$anchor", "$dynamicRef", "$dynamicAnchor", "$comment", "title", "description", "pattern", "format", "contentEncoding", "contentMediaType":
		return textKeyword
	case "uniqueItems", "deprecated", "readOnly", "writeOnly":
		return boolKeyword
	case "maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum":
		return numberKeyword
	case "multipleOf":
		return positiveKeyword
	case "maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties", "maxContains", "minContains":
		return countKeyword
	case "enum", "examples":
		return arrayKeyword
	case "required":
		return namesKeyword
	case "type":
		return typeKeyword
	case "dependentRequired":
		return nameMapKeyword
	}
	return notKeyword
}

// holds reports whether v is a value for the keyword, as far as v itself goes.
func (k keyword) holds(v jsondoc.Value) bool {
	n := v.Number()
	switch k {
	case subschema:
		return v.Kind() == jsondoc.Object || v.Kind() == jsondoc.Bool
	case subschemas:
		return v.Kind() == jsondoc.Array && v.First().Exists()
	case subschemaMap:
		return v.Kind() == jsondoc.Object
	case textKeyword:
		return v.Kind() == jsondoc.String
	case boolKeyword:
		return v.Kind() == jsondoc.Bool
	case numberKeyword:
		return n.OK
	case positiveKeyword:
		return n.OK && !n.Negative && !(n.Fits && n.Int == 0)
	case countKeyword:
		return n.Integer && !n.Negative
	case arrayKeyword:
		return v.Kind() == jsondoc.Array
	case namesKeyword:
		return v.Kind() == jsondoc.Array && allStrings(v)
	case typeKeyword:
		if v.Kind() != jsondoc.Array {
			return isTypeWord(v)
		}
		for e := v.First(); e.Exists(); e = e.Next() {
			if !isTypeWord(e) {
				return false
			}
		}
		return v.First().Exists()
	case nameMapKeyword:
		for e := v.First(); e.Exists(); e = e.Next() {
			if e.Kind() != jsondoc.Array || !allStrings(e) {
				return false
			}
		}
		return v.Kind() == jsondoc.Object
	}
	return true
}

func isTypeWord(v jsondoc.Value) bool {
	for w := range strings.FieldsSeq("string number integer boolean object array null") {
		if v.Is(w) {
			return true
		}
	}
	return false
}

func (k keyword) due() text.Text {
	switch k {
	case subschema:
		return text.Text{EN: "a schema, which is an object or a boolean", JA: "スキーマ（オブジェクトか真偽値）"}
	case subschemas:
		return text.Text{EN: "an array of schemas that is not empty", JA: "1 つ以上のスキーマの配列"}
	case subschemaMap:
		return text.Text{EN: "an object from names to schemas", JA: "名前からスキーマへのオブジェクト"}
	case textKeyword:
		return text.Text{EN: "a string", JA: "文字列"}
	case boolKeyword:
		return text.Text{EN: "a boolean", JA: "真偽値"}
	case numberKeyword:
		return text.Text{EN: "a number", JA: "数値"}
	case positiveKeyword:
		return text.Text{EN: "a number above 0", JA: "0 より大きい数値"}
	case countKeyword:
		return text.Text{EN: "an integer of 0 or more", JA: "0 以上の整数"}
	case arrayKeyword:
		return text.Text{EN: "an array", JA: "配列"}
	case namesKeyword:
		return text.Text{EN: "an array of names", JA: "名前の配列"}
	case typeKeyword:
		return text.Text{EN: "string, number, integer, boolean, object, array or null, or an array of these", JA: "string、number、integer、boolean、object、array、null のどれかか、その配列"}
	}
	return text.Text{EN: "an object of arrays of names", JA: "名前の配列を値とするオブジェクト"}
}

// eachSchema walks a schema and every schema in it, in the order of the text and without recursion; what stands among
// schemas in a list or map but is none is given too. Reachable are the properties to which a chain of properties
// keywords leads from the root.
func eachSchema(root jsondoc.Value, do func(s jsondoc.Value, reachable bool)) {
	type frame struct {
		next      jsondoc.Value
		k         keyword // what follows: keywords of a schema (notKeyword), or schemas
		reachable bool    // the schema is the root or reachable; of a map, its schemas are reachable
	}
	do(root, false)
	stack := []frame{{root.First(), notKeyword, true}}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		v := f.next
		if !v.Exists() {
			stack = stack[:len(stack)-1]
			continue
		}
		f.next = v.Next()
		if v.Superseded() {
			continue
		}
		if f.k != notKeyword {
			do(v, f.reachable)
			if v.Kind() == jsondoc.Object {
				stack = append(stack, frame{v.First(), notKeyword, f.reachable})
			}
			continue
		}
		name := v.Name()
		switch k := keywordOf(name); k {
		case subschema:
			// Older dialects have an array of schemas under items.
			if v.Kind() == jsondoc.Array && name == "items" {
				stack = append(stack, frame{v.First(), subschemas, false})
				continue
			}
			if v.Kind() == jsondoc.Object {
				do(v, false)
				stack = append(stack, frame{v.First(), notKeyword, false})
			}
		case subschemas:
			if v.Kind() == jsondoc.Array {
				stack = append(stack, frame{v.First(), k, false})
			}
		case subschemaMap:
			if v.Kind() == jsondoc.Object {
				stack = append(stack, frame{v.First(), k, f.reachable && name == "properties"})
			}
		}
	}
}

// is2020 reports whether $schema names the dialect that holds by default.
func is2020(v jsondoc.Value) bool {
	s, ok := v.Text()
	return ok && strings.TrimSuffix(s, "#") == "https://json-schema.org/draft/2020-12/schema"
}

// checkSchemas holds the schemas of all tools against the keywords of 2020-12, where that is their dialect.
func checkSchemas(p *rule.Pass) {
	judged, other := false, false
	report := func(v jsondoc.Value, name string, k keyword) {
		p.Report(p.Value(v), text.A("keyword", short(name)), raw(v), text.T("due", k.due()))
	}
	if !eachTool(p, func(t jsondoc.Value) {
		for _, name := range schemaMembers {
			root := t.Get(name)
			if root.Kind() != jsondoc.Object {
				continue // shape-member-type says so
			}
			if d := root.Get("$schema"); d.Exists() && !is2020(d) {
				other = true
				continue
			}
			judged = true
			eachSchema(root, func(s jsondoc.Value, _ bool) {
				if !subschema.holds(s) {
					report(s, s.Pointer()[strings.LastIndexByte(s.Pointer(), '/')+1:], subschema)
					return
				}
				for m := s.First(); m.Exists(); m = m.Next() {
					k := keywordOf(m.Name())
					if k.holds(m) || m.Superseded() || s == root && k == typeKeyword && name == "inputSchema" {
						continue // the type of all arguments is judged by shape-value-word
					}
					report(m, m.Name(), k)
				}
			})
		}
	}) {
		p.Unseen(toolless)
	} else if other && !judged {
		p.Unseen(text.Text{EN: "The schemas name another dialect.", JA: "スキーマは別の方言を示しています。"})
	}
}
