package main

import (
	"strings"
	"sync"

	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// notes prints the decisions of readers. Requests may name a file in every line, so each note of a file is printed once.
type notes struct {
	mutex sync.Mutex
	told  map[string]bool
	// shown says that the output itself has what routine notes say.
	shown bool
	// file is the one read last.
	file pointcloud.File
}

// tell prints the notes of a file that were not printed before; a routine one once for all files.
func (n *notes) tell(to messages, path string, all []pointcloud.Note) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	for _, note := range all {
		line, offers := path+": "+note.Text, answers(note.Remedies)
		known := strings.Join(append([]string{line}, offers...), "\n")
		if note.Routine {
			known = note.Text
		}
		if n.told[known] || note.Routine && n.shown {
			continue
		}
		if n.told == nil {
			n.told = map[string]bool{}
		}
		n.told[known] = true
		to.list(line, offers)
	}
}

// read keeps what is said of a file behind everything else.
func (n *notes) read(file pointcloud.File) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	n.file = file
	n.file.Faces, n.file.Notes = nil, nil
}

// answers lists remedies, one a line.
func answers(remedies []pointcloud.Remedy) (lines []string) {
	for _, r := range remedies {
		lines = append(lines, r.String())
	}
	return lines
}
