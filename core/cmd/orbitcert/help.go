package main

import (
	"fmt"
	"strings"
)

// calls are what the command line can do, in the order of its help: what is typed, and what
// it does in a line and in more.
var calls = []struct{ name, form, does, more string }{
	{"certify", "certify [options] request.json", "print the certificate of a request", `
A cloud of the request may be {"file": path}, relative to the request. The exit code is 0, certified or not.
"subsample": k means that each vote is of a sample of k points. Then the clouds may have different numbers of points, and
"perturbed": {"changes": {"replaced": 2, "added": 1, "removed": 5, "moved": 0.1}} means every cloud with at most these changes.
  --lines   read a request from each line, and print a certificate on each, in the same order; the first bad request ends it
  --gram N  put the Gram form of clouds with more than N points into the certificate. It verifies alone. It has no picture, and
            votes that a model cast cannot be recounted. Of a clean cloud alone it is the number of points and the SHA-256;
            the cloud stays if its points have different sigmas
Example: orbitcert certify site/examples/scaling-2d.json > certificate.json`},
	{"pmin", "pmin request.json", "print the smallest prediction probability that certifies", `
The request needs no prediction.
Example: orbitcert pmin site/examples/scaling-2d.json`},
	{"withstand", "withstand request.json", "print which changes of the clean cloud keep the prediction", `
Prints how far the cloud may be scaled, stretched, sheared, tapered, twisted, turned and shifted, and how far its points may
move. Every value in between is certified, each together with everything the classifier ignores.
"along": [0, 0, 1] in the request is the axis, the last one by default. A perturbed cloud plays no part.
With "subsample" it also prints how many points may be replaced, added or removed while the others move by at most "moved"
of the request, 0 by default. Numbers are rounded towards zero; "black_box" is the range without invariance.
Example: orbitcert withstand site/examples/scaling-2d.json`},
	{"radii", "radii request.json", "print how far the prediction is certified in any direction", `
"black_box" is the radius without invariance, "orbit" that after alignment; "scaling" and "every" belong to the tight bound:
of scalings, and of the worst direction. A perturbed cloud plays no part. Lengths are rounded down.
Example: orbitcert radii site/examples/scaling-2d.json`},
	{"curve", "curve [options] request.json", "print the bounds along a family of perturbations", `
Prints the lower bound of every argument at every point: "bounds" has those of "x", "directions" of each. "distance" and
"aligned" are in units of sigma. All points hold at once with probability at least 1 - alpha. A perturbed cloud plays no part.
  --kind NAME      scale, the default; random: in random directions; rotate: noise, then turns
  --to X           where the curve ends: a length, or degrees
  --steps N        steps from 0 to X, at most 200
  --directions N   random directions, at most 64
  --noise X        norm of the noise before a turn, in sigmas
  --axis X,Y,Z     axis of the turns in 3-D, by default that of the group, or z
  --seed N         seed of the directions
Example: orbitcert curve --kind rotate --to 30 site/examples/scaling-2d.json > curve.json`},
	{"map", "map question.json", "print the smallest probability over all perturbations of one norm", `
The question is {"norm": ‖X‖/σ, "distance": ‖Δ‖/σ}, with "size" (100) and "top" if you like, for the group SO(2). "rows" has the
cells of the unit disc from below: growth of the cloud to the right, rotation upwards. Numbers are rounded up.
Example: echo '{"norm": 5, "distance": 1}' | orbitcert map - > map.json`},
	{"regions", "regions [options] request.json", "print which compositions of two transformations keep the prediction", `
Every region has "rows" of cells from the lowest value of the second transformation up. A digit says what certifies all of a
cell: 2 the black box, 1 the orbit-based bound, 3 samples of points, 4 noise on transformations, 0 nothing.
  --pair NAME  taper-twist, rotation-shear, replaced-moved (with "subsample") or twist-moved (with "noise"); by default all that apply
  --size N     cells along each side, 48 by default
Example: orbitcert regions --pair rotation-shear site/examples/scaling-2d.json > regions.json`},
	{"verify", "verify [options] certificate.json", "recompute a certificate and print what differs", `
Exit code 0: verified. 3: verification failed. 4: verified, except for rows that this version does not compute.
  --fresh       draw again with new randomness, independent of the author of the document
  --model FILE  recount the votes of a model, sample by sample, in Node; needs orbitcert-votes, which make build makes in a checkout
  --blocks K    recount only K blocks of 50 samples, chosen by chance
  --clean FILE  compare the clean cloud in a file with the SHA-256 in a certificate of radii alone
Example: orbitcert verify --fresh certificate.json`},
	{"explain", "explain [--latex] certificate.json", "print a paragraph about a certificate, for a paper", `
The certificate is verified first. The paragraph states its numbers, rounded to the safe side, and its assumptions.
Example: orbitcert explain --latex certificate.json`},
	{"run", "run [options] run.json", "print the certified accuracy of a dataset", `
The run has an "attack", or "withstand": {"along": [0, 0, 1]} in its place: how many clouds withstand every scaling, stretch,
shear, taper, twist, rotation and shift up to a size, with the black box beside it and the ranges of every cloud.
"subsample": k means that each vote is of a sample of k points. Then points replaced, added or removed are counted too, while
the others move by at most "moved" of "withstand", 0 by default.
The attack {"family": "ball", "norms": […]} means every perturbation of each norm. If clouds have "attacked": [{"points",
"votes", "samples"}, …], with votes of fresh noise at perturbed clouds, the accuracy under attack is printed as well.
"returns": "number" with a "tolerance", or "labels", is for models that return these; each cloud has them as a request does.
If such votes contradict a certificate, standard error names the cloud and the exit code is 3.
A run of several sigmas has "sigmas": [{"sigma": 0.1, "votes": {"file": path}}, …] in place of "sigma" and "votes".
  --out DIR    keep every finished cloud in a part file; the same command continues and recomputes what has changed
  --shard I/N  do the clouds I, I + N, I + 2 N, … (I from 0 to N - 1) and print nothing; merge prints the result
  --progress N say every N seconds how many clouds are done, 30 by default
Progress and the time left go to standard error.
Example: orbitcert run --out parts site/docs/examples/run.json > result.json`},
	{"merge", "merge DIR [run.json]", "print the result of a run from its parts", `
Prints the bytes that run prints. Parts of two runs, missing clouds and results that differ are bad input.
With run.json every cloud is read once more; results of clouds that have changed since are bad input.
Example: orbitcert merge parts site/docs/examples/run.json > result.json`},
	{"card", "card [options] result.json", "print the result of a run as metadata of a model card", `
Prints the model index of a model card on Hugging Face: certified accuracy at every value of the grid, by every argument, with
all it depends on. A run without an attack has the certified accuracy under every transformation of each family up to some sizes.
The rows of a cloud that follow from its votes are computed again, and the shares must follow from the clouds.
  --model NAME, --dataset NAME  the names in the card
  --url ADDRESS                 where the run is found
  --badge                       print a picture (SVG) with the best certified accuracy instead
  --at VALUE                    the value of the grid for the picture, by default the largest at which half of the clouds are certified
  --family NAME                 one of the families; angles are in degrees
Example: orbitcert card --model furniture --dataset shapes result.json`},
	{"plot", "plot result.json [-o figure.svg]", "draw a result as SVG, PDF, PNG or TeX", `
Draws the certified accuracy of a result, the ranges of withstand, the radii of a certificate or of radii, a curve, a map, its
question, or regions, in the colours of the page.
  -o FILE        the ending chooses the format: .svg, .pdf, .png, or .tex for a pgfpicture; without it, print SVG
  --sigma VALUE  one of several σ
Example: orbitcert plot result.json -o accuracy.pdf`},
	{"draw", "draw request.json", "print the noisy inputs that a model is to classify, a NumPy array", `
The prediction of the request is {"model", "classifier", "sampling"}. "subsample": k draws k points of the cloud for each sample.
"returns": "number" of the model says that it returns a number, and has no classes; "BNC" or "BCN", that it labels every point.
"attributes" of the model are attributes of the points, such as [{"name": "element", "values": [1, 6, 8]}], behind their coordinates.
"attribute_sigma" of the request gives some of them noise of their own.
Example: orbitcert draw site/docs/examples/plan.json > inputs.npy`},
	{"count", "count [options] request.json classes.npy", "print the votes document of their classes, or of their logits", `
The array has the class of every sample, or the logits of every row that draw printed; of the first samples alone, if you like.
For "number", give the number of every row; of several in a row, "number" of the model (0, 1, …) chooses one. For "BNC" or "BCN",
give the scores of every point.
The count stops at the first sample after which the votes certify the request. Without a perturbation it takes all samples.
A sampling with "select" spends so many samples on the class, and looks at the votes at a few numbers of samples alone.
  --all        count all samples: the bound on the probability is larger
  --radius R   without a perturbation, stop as soon as the radius is above R
  --run FILE   stop as soon as the norms of a run are decided; the file has its settings, without clouds
Example: orbitcert count site/docs/examples/plan.json site/docs/examples/classes.npy > votes.json`},
	{"read", "read [options] cloud.ply [part]", "print {\"points\": …, \"attributes\": …} read from a point cloud file", `
  --npy             print a NumPy array instead: N×D numbers, or records with the fields x, y, z and the attributes
  --read FIELDS     how to read the file, such as '{"columns": 6}'
  --prepare FIELDS  what to do with the cloud then, such as '{"drop_missing": true}'
Example: orbitcert read --npy site/docs/examples/chair.ply > chair.npy`},
	{"help", "help [call]", "list all calls, or show the options of one", ""},
	{"--version", "--version", "print the version of the core", ""},
}

// usage lists all calls.
func usage() string {
	var text strings.Builder
	lead := "usage: "
	for _, c := range calls {
		fmt.Fprintf(&text, "%sorbitcert %-34s %s\n", lead, c.form, c.does)
		lead = "       "
	}
	text.WriteString("\"-\" reads standard input. Exit codes: 0 computed, 2 the input is bad, 3 verification failed, 4 verified except for rows that " +
		"this version does not compute, 1 anything else.\n" +
		"With --errors=json before the document, the last line of standard error is {\"failures\": [{\"field\", \"file\", \"line\", \"message\", …}], " +
		"\"format\": 1}.\n" +
		"A document may name regular files only. A file of more than 2 GB needs --limit SIZE, such as --limit 4GB.\n")
	return text.String()
}

// asksHelp recognises the usual ways to ask a program for help.
func asksHelp(arg string) bool { return arg == "--help" || arg == "-help" || arg == "-h" }

// help returns what all calls do, or one.
func help(args []string) ([]byte, error) {
	if len(args) == 0 {
		return []byte(usage()), nil
	}
	for _, c := range calls {
		if len(args) == 1 && c.name == args[0] {
			return []byte(strings.TrimRight(fmt.Sprintf("usage: orbitcert %s\n\n%s.%s", c.form, strings.ToUpper(c.does[:1])+c.does[1:], c.more), "\n") + "\n"), nil
		}
	}
	if len(args) > 1 {
		return nil, misused("help", "takes one call, got %d", len(args))
	}
	return nil, unknownCall(args[0])
}
