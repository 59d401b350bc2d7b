// Command mutants plants faults of one token in the numerics and rules, and runs the fast tests of the package or module that holds each:
//
//	go run ./build/test/mutants COUNT [SEED]
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// limit ends tests that a fault keeps from ending; that finds it.
const limit = 15 * time.Minute

// fault is one changed token.
type fault struct {
	file          string
	line          int
	before, after string
	content       string
}

// change replaces one token by another.
type change struct {
	token *regexp.Regexp
	by    string
}

var changes = []change{
	{regexp.MustCompile(` \+ `), " - "},
	{regexp.MustCompile(` - `), " + "},
	{regexp.MustCompile(` < `), " <= "},
	{regexp.MustCompile(` <= `), " < "},
	{regexp.MustCompile(` > `), " >= "},
	{regexp.MustCompile(` >= `), " > "},
	{regexp.MustCompile(` && `), " || "},
	{regexp.MustCompile(` \|\| `), " && "},
	{regexp.MustCompile(`\bFloor\(`), "Ceil("},
	{regexp.MustCompile(`\bCeil\(`), "Floor("},
	{regexp.MustCompile(`\bmax\(`), "min("},
	{regexp.MustCompile(`\bmin\(`), "max("},
	{regexp.MustCompile(`\bUpper`), "Lower"},
	{regexp.MustCompile(`\*= `), "/= "},
	{regexp.MustCompile(`float64\(([a-z]+)\*[a-z]+\)`), "float64($1)"},
}

// sources lists the files that mutants are made from. Two in three mutants are in Go, the rest in JavaScript.
var sources = [][]string{
	{"core/bound/*.go", "core/tight/*.go", "core/haar/*.go", "core/transform/*.go", "core/argument/*.go", "core/certificate/*.go",
		"core/explore/*.go", "core/dataset/*/*.go", "core/anytime/*.go", "core/special/*.go", "core/population/*.go", "core/vector/*.go", "core/box/*.go",
		"core/smoothing/*.go", "core/statement/*.go"},
	{"js/documents/*.js", "js/words/*.js", "js/trust/*.js", "js/form/*.js", "js/certificate/*.js"},
}

func main() {
	log.SetFlags(0)
	count, seed := 0, uint64(time.Now().UnixNano())
	var err error
	if len(os.Args) > 1 {
		count, err = strconv.Atoi(os.Args[1])
	}
	if err == nil && len(os.Args) > 2 {
		seed, err = strconv.ParseUint(os.Args[2], 10, 64)
	}
	if err != nil || count < 1 {
		log.Fatal("usage: mutants COUNT [SEED]")
	}
	fmt.Printf("%d mutants, seed %d\n", count, seed)
	if err := run(count, rand.New(rand.NewPCG(seed, 0))); err != nil {
		log.Fatal(err)
	}
}

// run plants faults and reports those that pass.
func run(count int, random *rand.Rand) error {
	found, survived := 0, 0
	for k := range count {
		kind := min(1, k%3/2)
		f, err := draw(sources[kind], random)
		if err != nil {
			return err
		}
		passes := tryGo
		if kind == 1 {
			passes = tryJavaScript
		}
		lives, err := passes(f)
		switch {
		case err != nil:
			return err
		case lives:
			survived++
			fmt.Printf("survived: %s:%d\n\t- %s\n\t+ %s\n", f.file, f.line, strings.TrimSpace(f.before), strings.TrimSpace(f.after))
		default:
			found++
		}
	}
	fmt.Printf("%d found, %d survived\n", found, survived)
	return nil
}

// draw chooses a file, and a token of it outside of comments.
func draw(patterns []string, random *rand.Rand) (fault, error) {
	var files []string
	for _, pattern := range patterns {
		some, _ := filepath.Glob(pattern)
		for _, name := range some {
			if !strings.HasSuffix(name, "_test.go") {
				files = append(files, name)
			}
		}
	}
	if len(files) == 0 {
		return fault{}, fmt.Errorf("no sources here; run it in the repository's folder")
	}
	for {
		file := files[random.IntN(len(files))]
		text, err := os.ReadFile(file)
		if err != nil {
			return fault{}, err
		}
		if all := faults(file, string(text)); len(all) > 0 {
			return all[random.IntN(len(all))], nil
		}
	}
}

// faults lists those of a file: each token that can change, in code.
func faults(file, text string) (all []fault) {
	lines := strings.Split(text, "\n")
	for n, line := range lines {
		if trimmed := strings.TrimSpace(line); strings.HasPrefix(trimmed, "//") || strings.HasPrefix(trimmed, "*") || strings.HasPrefix(trimmed, "/*") {
			continue
		}
		code, _, _ := strings.Cut(line, " // ")
		for _, c := range changes {
			for _, at := range c.token.FindAllStringIndex(code, -1) {
				if strings.Count(code[:at[0]], `"`)%2+strings.Count(code[:at[0]], "'")%2+strings.Count(code[:at[0]], "`")%2 > 0 {
					continue
				}
				after := line[:at[0]] + c.token.ReplaceAllString(line[at[0]:at[1]], c.by) + line[at[1]:]
				changed := append(append(append([]string{}, lines[:n]...), after), lines[n+1:]...)
				all = append(all, fault{file, n + 1, line, after, strings.Join(changed, "\n")})
			}
		}
	}
	return all
}

// tryGo reports whether the tests of the fault's package pass with it, the fast ones first. A fault that does not compile is found.
func tryGo(f fault) (bool, error) {
	folder, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(folder)
	path, err := filepath.Abs(f.file)
	if err != nil {
		return false, err
	}
	mutant, overlay := filepath.Join(folder, "mutant.go"), filepath.Join(folder, "overlay.json")
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{path: mutant}})
	if err != nil {
		return false, err
	}
	if err := os.WriteFile(mutant, []byte(f.content), 0o644); err != nil {
		return false, err
	}
	if err := os.WriteFile(overlay, text, 0o644); err != nil {
		return false, err
	}
	test := func(short string) bool {
		return passes("", "go", "test", short, "-failfast", "-vet=off", "-overlay", overlay, "./"+filepath.Dir(f.file))
	}
	return test("-short") && test("-short=false"), nil
}

// tryJavaScript reports whether the unit tests that import the fault's module pass with it, in a copy of the sources.
func tryJavaScript(f fault) (bool, error) {
	folder, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(folder)
	if output, err := exec.Command("sh", "-c", `git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$0" && ln -s "$PWD/js/node_modules" "$0/js/" && mkdir -p "$0/build" && ln -s "$PWD/build/out" "$0/build/out"`, folder).CombinedOutput(); err != nil {
		return false, fmt.Errorf("copy of the sources: %w: %s", err, output)
	}
	if err := os.WriteFile(filepath.Join(folder, f.file), []byte(f.content), 0o644); err != nil {
		return false, err
	}
	list := exec.Command("node", "--input-type=module", "-e", `import { testFiles } from "./build/test/quick.mjs"; console.log(testFiles([`+strconv.Quote(f.file)+`]).join("\n"))`)
	list.Dir = folder
	files, err := list.Output()
	if err != nil {
		return false, fmt.Errorf("tests of %s: %w", f.file, err)
	}
	tests := strings.Fields(string(files))
	return len(tests) == 0 || passes(folder, "node", append([]string{"--test"}, tests...)...), nil
}

// passes reports whether a command ends well, in time.
func passes(folder, name string, words ...string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	command := exec.CommandContext(ctx, name, words...)
	command.Dir = folder
	return command.Run() == nil
}
