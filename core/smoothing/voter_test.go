package smoothing

import (
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// TestVoter: the plan of one cloud and that of many name the same classifier, and another model or way to show it clouds names another.
func TestVoter(t *testing.T) {
	text := `{"model": {"sha256": "` + strings.Repeat("0", 64) + `", "name": "m.onnx", "layout": "BND", "classes": ["a", "b"]},
		"classifier": {"group": "SE", "how": "made"}, "sampling": {"sigma": 0.1, "select": 100, "estimate": 1000}}`
	voter := func(text string, r Request) string {
		t.Helper()
		o, err := document.Parse("", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		p, err := TakePlan(o, r)
		if err != nil {
			t.Fatal(err)
		}
		return p.Voter()
	}
	clean := &pointcloud.Cloud{Dimension: 3, Points: []float64{0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 1, 1, 1}}
	one := Request{Clean: clean, Dimension: 3, Sigma: 0.1, Asked: Classifier{Group: "SE"}}
	many := Request{Sigma: 0.1, Asked: Classifier{Group: "none"}, Many: true}
	own := voter(text, one)
	if other := voter(text, many); own != other {
		t.Errorf("%s for one cloud, %s for many", own, other)
	}
	for old, now := range map[string]string{
		`"00`: `"10`, `"layout": "BND"`: `"layout": "BDN"`, `"how": "made"`: `"how": "made", "pose": "one"`, `"group": "SE"`: `"group": "E"`,
		`"classes"`: `"output": "x", "classes"`,
	} {
		if other := voter(strings.Replace(text, old, now, 1), one); own == other {
			t.Errorf("%s names the same classifier as %s", now, old)
		}
	}
	if other := voter(strings.Replace(text, "m.onnx", "n.onnx", 1), one); own != other {
		t.Error("the name of the file counts")
	}
}
