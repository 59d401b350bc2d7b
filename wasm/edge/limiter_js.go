//go:build js

package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/syumai/workers/cloudflare"
)

// object is a Limiter in a Durable Object, one for the whole edge; see
// worker/limiter.mjs.
type object struct{ binding string }

// Take implements Limiter. The object answers with a number of seconds.
func (o object) Take(_ context.Context, client string) (time.Duration, error) {
	namespace, err := cloudflare.NewDurableObjectNamespace(o.binding)
	if err != nil {
		return 0, err
	}
	stub, err := namespace.Get(namespace.IdFromName("all"))
	if err != nil {
		return 0, err
	}
	request, err := http.NewRequest(http.MethodPost, "https://limiter/?client="+url.QueryEscape(client), nil)
	if err != nil {
		return 0, err
	}
	response, err := stub.Fetch(request)
	if err != nil {
		return 0, err
	}
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("status %d (%v)", response.StatusCode, err)
	}
	var seconds int
	if _, err := fmt.Sscan(string(text), &seconds); err != nil || seconds < 0 {
		return 0, fmt.Errorf("%d bytes that are not a number of seconds", len(text))
	}
	return time.Duration(seconds) * time.Second, nil
}
