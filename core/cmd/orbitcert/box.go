package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/orbitcert/orbitcert/core/box"
	"github.com/orbitcert/orbitcert/core/say"
)

// box bounds the IoU of a box from certificates of its parts.
func (p *program) box() *cobra.Command {
	c := &cobra.Command{
		Use:   "box CENTRE.json HEADING.json LENGTH.json WIDTH.json [HEIGHT.json]",
		Short: "bound the IoU of a detected box from certificates of its parts",
		Long: `Verifies certificates of two vectors, centre and heading, and of the numbers length, width and height, for the same clouds, noise
and group. Prints a lower bound of the IoU of the box at the perturbed cloud, turned back as the cloud is aligned, with the reference
box: means and medians of "select". Their error probabilities add up to "level". The centre is relative to the mean of the cloud.
In space the up axis is that of the group "axis", or the last axis. Without a height the IoU is that seen from above.`,
		Example: "for part in centre heading length width; do orbitcert certify site/docs/examples/box-$part.json > $part.json; done\n" +
			"orbitcert box centre.json heading.json length.json width.json",
	}
	return p.printing(c, 4, 5, func(files []string) ([]byte, error) {
		made := &box.Certified{}
		for part, path := range files {
			found, err := p.recomputed(verifying{path: path})
			if err == nil {
				err = named(path, made.Take(part, found.Request, found.Own))
			}
			if err != nil {
				return nil, err
			}
		}
		if err := made.Finish(); err != nil {
			return nil, badInput{err}
		}
		return shown(*p, made, nil, boxTable, inJSON)
	})
}

func boxTable(c *box.Certified) []byte {
	return fmt.Appendf(nil, "IoU with the reference box at least %s, with error probability at most %s\n", rounded(&c.IoU, say.Down), rounded(&c.Level, say.Up))
}
