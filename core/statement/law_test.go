package statement

import (
	"testing"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/internal/trials"
)

// A paragraph that leaves out how samples are drawn would claim more than is proved.
func TestNoiseNamesTheWholeLaw(t *testing.T) {
	p := paragraph{r: &certificate.Request{}, style: Plain}
	before := p.noise()
	trials.EachField(&p.r.Law, func(name string) {
		if name != "Axis" && p.noise() == before { // the axis is that of the group
			t.Errorf("%s is not named", name)
		}
	})
}
