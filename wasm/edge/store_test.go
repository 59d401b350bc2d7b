//go:build !js

package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.etcd.io/bbolt"
)

// held lists which of the first n keys are stored.
func held(t *testing.T, s *boltStore, n int) (found []int) {
	t.Helper()
	for i := range n {
		switch _, err := s.Get(context.Background(), fmt.Sprint(i)); {
		case err == nil:
			found = append(found, i)
		case !errors.Is(err, ErrNotFound):
			t.Fatal(err)
		}
	}
	return found
}

func put(t *testing.T, s *boltStore, key, size int) {
	t.Helper()
	if err := s.Put(context.Background(), fmt.Sprint(key), make([]byte, size)); err != nil {
		t.Fatal(err)
	}
}

// The entries stored first go when there are too many, or when they are too large.
func TestStoreIsBounded(t *testing.T) {
	dir := t.TempDir()
	s, err := openBolt(dir, 4, 100)
	if err != nil {
		t.Fatal(err)
	}
	expect := func(what string, want ...int) {
		t.Helper()
		if got := held(t, s, 20); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	for i := range 6 {
		put(t, s, i, 10)
	}
	expect("six of four", 2, 3, 4, 5)
	put(t, s, 2, 40) // keeps its place
	expect("replaced by a larger one", 2, 3, 4, 5)
	put(t, s, 6, 1)
	expect("one more", 3, 4, 5, 6)
	s.Close()
	if s, err = openBolt(dir, 4, 100); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	put(t, s, 7, 80)
	expect("more bytes than fit", 5, 6, 7)
	put(t, s, 8, 0)
	put(t, s, 9, 101)
	expect("more bytes than ever fit")
	for i := range 4 {
		put(t, s, i, 25)
	}
	expect("full", 0, 1, 2, 3)
}

// The file does not grow for ever.
func TestFileIsBounded(t *testing.T) {
	dir := t.TempDir()
	s, err := openBolt(dir, 100, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.db.NoSync = true // the disk takes most of the time
	size := func() int64 {
		info, err := os.Stat(filepath.Join(dir, "certificates.db"))
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	for i := range 200 {
		put(t, s, i, 3000)
	}
	early := size()
	for i := 200; i < 3000; i++ {
		put(t, s, i, 3000)
	}
	if late := size(); late > 2*early {
		t.Errorf("%d bytes after 200 entries, %d after 3000", early, late)
	}
}

// An entry that stands first in a damaged order, and cannot be dropped, is an error, where dropping went on for ever.
func TestDamagedOrder(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "certificates.db")
	s := newStore(t, dir)
	for i := range 3 {
		put(t, s, i, 10)
	}
	s.Close()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	first := append(binary.BigEndian.AppendUint64(nil, 1), '0')
	if !bytes.Contains(file, first) {
		t.Fatal("the order is not where it was")
	}
	late := append(binary.BigEndian.AppendUint64(nil, math.MaxUint64), '0')
	if err := os.WriteFile(path, bytes.ReplaceAll(file, first, late), 0o644); err != nil {
		t.Fatal(err)
	}
	if s, err = openBolt(dir, 4, 100); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Put(context.Background(), "9", nil); !errors.Is(err, errOrder) {
		t.Errorf("%v, want %v", err, errOrder)
	}
}

// Entries of the form without signatures are dropped, and their place is used.
func TestOlderFile(t *testing.T) {
	dir := t.TempDir()
	db, err := bbolt.Open(filepath.Join(dir, "certificates.db"), 0o644, &bbolt.Options{Timeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucket(unsigned)
		return errors.Join(err, b.Put([]byte("0"), bytes.Repeat([]byte("old"), 1000)))
	})
	if err = errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	s := newStore(t, dir)
	if found := held(t, s, 1); len(found) > 0 {
		t.Error("the old entry is still there")
	}
	h := newTestHandler(s, defaultLimits)
	document, key := share(t, h, posted(10))
	if _, body := send(h, "GET", "/api/certificates/"+key, ""); body != document {
		t.Errorf("GET: %s", body)
	}
}

// readStore counts how often each entry is read.
type readStore struct {
	Store
	reads map[string]int
}

func (s readStore) Get(ctx context.Context, key string) ([]byte, error) {
	s.reads[key]++
	return s.Store.Get(ctx, key)
}

// An entry that is in use is read from the store once, the one used longest ago again.
func TestMemory(t *testing.T) {
	store := readStore{newStore(t, t.TempDir()), map[string]int{}}
	limits := defaultLimits
	limits.Memory = 2
	var keys []string
	for n := range 3 {
		_, key := share(t, newTestHandler(store, limits), posted(10+n))
		keys = append(keys, key)
	}
	clear(store.reads)
	h := newTestHandler(store, limits)
	for _, n := range []int{0, 1, 0, 2, 0, 1, 1} {
		if res, body := send(h, "GET", "/api/certificates/"+keys[n], ""); res.StatusCode != 200 {
			t.Fatalf("%d %s", res.StatusCode, body)
		}
	}
	if got, want := fmt.Sprint(store.reads[keys[0]], store.reads[keys[1]], store.reads[keys[2]]), "1 2 1"; got != want {
		t.Errorf("read %s times, want %s", got, want)
	}
}
