package pointcloud

import (
	"bytes"
	"slices"
	"strings"
)

// Shown is a number for each point that colours a picture. No certificate depends on it.
type Shown struct {
	// Name is Element or Intensity.
	Name string
	// Values has one number for each point of the cloud: of an element its atomic number, 0 if unknown.
	Values []float32
}

// The names of what is shown.
const (
	Element   = "element"
	Intensity = "intensity"
)

// shows has the points gathered with the values of a name, of which next is the one for the next point.
// A sample of a large file has none.
func (g *gathered) shows(name string) {
	if g.thin == nil {
		g.shown = &Shown{Name: name, Values: make([]float32, 0, cap(g.cloud.Points)/g.cloud.Dimension)}
	}
}

// isIntensity recognises the names that programs give to the strength of a laser's echo.
func isIntensity(name []byte) bool {
	for _, word := range []string{"intensity", "scalar_intensity", "reflectance", "reflectivity"} {
		if strings.EqualFold(string(name), word) {
			return true
		}
	}
	return false
}

// symbols are those of the chemical elements; hydrogen has the number 1.
var symbols = strings.Fields(`
	H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr
	Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu
	Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr
	Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og`)

// elementOf returns the atomic number of a symbol, which may be the number itself and have what
// else programs write behind the letters; 0 for what is no element. D and T are hydrogen.
func elementOf(field []byte) float64 {
	if n, err := wholeNumber(field); err == nil && n <= uint64(len(symbols)) {
		return float64(n)
	}
	end := 0
	for end < len(field) && isLetter(field[end]) {
		end++
	}
	for n := min(end, 2); n > 0; n-- {
		symbol := string(bytes.ToUpper(field[:1])) + string(bytes.ToLower(field[1:n]))
		if symbol == "D" || symbol == "T" {
			return 1
		}
		if i := slices.Index(symbols, symbol); i >= 0 {
			return float64(i + 1)
		}
	}
	return 0
}

// pdbElement returns the element of an atom: columns 77 and 78, or else the name of the atom, whose
// element ends in column 14.
func pdbElement(line []byte, shift int) float64 {
	const symbol, name, end = 76, 12, 14
	if at := symbol + shift; len(line) >= at+2 {
		if n := elementOf(trim(line[at : at+2])); n > 0 {
			return n
		}
	}
	return elementOf(bytes.TrimLeft(line[name:end], " 0123456789"))
}
