// Package heap orders values by a key, the least first.
package heap

// Item is a value with its key.
type Item[T any] struct {
	Key   float64
	Value T
}

// Heap is a binary heap: its first item has the least key.
type Heap[T any] []Item[T]

// Push adds a value.
func (h *Heap[T]) Push(key float64, value T) {
	all := append(*h, Item[T]{})
	k := len(all) - 1
	for k > 0 && key < all[(k-1)/2].Key {
		all[k] = all[(k-1)/2]
		k = (k - 1) / 2
	}
	all[k], *h = Item[T]{key, value}, all
}

// Pop removes the first item.
func (h *Heap[T]) Pop() (top Item[T]) {
	all := *h
	last := all[len(all)-1]
	top, all = all[0], all[:len(all)-1]
	*h = all
	for k := 0; k < len(all); {
		child := 2*k + 1
		if child+1 < len(all) && all[child+1].Key < all[child].Key {
			child++
		}
		if child >= len(all) || all[child].Key >= last.Key {
			all[k] = last
			break
		}
		all[k], k = all[child], child
	}
	return top
}
