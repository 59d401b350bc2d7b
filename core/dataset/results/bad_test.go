package results

import (
	"fmt"
)

// votedWith tells it of a classifier of these fields, on clouds prepared so.
func votedWith(sigma float64, classifier, rest string) string {
	return fmt.Sprintf(`{"model":{"sha256":"%064x","layout":"BDN","classes":["a","b"]},"classifier":{%s},"sampling":{"sigma":%v,"select":10,"estimate":100}%s}`, 7, classifier, sigma, rest)
}
