package text_test

import (
	"slices"
	"testing"

	"github.com/mcp-discover/mcp-discover/core/text"
)

func TestParseLang(t *testing.T) {
	for tag, want := range map[string]text.Lang{
		"": text.EN, "en": text.EN, "ja": text.JA, "JA": text.JA, "ja-JP": text.JA, "ja_JP.UTF-8": text.JA,
		"jam": text.EN, "jav": text.EN, "j": text.EN, "en-ja": text.EN, "fr": text.EN,
	} {
		if got := text.ParseLang(tag); got != want {
			t.Errorf("%q is read as %v, want %v", tag, got, want)
		}
	}
}

func TestIn(t *testing.T) {
	both := text.Text{EN: "cache", JA: "キャッシュ"}
	if both.In(text.EN) != "cache" || both.In(text.JA) != "キャッシュ" {
		t.Error("a text doesn't give its sides")
	}
	if s := (text.Text{EN: "cache"}).In(text.JA); s != "cache" {
		t.Errorf("a text without Japanese gives %q, want the English", s)
	}
	if both.Empty() || !(text.Text{}).Empty() || (text.Text{JA: "無"}).Empty() {
		t.Error("Empty is wrong")
	}
}

func TestFill(t *testing.T) {
	kind := text.T("kind", text.Text{EN: "a number", JA: "数値"})
	for _, c := range []struct {
		text text.Text
		lang text.Lang
		args []text.Arg
		want string
	}{
		{text.Text{EN: "plain"}, text.EN, nil, "plain"},
		{text.Text{EN: "{a} and {b}"}, text.EN, []text.Arg{text.A("b", "2"), text.A("a", "1")}, "1 and 2"},
		{text.Text{EN: "{a}{a}"}, text.EN, []text.Arg{text.A("a", "x")}, "xx"},
		{text.Text{EN: "is {kind}", JA: "{kind}です"}, text.JA, []text.Arg{kind}, "数値です"},
		{text.Text{EN: "is {kind}", JA: "{kind}です"}, text.EN, []text.Arg{kind}, "is a number"},
		// What is missing is seen.
		{text.Text{EN: "is {kind}"}, text.EN, nil, "is {kind}"},
		// A value is not filled again, whatever was pasted.
		{text.Text{EN: "{a} {b}"}, text.EN, []text.Arg{text.A("a", "{b}"), text.A("b", "2")}, "{b} 2"},
		{text.Text{EN: "{a}"}, text.EN, []text.Arg{text.A("a", "")}, ""},
		// Braces of JSON stay, and what stands in them is filled.
		{text.Text{EN: `Send {} or {"a": {value}}.`}, text.EN, []text.Arg{text.A("value", "1")}, `Send {} or {"a": 1}.`},
		{text.Text{EN: "an open { stays, {a}"}, text.EN, []text.Arg{text.A("a", "1")}, "an open { stays, 1"},
		{text.Text{EN: "{a} {"}, text.EN, []text.Arg{text.A("a", "1")}, "1 {"},
	} {
		if got := text.Fill(c.text, c.lang, c.args...); got != c.want {
			t.Errorf("%q is filled to %q, want %q", c.text.In(c.lang), got, c.want)
		}
	}
}

func TestPlaceholders(t *testing.T) {
	for s, want := range map[string][]string{
		"":                      nil,
		"none":                  nil,
		"{a} {b} {a}":           {"a", "b"},
		`{} {"a":1} { b } {_c}`: nil,
		`{"a": {value}}`:        {"value"},
		"{open {a}":             {"a"},
		"{a":                    nil,
	} {
		if got := text.Placeholders(s); !slices.Equal(got, want) {
			t.Errorf("%q has placeholders %q, want %q", s, got, want)
		}
	}
}
