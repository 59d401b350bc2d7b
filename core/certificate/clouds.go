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
	if err = r.TakePreparation(o); err != nil {
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
	file, err := takeCloud(clean, open)
	if err != nil {
		return err
	}
	return r.takePerturbed(o, file, open)
}

// takePerturbed takes the perturbed cloud where there is one. An attack starts
// from the clean cloud as prepared.
func (r *Request) takePerturbed(o *document.Object, clean *pointcloud.File, open Open) error {
	files := []*pointcloud.File{clean}
	perturbed, err := o.Child("perturbed")
	if err != nil {
		return err
	}
	if perturbed != nil && !perturbed.Has("attack") {
		file, err := takeCloud(perturbed, open)
		if err != nil {
			return err
		}
		files = append(files, file)
	}
	if err := r.PrepareClouds(files...); err != nil {
		return err
	}
	if perturbed != nil && perturbed.Has("attack") {
		return r.takeAttack(perturbed)
	}
	return nil
}

// takeCloud takes {"points": …} or {"file": …, "part": …} with what else the
// file leaves open. What is returned is the caller's to change.
func takeCloud(source *document.Object, open Open) (*pointcloud.File, error) {
	file := &pointcloud.File{}
	take := takeFile
	if !source.Has("file") {
		take = takeInline
	}
	if err := take(source, file, open); err != nil {
		return nil, err
	}
	return file, CheckCoordinates(source.Path, file.Cloud)
}

func takeInline(o *document.Object, file *pointcloud.File, _ Open) error {
	if err := TakePoints(o, &file.Cloud); err != nil {
		return err
	}
	return o.Done()
}

func takeFile(o *document.Object, file *pointcloud.File, open Open) error {
	path, reading, err := TakeReading(o)
	if err != nil {
		return err
	}
	if err := o.Done(); err != nil {
		return err
	}
	if open == nil {
		return document.BadField(o.Name("file"), "files are not read here; give points or gram")
	}
	*file, err = open(path, reading)
	return err
}

// TakeReading takes the name of a file and how it is to be read.
func TakeReading(o *document.Object) (path string, r pointcloud.Reading, err error) {
	if path, _, err = o.Text("file"); err != nil {
		return "", r, err
	}
	if r.Part, _, err = o.Text("part"); err != nil {
		return "", r, err
	}
	columns, _, err := o.Whole("columns", 0, 1<<10)
	if err != nil {
		return "", r, err
	}
	r.Columns = int(columns)
	if r.Type, _, err = o.Text("type"); err != nil {
		return "", r, err
	}
	if o.Has("transposed") {
		transposed, err := o.Truth("transposed")
		if err != nil {
			return "", r, err
		}
		r.Transposed = &transposed
	}
	if field, err := r.Check(); err != nil {
		return "", r, document.BadField(o.Name(field), "%v", err)
	}
	return path, r, nil
}

// ReadCloud reads {"clean": …, "preparation": …}, the two fields of a request
// that give its clean cloud, which it returns as prepared.
func ReadCloud(data []byte, open Open) (pointcloud.Cloud, error) {
	o, err := document.Parse("", data)
	if err != nil {
		return pointcloud.Cloud{}, err
	}
	r := &Request{}
	if err := r.takeClouds(o, open); err != nil {
		return pointcloud.Cloud{}, err
	}
	return *r.Clean, o.Done()
}

// TakePoints takes the points of a cloud.
func TakePoints(o *document.Object, cloud *pointcloud.Cloud) error {
	text := o.Take("points")
	if text == nil {
		return document.BadField(o.Path, "needs points, a file or an attack")
	}
	if err := cloud.UnmarshalJSON(text); err != nil {
		return document.BadField(o.Path, "%v", err)
	}
	return nil
}
