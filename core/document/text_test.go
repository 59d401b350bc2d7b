package document

import "testing"

func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "",
		"{}":                               "{}",
		"\xef\xbb\xbf{}":                   "{}",
		"\xff\xfe{\x00}\x00":               "{}",
		"\xfe\xff\x00{\x00}":               "{}",
		"{\x00}\x00":                       "{}",
		"\x00{\x00}":                       "{}",
		"\xff\xfe\x35\xd8\x9c\xdc\xac\x20": "\U0001d49c€",
		"\xff\xfe{\x00}\x00x":              "{}",
		"\xfe\xff\xd8\x00\x00{":            "\ufffd",
		"\xff\xfe\x00\x00{\x00\x00\x00}\x00\x00\x00": "{}",
		"\x00\x00\xfe\xff\x00\x01\xd4\x9c\x00":       "\U0001d49c",
		"{\"a\": 1}":                                 "{\"a\": 1}",
	} {
		if got := string(Text([]byte(text))); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	if IsMarked([]byte("{}")) || IsMarked([]byte("\x00\x00\x00\x01")) || !IsMarked([]byte("\xef\xbb\xbf{")) || !IsMarked([]byte("\x00\x00\xfe\xff")) {
		t.Error("a mark is seen where there is none, or overlooked")
	}
}
