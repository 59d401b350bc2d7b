package document

import "strings"

// Meant asks whether a known word is meant, as in "; did you mean sigma?", "" where none is near: half of a word at most is wrong.
func Meant(word, before string, known []string) string {
	const near = 3
	best, least := "", near
	for _, k := range known {
		if d := distance(strings.ToLower(word), strings.ToLower(k)); d < least && 2*d <= min(len(k), len(word)) {
			best, least = k, d
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + before + best + "?"
}

// distance counts the letters to add, remove or replace between two words (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		above := row[0]
		row[0] = i + 1
		for j := range b {
			cost := above
			if a[i] != b[j] {
				cost++
			}
			above, row[j+1] = row[j+1], min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
