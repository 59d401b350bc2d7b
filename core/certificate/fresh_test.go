package certificate

import (
	"regexp"
	"strings"
	"testing"
)

const drawnRequest = `{"clean":{"points":[[3,0],[0,1]]},"perturbed":{"points":[[3,0.8],[0,1]]},"sigma":1,"group":"O","samples":20000,"prediction":{"probability":0.9}}`

// Fresh draws are others, and bear out an honest document.
func TestFresh(t *testing.T) {
	r := mustParse(t, drawnRequest)
	c := mustCertify(t, r)
	document, _ := Document(r, c)
	fresh, doubts, err := Fresh(document, nil, "nobody knew")
	if err != nil || len(doubts) > 0 {
		t.Fatalf("%v, %v", doubts, err)
	}
	if own := c.MonteCarlo(); fresh.Seed != "nobody knew" || fresh.Estimate == own.Estimate || !fresh.Certified {
		t.Errorf("%+v, in the document %+v", fresh, own)
	}
}

func TestFreshDoubts(t *testing.T) {
	r := mustParse(t, strings.Replace(drawnRequest, "0.9", "0.55", 1))
	honest, _ := Document(r, mustCertify(t, r))
	number := regexp.MustCompile(`"lower": [0-9.e-]+,\n\s*"estimate"`)
	claim := number.ReplaceAllString(string(honest), `"lower": 0.6, "estimate"`)
	claim = strings.Replace(claim, `"certified": false`, `"certified": true`, 1)
	_, doubts, err := Fresh([]byte(claim), nil, "fresh")
	if err != nil || len(doubts) != 2 || !strings.HasPrefix(doubts[0], "certified: true") || !strings.HasPrefix(doubts[1], "tight.monte_carlo.lower: 0.6 in the document") {
		t.Errorf("%q, %v", doubts, err)
	}
}

// A certificate without draws needs no fresh draws.
func TestFreshWithoutDraws(t *testing.T) {
	r := mustParse(t, strings.Replace(drawnRequest, "20000", "0", 1))
	document, _ := Document(r, mustCertify(t, r))
	if fresh, doubts, err := Fresh(document, nil, "fresh"); fresh != nil || doubts != nil || err != nil {
		t.Errorf("%+v, %v, %v", fresh, doubts, err)
	}
	for _, bad := range []string{`{}`, `[]`, `{"request":{}}`, strings.Replace(string(document), `"certified": `, `"certified": 3, "x":`, 1)} {
		if _, _, err := Fresh([]byte(bad), nil, "fresh"); err == nil {
			t.Errorf("%.40s is taken", bad)
		}
	}
}
