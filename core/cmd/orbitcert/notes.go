package main

import (
	"fmt"
	"io"
	"sync"

	"github.com/orbitcert/orbitcert/core/pointcloud"
)

// notes prints the decisions of readers. Requests may name a file in every line, so each note of a file is printed once.
type notes struct {
	mutex sync.Mutex
	told  map[string]bool
	// shown says that the output itself has what routine notes say.
	shown bool
}

// tell prints the notes of a file that were not printed before; a routine one once for all files.
func (n *notes) tell(errs io.Writer, path string, all []pointcloud.Note) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	for _, note := range all {
		line := fmt.Sprintf("orbitcert: %s: %s\n%s", path, note.Text, answers(note.Remedies))
		known := line
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
		io.WriteString(errs, line)
	}
}

// answers lists remedies, one a line.
func answers(remedies []pointcloud.Remedy) (text string) {
	for _, r := range remedies {
		text += "  " + r.String() + "\n"
	}
	return text
}
