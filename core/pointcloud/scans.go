package pointcloud

// countedScan is a table behind its number of rows.
type countedScan struct {
	lines lines
	count uint64
	width int
}

// countedScans finds tables that follow each other, each with its number of rows before it; none
// where the first line is no such number.
func countedScans(l *lines) (all []countedScan, err error) {
	at := *l
	for {
		start := at
		row, ok := at.content('#')
		if !ok {
			return all, nil
		}
		count, err := wholeNumber(row)
		if err != nil || count > uint64(len(at.data)) {
			return nil, nil
		}
		scan := countedScan{lines: start, count: count}
		for i := range count {
			if row, ok = at.content('#'); !ok {
				return nil, nil
			}
			if i == 0 {
				scan.width = columns(splitSpace, row)
			}
		}
		scan.lines.data = at.data[:at.pos]
		scan.lines.lf, scan.lines.cr = min(scan.lines.lf, at.pos), min(scan.lines.cr, at.pos)
		if all = append(all, scan); len(all) > MaxClouds {
			return nil, at.fail("has more than %d clouds, the limit", MaxClouds)
		}
	}
}
