package ui

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-discover/mcp-discover/core/text"
)

// Every word is there in both languages, with the same placeholders.
func TestWordsMatch(t *testing.T) {
	for key, word := range words {
		if word.EN == "" || word.JA == "" {
			t.Errorf("%s: a language is empty", key)
		}
		en, ja := text.Placeholders(word.EN), text.Placeholders(word.JA)
		slices.Sort(en)
		slices.Sort(ja)
		if !reflect.DeepEqual(en, ja) {
			t.Errorf("%s: placeholders %v and %v differ", key, en, ja)
		}
	}
}

// The script declares exactly the keys that the page gives it, and every key exists.
func TestScriptWordsMatch(t *testing.T) {
	source, err := os.ReadFile("../../web/assets/words/words.ts")
	if err != nil {
		t.Fatal(err)
	}
	declaration := regexp.MustCompile(`(?s)export type Word =(.*?);`).FindSubmatch(source)
	if declaration == nil {
		t.Fatal("words.ts declares no type Word")
	}
	var declared []string
	for _, m := range regexp.MustCompile(`"([a-z-]+)"`).FindAllSubmatch(declaration[1], -1) {
		declared = append(declared, string(m[1]))
	}
	var given []string
	for _, key := range scriptWords {
		if _, ok := words[key]; !ok {
			t.Errorf("the script is given %s, which is no word", key)
		}
		given = append(given, string(key))
	}
	slices.Sort(declared)
	slices.Sort(given)
	if !slices.Equal(declared, given) {
		t.Errorf("words.ts declares\n%v\nthe page gives\n%v", declared, given)
	}
}

// No word is left over.
func TestWordsUsed(t *testing.T) {
	used := map[string]bool{}
	for _, key := range scriptWords {
		used[string(key)] = true
	}
	constant := regexp.MustCompile(`Word\("([a-z-]+)"\)`)
	for _, folder := range []string{".", "../layout", "../pages", "../../web/site"} {
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			source, err := os.ReadFile(folder + "/" + e.Name())
			if err != nil {
				continue // a folder
			}
			for _, m := range constant.FindAllSubmatch(source, -1) {
				used[string(m[1])] = true
				if _, ok := words[Word(m[1])]; !ok {
					t.Errorf("%s/%s: there is no word %q", folder, e.Name(), m[1])
				}
			}
		}
	}
	// The script takes its words by name, some of them from a prefix and a value.
	scripts := ""
	err := filepath.WalkDir("../../web/assets", func(path string, _ os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".ts") && filepath.Base(path) != "words.ts" {
			source, readErr := os.ReadFile(path)
			scripts, err = scripts+string(source), readErr
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range scriptWords {
		prefix, _, _ := strings.Cut(string(key), "-")
		if !strings.Contains(scripts, `"`+string(key)+`"`) && !strings.Contains(scripts, "words."+string(key)) && !strings.Contains(scripts, "words[`"+prefix+"-$") {
			t.Errorf("the script doesn't use %s", key)
		}
	}
	// These are put together from a prefix and a value.
	composed := regexp.MustCompile(`^(kind|transport|claims|learned|outcome|party|era|theme)(-|$)`)
	for key := range words {
		if !used[string(key)] && !composed.MatchString(string(key)) {
			t.Errorf("%s is used nowhere", key)
		}
	}
}

func TestPieces(t *testing.T) {
	for sentence, want := range map[string][]piece{
		"":              nil,
		"plain":         {{text: "plain"}},
		"a `b` c":       {{text: "a "}, {text: "b", code: true}, {text: " c"}},
		"`b`":           {{text: "b", code: true}},
		"odd ` sign":    {{text: "odd ` sign"}},
		"empty `` pair": {{text: "empty `` pair"}},
	} {
		if got := pieces(sentence); !reflect.DeepEqual(got, want) {
			t.Errorf("pieces(%q) = %v, want %v", sentence, got, want)
		}
	}
}
