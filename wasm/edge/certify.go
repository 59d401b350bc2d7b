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
		return answers.Refusals.Unread.answer()
	case len(body) > a.limits.Body:
		large := answers.Refusals.Large
		large.Message = fmt.Sprintf(large.Message, a.limits.Body)
		return large.answer()
	case a.signer == nil:
		return answers.Refusals.Keyless.answer()
	}
	request, err := a.parse(body)
	if err != nil {
		return badRequest(err)
	}
	e, err := a.obtain(r.Context(), request, clientOf(r.RemoteAddr))
	if err != nil {
		return failed(r.Context(), err)
	}
	return answer{status: http.StatusOK, body: e.document}
}

// badRequest answers a request that is none. Text that is not JSON is answered 400; JSON that is not a
// request in gram form within the limits is answered 422.
func badRequest(err error) answer {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return refusal{Status: http.StatusBadRequest, Message: fmt.Sprintf("not JSON at byte %d: %v", syntax.Offset, syntax)}.answer()
	}
	return refused(http.StatusUnprocessableEntity, document.RefusalOf(err))
}

// failed answers the error of obtain. The log gets its text only where that
// cannot hold numbers of the request.
func failed(ctx context.Context, err error) answer {
	var limit limited
	var field *document.FieldError
	var store storeError
	switch {
	case errors.Is(err, errBusy):
		return answers.Refusals.Busy.answer()
	case errors.As(err, &limit):
		seconds := int(math.Ceil(limit.wait.Seconds()))
		message := fmt.Sprintf("too many requests for new certificates; try again in %d seconds. Stored certificates are always served", seconds)
		return refusal{http.StatusTooManyRequests, "", message, seconds}.answer()
	case errors.Is(err, errUncounted):
		return answers.Refusals.Uncounted.answer()
	case ctx.Err() != nil:
		return answers.Refusals.Stopped.answer()
	case errors.As(err, &field):
		return badRequest(err)
	case errors.As(err, &store):
		log.Printf("certify: %v", store)
	default:
		log.Printf("certify: %T", err)
	}
	return answers.Refusals.Failed.answer()
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
