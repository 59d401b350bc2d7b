// Package slow leaves slow tests out of go test -short. Only tests import it.
package slow

import "testing"

// Skip skips a test under -short, or the rest of it.
func Skip(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("slow")
	}
}
