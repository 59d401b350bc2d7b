package main

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
)

// A shared document ends with its signature, the last field. Signed is the
// document as it is without that field, after a line that says what it is.
const (
	purpose         = "orbitcert certificate\n"
	beforeSignature = ",\n  \"signature\": \""
	afterSignature  = "\"\n}\n"
	unsignedEnd     = "\n}\n"
)

// signatureLength is that of the base64 text of 64 bytes.
const signatureLength = 88

// signer signs documents and knows its own signatures (Ed25519, RFC 8032).
type signer struct{ key ed25519.PrivateKey }

// newSigner takes the secret: a seed of 32 bytes in standard base64.
func newSigner(secret string) (*signer, error) {
	seed, err := base64.StdEncoding.Strict().DecodeString(secret)
	if err != nil || len(seed) != ed25519.SeedSize {
		return nil, errors.New("the signing key must be 32 bytes in base64") // err would quote the secret
	}
	return &signer{ed25519.NewKeyFromSeed(seed)}, nil
}

// public is the key that checks the signatures, in standard base64.
func (s *signer) public() string {
	return base64.StdEncoding.EncodeToString(s.key.Public().(ed25519.PublicKey))
}

// sign returns the document with its signature as the last field. The same
// document always gets the same signature.
func (s *signer) sign(document []byte) entry {
	signature := base64.StdEncoding.EncodeToString(ed25519.Sign(s.key, message(document)))
	signed := append([]byte(nil), bytes.TrimSuffix(document, []byte(unsignedEnd))...)
	signed = append(signed, beforeSignature+signature+afterSignature...)
	return entry{signed, signature}
}

// verify returns the document that was signed by this signer, byte for byte.
// The signature must be spelled as sign spells it: base64 has other spellings.
func (s *signer) verify(signed []byte) (entry, bool) {
	body, ok := bytes.CutSuffix(signed, []byte(afterSignature))
	if !ok || len(body) < signatureLength {
		return entry{}, false
	}
	body, text := body[:len(body)-signatureLength], string(body[len(body)-signatureLength:])
	if body, ok = bytes.CutSuffix(body, []byte(beforeSignature)); !ok {
		return entry{}, false
	}
	signature, err := base64.StdEncoding.DecodeString(text)
	if err != nil || base64.StdEncoding.EncodeToString(signature) != text {
		return entry{}, false
	}
	document := append(body[:len(body):len(body)], unsignedEnd...)
	return entry{signed, text}, ed25519.Verify(s.key.Public().(ed25519.PublicKey), message(document), signature)
}

// message is what is signed for a document.
func message(document []byte) []byte { return append([]byte(purpose), document...) }
