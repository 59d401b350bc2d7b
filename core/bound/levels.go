package bound

// Levels shares the error probability α among the three bounds of a
// certificate that must hold at once.
type Levels struct {
	// Votes is α₁, spent on the clean prediction probability.
	Votes float64
	// Rank is α₂, spent on the quantile of the clean draws.
	Rank float64
	// Count is α₃, spent on the share of the perturbed draws.
	Count float64
}

// votesShare is the part of α that votes get: they are the costly samples,
// each one is a run of the classifier.
const votesShare = 0.98

// Union splits α by the union bound: α₁ + α₂ + α₃ ≤ α. Without votes α₁ = 0,
// without Monte Carlo α₂ = α₃ = 0.
func Union(alpha float64, votes, monteCarlo bool) Levels {
	switch {
	case votes && !monteCarlo:
		return Levels{Votes: alpha}
	case votes:
		rest := alpha * (1 - votesShare) / 2
		return Levels{alpha * votesShare, rest, rest}
	case monteCarlo:
		return Levels{Rank: alpha / 2, Count: alpha / 2}
	}
	return Levels{}
}

// Paper returns the levels of the paper's algorithms, α, α/2 and α/3. They add
// up to 1.83 α, so bounds at these levels hold together with less confidence
// than 1 − α: for comparison only.
func Paper(alpha float64, votes, monteCarlo bool) (l Levels) {
	if votes {
		l.Votes = alpha
	}
	if monteCarlo {
		l.Rank, l.Count = alpha/2, alpha/3
	}
	return l
}
