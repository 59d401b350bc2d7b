package main

import (
	"net/url"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/orbitcert/orbitcert/core/card"
	"github.com/orbitcert/orbitcert/core/document"
)

// card prints the model index of a result document, or its badge.
func (p *program) card() *cobra.Command {
	c := &cobra.Command{
		Use:   "card [options] RESULT.json",
		Short: "print the result of a run as metadata of a model card",
		Long: `Prints the model index of a model card on Hugging Face: certified accuracy at every value of the grid, by every argument, with
all it depends on. A run without an attack has the certified accuracy under every transformation of each family up to some sizes.
The rows of a cloud that follow from its votes are computed again, and the shares must follow from the clouds.`,
		Example: "orbitcert card --model furniture --dataset shapes result.json",
	}
	flags := c.Flags()
	model, data := flags.String("model", "smoothed classifier", "`NAME` of the model in the card"), flags.String("dataset", "point clouds", "`NAME` of the dataset in the card")
	link := flags.String("url", "", "`ADDRESS` where the run is found")
	badge := flags.Bool("badge", false, "print a picture (SVG) with the best certified accuracy instead")
	at := flags.String("at", "", "`VALUE` of the grid for the picture, by default the largest at which half of the clouds are certified")
	family := flags.String("family", "", "`NAME` of a family for the picture; its angles are in degrees")
	return p.printing(c, 1, 1, func(files []string) ([]byte, error) {
		for option, value := range map[string]string{"--at": *at, "--family": *family} {
			if value != "" && !*badge {
				return nil, misused("card", "%s needs --badge", option)
			}
		}
		text, err := p.readText(files[0])
		if err != nil {
			return nil, err
		}
		place, err := parseNumber("--at", *at)
		if err := document.Join(err, checkLink(*link)); err != nil {
			return nil, badInput{err}
		}
		c, err := card.New(text)
		if err != nil {
			return nil, named(files[0], otherKind(text, ofRun, err))
		}
		c.Model, c.Dataset, c.URL = *model, *data, *link
		if !*badge {
			return c.Index(), nil
		}
		picture, err := c.Badge(place, *family)
		if err != nil {
			return nil, badInput{err}
		}
		return picture, nil
	})
}

// parseNumber reads the number of an option, nil where none is given.
func parseNumber(option, text string) (*float64, error) {
	if text == "" {
		return nil, nil
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil, document.BadField(option, "must be a number, got %s", document.Shorten([]byte(text)))
	}
	return &x, nil
}

// checkLink refuses what no reader of a card could open.
func checkLink(link string) error {
	if link == "" {
		return nil
	}
	if u, err := url.Parse(link); err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return document.BadField("--url", "must be an address like https://example.org/run.json, got %s", document.Shorten([]byte(link)))
	}
	return nil
}
