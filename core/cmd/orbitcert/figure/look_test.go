package figure

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

func file(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile("../../../../" + path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Figures have the names, colours and dashes of the page.
func TestLooksAreThePage(t *testing.T) {
	styles, arguments := file(t, "site/styles/base.css"), file(t, "js/parts/arguments.js")
	variables := map[string]string{"tight": "--tight", "orbit": "--orbit", "black_box": "--black-box", "subsample": "--points", "parameters": "--parameters", "attacked": "--ink", "invariance": "--soft"}
	for argument, l := range looks {
		colour := fmt.Sprintf("#%02x%02x%02x", l.colour.R, l.colour.G, l.colour.B)
		if found := regexp.MustCompile(variables[argument] + `: (#\w+);`).FindStringSubmatch(styles); found == nil || found[1] != colour {
			t.Errorf("%s has %s, the page %v", argument, colour, found)
		}
		dash := strings.Trim(fmt.Sprint(l.dash), "[]")
		entry := regexp.MustCompile(`name: '` + l.name + `', colour: '` + variables[argument] + `'(?:, dash: '([\d ]+)')?`).FindStringSubmatch(arguments)
		if argument != "attacked" && argument != "invariance" && (entry == nil || entry[1] != dash) {
			t.Errorf("%s has the dash %q, the page %v", argument, dash, entry)
		}
	}
}

func TestDown(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 0.31: "0.31", 1.2899999: "1.28", -27.99: "−27.9", 1234: "1230", 100: "100", 9.999: "9.99", 1e-9: "1e-09"} {
		if got := down(x); got != want {
			t.Errorf("down(%v) = %s, want %s", x, got, want)
		}
	}
}
