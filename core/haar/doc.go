// Package haar computes logarithms of the group-averaged Gaussian kernel,
//
//	β(A) = ∫ exp(tr(AᵀR)) dR
//
// over O(2), SO(3) or O(3) with normalised Haar measure, from the
// singular values of A alone. The clouds come in by A = XᵀZ/σ².
//
// Proper singular values are s₁ ≥ s₂ (≥ |s₃|) with the sign of det A on the
// last. Any order and signs are taken: values are first brought to the proper
// ones that belong to the same β, by sorting and by flipping pairs of signs.
//
// Every log β comes in two forms. Log… is the value. Tail… is log β less its
// largest exponent, the sum of the proper values (of |s₁|, |s₂|, |s₃| for O(D)). It
// is at most 0 and falls like a logarithm of the values, so its error, which
// TailError bounds, hardly grows with them. A difference of two log β with values
// near 1e8 keeps its digits when the caller takes that of the sums by himself:
//
//	log β(A') − log β(A) = (Σs' − Σs) + (Tail(s') − Tail(s)).
//
// An error in the values themselves moves log β by at most Σ|δsᵢ|, since
// ∂ log β/∂sᵢ is a mean of cosines.
//
// Only +, −, ×, ÷, Sqrt, bit operations and the functions of special are used,
// with products kept from fusing: the bits are the same on every platform. Nothing is allocated.
package haar
