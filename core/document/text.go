package document

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

const byteOrderMark = "\xef\xbb\xbf" // of UTF-8

// IsMarked tells whether a text starts with a byte order mark or is UTF-16, as shells and
// spreadsheets of Windows write it.
func IsMarked(head []byte) bool {
	return bytes.HasPrefix(head, []byte(byteOrderMark)) || IsUTF16(head) || utf32Order(head) != nil
}

// utf32Order returns the byte order of UTF-32 by its mark, nil for other text.
func utf32Order(head []byte) binary.ByteOrder {
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xfe\x00\x00")):
		return binary.LittleEndian
	case bytes.HasPrefix(head, []byte("\x00\x00\xfe\xff")):
		return binary.BigEndian
	}
	return nil
}

// IsUTF16 recognises UTF-16 by its mark, or Latin text in it without one: every other one of the
// first bytes is 0.
func IsUTF16(head []byte) bool {
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		return true
	}
	if len(head) < 4 {
		return false
	}
	little := head[0] != 0 && head[1] == 0 && head[2] != 0 && head[3] == 0
	big := head[0] == 0 && head[1] != 0 && head[2] == 0 && head[3] != 0
	return little || big
}

// Text returns a text as UTF-8 without a byte order mark.
func Text(text []byte) []byte {
	if order := utf32Order(text); order != nil {
		out := make([]byte, 0, len(text)/4+len(text)/16)
		for i := 4; i+3 < len(text); i += 4 {
			out = utf8.AppendRune(out, rune(order.Uint32(text[i:])))
		}
		return out
	}
	if !IsUTF16(text) {
		return bytes.TrimPrefix(text, []byte(byteOrderMark))
	}
	var order binary.ByteOrder = binary.LittleEndian
	if text[0] == 0 || text[0] == 0xfe {
		order = binary.BigEndian
	}
	out := make([]byte, 0, len(text)/2+len(text)/16)
	for i := 0; i+1 < len(text); i += 2 {
		r := rune(order.Uint16(text[i:]))
		if utf16.IsSurrogate(r) && i+3 < len(text) {
			r = utf16.DecodeRune(r, rune(order.Uint16(text[i+2:])))
			i += 2
		}
		out = utf8.AppendRune(out, r)
	}
	return bytes.TrimPrefix(out, []byte(byteOrderMark))
}
