package judging

// ByRow has an entry for each row of a run, weaker arguments first. TightUpper counts the perturbed clouds that no bound rules out: with
// more Monte Carlo draws, Tight would be at most that. Subsample belongs to votes of samples of some points.
type ByRow[T any] struct {
	BlackBox   T `json:"black_box,omitzero"`
	Orbit      T `json:"orbit,omitzero"`
	Tight      T `json:"tight,omitzero"`
	TightUpper T `json:"tight_upper,omitzero"`
	Subsample  T `json:"subsample,omitzero"`
}

// The rows of a run in that order.
const (
	ByBlackBox = iota
	ByOrbit
	byTight
	ByTightUpper
	BySubsample
	rowCount
)

var RowNames = [rowCount]string{"black_box", "orbit", "tight", "tight_upper", "subsample"}

// All returns the entries in order.
func (b *ByRow[T]) All() [rowCount]*T {
	return [rowCount]*T{&b.BlackBox, &b.Orbit, &b.Tight, &b.TightUpper, &b.Subsample}
}

// rowsOf calls of for each row.
func rowsOf[T any](of func(row int) T) (b ByRow[T]) {
	for row, place := range b.All() {
		*place = of(row)
	}
	return b
}

// Present tells which rows a run has.
type Present [rowCount]bool

func (s *Settings) Present(tight bool) Present {
	sampled := s.Base.Subsample > 0 && s.Withstand == nil
	return Present{ByBlackBox: s.Withstand == nil, ByOrbit: s.Withstand == nil, byTight: tight, ByTightUpper: tight, BySubsample: sampled}
}

// none returns an empty entry for each row that is present.
func none[T any](there Present, empty func() T) ByRow[T] {
	return rowsOf(func(row int) (none T) {
		if there[row] {
			return empty()
		}
		return none
	})
}

// Shares are shares of all clouds at each value of the grid. If no cloud has a verdict, they are empty, and null in documents.
type Shares []float64

// MarshalJSON writes them.
func (s Shares) MarshalJSON() ([]byte, error) {
	if len(s) == 0 {
		return []byte("null"), nil
	}
	return JSON([]float64(s)), nil
}
