// Package special computes the special functions that certificates are made
// of, with the same bits on every platform Go compiles to.
//
// Go's math.Exp, Pow, Erf and Tanh take other paths on amd64 than in
// WebAssembly, and some compilers fuse x*y + z into one rounding. Here only
// +, −, ×, ÷, Sqrt, Log, Log1p and bit operations are used, and every product
// that is added to something is written float64(x*y), which forbids fusing.
package special

import "runtime"

// Unit is the unit roundoff of float64, 2⁻⁵³.
const Unit = 0x1p-53

// SameBits tells whether this machine gives the bits that certificates promise.
// Where the compiler fuses x*y + z, Go's math.Log and gonum's normal quantile
// round differently: bounds hold there all the same, but their last digits may
// differ, by less than the errors that are allowed for.
func SameBits() bool {
	switch runtime.GOARCH {
	case "amd64", "386", "wasm":
		return true
	}
	return false
}
