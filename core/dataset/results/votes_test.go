package results

import (
	"io/fs"
	"testing/fstest"

	"github.com/orbitcert/orbitcert/core/dataset/intake"
)

func folderOf(files map[string]string) intake.Open {
	folder := fstest.MapFS{}
	for name, text := range files {
		folder[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return func(path string) (intake.Source, error) {
		data, err := fs.ReadFile(folder, path)
		return intake.Memory(data), err
	}
}
