package certificate

import (
	"errors"
	"strings"
	"testing"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// All that is wrong is told at once, in order, and nothing of what rests on it. The first is what ParseRequest reads as.
func TestCheck(t *testing.T) {
	open := func(path string, _ pointcloud.Reading) (pointcloud.File, error) {
		return pointcloud.File{}, errors.New("no such cloud: " + path)
	}
	const three, sure = `"points":[[0,0],[1,0],[0,1]]`, `"sigma":0.5,"prediction":{"probability":0.9}`
	for _, c := range []struct {
		request string
		want    []string // how each begins
	}{
		{`{"clean":{` + three + `},"group":"SE",` + sure + `}`, nil},
		{`{`, []string{"line 1"}},
		{`{"sigma":-1,"prediction":{"votes":10001,"samples":2000},"group":"SE","alpha":2,"samples":null,"bound":"best"}`,
			[]string{"clean: is missing", "sigma: must be", "prediction.votes: must be", "alpha: must be", "samples: must be", "bound: must be"}},
		{`{"stop":1,"alpha":0,"sigma":0}`, []string{"clean", "sigma", "group: is missing", "prediction: is missing", "alpha", "stop"}},
		{`{"clean":{"file":"a"},"perturbed":{"file":"b"},"group":"SE",` + sure + `,"seed":""}`,
			[]string{"no such cloud: a", "no such cloud: b", "seed"}},
		{`{"clean":{"file":"a"},"perturbed":{"file":"a"},"group":"SE",` + sure + `}`, []string{"no such cloud: a"}},
		// An unknown value is not mistaken for one that was not computed.
		{`{"clean":{"file":"a"},"perturbed":{"attack":"rotate","degrees":1e7,"noise":-1,"seed":0.5,"stretch":0,"axis":1},"group":"axes","axis":[0,0,1],"colour":1,` + sure + `}`,
			[]string{"colour: is not", "no such cloud: a", "perturbed.degrees", "perturbed.noise", "perturbed.seed", "perturbed.stretch", "group: must be"}},
		{`{"preparation":{"points":0,"method":"x","seed":-1,"normalise":1,"drop_missing":1},"prepared":{},"gram":{},"perturbed":{` + three + `},"group":"SE",` + sure + `,"permutation":1}`,
			[]string{"permutation", "preparation.drop_missing", "preparation.points", "preparation.method", "preparation.seed", "preparation.normalise", "gram: replaces clean"}},
		// The clouds cannot be compared, sampled, or attacked where one of them or what is done to them is wrong.
		{`{"clean":{` + three + `},"perturbed":{"points":[[0,0,0]]},"preparation":{"points":0},"group":"SE",` + sure + `}`, []string{"preparation.points: must be"}},
		{`{"clean":{` + three + `},"perturbed":{"file":"b"},"preparation":{"points":4},"group":"SE",` + sure + `}`, []string{"no such cloud: b", "preparation.points: is 4"}},
		{`{"clean":{"points":[[0,0]]},"perturbed":{"attack":"scale","norm":"x"},"group":"SE",` + sure + `}`, []string{"perturbed.norm: must be a number"}},
		{`{"clean":{` + three + `},"perturbed":{"points":[[0,0]]},"preparation":{"points":1},"group":"SE",` + sure + `}`, []string{"perturbed: has 1 points"}},
		{`{"clean":{` + three + `},"perturbed":{"points":[[0,0]]},"preparation":{"points":2},"permutation":true,"group":"SE",` + sure + `}`, []string{"preparation.points: is 2, but the perturbed"}},
		{`{"clean":{` + three + `},"perturbed":{"points":[[0,0]]},"group":"axis",` + sure + `}`, []string{`group: "axis" is for 3-D`, "axis: must be three", "perturbed: has 1 points"}},
		{`{"clean":{"file":"a"},"group":"axis",` + sure + `}`, []string{"no such cloud: a", "axis: must be three"}},
		// Votes cannot be held against samples that are none, nor evidence against clouds that are none.
		{`{"clean":{` + three + `},"sigma":1,"group":"SE","prediction":{"votes":1.5,"samples":0,"runner_up":{"votes":-1}}}`, []string{"prediction.samples", "prediction.votes"}},
		{`{"clean":{` + three + `},"sigma":1,"group":"SE","prediction":{"probability":0.9,"runner_up":{"probability":0.5},"colour":1}}`,
			[]string{"prediction.colour", "prediction.runner_up.probability"}},
		{`{"clean":{` + three + `},"sigma":0,"group":"SE","prediction":{"evidence":{}},"alpha":0}`, []string{"sigma", "alpha"}},
		{`{"sigma":1,"group":"SE","prediction":{"evidence":{}},"alpha":0}`, []string{"clean: is missing", "alpha"}},
	} {
		_, err := ParseRequest([]byte(c.request), open)
		got := document.FaultsOf(err)
		if len(got) != len(c.want) {
			t.Errorf("%s\n gives %v, want %q", c.request, got, c.want)
			continue
		}
		for i, want := range c.want {
			if !strings.HasPrefix(got[i].Error(), want) {
				t.Errorf("%s\n gives %v, want %s… at %d", c.request, got[i], want, i)
			}
		}
		if len(got) > 0 && (err.Error() != got[0].Error() || document.FailureOf(err) != document.FailureOf(got[0])) {
			t.Errorf("%s\n reads as %v, want %v", c.request, err, got[0])
		}
	}
}

// The other readers of requests look at all of them, too: of a plan only where there is something to draw around.
func TestCheckOthers(t *testing.T) {
	request := []byte(`{"clean":{"points":[]},"group":"SE","sigma":0,"prediction":{"model":1},"alpha":0}`)
	_, _, plan := ParsePlan(request, nil)
	_, minimum := ParseMinimumRequest([]byte(`{"group":"SE","sigma":0}`), nil)
	_, cloud := ReadCloud([]byte(`{"clean":{"points":[]},"preparation":{"points":0},"group":"SE"}`), nil)
	for _, c := range []struct {
		err  error
		want string
	}{{plan, "clean sigma alpha"}, {minimum, "clean sigma"}, {cloud, "group preparation.points clean"}} {
		var fields []string
		for _, fault := range document.FaultsOf(c.err) {
			fields = append(fields, document.FailureOf(fault).Field)
		}
		if got := strings.Join(fields, " "); got != c.want {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
}

// A key is that of the request, and a signature has the form of one: what stands there is not read over.
func TestKeyAndSignatureOfDocuments(t *testing.T) {
	r := mustParse(t, `{"clean":{"points":[[0,0],[1,0],[0,1]]},"perturbed":{"points":[[0,0],[1,0],[0,1.1]]},"sigma":0.5,"group":"SE","prediction":{"probability":0.9}}`)
	text, err := Document(r, mustCertify(t, r))
	if err != nil {
		t.Fatal(err)
	}
	key, err := r.Key()
	if err != nil {
		t.Fatal(err)
	}
	signature := strings.Repeat("A", 86) + "=="
	for _, c := range []struct{ fields, refused, failed string }{
		{`"key": "` + key + `"`, "", ""},
		{`"key": "` + key + `", "signature": "` + signature + `"`, "", ""},
		{`"key": "` + strings.Repeat("0", 64) + `"`, "", "key: 0000"},
		{`"key": "abc"`, "key: must be 64", ""},
		{`"key": {}`, "key: must be", ""},
		{`"signature": 5`, "signature: must be", ""},
		{`"signature": "AAAA"`, "signature: must be 64 bytes", ""},
		{`"signature": "` + strings.Repeat("A", 85) + `B=="`, "signature: must be 64 bytes", ""},
	} {
		v, err := Verify([]byte(strings.Replace(string(text), `"core"`, c.fields+`, "core"`, 1)), nil)
		switch {
		case c.refused != "":
			if err == nil || !strings.HasPrefix(err.Error(), c.refused) {
				t.Errorf("%s: %v", c.fields, err)
			}
		case err != nil || v.Signed != strings.Contains(c.fields, "signature"):
			t.Errorf("%s: %v %v", c.fields, v, err)
		case c.failed == "" && len(v.Failed) > 0 || c.failed != "" && (len(v.Failed) != 1 || !strings.HasPrefix(v.Failed[0], c.failed)):
			t.Errorf("%s: %v", c.fields, v.Failed)
		}
	}
}
