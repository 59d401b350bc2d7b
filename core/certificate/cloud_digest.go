package certificate

import (
	"encoding/json"
	"fmt"

	"github.com/orbitcert/orbitcert/core/argument"
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
	"github.com/orbitcert/orbitcert/core/smoothing"
	"github.com/orbitcert/orbitcert/core/transform"
)

// CloudDigest stands for a clean cloud that is left out. Radii do not depend on its coordinates.
type CloudDigest struct {
	Points int `json:"points"`
	// SHA256 is that of smoothing.CloudDigest, of the prepared cloud with the attributes that the model sees.
	SHA256 string `json:"sha256"`
}

// WithoutClouds returns r as a certificate without clouds holds it: in Gram form. Of a clean cloud alone its number of points and digest are
// left, and with noise on transformations its extent. A cloud whose points have different σ stays, since they are then part of the noise.
func (r *Request) WithoutClouds() (*Request, error) {
	switch {
	case r.Clean != nil && !r.Alone():
		return r.Gram()
	case r.Clean == nil || r.Sigmas != nil || r.SigmaBy != nil:
		return r, nil
	}
	short := *r
	short.Clean, short.gramDimension = nil, r.Clean.Dimension
	if p, l := r.Preparation, r.Ruler(); l != nil {
		left := *p
		left.Norm, short.Preparation = l.Norm, &left
	}
	short.Digest = &CloudDigest{r.Clean.Count(), smoothing.CloudDigest(*r.Clean)}
	if r.Noise != nil {
		short.transformed = new(r.still())
	}
	short.Prediction = r.Prediction.shared()
	return &short, nil
}

// Alone tells whether there is a clean cloud without a perturbation, or its digest.
func (r *Request) Alone() bool {
	return r.Digest != nil || r.Clean != nil && r.Perturbed == nil && r.Changes == nil
}

// takeDigest takes the digest of a clean cloud.
func (r *Request) takeDigest(o *document.Object, dimension int) error {
	d := &CloudDigest{}
	r.Digest, r.gramDimension = d, dimension
	err := takeCount(o, "points", 1, pointcloud.MaxPoints, &d.Points)
	bad := document.First(o.Need("sha256", ""), document.Put(&d.SHA256)(smoothing.TakeHex(o, "sha256")))
	return document.Join(err, bad, o.Done())
}

// checkDigest compares a digest with what else the request says of its cloud.
func (s *steps) checkDigest(*document.Object) error {
	k := s.transformed
	switch {
	case s.Digest == nil:
		return nil
	case s.Pair != nil || s.Matrix != nil || s.points != nil:
		return document.BadField("gram.cloud", "stands for one cloud; leave out the products and points beside it, which are of two")
	case s.axial:
		return document.BadField("gram.axial", "is of two clouds; leave it out beside gram.cloud")
	case k != nil && (k.Shift.Parameters() != transform.Parameters{} || k.Distance > 0 || k.Rise > 0):
		return document.BadField("gram.parameters", "is of one cloud beside gram.cloud; leave shift empty and set distance and rise to 0")
	}
	return nil
}

// CompareClean compares the clean cloud in a file with its digest in the request. The file has the prepared cloud, or the one to prepare. Each
// line that is returned names a field that differs.
func (r *Request) CompareClean(path string, open Open) (differs []string, err error) {
	for _, preparation := range []string{"prepared", "preparation"} {
		cloud, err := r.openClean(path, preparation, open)
		if err != nil {
			return nil, err
		}
		if differs = r.unlike(*cloud); len(differs) == 0 || r.Preparation == nil {
			break
		}
	}
	return differs, nil
}

// openClean reads a cloud with the attributes that the model sees.
func (r *Request) openClean(path, preparation string, open Open) (*pointcloud.Cloud, error) {
	fields := map[string]any{"clean": map[string]string{"file": path}, "permutation": r.Permutation}
	if r.Preparation != nil {
		fields[preparation] = r.Preparation.Preparation
	}
	text, err := json.Marshal(fields)
	if err != nil {
		return nil, err
	}
	cloud, err := ReadCloud(text, open)
	if err != nil {
		return nil, err
	}
	return &cloud, (&steps{Request: r}).keepSeen("clean", &cloud, r.Prediction.Seen)
}

// unlike lists what differs between a cloud and the digest.
func (r *Request) unlike(cloud pointcloud.Cloud) (differs []string) {
	own, d := smoothing.CloudDigest(cloud), r.Digest
	switch {
	case cloud.Dimension != r.gramDimension:
		return []string{fmt.Sprintf("request.gram.dimension: %d in the document, %d in the file", r.gramDimension, cloud.Dimension)}
	case cloud.Count() != d.Points:
		return []string{fmt.Sprintf("request.gram.cloud.points: %d in the document, %d in the file", d.Points, cloud.Count())}
	case own != d.SHA256:
		return []string{fmt.Sprintf("request.gram.cloud.sha256: %s in the document, %s of the file", d.SHA256, own)}
	case r.Noise != nil && r.Moved(cloud, 0).Difference != r.transformed.Difference:
		return []string{"request.gram.parameters: the cloud in the file has another extent"}
	}
	return nil
}

// still is what bounds with noise on transformations depend on of a clean cloud alone.
func (r *Request) still() argument.Known {
	if r.transformed != nil {
		return *r.transformed
	}
	return r.Moved(*r.Clean, 0)
}
