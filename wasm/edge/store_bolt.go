//go:build !js

package main

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// The bounds of the file. Beyond them the entries stored first are dropped: any
// certificate can be computed again.
const (
	maxEntries = 50_000
	maxBytes   = 128 << 20
)

// The buckets of the file: key → document, with the bytes of all documents as
// its sequence; number of storing → key; and the one of an older form, whose
// entries have no signature.
var (
	documents = []byte("documents")
	order     = []byte("order")
	unsigned  = []byte("certificates")
)

// boltStore is a Store in one file. A Put has reached the disk when it returns.
type boltStore struct {
	db      *bbolt.DB
	entries uint64 // the most that are kept
	bytes   uint64 // the most that all documents have together
}

// openBolt opens, or makes, the store in the folder dir. Only one process at a
// time can hold it. bbolt panics, or faults, on some damaged files: here that
// is an error like any other.
func openBolt(dir string, entries, bytes uint64) (s *boltStore, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, "certificates.db")
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%s is damaged (%v); move it away or choose another folder with -data", path, v)
		}
	}()
	db, err := bbolt.Open(path, 0o644, &bbolt.Options{Timeout: time.Second})
	if errors.Is(err, bolterrors.ErrTimeout) {
		return nil, fmt.Errorf("%s is in use by another server; choose another folder with -data", path)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if err := db.Update(makeBuckets); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), db.Close())
	}
	return &boltStore{db, entries, bytes}, nil
}

func makeBuckets(tx *bbolt.Tx) error {
	if err := tx.DeleteBucket(unsigned); err != nil && !errors.Is(err, bolterrors.ErrBucketNotFound) {
		return err
	}
	_, err := tx.CreateBucketIfNotExists(documents)
	if err == nil {
		_, err = tx.CreateBucketIfNotExists(order)
	}
	return err
}

// Close releases the file.
func (s *boltStore) Close() error { return s.db.Close() }

// Get implements Store. The copy outlives the transaction. A damaged file ends the call, not
// the server.
func (s *boltStore) Get(_ context.Context, key string) (value []byte, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	err = s.db.View(func(tx *bbolt.Tx) error {
		found := tx.Bucket(documents).Get([]byte(key))
		if found == nil {
			return ErrNotFound
		}
		value = append([]byte{}, found...)
		return nil
	})
	return value, err
}

// Put implements Store. A replaced entry keeps its place in the order.
func (s *boltStore) Put(_ context.Context, key string, value []byte) error {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	return s.db.Update(func(tx *bbolt.Tx) error {
		if tx.Bucket(documents).Get([]byte(key)) == nil {
			if err := enqueue(tx, key); err != nil {
				return err
			}
		}
		if err := replace(tx, []byte(key), value); err != nil {
			return err
		}
		return s.evict(tx)
	})
}

// enqueue gives a key the next number.
func enqueue(tx *bbolt.Tx, key string) error {
	b := tx.Bucket(order)
	number, err := b.NextSequence()
	if err != nil {
		return err
	}
	return b.Put(binary.BigEndian.AppendUint64(nil, number), []byte(key))
}

// replace stores a document, or deletes it when value is nil, and keeps the sum
// of the bytes.
func replace(tx *bbolt.Tx, key, value []byte) error {
	b := tx.Bucket(documents)
	sum := b.Sequence() - uint64(len(b.Get(key))) + uint64(len(value))
	if err := b.SetSequence(sum); err != nil {
		return err
	}
	if value == nil {
		return b.Delete(key)
	}
	return b.Put(key, value)
}

// errOrder says that an entry that is first in the order cannot be found there: the file is damaged.
var errOrder = errors.New("edge: the order of the entries is damaged")

// evict drops the oldest entries until the bounds hold.
func (s *boltStore) evict(tx *bbolt.Tx) error {
	queue := tx.Bucket(order)
	for last := uint64(0); ; {
		number, key := queue.Cursor().First()
		if number == nil {
			return nil
		}
		first := binary.BigEndian.Uint64(number)
		entries := queue.Sequence() - first + 1
		if entries <= s.entries && tx.Bucket(documents).Sequence() <= s.bytes {
			return nil
		}
		if first == last {
			return errOrder
		}
		last = first
		if err := errors.Join(replace(tx, key, nil), queue.Delete(number)); err != nil {
			return err
		}
	}
}
