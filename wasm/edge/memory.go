package main

import "sync"

// memory keeps checked entries, so that a popular one is checked once: the
// generation used last, and the one before.
type memory struct {
	size       int // of a generation
	mu         sync.Mutex
	young, old map[string]entry
}

func (m *memory) get(key string) (entry, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e, ok := m.young[key]; ok {
		return e, true
	}
	e, ok := m.old[key]
	if ok {
		m.add(key, e)
	}
	return e, ok
}

func (m *memory) put(key string, e entry) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.add(key, e)
}

func (m *memory) add(key string, e entry) {
	if m.young == nil || len(m.young) >= m.size {
		m.young, m.old = map[string]entry{}, m.young
	}
	m.young[key] = e
}
