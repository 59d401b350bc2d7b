package main

import (
	"net/url"
	"strconv"

	"github.com/orbitcert/orbitcert/core/card"
	"github.com/orbitcert/orbitcert/core/document"
)

// card prints the model index of a result document, or its badge.
func (p program) card(args []string) ([]byte, error) {
	flags := newOptions("card")
	model, data, link := flags.String("model", "smoothed classifier", ""), flags.String("dataset", "point clouds", ""), flags.String("url", "", "")
	badge, at, family := flags.Bool("badge", false, ""), flags.String("at", "", ""), flags.String("family", "", "")
	if err := parseOptions(flags, args, 1, 1); err != nil {
		return nil, err
	}
	for option, value := range map[string]string{"--at": *at, "--family": *family} {
		if value != "" && !*badge {
			return nil, misused("card", "%s needs --badge", option)
		}
	}
	path := flags.Arg(0)
	text, err := p.readText(path)
	if err != nil {
		return nil, err
	}
	place, err := parseAt(*at)
	if err := document.Join(err, checkLink(*link)); err != nil {
		return nil, badInput{err}
	}
	c, err := card.New(text)
	if err != nil {
		return nil, named(path, err)
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
}

// parseAt reads a value of the grid, nil where none is given.
func parseAt(text string) (*float64, error) {
	if text == "" {
		return nil, nil
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil, document.BadField("--at", "must be a number, got %s", document.Shorten([]byte(text)))
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
