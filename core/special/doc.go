// Package special computes the special functions that certificates are made
// of, with the same bits on every platform Go compiles to.
//
// Go's math.Exp, Pow, Erf and Tanh take other paths on amd64 than in
// WebAssembly, math.Log is wrong there below 2⁻¹⁰²² (by 35 at the smallest number),
// and compilers fuse x*y + z into one rounding on arm64, ppc64le, riscv64,
// s390x and loong64, in math.Log, Log1p, Sin and Cos too. Here only +, −, ×, ÷, Sqrt and
// bit operations are used, and every product that is added to something is
// written float64(x*y), which forbids fusing. A test of the package core looks
// for fused instructions in programs for arm64.
package special

// Unit is the unit roundoff of float64, 2⁻⁵³.
const Unit = 0x1p-53
