//go:build !js

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// certificates is the one bucket of the file.
var certificates = []byte("certificates")

// boltStore is a Store in one file. A Put has reached the disk when it returns.
type boltStore struct{ db *bbolt.DB }

// openBolt opens, or makes, the store in the folder dir. Only one process at a
// time can hold it. bbolt panics, or faults, on some damaged files: here that
// is an error like any other.
func openBolt(dir string) (s *boltStore, err error) {
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
	err = db.Update(func(tx *bbolt.Tx) error {
		_, err := tx.CreateBucketIfNotExists(certificates)
		return err
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), db.Close())
	}
	return &boltStore{db}, nil
}

// Close releases the file.
func (s *boltStore) Close() error { return s.db.Close() }

// Get implements Store. The copy outlives the transaction.
func (s *boltStore) Get(_ context.Context, key string) (value []byte, err error) {
	err = s.db.View(func(tx *bbolt.Tx) error {
		found := tx.Bucket(certificates).Get([]byte(key))
		if found == nil {
			return ErrNotFound
		}
		value = append([]byte{}, found...)
		return nil
	})
	return value, err
}

// Put implements Store.
func (s *boltStore) Put(_ context.Context, key string, value []byte) error {
	return s.db.Update(func(tx *bbolt.Tx) error {
		return tx.Bucket(certificates).Put([]byte(key), value)
	})
}
