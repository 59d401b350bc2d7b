//go:build js && !explorer

package pointcloud

// What the page reads seldom is left to the program with the explorer.

func readGLB(*source) (File, error)        { return File{}, ErrElsewhere }
func readSTL(*source) (File, error)        { return File{}, ErrElsewhere }
func readMoleculeXYZ(*source, parts) error { return ErrElsewhere }
func readPDB(*source, parts) error         { return ErrElsewhere }
func readSDF(*source, parts) error         { return ErrElsewhere }
