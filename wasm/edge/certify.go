package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"

	"github.com/orbitcert/orbitcert/core/certificate"
)

// errBusy says that too many computations wait already.
var errBusy = errors.New("edge: too many computations wait")

// certify answers POST /api/certificates. What a client claims is never stored:
// only the request is read, and the certificate is computed here.
func (a *api) certify(r *http.Request) answer {
	body, err := io.ReadAll(io.LimitReader(r.Body, int64(a.limits.Body)+1))
	switch {
	case err != nil:
		return refusal(http.StatusBadRequest, "", "the request could not be read")
	case len(body) > a.limits.Body:
		return refusal(http.StatusRequestEntityTooLarge, "", fmt.Sprintf("a request may have %d bytes", a.limits.Body))
	}
	request, ans, ok := a.parse(body)
	if !ok {
		return ans
	}
	e, err := a.obtain(r.Context(), request)
	switch {
	case err == nil:
		return answer{status: http.StatusOK, body: e.document}
	case errors.Is(err, errBusy):
		return refusal(http.StatusTooManyRequests, "", "too many certificates are being computed").with("Retry-After", "2")
	case r.Context().Err() != nil:
		return refusal(http.StatusServiceUnavailable, "", "the computation was stopped")
	}
	if ans, ok := badField(err); ok {
		return ans
	}
	log.Printf("certify: %v", err)
	return internalError()
}

// parse validates a posted request. Text that is not JSON is answered 400; JSON
// that is not a request in gram form within the limits is answered 422.
func (a *api) parse(body []byte) (*certificate.Request, answer, bool) {
	if ans, ok := refuseClouds(body); !ok {
		return nil, ans, false
	}
	request, err := certificate.ParseRequest(body, nil)
	if err == nil && request.Samples > a.limits.Samples {
		err = &certificate.FieldError{Field: "samples", Message: fmt.Sprintf("may be at most %d here, got %d", a.limits.Samples, request.Samples)}
	}
	if err == nil {
		return request, answer{}, true
	}
	ans, named := badField(err)
	if !named {
		ans = refusal(http.StatusUnprocessableEntity, "", err.Error())
	}
	return nil, ans, false
}

// refuseClouds finds text that is not JSON, and keeps clouds off the edge
// whatever a client sends.
func refuseClouds(body []byte) (answer, bool) {
	var fields map[string]json.RawMessage
	var syntax *json.SyntaxError
	if errors.As(json.Unmarshal(body, &fields), &syntax) {
		return refusal(http.StatusBadRequest, "", fmt.Sprintf("not JSON at byte %d: %v", syntax.Offset, syntax)), false
	}
	for _, name := range []string{"clean", "perturbed"} {
		if _, there := fields[name]; there {
			return refusal(http.StatusUnprocessableEntity, name, "clouds are not accepted here; send the request in gram form"), false
		}
	}
	return answer{}, true
}

// obtain returns the stored certificate of a request, or computes and stores it.
// The second look at the store is for a request that waited behind its double.
func (a *api) obtain(ctx context.Context, request *certificate.Request) (entry, error) {
	key, err := request.Key()
	if err != nil {
		return entry{}, err
	}
	if e, err := a.load(ctx, key); !errors.Is(err, ErrNotFound) {
		return e, err
	}
	release, err := a.enter(ctx)
	if err != nil {
		return entry{}, err
	}
	defer release()
	if e, err := a.load(ctx, key); !errors.Is(err, ErrNotFound) {
		return e, err
	}
	e, err := compute(ctx, request, key)
	if err != nil {
		return entry{}, err
	}
	return e, a.store.Put(ctx, key, e.encode())
}

// enter waits for a computation slot, so that a flood of requests leaves the
// machine free for everything else. It fails at once when the queue is full.
func (a *api) enter(ctx context.Context) (release func(), err error) {
	select {
	case a.queue <- struct{}{}:
	default:
		return nil, errBusy
	}
	select {
	case a.slots <- struct{}{}:
		return func() { <-a.slots; <-a.queue }, nil
	case <-ctx.Done():
		<-a.queue
		return nil, ctx.Err()
	}
}

// compute is certificate.Certify with a look at ctx before each block: a client
// that has gone stops its computation.
func compute(ctx context.Context, request *certificate.Request, key string) (entry, error) {
	c, work, err := certificate.Prepare(request)
	for err == nil && work != nil {
		var results []byte
		if results, err = runBlocks(ctx, work); err == nil {
			work, err = work.Reduce(c, results)
		}
	}
	if err != nil {
		return entry{}, err
	}
	c.Key = key
	document, err := certificate.Document(request, c)
	if err != nil {
		return entry{}, err
	}
	return newEntry(document), nil
}

// runBlocks returns the results of one stage in block order.
func runBlocks(ctx context.Context, work *certificate.Work) ([]byte, error) {
	var results []byte
	for block := range work.Blocks {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		result, err := work.Run(block)
		if err != nil {
			return nil, err
		}
		results = append(results, result...)
	}
	return results, nil
}
