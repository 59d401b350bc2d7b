package main

import (
	"fmt"
	"strings"
)

// calls are what the command line can do, in the order of its help: what is typed, and what
// it does in a line and in more.
var calls = []struct{ name, form, does, more string }{
	{"certify", "certify request.json", "print the certificate of a request",
		"Clouds of the request may be {\"file\": path}, relative to the request. Certified or not, the exit code is 0.\n" +
			"\"subsample\": k says that the votes are of samples of k points each: then the clouds may have different numbers of points, and\n" +
			"\"perturbed\": {\"changes\": {\"replaced\": 2, \"added\": 1, \"removed\": 5, \"moved\": 0.1}} stands for all clouds with at most these changes."},
	{"pmin", "pmin request.json", "print the smallest prediction probability that certifies",
		"The request needs no prediction."},
	{"withstand", "withstand request.json", "print what can happen to the clean cloud without changing the prediction",
		"How far it may be scaled, stretched, sheared, tapered, twisted, turned and shifted, every value in between, and how far its points may move,\n" +
			"each together with all that the classifier ignores. \"along\": [0, 0, 1] in the request is the axis, the last one when it is absent.\n" +
			"A perturbed cloud plays no part. With \"subsample\" also how many points may be replaced, added or removed, the others moved by\n" +
			"no more than \"moved\" in the request, 0 when it is absent. Numbers are rounded towards zero; \"black_box\" is what they would be without invariance."},
	{"verify", "verify [options] certificate.json", "recompute a certificate and print what differs",
		"Exit code 0 when it stands, which standard error says, 3 when not. --fresh draws by chance once more, independently of whoever made the document.\n" +
			"--model FILE counts the votes of a model again, sample by sample, in Node; --blocks K only so many blocks of 50, chosen by chance."},
	{"explain", "explain [--latex] certificate.json", "print a paragraph about a certificate, for a paper",
		"The certificate is verified first. The paragraph states its numbers, rounded to the safe side, and its assumptions.\n" +
			"Example: orbitcert explain --latex certificate.json"},
	{"run", "run [options] run.json", "print the certified accuracy of a dataset",
		"The run asks for an \"attack\", or for \"withstand\": {\"along\": [0, 0, 1]} in its place: how many clouds withstand all scalings,\n" +
			"stretches, shears, tapers, twists, rotations and shifts up to a size, with the black box beside and the ranges of every cloud.\n" +
			"\"subsample\": k says that the votes are of samples of k points each: then also how many points may be replaced, added or removed,\n" +
			"the others moved by no more than \"moved\" in withstand, 0 when it is absent.\n" +
			"The attack {\"family\": \"ball\", \"norms\": […]} stands for every perturbation of each norm. Where clouds have \"attacked\": [{\"points\", \"votes\",\n" +
			"\"samples\"}, …], with votes of fresh noise at perturbed clouds, the accuracy under attack stands beside the certified one; a cloud that is certified\n" +
			"where votes have another prediction is told on standard error, with exit code 3.\n" +
			"--out DIR keeps every cloud that is done in a part file in DIR; the same command goes on from there,\n" +
			"and computes again what has changed since.\n" +
			"--shard I/N does the clouds I, I + N, I + 2 N, … (I from 0 to N - 1) and prints nothing: merge prints the result when all shards\n" +
			"have run, on as many machines as share DIR. Progress and the time left go to standard error.\n" +
			"A run of several sigmas has \"sigmas\": [{\"sigma\": 0.1, \"votes\": {\"file\": path}}, …] in the place of \"sigma\" and \"votes\"."},
	{"merge", "merge DIR [run.json]", "print the result of a run from its parts",
		"The same bytes as those of run. Parts of two runs, clouds that no part has and results that differ are bad input.\n" +
			"With run.json every cloud is read once more: results of clouds that have changed since are bad input too."},
	{"card", "card [options] result.json", "print the result of a run as metadata of a model card",
		"What run and merge print, as the model index of a README on Hugging Face: certified accuracy at every value of the grid, by every argument,\n" +
			"with all that it depends on. --model NAME and --dataset NAME are what they are called there, --url ADDRESS is where the run is found.\n" +
			"A run that asks what its clouds withstand gives the certified accuracy under every transformation of each family up to some sizes.\n" +
			"--badge prints a picture, SVG, with the best certified accuracy: --at VALUE of the grid, or else at the largest at which half of the clouds are certified;\n" +
			"--family NAME chooses one of the families, angles are in degrees.\n" +
			"The rows of a cloud that follow from its votes are computed again; what is said of all clouds has to follow from what is said of each."},
	{"plot", "plot result.json [-o figure.svg]", "draw a result as SVG, PDF, PNG or TeX",
		"Draws the certified accuracy of what run and merge print, the ranges that withstand prints, the radii of a certificate, and a map\n" +
			"for {\"norm\": ‖X‖/σ, \"distance\": ‖Δ‖/σ}, in the colours of the page. The ending chooses the format: .svg, .pdf, .png, or .tex for a\n" +
			"pgfpicture. Without -o it prints SVG. --sigma VALUE chooses one of several σ."},
	{"draw", "draw request.json", "print the noisy inputs that a model is to classify, a NumPy array",
		"The prediction of the request is {\"model\", \"classifier\", \"sampling\"}. \"subsample\": k draws k of the cloud's points for each."},
	{"count", "count request.json classes.npy", "print the votes document of their classes, or of their logits", ""},
	{"convert", "convert cloud.ply [part]", "print {\"points\": …} read from a point cloud file",
		"--read '{\"columns\": 6}' says how it is read, --prepare '{\"drop_missing\": true}' what is done to it then."},
	{"help", "help [call]", "list all calls, or show the options of one", ""},
	{"--version", "--version", "print the version of the core", ""},
}

// usage lists all calls.
func usage() string {
	var text strings.Builder
	lead := "usage: "
	for _, c := range calls {
		fmt.Fprintf(&text, "%sorbitcert %-33s %s\n", lead, c.form, c.does)
		lead = "       "
	}
	text.WriteString("\"-\" reads standard input. Exit codes: 0 computed, 2 the input is bad, 3 verification failed, 4 verified except for rows that this version does not compute, 1 anything else.\n" +
		"With --errors=json before the document, failures are the last line of standard error: {\"failures\": [{\"field\", \"file\", \"line\", \"message\", …}]}.\n")
	return text.String()
}

// asksHelp knows the ways in which programs are asked for help.
func asksHelp(arg string) bool { return arg == "--help" || arg == "-help" || arg == "-h" }

// help returns what all calls do, or one.
func help(args []string) ([]byte, error) {
	if len(args) == 0 {
		return []byte(usage()), nil
	}
	for _, c := range calls {
		if len(args) == 1 && c.name == args[0] {
			return []byte(strings.TrimRight(fmt.Sprintf("usage: orbitcert %s\n\nTo %s.\n%s", c.form, c.does, c.more), "\n") + "\n"), nil
		}
	}
	if len(args) > 1 {
		return nil, misused("help", "takes one call, got %d", len(args))
	}
	return nil, unknownCall(args[0])
}
