//go:build !js

package main

import lru "github.com/hashicorp/golang-lru/v2"

// memory keeps entries that were checked, those used last, so that a popular one is checked once.
type memory = *lru.Cache[string, entry]

func newMemory(size int) memory {
	m, err := lru.New[string, entry](size)
	if err != nil {
		panic(err) // the size is part of the program
	}
	return m
}
