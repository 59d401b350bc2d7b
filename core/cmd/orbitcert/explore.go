package main

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/orbitcert/orbitcert/core/certificate"
	"github.com/orbitcert/orbitcert/core/explore"
)

// radii prints how far the prediction of a request is certified.
func (p *program) radii() *cobra.Command {
	return p.onFile(&cobra.Command{
		Use:   "radii REQUEST.json",
		Short: "print how far the prediction is certified in any direction",
		Long: `"black_box" is the radius without invariance, "orbit" that after alignment; "scaling" and "every" belong to the tight bound:
of scalings, and of the worst direction. A perturbed cloud is ignored. Lengths are rounded down.`,
		Example: "orbitcert radii site/examples/scaling-2d.json",
	}, func(path string) ([]byte, error) {
		return answered(*p, path, certificate.ParseRequest, explore.RadiiDocument)
	})
}

// curve prints the bounds along a family of perturbations.
func (p *program) curve() *cobra.Command {
	c := &cobra.Command{
		Use:   "curve [options] REQUEST.json",
		Short: "print the bounds along a family of perturbations",
		Long: `Prints the lower bound of every argument at every point: "bounds" has those of "x", "directions" of each. "distance" and
"aligned" are in units of sigma. All points hold at once with probability at least 1 - alpha. A perturbed cloud is ignored.`,
		Example: "orbitcert curve --kind rotate --to 30 site/examples/scaling-2d.json > curve.json",
	}
	fields := fieldOptions(c.Flags(), [][2]string{
		{"kind", "`NAME` of the family: scale, the default; random: in random directions; rotate: noise, then turns"},
		{"to", "end `X` of the curve: a length, or degrees"},
		{"steps", "`N` steps from 0 to the end, at most 200"},
		{"directions", "`N` random directions, at most 64"},
		{"noise", "norm `X` of the noise before a turn, in sigmas"},
		{"axis", "axis `X,Y,Z` of the turns in 3-D, by default that of the group, or z"},
		{"seed", "seed `N` of the directions"},
	})
	return p.onFile(c, func(path string) ([]byte, error) {
		return answered(*p, path, certificate.ParseRequest, func(request *certificate.Request) ([]byte, error) {
			question, err := explore.ParseQuestion(fields(map[string]any{"kind": "scale"}), request)
			if err != nil {
				return nil, badInput{err}
			}
			return explore.CurveDocument(request, question, each)
		})
	})
}

// parameterMap prints the smallest probability that certifies over the perturbations of one norm.
func (p *program) parameterMap() *cobra.Command {
	return p.onFile(&cobra.Command{
		Use:   "map QUESTION.json",
		Short: "print the smallest probability over all perturbations of one norm",
		Long: `The question is {"norm": ‖X‖/σ, "distance": ‖Δ‖/σ}, with "size" (100) and "top" if you like, for the group SO(2). "rows" has the
cells of the unit disc from below: growth of the cloud to the right, rotation upwards. Numbers are rounded up.`,
		Example: `echo '{"norm": 5, "distance": 1}' | orbitcert map - > map.json`,
	}, func(path string) ([]byte, error) {
		plan, err := parsed(*p, path, "", explore.ParseMap)
		if err != nil {
			return nil, err
		}
		return explore.MapDocument(plan, each)
	})
}

// regions prints which compositions of two transformations the prediction of a request withstands.
func (p *program) regions() *cobra.Command {
	c := &cobra.Command{
		Use:   "regions [options] REQUEST.json",
		Short: "print which compositions of two transformations keep the prediction",
		Long: `Every region has "rows" of cells from the lowest value of the second transformation up. A digit says what certifies all of a
cell: 2 the black box, 1 the orbit-based bound, 3 samples of points, 4 noise on transformations, 0 nothing.`,
		Example: "orbitcert regions --pair rotation-shear site/examples/scaling-2d.json > regions.json",
	}
	fields := fieldOptions(c.Flags(), [][2]string{
		{"pair", "`NAME`: taper-twist, rotation-shear, replaced-moved (with \"subsample\") or twist-moved (with \"noise\"); by default all that apply"},
		{"size", "`N` cells along each side, 48 by default"},
	})
	return p.onFile(c, func(path string) ([]byte, error) {
		request, err := readRequest(*p, path, explore.ParseWithstand)
		if err != nil {
			return nil, err
		}
		pairs := request.Pairs()
		if chosen := c.Flags().Lookup("pair"); chosen.Changed {
			pairs = []string{chosen.Value.String()}
		}
		var questions []*explore.RegionQuestion
		for _, pair := range pairs {
			question, err := explore.ParseRegion(fields(map[string]any{"pair": pair}))
			if err != nil {
				return nil, badInput{err}
			}
			questions = append(questions, question)
		}
		text, err := explore.RegionsDocument(request, questions)
		return text, named(path, err)
	})
}

// fieldOptions adds options that are fields of a question, and returns how to fill in those that are set. Numbers, and lists with
// commas, are written as such.
func fieldOptions(flags *pflag.FlagSet, options [][2]string) func(fields map[string]any) []byte {
	for _, option := range options {
		flags.String(option[0], "", option[1])
	}
	return func(fields map[string]any) []byte {
		for _, option := range options {
			if f := flags.Lookup(option[0]); f.Changed {
				fields[f.Name] = valueOf(f.Value.String())
			}
		}
		text, _ := json.Marshal(fields) // of texts and of JSON that was parsed
		return text
	}
}

func valueOf(text string) any {
	for _, form := range []string{text, "[" + text + "]"} {
		if slices.Contains([]string{"true", "false", "null"}, strings.TrimSpace(text)) {
			break
		}
		if raw := json.RawMessage(form); json.Valid(raw) {
			return raw
		}
	}
	return text
}
