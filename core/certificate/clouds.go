package certificate

import (
	"errors"
	"io/fs"

	"encoding/json"

	"github.com/orbitcert/orbitcert/core/document"
	"github.com/orbitcert/orbitcert/core/pointcloud"
)

func (s *steps) takeOrder(o *document.Object) (err error) {
	s.Permutation, err = o.Truth("permutation")
	return err
}

// takeClean takes the clean cloud, or the Gram matrix of both.
func (s *steps) takeClean(o *document.Object) error {
	if o.Has("gram") {
		if o.Has("clean") || o.Has("perturbed") {
			return document.BadField("gram", "replaces clean and perturbed; give one or the other")
		}
		return s.takeGram(o)
	}
	field, err := o.NeedChild("clean", "; give the clouds, or gram instead")
	if err != nil {
		return err
	}
	file, err := s.takeCloud(field)
	if err != nil {
		return err
	}
	s.Clean, s.files = &file.Cloud, append(s.files, file)
	return nil
}

// takePerturbed takes the perturbed cloud where there is one, or the attack that is to make it.
func (s *steps) takePerturbed(o *document.Object) error {
	field, err := o.Child("perturbed")
	if err != nil || field == nil {
		return err
	}
	if field.Has("changes") {
		return s.takeChanges(field)
	}
	if field.Has("attack") {
		s.attack, err = takeAttack(field, s.Clean)
		return err
	}
	file, err := s.takeCloud(field)
	if err != nil {
		return err
	}
	s.files = append(s.files, file)
	return nil
}

// takeCloud takes a cloud and remembers which attributes stand in the request itself.
func (s *steps) takeCloud(field *document.Object) (*pointcloud.File, error) {
	inline := !field.Has("file")
	file, err := takeCloud(field, s.sampling())
	if err == nil && inline {
		s.inline = append(s.inline, file.Cloud.AttributeNames()...)
	}
	return file, err
}

// prepare makes the clouds of what was read.
func (s *steps) prepare(*document.Object) error {
	if s.Clean == nil {
		return nil
	}
	return s.PrepareClouds(s.files...)
}

// applyAttack makes the perturbed cloud where none was read.
func (s *steps) applyAttack(*document.Object) error {
	if s.attack == nil || s.Clean == nil {
		return nil
	}
	cloud, err := s.attack.apply(*s.Clean)
	if err != nil {
		return err
	}
	s.Attack, s.Perturbed = s.attack, &cloud
	return CheckCoordinates("perturbed", cloud)
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

// sampling opens files and keeps only a random sample if the preparation asks for one.
func (s *steps) sampling() Open {
	due := s.Preparation.Due()
	if s.open == nil || due.Points == 0 || due.Method != pointcloud.Random {
		return s.open
	}
	return func(path string, r pointcloud.Reading) (pointcloud.File, error) {
		r.Thin = pointcloud.Thin{Points: due.Points, Seed: uint64(due.Seed)}
		return s.open(path, r)
	}
}

func takeInline(o *document.Object, file *pointcloud.File, _ Open) error {
	if err := TakePoints(o, &file.Cloud); err != nil {
		return err
	}
	attributes, err := pointcloud.TakeAttributes(o, file.Cloud.Count())
	file.Cloud.Attributes = attributes
	return document.Join(err, o.Done())
}

func takeFile(o *document.Object, file *pointcloud.File, open Open) error {
	path, reading, err := TakeReading(o)
	if err := document.First(err, o.Done()); err != nil {
		return err
	}
	if open == nil {
		return document.BadField(o.Name("file"), "files are not read here; give points or gram")
	}
	if *file, err = open(path, reading); errors.Is(err, fs.ErrNotExist) {
		return document.BadField(o.Name("file"), "%v", err)
	}
	return err
}

// TakeReading takes the name of a file and how it is to be read.
func TakeReading(o *document.Object) (path string, r pointcloud.Reading, err error) {
	put := document.PutAny[string]
	err = document.First(put(&path)(o.Text("file")), put(&r.Part)(o.Text("part")), document.PutWhole(&r.Columns)(o.Whole("columns", 0, 1<<10)),
		put(&r.Type)(o.Text("type")))
	if o.Has("transposed") {
		r.Transposed = new(bool)
		err = document.First(err, document.Put(r.Transposed)(o.Truth("transposed")))
	}
	err = document.First(err, put(&r.Rows)(o.Text("rows")), put(&r.Decimal)(o.Text("decimal")),
		document.PutWhole(&r.Sample)(o.Whole("sample", 1, pointcloud.MaxPoints)))
	if text := o.Take("coordinates"); text != nil && err == nil {
		if bad := json.Unmarshal(text, &r.Coordinates); bad != nil {
			err = document.BadField(o.Name("coordinates"), "%v", bad)
		}
	}
	if field, bad := r.Check(); err == nil && bad != nil {
		err = document.BadField(o.Name(field), "%v", bad)
	}
	return path, r, err
}

// ReadCloud reads {"clean": …, "preparation": …}, the two fields of a request
// that give its clean cloud, which it returns as prepared.
func ReadCloud(data []byte, open Open) (pointcloud.Cloud, error) {
	o, err := document.Parse("", data)
	if err != nil {
		return pointcloud.Cloud{}, err
	}
	s := newSteps(open)
	if err := document.TakeAll(o, append(s.clouds(), document.Step{Take: (*document.Object).Done})); err != nil {
		return pointcloud.Cloud{}, err
	}
	return *s.Clean, nil
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
