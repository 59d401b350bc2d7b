package tight

// smallest returns the k-th smallest of xs, 1 ≤ k ≤ len(xs), and reorders xs
// (C. Hoare's FIND, Comm. ACM 4 (1961)). No element is NaN.
func smallest(xs []float64, k int64) float64 {
	low, high, want := 0, len(xs)-1, int(k-1)
	for low < high {
		pivot := middle(xs[low], xs[low+(high-low)/2], xs[high])
		i, j := low, high
		for i <= j {
			for xs[i] < pivot {
				i++
			}
			for pivot < xs[j] {
				j--
			}
			if i <= j {
				xs[i], xs[j] = xs[j], xs[i]
				i++
				j--
			}
		}
		if j < want {
			low = i
		}
		if want < i {
			high = j
		}
	}
	return xs[want]
}

func middle(a, b, c float64) float64 { return max(min(a, b), min(max(a, b), c)) }
