package certificate

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/internal/slow"
)

// Clouds in the plane, in space, rods in space; a prediction that no closed form certifies.
const (
	flatClouds  = `"clean":{"points":[[1,0],[0,2],[-1,0.5]]},"perturbed":{"points":[[1.9,-0.4],[0.9,1.8],[-1.1,0.1]]}`
	spaceClouds = `"clean":{"points":[[1.5,0,0],[0,1.2,0],[0,0,1]]},"perturbed":{"points":[[1.9,0.3,0],[0,1.6,-0.4],[0.5,0,1.2]]}`
	rodClouds   = `"clean":{"points":[[0.6,0,0.8],[-0.6,0,-0.8]]},"perturbed":{"points":[[1.2,0,1.6],[-1.2,0,-1.6]]}`
)

// Nothing is drawn where the value is computed, and up to the first look that decides elsewhere, unless the number of draws is given. The
// request in the certificate says how many were taken at most, and has the same certificate and key.
func TestDrawsByDefault(t *testing.T) {
	slow.Skip(t)
	for _, c := range []struct {
		clouds, group, more string
		samples, drawn      int
		stop                string
	}{
		{flatClouds, "SE", ``, 0, 0, argument.StopDecided},
		{flatClouds, "SE", `,"samples":2000`, 2000, 2000, argument.StopFull},
		{flatClouds, "SE", `,"samples":0`, 0, 0, argument.StopFull},
		{flatClouds, "T", ``, 0, 0, argument.StopDecided},
		{flatClouds, "O", ``, 100_000, 10_000, argument.StopDecided},
		{spaceClouds, "SO", ``, 100_000, 10_000, argument.StopDecided},
		{spaceClouds, "SO", `,"stop":"full"`, 100_000, 100_000, argument.StopFull},
		{spaceClouds, "SO", `,"samples":3000`, 3000, 3000, argument.StopFull},
		{spaceClouds, "axis", `,"axis":[0,0,1]`, 0, 0, argument.StopDecided},
		{rodClouds, "SO", ``, 0, 0, argument.StopDecided},
		{rodClouds, "E", ``, 0, 0, argument.StopDecided},
		{rodClouds, "E", `,"samples":2000`, 2000, 2000, argument.StopFull},
	} {
		name := c.group + c.more
		text := fmt.Sprintf(`{%s,"sigma":1,"prediction":{"probability":0.55},"group":"%s"%s}`, c.clouds, c.group, c.more)
		r := mustParse(t, text)
		key, err := mustParse(t, text).Key()
		if err != nil {
			t.Fatal(err)
		}
		made, drawn := mustCertify(t, r), 0
		if m := made.MonteCarlo(); m != nil {
			drawn = m.Samples
		}
		if r.Samples != c.samples || r.Stop != c.stop || drawn != c.drawn || made.Certified {
			t.Errorf("%s: %d draws of %d, %s; want %d of %d, %s", name, drawn, r.Samples, r.Stop, c.drawn, c.samples, c.stop)
		}
		document, err := Document(r, made)
		if err != nil {
			t.Fatal(err)
		}
		if lines, err := contradicted(document); err != nil || len(lines) > 0 {
			t.Errorf("%s: %v %v", name, lines, err)
		}
		written, err := r.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		again := mustParse(t, string(written))
		if same, err := again.Key(); err != nil || same != key {
			t.Errorf("%s: the key of the request as computed is %s, %v; want %s", name, same, err, key)
		}
		short, err := again.Gram()
		if err != nil {
			t.Fatal(err)
		}
		fromGram := mustCertify(t, short)
		if (fromGram.MonteCarlo() == nil) != (drawn == 0) || drawn > 0 && *fromGram.MonteCarlo() != *made.MonteCarlo() {
			t.Errorf("%s: from inner products %+v, from clouds %+v", name, fromGram.MonteCarlo(), made.MonteCarlo())
		}
	}
}

// The smallest probability draws nothing either where the value is computed.
func TestMinimumDrawsByDefault(t *testing.T) {
	for _, clouds := range []string{flatClouds, rodClouds} {
		r, err := ParseMinimumRequest([]byte(`{`+clouds+`,"sigma":1,"group":"SE"}`), nil)
		if err != nil {
			t.Fatal(err)
		}
		m, err := FindMinimum(r)
		if err != nil || m.Tight == nil || m.Tight.Exact == nil || m.Tight.MonteCarlo != nil || *m.Tight.Exact > *m.Orbit {
			t.Errorf("%+v, %v", m.Tight, err)
		}
	}
}

// The votes have one level, whether the certificate draws or not.
func TestOneLevelOfTheVotes(t *testing.T) {
	slow.Skip(t)
	for _, group := range []string{"none", "SE", "SO", "E"} {
		for _, samples := range []string{``, `,"samples":0`, `,"samples":1000`} {
			c := mustCertify(t, mustParse(t, fmt.Sprintf(`{%s,"sigma":1,"prediction":{"votes":60,"samples":100},"group":"%s"%s}`, spaceClouds, group, samples)))
			if level := c.Probability.Level; !(level <= 0.001-0x1p-40) || level < 0.001-0x1p-39 {
				t.Errorf("%s%s: %v", group, samples, level)
			}
		}
	}
}

// The value of this rod is 0.4985, and Monte Carlo once certified it. It is computed now, and draws given by hand
// agree with it.
func TestRodOfTheErratum(t *testing.T) {
	slow.Skip(t)
	var points []string
	for i := range 10 {
		z := (float64(i)/4.5 - 1) / 2.018432
		points = append(points, fmt.Sprintf("[%v,0,%v]", 2*0.6*z, 2*0.8*z))
	}
	clean := strings.Join(points, ",")
	for _, samples := range []string{``, `,"samples":200000`} {
		r := mustParse(t, `{"clean":{"points":[`+clean+`]},"perturbed":{"attack":"scale","norm":-1.8},"sigma":1,"group":"E","prediction":{"probability":0.85345}`+samples+`}`)
		c := mustCertify(t, r)
		e := c.Tight.Exact
		if c.Certified || e == nil || e.Value < 0.498 || e.Value > 0.499 || e.Error > 1e-8 {
			t.Errorf("%s: %+v", samples, c.Tight)
		}
		if m := c.MonteCarlo(); (m == nil) != (samples == ``) || m != nil && m.Lower > e.Value {
			t.Errorf("%s: %+v", samples, m)
		}
	}
}

// A certificate whose lower bound exceeds its upper one is never issued, and one that was is refused.
func TestContradictionsAreRefused(t *testing.T) {
	r := mustParse(t, `{`+spaceClouds+`,"sigma":1,"group":"SO","prediction":{"probability":0.55},"samples":2000}`)
	c := mustCertify(t, r)
	good, err := Document(r, c)
	if err != nil {
		t.Fatal(err)
	}
	c.Tight.MonteCarlo.Lower = c.Tight.MonteCarlo.Upper + 1e-3
	if _, err := Document(r, c); err == nil || !strings.HasPrefix(err.Error(), "tight.monte_carlo: lower ") {
		t.Errorf("it is written: %v", err)
	}
	exact := mustParse(t, `{`+flatClouds+`,"sigma":1,"group":"SO","prediction":{"probability":0.55},"samples":2000}`)
	c = mustCertify(t, exact)
	c.Tight.MonteCarlo.Lower = c.Tight.Exact.Value + 1e-3
	c.Tight.MonteCarlo.Upper = 1
	if _, err := Document(exact, c); err == nil || !strings.HasPrefix(err.Error(), "tight: lower ") {
		t.Errorf("it is written: %v", err)
	}
	at := bytes.Index(good, []byte(`"upper": `))
	forged := append(append([]byte(nil), good[:at]...), bytes.Replace(good[at:], []byte(`"upper": 0.`), []byte(`"upper": 0.0`), 1)...)
	if lines, err := contradicted(forged); err != nil || len(lines) != 1 || !strings.HasPrefix(lines[0], "tight.monte_carlo: lower ") {
		t.Errorf("it stands: %v %v", lines, err)
	}
}
