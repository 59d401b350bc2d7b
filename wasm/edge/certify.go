package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/fault"
)

// errBusy says that too many computations wait already.
var errBusy = errors.New("edge: too many computations wait")

// errUncounted says that the limiter failed.
var errUncounted = errors.New("edge: the limiter failed")

// limited says that a client has to wait before the next computation.
type limited struct{ wait time.Duration }

func (l limited) Error() string { return "edge: the limit is reached" }

// storeError is a failure of the store; unlike others it says nothing of a request.
type storeError struct{ error }

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
	if a.signer == nil {
		return refusal(http.StatusServiceUnavailable, "", "this service has no signing key, so it makes no certificates")
	}
	request, ans, ok := a.parse(body)
	if !ok {
		return ans
	}
	e, err := a.obtain(r.Context(), request, clientOf(r.RemoteAddr))
	if err == nil {
		return answer{status: http.StatusOK, body: e.document}
	}
	return failed(r.Context(), err)
}

// failed answers the error of obtain. The log gets its text only where that
// cannot hold numbers of the request.
func failed(ctx context.Context, err error) answer {
	var limit limited
	var store storeError
	switch {
	case errors.Is(err, errBusy):
		return refusal(http.StatusTooManyRequests, "", "too many certificates are being computed").with("Retry-After", "2")
	case errors.As(err, &limit):
		seconds := int(math.Ceil(limit.wait.Seconds()))
		message := fmt.Sprintf("too many new certificates were asked for; the next may be in %d seconds, and stored ones are always served", seconds)
		return refusal(http.StatusTooManyRequests, "", message).with("Retry-After", strconv.Itoa(seconds))
	case errors.Is(err, errUncounted):
		return refusal(http.StatusServiceUnavailable, "", "new certificates cannot be counted, so none is made; stored ones are served").with("Retry-After", "60")
	case ctx.Err() != nil:
		return refusal(http.StatusServiceUnavailable, "", "the computation was stopped")
	}
	if field := (*document.FieldError)(nil); errors.As(err, &field) {
		return refused(err)
	}
	if errors.As(err, &store) {
		log.Printf("certify: %v", store)
	} else {
		log.Printf("certify: %T", err)
	}
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
		err = &document.FieldError{Field: "samples", Message: fmt.Sprintf("may be at most %d here, got %d", a.limits.Samples, request.Samples)}
	}
	if err == nil {
		return request, answer{}, true
	}
	return nil, refused(err), false
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
func (a *api) obtain(ctx context.Context, request *certificate.Request, client string) (entry, error) {
	key, err := request.Key()
	if err != nil {
		return entry{}, err
	}
	return a.once(ctx, key, func() (entry, error) {
		if e, err := a.load(ctx, key); !errors.Is(err, ErrNotFound) {
			return e, err
		}
		release, err := a.enter(ctx, client)
		if err != nil {
			return entry{}, err
		}
		defer release()
		e, err := a.compute(ctx, request, key)
		if err == nil {
			a.keep(ctx, key, e)
		}
		return e, err
	})
}

// keep stores an entry. A store that fails, or panics, takes nothing from the client:
// the certificate is answered, and memory has it for a while.
func (a *api) keep(ctx context.Context, key string, e entry) {
	defer func() {
		if v := recover(); v != nil {
			log.Printf("%s is not stored: panic (%T) in %s", key, v, fault.Place())
		}
	}()
	a.memory.Add(key, e)
	if err := a.store.Put(ctx, key, e.document); err != nil {
		log.Printf("%s is not stored: %v", key, err)
	}
}

// enter waits for a computation slot, so that a flood of requests leaves the
// machine free for everything else. It fails at once when the queue is full, which
// costs the client nothing, or when the client is over its limit.
func (a *api) enter(ctx context.Context, client string) (release func(), err error) {
	select {
	case a.queue <- struct{}{}:
	default:
		return nil, errBusy
	}
	defer func() {
		if release == nil {
			<-a.queue
		}
	}()
	if err := a.count(ctx, client); err != nil {
		return nil, err
	}
	select {
	case a.slots <- struct{}{}:
		return func() { <-a.slots; <-a.queue }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// count asks the limiter.
func (a *api) count(ctx context.Context, client string) error {
	wait, err := a.limiter.Take(ctx, client)
	switch {
	case err != nil:
		log.Printf("limiter: %v", err)
		return errUncounted
	case wait > 0:
		return limited{wait}
	}
	return nil
}

// compute is certificate.Certify with a look at ctx before each block: a client
// that has gone stops its computation.
func (a *api) compute(ctx context.Context, request *certificate.Request, key string) (entry, error) {
	c, work, err := certificate.Prepare(request)
	for err == nil && work != nil {
		var results []byte
		if results, err = runBlocks(ctx, work); err == nil {
			work, err = work.Reduce(&c.Verdict, results)
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
	rest()
	return a.signer.sign(document), nil
}

// runBlocks returns the results of one stage in block order.
func runBlocks(ctx context.Context, work *argument.Work) ([]byte, error) {
	var results []byte
	for block := range work.Blocks {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		rest()
		result, err := work.Run(block)
		if err != nil {
			return nil, err
		}
		results = append(results, result...)
	}
	return results, nil
}
