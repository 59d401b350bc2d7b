package certificate

// Certificate is the certificate document: lower bounds on the probability
// that the smoothed classifier gives the perturbed cloud the clean prediction,
// all of which hold at once with probability at least 1 − α.
type Certificate struct {
	Certified   bool         `json:"certified"`
	CertifiedBy []string     `json:"certified_by"`
	Probability *Probability `json:"probability,omitempty"`
	BlackBox    *Closed      `json:"black_box,omitempty"`
	Orbit       *Closed      `json:"orbit,omitempty"`
	Tight       *Tight       `json:"tight,omitempty"`
	Notes       []string     `json:"notes,omitempty"`
	Request     *Request     `json:"request,omitempty"`
	Core        string       `json:"core"`
	// Key is set on shared certificates alone: the SHA-256 they are stored under.
	Key string `json:"key,omitempty"`
	// Signature is set on shared certificates alone: the edge's Ed25519 signature
	// of the document without this field, in base64.
	Signature string `json:"signature,omitempty"`
}

// Probability is the lower bound on the clean prediction probability and the
// share of alpha spent on it (0 when the probability was given).
type Probability struct {
	Lower float64 `json:"lower"`
	Level float64 `json:"level"`
	// UpperRunnerUp bounds the clean probability of the runner-up.
	UpperRunnerUp *float64 `json:"upper_runner_up,omitempty"`
}

// Closed is a certificate in closed form: black box or orbit-based. Without a
// perturbed cloud only Radius is present.
type Closed struct {
	Distance *float64 `json:"distance,omitempty"`
	Radius   *float64 `json:"radius,omitempty"`
	Lower    *float64 `json:"lower,omitempty"`
	// UpperRunnerUp bounds the runner-up's probability at the perturbed cloud.
	UpperRunnerUp *float64   `json:"upper_runner_up,omitempty"`
	Certified     bool       `json:"certified"`
	Alignment     *Alignment `json:"alignment,omitempty"`
	// DistanceLower bounds the distance of the whole orbit from below where the
	// order of the points was searched for: no member comes nearer.
	DistanceLower *float64 `json:"distance_lower,omitempty"`
	// Conclusion tells what that search means: "certified", "out_of_reach" (no
	// member of the orbit comes within the radius) or "undecided".
	Conclusion string `json:"conclusion,omitempty"`
}

// Alignment is the transformation found: point n of the aligned cloud is
// Matrix·x'[Permutation[n]] + Offset, with Permutation[n] = n when it is absent.
type Alignment struct {
	Matrix      [][]float64 `json:"matrix"`
	Offset      []float64   `json:"offset"`
	Permutation []int       `json:"permutation,omitempty"`
}

// Tight holds the tight certificates that apply to the group.
type Tight struct {
	Exact      *Exact      `json:"exact,omitempty"`
	MonteCarlo *MonteCarlo `json:"monte_carlo,omitempty"`
}

// Exact is a tight certificate evaluated with a stated error.
type Exact struct {
	Value         float64  `json:"value"`
	Error         float64  `json:"error"`
	UpperRunnerUp *float64 `json:"upper_runner_up,omitempty"`
	Certified     bool     `json:"certified"`
}

// MonteCarlo is a tight certificate bounded from random draws.
type MonteCarlo struct {
	Bound         string   `json:"bound"`
	Lower         float64  `json:"lower"`
	Estimate      float64  `json:"estimate"`
	Upper         float64  `json:"upper"`
	UpperRunnerUp *float64 `json:"upper_runner_up,omitempty"`
	// Samples is how many draws each bound took.
	Samples int `json:"samples"`
	// Level is the share of alpha that all that is drawn has together.
	Level     float64 `json:"level"`
	Seed      string  `json:"seed"`
	Certified bool    `json:"certified"`
}
