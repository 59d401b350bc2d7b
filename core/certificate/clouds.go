package certificate

import (
	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// takeClouds takes the clean and the perturbed cloud, or their Gram matrix
// instead. Whether the order of the points matters decides how they are sampled.
func (r *Request) takeClouds(o *document.Object, open Open) (err error) {
	if r.Permutation, err = o.Truth("permutation"); err != nil {
		return err
	}
	if err = r.takePreparation(o); err != nil {
		return err
	}
	if o.Has("gram") {
		if o.Has("clean") || o.Has("perturbed") {
			return document.BadField("gram", "stands instead of clean and perturbed; give one or the other")
		}
		return r.takeGram(o)
	}
	if !o.Has("clean") {
		return document.BadField("clean", "is missing (or gram instead of the clouds)")
	}
	clean, err := o.Child("clean")
	if err != nil {
		return err
	}
	if r.Clean, err = takeCloud(clean, open); err != nil {
		return err
	}
	return r.takePerturbed(o, open)
}

// takePerturbed takes the perturbed cloud where there is one. An attack starts
// from the clean cloud as prepared.
func (r *Request) takePerturbed(o *document.Object, open Open) error {
	perturbed, err := o.Child("perturbed")
	switch {
	case err != nil:
		return err
	case perturbed != nil && !perturbed.Has("attack"):
		if r.Perturbed, err = takeCloud(perturbed, open); err != nil {
			return err
		}
	}
	if err := r.prepareClouds(); err != nil {
		return err
	}
	if perturbed != nil && perturbed.Has("attack") {
		return r.takeAttack(perturbed)
	}
	return nil
}

// takeCloud takes {"points": …} or {"file": …, "part": …}.
func takeCloud(source *document.Object, open Open) (*pointcloud.Cloud, error) {
	cloud := &pointcloud.Cloud{}
	if source.Has("file") {
		if err := takeFile(source, cloud, open); err != nil {
			return nil, err
		}
	} else if err := takePoints(source, cloud); err != nil {
		return nil, err
	}
	if err := source.Done(); err != nil {
		return nil, err
	}
	return cloud, checkCoordinates(source.Path, *cloud)
}

func takeFile(o *document.Object, cloud *pointcloud.Cloud, open Open) error {
	path, part, err := takeFilePart(o)
	if err != nil {
		return err
	}
	if open == nil {
		return document.BadField(o.Name("file"), "files are not read here; give points or gram")
	}
	*cloud, err = open(path, part)
	return err
}

// takeFilePart takes the name of a file and of the cloud in it, "" for the only one.
func takeFilePart(o *document.Object) (path, part string, err error) {
	if path, _, err = o.Text("file"); err != nil {
		return "", "", err
	}
	part, _, err = o.Text("part")
	return path, part, err
}

// takePoints takes the points of a cloud.
func takePoints(o *document.Object, cloud *pointcloud.Cloud) error {
	text := o.Take("points")
	if text == nil {
		return document.BadField(o.Path, "needs points, a file or an attack")
	}
	if err := cloud.UnmarshalJSON(text); err != nil {
		return document.BadField(o.Path, "%v", err)
	}
	return nil
}
