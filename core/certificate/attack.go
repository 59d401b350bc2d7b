package certificate

import (
	"fmt"
	"math"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/invariance"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/special"
	"github.com/orbitcert/orbitcert/core/tight"
)

// Attack makes the perturbed cloud from the clean one.
type Attack struct {
	Kind string `json:"attack"`
	// Norm is ‖Δ‖ of "scale": X' = X(1 + Norm/‖X‖).
	Norm *float64 `json:"norm,omitempty"`
	// Degrees, Axis (in 3-D), Noise, Seed and Stretch belong to "rotate": noise of the
	// norm Noise is added, the first coordinates are multiplied by Stretch, then the
	// cloud is turned. Stretch is nil where it is 1.
	Degrees *float64  `json:"degrees,omitempty"`
	Axis    []float64 `json:"axis,omitempty"`
	Jitter  *float64  `json:"noise,omitempty"`
	Seed    *int64    `json:"seed,omitempty"`
	Stretch *float64  `json:"stretch,omitempty"`
}

// takeAttack takes {"attack": …}. Whether there is an axis depends on the clean cloud, which may
// not be known.
func takeAttack(field *document.Object, clean *pointcloud.Cloud) (*Attack, error) {
	kind, _, err := field.Text("attack")
	if err != nil {
		return nil, err
	}
	a := &Attack{Kind: kind}
	switch kind {
	case "scale":
		a.Norm = new(float64)
		err = document.Put(a.Norm)(field.NeedNumber("norm", ""))
	case "rotate":
		err = document.Join(a.takeDegrees(field), a.takeJitter(field), a.takeAxis(field, clean), a.takeStretch(field))
	default:
		return nil, document.BadField("perturbed.attack", "must be \"scale\" or \"rotate\", got %q", kind)
	}
	return a, document.Join(err, field.Done())
}

func (a *Attack) takeDegrees(field *document.Object) error {
	degrees, present, err := field.Number("degrees")
	if err == nil && (!present || !document.RotateAttackLimits.Degrees.Has(degrees)) {
		err = document.BadField("perturbed.degrees", "is missing or beyond ±1e6")
	}
	a.Degrees = &degrees
	return err
}

// takeJitter takes the norm of the noise and its seed.
func (a *Attack) takeJitter(field *document.Object) error {
	a.Jitter, a.Seed = new(float64), new(int64)
	return document.Join(document.PutAny(a.Jitter)(field.Within("noise", document.RotateAttackLimits.Noise, "a norm ")),
		document.PutAny(a.Seed)(field.Count("seed", document.RotateAttackLimits.Seed)))
}

func (a *Attack) takeAxis(field *document.Object, clean *pointcloud.Cloud) (err error) {
	if clean != nil {
		a.Axis, err = TakeTurnAxis(field, clean.Dimension)
	}
	field.Take("axis") // it is known, too, where it cannot be looked at
	return err
}

// takeStretch takes the factor; 1 is none.
func (a *Attack) takeStretch(field *document.Object) error {
	factor, present, err := field.Within("stretch", document.RotateAttackLimits.Stretch, "a factor ")
	if err == nil && present && factor != 1 {
		a.Stretch = &factor
	}
	return err
}

// apply makes the perturbed cloud.
func (a *Attack) apply(clean pointcloud.Cloud) (pointcloud.Cloud, error) {
	if a.Kind == "rotate" {
		return a.rotate(clean), nil
	}
	size := invariance.Norm(clean.Points)
	if size == 0 {
		return clean, document.BadField("perturbed.attack", "a cloud of zeros cannot be scaled")
	}
	return Scaled(clean, 1+*a.Norm/size), nil
}

func (a *Attack) rotate(clean pointcloud.Cloud) pointcloud.Cloud {
	c := jittered(clean, *a.Jitter, *a.Seed)
	if a.Stretch != nil {
		for i := 0; i < len(c.Points); i += c.Dimension {
			c.Points[i] *= *a.Stretch
		}
	}
	Turn(c, *a.Degrees, a.Axis)
	return c
}

// TakeTurnAxis takes the direction to turn about: three numbers in 3-D, absent in
// 2-D.
func TakeTurnAxis(field *document.Object, dimension int) ([]float64, error) {
	if dimension == 2 {
		if field.Has("axis") {
			return nil, document.BadField("perturbed.axis", "is for 3-D clouds")
		}
		return nil, nil
	}
	return field.Direction("axis")
}

// jittered adds a uniformly random direction scaled to the norm.
func jittered(clean pointcloud.Cloud, norm float64, seed int64) pointcloud.Cloud {
	c := pointcloud.Cloud{Dimension: clean.Dimension, Points: make([]float64, len(clean.Points))}
	if norm == 0 {
		copy(c.Points, clean.Points)
		return c
	}
	draws := tight.NewNormals(fmt.Sprintf("orbitcert attack\n%d", seed))
	for i := range c.Points {
		c.Points[i] = draws.Next()
	}
	factor := norm / invariance.Norm(c.Points)
	for i, x := range clean.Points {
		c.Points[i] = x + float64(factor*c.Points[i])
	}
	return c
}

// Turn rotates the points in place, counterclockwise about the origin or about
// the axis (Rodrigues' formula).
func Turn(c pointcloud.Cloud, degrees float64, axis []float64) {
	sin, cos := special.Sincos(math.Mod(degrees, 360) * math.Pi / 180)
	if c.Dimension == 2 {
		for n := 0; n < len(c.Points); n += 2 {
			x, y := c.Points[n], c.Points[n+1]
			c.Points[n] = float64(cos*x) - float64(sin*y)
			c.Points[n+1] = float64(sin*x) + float64(cos*y)
		}
		return
	}
	length := invariance.Norm(axis)
	u, v, w := axis[0]/length, axis[1]/length, axis[2]/length
	for n := 0; n < len(c.Points); n += 3 {
		x, y, z := c.Points[n], c.Points[n+1], c.Points[n+2]
		along := float64((float64(u*x) + float64(v*y) + float64(w*z)) * (1 - cos))
		c.Points[n] = float64(cos*x) + float64(sin*(float64(v*z)-float64(w*y))) + float64(u*along)
		c.Points[n+1] = float64(cos*y) + float64(sin*(float64(w*x)-float64(u*z))) + float64(v*along)
		c.Points[n+2] = float64(cos*z) + float64(sin*(float64(u*y)-float64(v*x))) + float64(w*along)
	}
}

// Scaled returns the cloud with every coordinate times the factor.
func Scaled(c pointcloud.Cloud, factor float64) pointcloud.Cloud {
	out := pointcloud.Cloud{Dimension: c.Dimension, Points: make([]float64, len(c.Points))}
	for i, x := range c.Points {
		out.Points[i] = factor * x
	}
	return out
}

// UnitVector returns a uniformly random one.
func UnitVector(normals tight.Normals, length int) []float64 {
	v := make([]float64, length)
	for {
		for i := range v {
			v[i] = normals.Next()
		}
		if size := invariance.Norm(v); size > 0 {
			for i := range v {
				v[i] /= size
			}
			return v
		}
	}
}
