package intake

import (
	"fmt"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/anytime"
	"github.com/orbitcert/orbitcert/core/dataset/judging"
)

// votedAnytime is a run of one cloud whose votes say what counted them.
const votedAnytime = `{"sigma": 0.25, "group": "SE", %s"attack": {"family": "ball", "norms": [0]%s},
	"voted": {"model": {"sha256": "%064d", "layout": "BND", "classes": ["a", "b"]}, "classifier": {"group": "SE", "how": "made", "poses": 2, "sorted": false, "grid": 0.0009765625},
	"sampling": {"sigma": 0.25, "select": %d, "estimate": 1000, "block": %d}},
	"clouds": [{"name": "x", "label": 1, "points": [[0,0],[1,0],[0,1]], %s"votes_cert": [1, %d, 0], "evidence": "sha256:%064d"}]}`

func TestRuleFollowsFromWhatCountedTheVotes(t *testing.T) {
	run := func(more, search string, selected int, predict string, votes int) ([]*judging.Settings, error) {
		block := 10
		if selected > 0 {
			block = 50
		}
		r, err := Parse(Memory(fmt.Appendf(nil, votedAnytime, more, search, 1, selected, block, predict, votes, 2)), nil)
		if err != nil {
			return nil, err
		}
		return r.Settings, nil
	}
	s, err := run("", "", 0, "", 99)
	if err != nil || s[0].Anytime == nil || *s[0].Anytime != (anytime.Rule{Classes: 2, Planned: 1000}) {
		t.Fatalf("%v, %v", s, err)
	}
	if s, err := run("", "", 100, `"votes_pred": [0, 100, 0], `, 999); err != nil || s[0].Anytime != nil {
		t.Errorf("votes of two stages: %v", err)
	}
	for _, c := range []struct {
		more, search, predict string
		selected, votes       int
		want                  string
	}{
		{"", "", "", 100, 999, "votes_pred: is missing"},
		{`"anytime": {"classes": 2, "planned": 999}, `, "", "", 0, 9, "anytime: must be that of voted, 2 classes and 1000 samples planned"},
		{`"anytime": {"classes": 2, "planned": 1000}, `, "", `"votes_pred": [0, 100, 0], `, 100, 999, "anytime: is named, but voted.sampling.select is 100"},
		{"", `, "search": 9`, "", 0, 9, "attack.search: needs votes of two stages"},
	} {
		if _, err := run(c.more, c.search, c.selected, c.predict, c.votes); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
