package document

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// hidden are characters that a message must not contain, one of each kind.
const hidden = "\x00\a\b\t\n\v\f\r\x1b\x7f\u0085\u009b\u00ad\u061c\u200b\u200e\u2028\u2029\u202e\u2066\ufeff\U000e0041\ue000"

func TestPrintableShowsEveryHiddenCharacterAsAnEscape(t *testing.T) {
	slow.Skip(t)
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if 0xD800 <= r && r < 0xE000 {
			continue
		}
		text := "a" + string(r) + "b"
		got := Printable(text)
		if strings.ContainsFunc(got, func(r rune) bool { return !unicode.IsGraphic(r) }) {
			t.Fatalf("%U: %q", r, got)
		}
		if unicode.IsLetter(r) && got != text {
			t.Fatalf("%U is a letter: %q", r, got)
		}
	}
	if got := Printable("σ = 0.1 m, 中文 “x”\\n\x1b[2J\n\u202e\xff"); got != `σ = 0.1 m, 中文 “x”\n\x1b[2J\n\u202e\xff` {
		t.Error(got)
	}
}

func TestPrintableJSONIsTheSameJSON(t *testing.T) {
	text, err := json.Marshal(map[string]string{"field " + hidden: hidden})
	if err != nil {
		t.Fatal(err)
	}
	shown := PrintableJSON(text)
	if got := Printable(string(shown)); got != string(shown) {
		t.Errorf("%q", shown)
	}
	indented, err := json.MarshalIndent(map[string]string{"field " + hidden: hidden, "plain": "ü"}, "", "  ")
	if got := PrintableJSON(indented); err != nil || strings.Count(string(got), "\n") != strings.Count(string(indented), "\n") || !json.Valid(got) {
		t.Errorf("%q", got)
	}
	var read map[string]string
	if err := json.Unmarshal(shown, &read); err != nil || read["field "+hidden] != hidden {
		t.Errorf("%v: %q", err, read)
	}
}
