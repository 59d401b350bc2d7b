package intake

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/dataset/judging"
)

// halfTurn is a run of two points that a half turn swaps, in any order.
const halfTurn = `{"sigma": 0.1, "group": "none", "permutation": true, "attack": {"family": "rotate", "degrees": [0, 180], "axis": [0, 0, 1], "draws": 1}%s,
	"clouds": [{"name": "a", "points": [[1, 0, 0], [-1, 0, 0]], %s"label": 1, "votes_pred": [1, 99], "votes_cert": [5, 995]}]}`

const seeing = `, "prediction": {"model": {"attributes": ["element"]}}`

// A cloud is run again once an attribute that the model sees is another, and not for one that it does not see.
func TestInputOfAttributes(t *testing.T) {
	input := func(more, attributes string) string {
		digest, err := mustParse(t, fmt.Sprintf(halfTurn, more, attributes), nil).input(0)
		if err != nil {
			t.Fatal(err)
		}
		return digest
	}
	one := input(seeing, `"attributes": {"element": [6, 8]}, `)
	if one == input(seeing, `"attributes": {"element": [8, 6]}, `) || one == input("", "") {
		t.Error("another attribute is the same input")
	}
	if one != input(seeing, `"attributes": {"element": [6, 8], "charge": [1, 2]}, `) {
		t.Error("an attribute that the model does not see is another input")
	}
}

// Settings are written with the attributes that the model sees, also in the result.
func TestSettingsNameAttributes(t *testing.T) {
	r := mustParse(t, fmt.Sprintf(halfTurn, seeing, `"attributes": {"element": [6, 8]}, `), nil)
	text, err := json.Marshal(r.Settings[0])
	if err != nil || !strings.Contains(string(text), `"prediction":{"model":{"attributes":["element"]}}`) {
		t.Errorf("%v: %s", err, text)
	}
	again, err := judging.ReadSettings(text, judging.Written)
	if err != nil {
		t.Fatal(err)
	}
	if back, _ := json.Marshal(again); string(back) != string(text) {
		t.Errorf("%s is read as %s", text, back)
	}
}
