package explore

import (
	"math"
	"slices"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/tight"
)

// ParameterMap asks for p_min of SO(2) over the parameter space of clouds with given
// norms: a grid of Size×Size cells over ε̃₁ (columns) and ε̃₂ (rows) from −1 to 1, of which
// those with the centre in the unit disc are computed. Nothing but the two ratios
// matters. It travels as JSON text to the worker that computes a block.
type ParameterMap struct {
	// Norm is ‖X‖/σ and Distance ‖Δ‖/σ.
	Norm     float64 `json:"norm"`
	Distance float64 `json:"distance"`
	Size     int     `json:"size"`
	// Top is among how many classes the one predicted is to stay.
	Top argument.Top `json:"top,omitempty"`
}

// mapBlock is the number of cells in a block: some five milliseconds of work, so
// that a map that is no longer wanted gives way soon.
const mapBlock = 16

// MapPlan tells what a map is made of before any of it is computed.
type MapPlan struct {
	Map ParameterMap `json:"map"`
	// Blocks is the number of blocks, Coarse that of the first of them, which cover the
	// whole disc coarsely.
	Blocks int `json:"blocks"`
	Coarse int `json:"coarse"`
	// BlackBox is Φ(Φ⁻¹(1/(k+1)) + ‖Δ‖/σ), the black box's p_min, rounded up.
	BlackBox float64 `json:"black_box"`
	// Rotation is the (ε̃₁, |ε̃₂|) of the rotations, absent where none goes so far.
	Rotation []float64 `json:"rotation,omitempty"`
}

// ParseMap reads the question for a map.
func ParseMap(data []byte) (*MapPlan, error) {
	o, err := document.Parse("", data)
	if err != nil {
		return nil, err
	}
	m := ParameterMap{}
	err = document.First(document.Put(&m.Norm)(takeRatio(o, "norm", 1e-6)), document.Put(&m.Distance)(takeRatio(o, "distance", 0)),
		document.PutWhole(&m.Size)(o.Count("size", document.MapQuestionLimits.Size)))
	if m.Size == 0 {
		m.Size = 100
	}
	terms := argument.Terms{}
	if err := document.First(err, document.Join(terms.TakeTop(o), o.Done())); err != nil {
		return nil, err
	}
	m.Top = terms.Top
	return m.plan(), nil
}

// takeRatio takes a norm in units of σ.
func takeRatio(o *document.Object, field string, low float64) (float64, error) {
	x, err := o.NeedNumber(field, "")
	switch {
	case err != nil:
		return 0, err
	case x < low || x > 1e6:
		return 0, document.BadField(o.Name(field), "must be from %v to 1e6, got %v", low, x)
	}
	return x, nil
}

func (m ParameterMap) plan() *MapPlan {
	cells := m.cells()
	coarse := 0
	for coarse < len(cells) && cells[coarse].stride == cells[0].stride {
		coarse++
	}
	p := &MapPlan{Map: m, Blocks: blocksOf(len(cells)), Coarse: blocksOf(coarse), BlackBox: m.blackBox()}
	if along, across, ok := m.at(0, 0).Rotation(); ok {
		p.Rotation = []float64{along, across}
	}
	return p
}

func blocksOf(cells int) int { return (cells + mapBlock - 1) / mapBlock }

// cell is a cell of the map; until finer ones are known it stands for the square of
// stride×stride cells around it.
type cell struct{ column, row, stride int }

// cells lists the cells of the lower half in the order of the work, coarse to fine: v
// depends on |ε̃₂|, so the upper half is its mirror image. The cells of a stride S > 1 are
// those with both numbers ≡ S/2 modulo S, so no cell comes twice.
func (m ParameterMap) cells() (list []cell) {
	rows := (m.Size + 1) / 2
	for _, stride := range []int{8, 4, 2, 1} {
		for row := stride / 2; row < rows+stride-1; row += stride {
			for column := stride / 2; column < m.Size; column += stride {
				c := cell{column, row, stride}
				if row < m.Size && c.own() && m.inside(column, row) {
					list = append(list, c)
				}
			}
		}
	}
	return list
}

// own tells whether a cell of stride 1 belongs to no coarser one.
func (c cell) own() bool {
	if c.stride > 1 {
		return true
	}
	for _, s := range []int{8, 4, 2} {
		if c.column%s == s/2 && c.row%s == s/2 {
			return false
		}
	}
	return true
}

// at returns the parameters at the centre of a cell.
func (m ParameterMap) at(column, row int) tight.Parameters {
	centre := func(i int) float64 { return float64(2*i+1-m.Size) / float64(m.Size) }
	return tight.Parameters{Norm: m.Norm, Distance: m.Distance, Along: centre(column), Across: centre(row)}
}

func (m ParameterMap) inside(column, row int) bool {
	p := m.at(column, row)
	return float64(p.Along*p.Along)+float64(p.Across*p.Across) <= 1
}

// blackBox returns p_min of the black box.
func (m ParameterMap) blackBox() float64 {
	return argument.LeastGaussian(m.Distance, m.Top.Threshold(nil))
}

// least returns p_min of a cell.
func (m ParameterMap) least(c cell) float64 {
	return argument.LeastIntegrated(tight.Problem{Planar: new(m.at(c.column, c.row).Planar())}.Tradeoff(), m.Top.Threshold(nil))
}

// Whole computes the map: p_min of each cell, rounded up, in rows from below, NaN outside the disc.
func (m ParameterMap) Whole(each Each) [][]float64 {
	rows := make([][]float64, m.Size)
	for i := range rows {
		rows[i] = slices.Repeat([]float64{math.NaN()}, m.Size)
	}
	most, cells := m.blackBox(), m.cells()
	each(len(cells), func(i int) {
		c := cells[i]
		p := min(m.least(c), most)
		rows[c.row][c.column], rows[m.Size-1-c.row][c.column] = p, p
	})
	return rows
}

// mapNumbers is how many numbers a cell has in the result of a block.
const mapNumbers = 5

// Run computes one block: for each cell its column, row and stride, p_min rounded up,
// and the gain over the black box, rounded down and never below 0, as
// little-endian float64.
func (m ParameterMap) Run(block int) ([]byte, error) {
	cells := m.cells()
	if !document.MapQuestionLimits.Size.Has(float64(m.Size)) || block < 0 || block > (len(cells)-1)/mapBlock {
		return nil, document.BadField("block", "%d does not exist", block)
	}
	first := block * mapBlock
	least := m.blackBox()
	out := make([]float64, 0, mapNumbers*mapBlock)
	for _, c := range cells[first:min(first+mapBlock, len(cells))] {
		p := min(m.least(c), least)
		gain := max(0, math.Nextafter(least-p, 0))
		out = append(out, float64(c.column), float64(c.row), float64(c.stride), p, gain)
	}
	return argument.Encode(out), nil
}
