package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// askedFolder has two clouds in a folder, their votes, and the run document that the options stand for.
func askedFolder(t *testing.T) (dir, votes string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "clouds"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"clouds/a.xyz": "0 0\n1 0\n0 1\n", "clouds/b.xyz": "0 0\n2 0\n0 1\n", "clouds/.hidden": "x",
		"votes.csv": "name,label,votes_pred_0,votes_pred_1,votes_cert_0,votes_cert_1\na,1,0,100,10,990\nb,0,100,0,990,10\n",
		"run.json": `{"clouds":[{"file":"clouds/a.xyz"},{"file":"clouds/b.xyz"}],"votes":{"file":"votes.csv"},"sigma":0.5,"group":"SE",
			"permutation":true,"attack":{"family":"scale","norms":[0,0.5,5]}}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir, filepath.Join(dir, "votes.csv")
}

func TestRunByOptionsIsThatOfItsDocument(t *testing.T) {
	dir, _ := askedFolder(t)
	t.Chdir(dir)
	code, wanted, errs := call("", "run", "run.json")
	if code != exitComputed {
		t.Fatal(errs)
	}
	if err := os.Mkdir("other", 0o777); err != nil {
		t.Fatal(err)
	}
	options := []string{"run", "--votes", "votes.csv", "--sigma", "0.5", "--group", "SE", "--scale", "0,0.5,5", "--set", "permutation=true"}
	folder := append(options[:len(options):len(options)], "--clouds", "clouds")
	files := append(options[:len(options):len(options)], "--clouds", filepath.Join("clouds", "a.xyz"), "--clouds", filepath.Join("clouds", "b.xyz"),
		"--write", "written.json")
	for _, args := range [][]string{folder, files, {"run", "written.json"}} {
		if code, out, errs := call("", args...); code != exitComputed || out != wanted {
			t.Errorf("%v: exit %d, %s, other bytes than those of the document", args, code, errs)
		}
	}
	elsewhere := filepath.Join("other", "written.json")
	for _, args := range [][]string{append(folder, "--write", elsewhere), {"run", elsewhere}} {
		if code, _, errs := call("", args...); code != exitComputed {
			t.Errorf("%v: exit %d, %s", args, code, errs)
		}
	}
}

func TestRunRefusesOptionsThatMakeNoDocument(t *testing.T) {
	dir, votes := askedFolder(t)
	clouds, numbered := filepath.Join(dir, "clouds"), t.TempDir()
	for _, name := range []string{"9.xyz", "11.xyz"} {
		if err := os.WriteFile(filepath.Join(numbered, name), []byte("0 0\n1 0\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		says string
		args []string
	}{
		{"--clouds and --votes", nil},
		{"--clouds and --votes", []string{"--votes", votes}},
		{"not both", []string{"--votes", votes, filepath.Join(dir, "run.json")}},
		{"sigma: is missing", []string{"--clouds", clouds, "--votes", votes}},
		{"one of --rotate, --scale and --ball", []string{"--clouds", clouds, "--sigma", "1", "--rotate", "0,1", "--ball", "0,1"}},
		{"nowhere", []string{"--clouds", filepath.Join(dir, "nowhere"), "--sigma", "1"}},
		{"9.xyz: give votes with names", []string{"--clouds", numbered, "--votes", "votes.npz", "--sigma", "1"}},
		{"has no files", []string{"--clouds", t.TempDir(), "--sigma", "1"}},
		{"did you mean permutation", []string{"--clouds", clouds, "--votes", votes, "--sigma", "1", "--set", "permutaton=true"}},
		{"FIELD=VALUE", []string{"--clouds", clouds, "--votes", votes, "--sigma", "1", "--set", "permutation"}},
		{"alpha: ", []string{"--clouds", clouds, "--votes", votes, "--sigma", "1", "--set", "alpha=NaN"}},
	} {
		if code, out, errs := call("", append([]string{"run"}, c.args...)...); code != exitBadInput || out != "" || !strings.Contains(errs, c.says) {
			t.Errorf("%v: exit %d, %q, %q", c.args, code, out, errs)
		}
	}
}
