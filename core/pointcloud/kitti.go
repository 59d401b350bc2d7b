package pointcloud

import "strings"

const kittiRecord = 16 // bytes: x, y, z and intensity, float32

const kittiNote = "Read as a KITTI scan: x, y, z and intensity as float32, little endian. The file itself does not say what it is."

// parseKITTI reads a laser scan of the KITTI data sets (Geiger et al., Int. J.
// Robotics Res. 32, 2013): nothing but records x, y, z, intensity, in metres.
func parseKITTI(data []byte, start int) (Cloud, error) {
	data = data[start:]
	if over := len(data) % kittiRecord; over != 0 {
		return Cloud{}, atByte(len(data)-over, "%d bytes are left over: a KITTI scan has records of %d bytes, x, y, z and intensity as float32", over, kittiRecord)
	}
	return records(scalar{kind: 'f', size: 4}, 0, kittiRecord).read(data, len(data)/kittiRecord)
}

// chooseKITTI decides whether a file is read as a scan, which only its name can
// tell: its numbers may start like any text or short signature.
func chooseKITTI(name string, content []byte) (*format, error) {
	if strings.HasSuffix(strings.ToLower(name), ".pcd.bin") {
		return nil, atByte(0, "looks like a nuScenes scan, which has five numbers a point; only KITTI scans, which have four, are read")
	}
	head := string(content[:min(len(content), 16)])
	for _, s := range signatures {
		if len(s.prefix) > 3 && strings.HasPrefix(head, s.prefix) {
			return nil, atByte(0, "is no KITTI file: it looks like %s", s.kind)
		}
	}
	return formatNamed("KITTI"), nil
}
