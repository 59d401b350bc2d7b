package schema

// The table has every type of every document once. Types stand before those that use them.
//
// An expression is a scalar, the name of a type, a text in quotes, a list T[] or T[2..3] of so many, a fixed list [A, B],
// or several of these separated by |. number and integer take an interval, string a regular expression:
// number(0, 0.5], integer[1, 64], string/^[a-z]+$/.

// documents are the documents that have a schema of their own, and who reads or writes them.
var documents = []struct{ file, name, doc string }{
	{"request", "Request", "A request: the clouds, the votes and the invariance that a certificate is computed from."},
	{"certificate", "Certificate", "A certificate, with the request that it is computed from."},
	{"votes", "Votes", "The votes of a model for one cloud, with everything that a second count needs."},
	{"run", "Run", "A run over many clouds: settings, clouds and votes."},
	{"result", "Results", "The result of a run, for one σ or for several."},
	{"failure", "Failure", "A refusal: which field or file is bad, why, and what to do."},
}

var table = []Type{
	// Names for what several fields hold.
	{Name: "Group", Doc: "Transformations that the base classifier ignores: none, translations, rotations, also reflections, rotations and translations, all of these, or rotations about `axis`.", Is: "'none' | 'T' | 'SO' | 'O' | 'SE' | 'E' | 'axis'"},
	{Name: "Argument", Doc: "The arguments that can certify.", Is: "'black_box' | 'orbit' | 'tight' | 'subsample'"},
	{Name: "Layout", Doc: "Order of the axes of a model’s input: batch B, points N, coordinates D, poses P.", Is: "'BND' | 'BDN' | 'BND1' | 'BDN1' | 'flat BND' | 'flat BDN' | 'BPDN'"},
	{Name: "How", Doc: "Origin of a classifier’s invariance: OrbitCert makes it, or the author declares it.", Is: "'made' | 'declared'"},
	{Name: "Unit", Doc: "Units of the families of transformations.", Is: "'relative' | '1/length' | 'rad/length' | 'rad' | 'length'"},
	{Name: "FamilyName", Doc: "Families of transformations.", Is: "'scale' | 'stretch' | 'shear' | 'taper' | 'twist' | 'rotation' | 'shift'"},
	{Name: "Noise", Is: "number[1e-100, 1e100]"},
	{Name: "Norm", Is: "number[0, 1e100]"},
	{Name: "Measured", Is: "number[0, 1e110]"},
	{Name: "Share", Is: "number[0, 1]"},
	{Name: "Direction", Is: "number[3..3]"},
	{Name: "PointCount", Is: "integer[1, 1000000]"},
	{Name: "PointNumber", Is: "integer[0, 999999]"},
	{Name: "VoteCount", Is: "integer[0, 1000000000]"},
	{Name: "ClassNumber", Is: "integer[0, 9999]"},
	{Name: "Whole", Is: "integer[0, 9007199254740992]"},
	{Name: "Coordinates", Is: "Coordinate[2..3][1..1000000]", Large: true},
	{Name: "Coordinate", Is: "number[-1e100, 1e100]"},
	{Name: "Digest", Is: "string/^[0-9a-f]{64}$/"},
	{Name: "LongDigest", Is: "string/^sha256:[0-9a-f]{64}$/"},
	{Name: "ShortText", Is: "string/^[^]{0,200}$/"},

	// Clouds.
	{Name: "Inline", Doc: "A cloud by its points.", Fields: []Field{
		{"points", "Coordinates", must, "N points of D coordinates, D = 2 or 3"},
	}},
	{Name: "FromFile", Doc: "A cloud in a file, for the command line.", Rules: []Rule{{If: "type", Then: "columns"}}, Fields: []Field{
		{"file", "string", must, "the file, relative to the request"},
		{"part", "string", may, "which cloud of a file with several"},
		{"columns", "0 | integer[2, 64]", may, "for bare numbers: how many make a point"},
		{"type", "'' | 'float32' | 'float64'", may, "for bare numbers: their type, beside `columns`"},
		{"transposed", "boolean", may, "`true` if rows are all x, all y and all z"},
		{"coordinates", "integer[1, 64][2..3]", may, "the columns of x, y and z in a table or array, counted from 1, such as `[2, 3, 4]`"},
		{"rows", "'' | 'clouds'", may, "`\"clouds\"` if each row is a cloud of several points, one after another"},
		{"decimal", "'' | ',' | '.'", may, "`\",\"` or `\".\"`, the decimal sign of a table"},
	}},
	{Name: "ScaleAttack", Doc: "The clean cloud, scaled.", Fields: []Field{
		{"attack", "'scale'", must, "scaled about the origin"},
		{"norm", "number", must, "norm of the perturbation"},
	}},
	{Name: "RotateAttack", Doc: "The clean cloud with noise, stretched and turned.", Fields: []Field{
		{"attack", "'rotate'", must, "noise, stretch, rotation"},
		{"degrees", "number[-1e6, 1e6]", must, "angle of the rotation"},
		{"axis", "Direction", may, "axis of the rotation, in three dimensions"},
		{"noise", "Norm", may, "norm of the noise that is added before the cloud is turned"},
		{"seed", "Whole", may, "seed of the noise"},
		{"stretch", "number[0.01, 100]", may, "factor of the first coordinates"},
	}},
	{Name: "Attack", Doc: "An attack that makes the perturbed cloud from the clean one.", Is: "ScaleAttack | RotateAttack"},
	{Name: "Changes", Doc: "All perturbations that replace, add and remove at most so many points. Needs `subsample`.", Some: true, Large: true, Fields: []Field{
		{"replaced", "integer[0, 1000000]", may, "points that are replaced"},
		{"added", "integer[0, 1000000]", may, "points that are added"},
		{"removed", "integer[0, 1000000]", may, "points that are removed"},
		{"moved", "Norm", may, "norm by which the remaining points may move after alignment"},
	}},
	{Name: "AnyWithin", Doc: "Every cloud within some changes of the clean one.", Fields: []Field{
		{"changes", "Changes", must, "the changes"},
	}},

	// The request.
	{Name: "RunnerUp", Doc: "The class that came second.", Fields: []Field{
		{"probability", "Share", may, "its probability"},
		{"votes", "VoteCount", may, "its votes among the same samples"},
	}},
	{Name: "VoteCounts", Doc: "Votes that a model cast.", Fields: []Field{
		{"predicted", "integer[0, 65533]", written, "number of the class"},
		{"select", "integer[0, 500000][2..65534]", must, "votes per class that chose it"},
		{"estimate", "integer[0, 500000][2..65534]", must, "votes per class that count"},
		{"none", "integer[0, 500000]", written, "samples without a class"},
		{"looks", "integer[1, 64]", written, "how many looks were planned"},
		{"look", "integer[1, 64]", must, "which look this is"},
		{"samples", "integer[1, 500000]", written, "samples up to this look"},
	}},
	{Name: "VotedModel", Doc: "The model that voted.", Fields: []Field{
		{"sha256", "Digest", must, "digest of its file"},
		{"bytes", "integer[1, 9007199254740992]", may, "size of its file"},
		{"name", "ShortText", may, "name of its file"},
		{"layout", "Layout", must, "order of the axes of its input"},
		{"numbers", "'' | 'float32' | 'float16'", may, "type of its input"},
		{"output", "ShortText", may, "name of its logits"},
		{"batch", "1", may, "if it takes one cloud at a time"},
		{"classes", "ShortText[2..65534]", must, "names of the classes"},
	}},
	{Name: "VotedClassifier", Doc: "The classifier around the model.", Rules: []Rule{axisRule}, Fields: []Field{
		{"group", "Group", must, ""},
		{"axis", "Direction", may, ""},
		{"translation", "boolean", may, "its invariance"},
		{"how", "How", must, "`\"made\"` or `\"declared\"`"},
		{"order", "'' | 'rising' | 'falling'", may, "order of the sorted points"},
		{"poses", "integer[1, 8]", must, "poses per sample"},
		{"sorted", "boolean", must, "whether points are sorted"},
		{"grid", "number", must, "step to which coordinates are rounded"},
	}},
	{Name: "VotedSampling", Doc: "How the samples were drawn.", Fields: []Field{
		{"sigma", "Noise", must, "noise level"},
		{"select", "integer[1, 20000]", must, "samples that choose the class"},
		{"estimate", "integer[100, 500000]", must, "samples that count"},
		{"block", "integer[1, 500000]", must, "samples per block"},
		{"seed", "Digest", must, "of the draws"},
		{"fresh", "boolean", may, "whether the counter chose the seed"},
		{"cloud", "LongDigest", must, "digest of the cloud"},
		{"subsample", "integer[2, 1000000]", may, "points per sample"},
		{"noise", "LongDigest", may, "digest of a list of σ"},
	}},
	{Name: "VotesRuntime", Doc: "The program that ran the model.", Fields: []Field{
		{"name", "ShortText", may, ""},
		{"version", "ShortText", may, ""},
		{"wasm", "ShortText", may, ""},
	}},
	{Name: "InvarianceTest", Doc: "A test that did not refute a declared invariance.", Fields: []Field{
		{"clouds", "integer[0, 200]", must, "clouds that were moved"},
		{"changed", "0", may, "how many changed their class"},
		{"rate", "Share", may, "bound on their share"},
	}},
	{Name: "Votes", Doc: "The votes of a model for one cloud.", Section: "Votes", Document: true, Fields: []Field{
		{"votes", "VoteCounts", must, "the counts"},
		{"model", "VotedModel", must, "the model"},
		{"classifier", "VotedClassifier", must, "the classifier that was smoothed"},
		{"sampling", "VotedSampling", must, "how the samples were drawn"},
		{"runtime", "VotesRuntime", may, "what ran the model"},
		{"tested", "InvarianceTest", may, "for a declared invariance"},
		{"sampled", "string", may, "the class of every sample"},
	}},
	{Name: "Prediction", Doc: "Evidence about the smoothed classifier at the clean cloud.", Section: "Prediction",
		Rules: []Rule{{Any: []string{"probability", "votes", "evidence"}}, {If: "votes", Then: "samples", Unless: "evidence"}}, Fields: []Field{
			{"probability", "number(0, 1)", may, "p, taken as exact"},
			{"votes", "VoteCount", may, ""},
			{"samples", "integer[1, 1000000000]", may, "k of n votes, in place of a probability"},
			{"runner_up", "RunnerUp", may, "for the [runner-up class](how-it-works.md#runner-up-class)"},
			{"looks", "integer[1, 64]", may, "how often the votes could have been evaluated; their level is shared by as many"},
			{"evidence", "Votes", may, "a [votes document](#votes), in place of `votes` and `samples` or beside them"},
		}},
	{Name: "Preparation", Doc: "Preprocessing of both clouds.", Section: "Preparation", Rules: []Rule{{If: "method", Then: "points"}, {If: "seed", Then: "points"}}, Fields: []Field{
		{"drop_missing", "boolean", may, "leave out points without coordinates"},
		{"points", "PointCount", may, "how many to keep"},
		{"method", "'random' | 'farthest' | 'surface'", may, "`\"random\"`, `\"farthest\"` or `\"surface\"`"},
		{"seed", "Whole", may, "of random choices"},
		{"normalise", "'none' | 'centre' | 'unit_sphere'", may, "`\"none\"`, `\"centre\"` or `\"unit_sphere\"`"},
		{"frame", "'own' | 'clean'", may, "`\"clean\"`: both clouds have centre and scale of the clean one; otherwise each its own"},
	}},
	{Name: "Terms", Doc: "The terms that requests of every kind have.", Fields: []Field{
		{"sigma", "Noise | Noise[1..]", must, "noise level, or a list with [one for each point](mathematics.md#noise-that-differs-from-point-to-point) of the clean cloud"},
		{"group", "Group", must, "`\"none\"`, `\"T\"`, `\"SO\"`, `\"O\"`, `\"SE\"`, `\"E\"` or `\"axis\"`: [the invariance](how-it-works.md#invariance)"},
		{"axis", "Direction", may, "for `\"axis\"`: its direction `[x, y, z]`"},
		{"translation", "boolean", may, "for `\"axis\"`: whether translations belong to the group"},
		{"permutation", "boolean", may, "whether point order does not matter; `false` by default"},
		{"subsample", "integer[2, 1000000]", may, "k, if the votes are of [samples of k points](mathematics.md#points-that-come-and-go) each"},
		{"pairing", "'nearest' | 'order' | [PointNumber, PointNumber][]", may, "with `subsample`: `\"nearest\"`, `\"order\"` or pairs `[[i, j], …]` of points of the clean and the perturbed cloud, numbered from 0"},
		{"alpha", "number(0, 0.5]", may, "total error probability, above 0 and at most 0.5; 0.001 by default"},
		{"samples", "integer[0, 10000000]", may, "draws per Monte Carlo bound, 0 for none. Without it, nothing is drawn if the value is computed; elsewhere draws stop at the first look that decides, at 100,000 at the latest"},
		{"bound", "'disagreement'", may, "`\"disagreement\"`, the one [Monte Carlo bound](mathematics.md#monte-carlo-bounds); `\"quantile\"` and `\"dual\"` are gone and refused"},
		{"stop", "'full' | 'decided'", may, "`\"full\"` (default with `samples`): all draws; `\"decided\"`: up to the first [look](mathematics.md#draws-per-bound) that decides"},
	}},
	{Name: "Moved", Doc: "The law of ‖Δ_S‖² over samples S of the kept points.", Large: true, Fields: []Field{
		{"sigma", "Noise", must, "the unit"},
		{"mean", "Measured", must, ""},
		{"least", "Measured", must, ""},
		{"most", "Measured", must, "in units of `sigma`²"},
		{"square", "Measured", must, "its mean square about the mean, in units of `sigma`⁴"},
	}},
	{Name: "GramPoints", Doc: "The points of both clouds, where some come and go.", Section: "Points in gram form", Rules: []Rule{{One: []string{"changes", "perturbed"}}, {If: "perturbed", Then: "kept"}, {If: "perturbed", Then: "distance"}}, Fields: []Field{
		{"clean", "PointCount", must, "N, points of the clean cloud"},
		{"perturbed", "PointCount", may, "N′, points of the perturbed cloud"},
		{"kept", "integer[0, 1000000]", may, "m, pairs that count as kept"},
		{"distance", "Measured", may, "an upper bound of ‖Δ‖ over these pairs"},
		{"moved", "Moved", may, "the law of ‖Δ_S‖² over samples S of k of them"},
		{"changes", "Changes", may, "in place of all but `clean`: every perturbation within these changes"},
	}},
	{Name: "Gram", Doc: "The Gram form of both clouds, in which a request is shared.", Section: "Gram form", Rules: []Rule{{Any: []string{"factor", "matrix", "points"}}, {If: "factor", Then: "distance"}, {If: "factor", Then: "black_box_distance"}, {If: "factor", Then: "error"}}, Fields: []Field{
		{"dimension", "2 | 3", must, "D, 2 or 3; 2 for axis, where the rest is that of the plane across it"},
		{"axial", "Measured", may, "for axis: ‖Δ‖ along it; both distances below contain it"},
		{"factor", "number[4..6][4..6]", may, "2D × 2D, lower triangular: the Cholesky factor L of the Gram matrix LLᵀ of the columns of X and of Δ, in that order"},
		{"distance", "Measured", may, "an upper bound of ‖Δ‖, at least what the factor says"},
		{"black_box_distance", "Measured", may, "an upper bound of ‖X′ − X‖ before the alignment, at least `distance`"},
		{"error", "Measured", may, "how far, as a length, rounding may have moved the clouds from those with exactly these numbers"},
		{"points", "GramPoints", may, "if votes are of samples of k points: [what is known of single points](#points-in-gram-form)"},
		{"matrix", "number[4..6][4..6]", may, "the older form, in place of `factor`: the 2D × 2D inner products of the columns of [X′ X]"},
	}},
	{Name: "Pair", Doc: "The clouds of a request, or their Gram form.", Fields: []Field{
		{"clean", "Inline | FromFile", may, "the clean cloud: `{\"points\": …}`, or on the command line [`{\"file\": \"path\"}`](#clouds-in-files)"},
		{"perturbed", "Inline | FromFile | Attack | AnyWithin", may, "a second cloud in the same form, or [made from the clean one](#perturbed-clouds); without it only radii are computed"},
		{"gram", "Gram", may, "in place of both clouds: [what certificates depend on](#gram-form)"},
		{"prediction", "Prediction", must, "[how sure](#prediction) the smoothed classifier is at the clean cloud"},
	}},
	{Name: "Request", Doc: "A request of a certificate.", Document: true, Extends: []string{"Pair", "Terms"}, Rules: requestRules, Fields: []Field{
		{"preparation", "Preparation", may, "what is done to the clouds first: [preprocessing](#preparation)"},
		{"prepared", "Preparation", may, "in certificates: the preprocessing that was done"},
		{"seed", "string/^[^]{1,200}$/ | Whole", may, "of the draws, text or a whole number; follows from the rest of the request by default"},
	}},
	{Name: "ComputedRequest", Doc: "A request as a certificate holds it.", Section: "Request", Extends: []string{"Pair", "Terms"}, Rules: requestRules, Fields: []Field{
		{"bound", "string", may, "`\"disagreement\"`, the one [Monte Carlo bound](mathematics.md#monte-carlo-bounds); requests with `\"quantile\"` and `\"dual\"` of earlier cores are refused"},
		{"seed", "string", may, "of the draws, text or a whole number; follows from the rest of the request by default"},
		{"prepared", "Preparation", may, "in certificates: the preprocessing that was done; a request calls it [`preparation`](#preparation)"},
	}},
	// The certificate.
	{Name: "Alignment", Doc: "The transformation that brings the perturbed cloud nearest: point n of the aligned cloud is `matrix`·x′[`permutation`[n]] + `offset`.", Fields: []Field{
		{"matrix", "number[][]", must, ""},
		{"offset", "number[]", must, ""},
		{"permutation", "number[]", may, "point n of the aligned cloud is matrix · x′[permutation[n]] + offset; −1 for a point without a partner"},
	}},
	{Name: "Closed", Doc: "A bound from a distance alone.", Fields: []Field{
		{"distance", "number", may, "d, of the clouds as they are (`black_box`) or after alignment (`orbit`)"},
		{"radius", "number", may, "r; certified if d < r"},
		{"lower", "number", may, "the bound on the probability at the perturbed cloud"},
		{"upper_runner_up", "number", may, "with a runner-up: the bound on its probability there"},
		{"certified", "boolean", must, "whether this argument certifies"},
	}},
	{Name: "Orbit", Doc: "A bound from the distance after alignment.", Section: "Closed forms", Extends: []string{"Closed"}, Fields: []Field{
		{"alignment", "Alignment", may, "the transformation of the perturbed cloud"},
		{"distance_lower", "number", may, "with point order: no order comes nearer than this"},
		{"conclusion", "'certified' | 'out_of_reach' | 'undecided'", may, "with point order: `\"certified\"`, `\"out_of_reach\"` or `\"undecided\"`"},
	}},
	{Name: "Exact", Doc: "A tight bound without draws.", Fields: []Field{
		{"value", "number", must, "the tight value"},
		{"error", "number", must, "by how much it may be too high"},
		{"upper_runner_up", "number", may, "with a runner-up: the bound on its probability"},
		{"certified", "boolean", must, "whether it certifies"},
	}},
	{Name: "AxisBound", Doc: "A tight bound under all rotations, by those about one axis.", Section: "Tight", Extends: []string{"Exact"}, Fields: []Field{
		{"axis", "number[]", must, "of `axis` alone: the direction"},
		{"perturbed_axis", "number[]", may, "the direction of the aligned perturbed cloud that is turned to `axis`, where it is another one"},
	}},
	{Name: "MonteCarlo", Doc: "A tight bound from random draws.", Section: "Monte Carlo", Fields: []Field{
		{"bound", "string", must, "`\"disagreement\"`; documents of earlier cores have others"},
		{"lower", "number", must, "the lower bound, which alone certifies"},
		{"estimate", "number", must, "the plain estimate"},
		{"upper", "number", must, "an upper bound of the tight value, with 99.9 %"},
		{"upper_runner_up", "number", may, "with a runner-up: the bound on its probability"},
		{"samples", "number", must, "draws per bound"},
		{"level", "number", must, "the part of α that all draws have together"},
		{"seed", "string", must, "of the draws"},
		{"certified", "boolean", must, "whether it certifies"},
	}},
	{Name: "Subsampled", Doc: "A bound for votes of samples of some points.", Section: "Subsample", Fields: []Field{
		{"kept", "number", must, "points with a partner"},
		{"q", "number", must, ""},
		{"q_perturbed", "number", must, "the share of samples that see kept points alone, of either cloud"},
		{"distance", "number", must, "of the kept points, after alignment"},
		{"lower", "number", must, "the bound on the probability at the perturbed cloud"},
		{"upper_runner_up", "number", may, "with a runner-up: the bound on its probability there"},
		{"certified", "boolean", must, "whether this argument certifies"},
		{"alignment", "Alignment", may, "as in closed forms"},
	}},
	{Name: "Probability", Doc: "Bounds on the probability of the class at the clean cloud.", Fields: []Field{
		{"lower", "number", must, "the bound on p"},
		{"level", "number", must, "the part of α that the votes have"},
		{"upper_runner_up", "number", may, "the bound on the runner-up’s"},
	}},
	{Name: "Tight", Doc: "The worst case over all invariant classifiers.", Fields: []Field{
		{"exact", "Exact", may, "the value"},
		{"axis", "AxisBound", may, "under all rotations, by those about one axis"},
		{"monte_carlo", "MonteCarlo", may, "from random draws"},
	}},
	{Name: "Certificate", Doc: "The document that `certify` gives: at most one lower bound for each argument. An argument that does not apply is absent.", Section: "Certificate", Document: true, Fields: []Field{
		{"certified", "boolean", must, "whether any argument certifies"},
		{"certified_by", "Argument[]", may, "the arguments that do"},
		{"probability", "Probability", may, "what the votes prove"},
		{"black_box", "Closed", may, "a [closed form](#closed-forms): the distance between the clouds as they are"},
		{"orbit", "Orbit", may, "a [closed form](#closed-forms): the distance after the best alignment"},
		{"tight", "Tight", may, "[the tight value](#tight)"},
		{"subsample", "Subsampled", may, "[from votes of samples of k points](#subsample)"},
		{"notes", "string[]", may, "sentences that the page shows under the verdict"},
		{"request", "ComputedRequest", may, "the request as computed; after Cancel one without draws"},
		{"core", "string", must, "the version of the core"},
		{"key", "string", may, "of a shared certificate"},
		{"signature", "string", may, "of a shared certificate"},
	}},
	{Name: "TightMinimum", Doc: "The smallest probability by each way to the tight value.", Fields: []Field{
		{"exact", "number", may, ""},
		{"axis", "number", may, ""},
		{"monte_carlo", "number", may, "by each way"},
		{"seed", "string", may, "of its draws"},
	}},
	{Name: "Minimum", Doc: "The document that `minimum` gives: the smallest prediction probability that certifies, for each argument.", Section: "Minimum", Fields: []Field{
		{"black_box", "number", may, "in closed form"},
		{"orbit", "number", may, "in closed form"},
		{"tight", "TightMinimum", may, "the tight value"},
		{"subsample", "number", may, "for votes of samples of k points"},
	}},

	// Ranges.
	{Name: "Span", Doc: "Values of a parameter around 0 that are all certified: from `from` to `to`, or `any`.", Fields: []Field{
		{"any", "boolean", may, "`true`, in place of both: every value is certified"},
		{"from", "number", may, ""},
		{"to", "number", may, "every value between is certified; rounded towards zero"},
	}},
	{Name: "Range", Doc: "How far a family of transformations may go.", Section: "Ranges", Extends: []string{"Span"}, Fields: []Field{
		{"family", "FamilyName", must, "[which transformation](mathematics.md#ranges-of-transformations)"},
		{"along", "number[]", may, ""},
		{"toward", "number[]", may, "its directions"},
		{"unit", "Unit", must, "`\"relative\"`, `\"1/length\"`, `\"rad/length\"`, `\"rad\"` or `\"length\"`"},
		{"by", "'invariance' | 'black_box' | 'orbit' | 'tight'", must, "the simplest argument that reaches so far: `\"invariance\"`, `\"black_box\"`, `\"orbit\"` or `\"tight\"`"},
		{"black_box", "Span", must, "the range without any invariance"},
	}},
	{Name: "PointChanges", Doc: "How many points may come and go, each kind of change alone.", Fields: []Field{
		{"replaced", "number", must, ""},
		{"added", "number", must, ""},
		{"removed", "number", must, "the most points, each alone"},
		{"of", "number", must, "how many there are"},
	}},
	{Name: "Anywhere", Doc: "Points that may move anywhere within a distance.", Fields: []Field{
		{"points", "number", must, "this many, whichever they are"},
		{"within", "number", must, "the diagonal of the box around the cloud"},
		{"single", "number", must, "how far one alone may move"},
	}},
	{Name: "Withstood", Doc: "The document that `withstand` gives, rounded towards zero.", Section: "Withstand", Fields: []Field{
		{"certified", "boolean", must, "whether the prediction itself is certified; if not, there are no ranges"},
		{"probability", "Probability", must, "as in a certificate"},
		{"radius", "number", must, "r"},
		{"along", "number[]", must, "the axis of the transformations"},
		{"centre", "number[]", must, "the centre of the transformations"},
		{"height", "number", must, "the extent of the cloud along the axis"},
		{"ranges", "Range[]", may, "[a range](#ranges) per family"},
		{"each_point", "number", may, "every point may move by this much in any direction: r/√N"},
		{"points_anywhere", "Anywhere", may, "points that may move within a length"},
		{"noise", "number", may, "standard deviation of Gaussian sensor noise on every coordinate that is withstood 999 times in 1,000"},
		{"linear", "number", may, "any map y + Ey with this Frobenius norm of E: r over the largest singular value of X"},
		{"points", "PointChanges", may, "with `subsample`: points that may be replaced, added or removed"},
		{"core", "string", must, "the version of the core"},
	}},

	// Runs over many clouds.
	{Name: "RunAttack", Doc: "The perturbation of every cloud.", Rules: []Rule{{If: "family", Is: "rotate", Then: "degrees"}, {If: "family", Is: "scale", Then: "norms"}, {If: "family", Is: "ball", Then: "norms"}}, Fields: []Field{
		{"family", "'scale' | 'rotate' | 'ball'", must, ""},
		{"norms", "Norm[1..1000]", may, ""},
		{"degrees", "number[-1e6, 1e6][1..1000]", may, ""},
		{"noise", "Norm", may, ""},
		{"axis", "Direction", may, ""},
		{"draws", "integer[1, 1000]", may, ""},
		{"search", "integer[0, 100000]", may, ""},
	}},
	{Name: "RunWithstand", Doc: "The transformations that every cloud is to withstand.", Fields: []Field{
		{"along", "number[2..3]", may, ""},
		{"moved", "Norm", may, ""},
	}},
	{Name: "RunSettings", Doc: "The settings of a run.", Section: "Run", Rules: settingsRules, Fields: []Field{
		{"sigma", "Noise", must, "as in a request; or `sigmas` for several"},
		{"group", "Group", must, asRequest},
		{"axis", "Direction", may, asRequest},
		{"translation", "boolean", may, asRequest},
		{"permutation", "boolean", may, asRequest},
		{"subsample", "integer[2, 1000000]", may, asRequest},
		{"preparation", "Preparation", may, asRequest},
		{"alpha", "number(0, 0.5]", may, asRequest},
		{"samples", "integer[0, 10000000]", may, asRequest},
		{"bound", "'disagreement'", may, asRequest},
		{"seed", "Whole", may, "of the attack’s noise"},
		{"attack", "RunAttack", may, "[the perturbation](dataset.md#choose-the-question)"},
		{"withstand", "RunWithstand", may, "in place of `attack`"},
	}},
	{Name: "WholeSettings", Doc: "The settings of a run with their defaults.", Extends: []string{"RunSettings"}, Rules: settingsRules, Fields: []Field{
		{"permutation", "boolean", written, asRequest},
		{"alpha", "number(0, 0.5]", written, asRequest},
		{"samples", "integer[0, 10000000]", written, asRequest},
		{"bound", "'disagreement'", written, asRequest},
		{"seed", "Whole", written, "of the attack’s noise"},
	}},
	{Name: "Candidate", Doc: "A cloud that a search for another prediction ended with, and its votes.", Fields: []Field{
		{"points", "Coordinates", must, "the cloud"},
		{"votes", "VoteCount[]", must, "votes per class"},
		{"samples", "integer[1, 1000000000]", must, "samples in all"},
	}},
	{Name: "RunVotes", Doc: "The votes of one cloud.", Rules: votesRules, Fields: []Field{
		{"name", "string/^[^]+$/", must, "name of the cloud"},
		{"label", "ClassNumber", may, "number of its class"},
		{"votes_pred", "VoteCount[2..10000]", may, "votes per class that choose it"},
		{"votes_cert", "VoteCount[2..10000]", may, "votes per class that count"},
	}},
	{Name: "RunCloud", Doc: "A cloud of a run.", Rules: append([]Rule{{Any: []string{"points", "file", "failure"}}}, votesRules...), Fields: []Field{
		{"name", "string/^[^]{1,1000}$/", may, "its name"},
		{"points", "Coordinates", may, "its points"},
		{"file", "string", may, "or the file that it is in"},
		{"part", "string", may, ""},
		{"columns", "0 | integer[2, 64]", may, ""},
		{"type", "'' | 'float32' | 'float64'", may, ""},
		{"transposed", "boolean", may, ""},
		{"coordinates", "integer[1, 64][2..3]", may, ""},
		{"rows", "'' | 'clouds'", may, ""},
		{"decimal", "'' | ',' | '.'", may, "[how the file is read](#clouds-in-files)"},
		{"label", "ClassNumber", may, "number of its class"},
		{"votes_pred", "VoteCount[2..10000]", may, "votes per class that choose it"},
		{"votes_cert", "VoteCount[2..10000]", may, "votes per class that count"},
		{"evidence", "string/^(sha256:)?[0-9a-f]{64}$/", may, "digest of its votes document"},
		{"attacked", "Candidate[0..100]", may, "what a search for another prediction ended with"},
		{"failure", "string", may, "why there is no cloud"},
	}},
	{Name: "VotesFile", Doc: "Votes in a file.", Fields: []Field{{"file", "string", must, "the file, relative to the run"}}},
	{Name: "SigmaVotes", Doc: "Votes of one σ.", Fields: []Field{
		{"sigma", "Noise", must, "noise level"},
		{"votes", "VotesFile | RunVotes[]", must, "votes counted with it"},
	}},
	{Name: "Voted", Doc: "The model and the settings that counted the votes of a run.", Fields: []Field{
		{"model", "VotedModel", must, ""},
		{"classifier", "Partial<VotedClassifier>", may, ""},
		{"sampling", "Partial<VotedSampling>", may, ""},
		{"preparation", "Preparation", may, ""},
		{"prepared", "Preparation", may, ""},
		{"runtime", "VotesRuntime", may, ""},
	}},
	{Name: "Run", Doc: "A run over many clouds.", Document: true, Extends: []string{"RunSettings"}, Relaxed: []string{"sigma"}, Rules: append([]Rule{{One: []string{"sigma", "sigmas"}}}, settingsRules...), Fields: []Field{
		{"clouds", "RunCloud[]", must, "the clouds"},
		{"votes", "VotesFile | RunVotes[]", may, "their votes, where they do not stand with the clouds"},
		{"sigmas", "SigmaVotes[1..100]", may, "several σ, each with its votes"},
		{"voted", "Voted", may, "what counted the votes"},
		{"prepared", "Preparation", may, "the preprocessing that was done"},
	}},

	// Results of runs.
	{Name: "Found", Doc: "A perturbed cloud with another prediction.", Fields: []Field{
		{"distance", "number", must, ""},
		{"class", "number", must, ""},
		{"votes", "number", must, ""},
		{"samples", "number", must, ""},
	}},
	{Name: "Attacked", Doc: "The outcome of an attack.", Fields: []Field{
		{"clouds", "number", must, "clouds that it ended with"},
		{"found", "Found", may, "the nearest change"},
		{"contradicted", "Found", may, "one that is certified nevertheless"},
	}},
	{Name: "DrawMarks", Doc: "Which draws are certified, a mark for each.", Fields: byArgument("string[]")},
	{Name: "CloudResult", Doc: "The result of one cloud.", Section: "One cloud", Fields: []Field{
		{"name", "string", must, theCloud},
		{"label", "number", may, theCloud},
		{"predicted", "number", may, theCloud},
		{"votes", "number", may, theCloud},
		{"samples", "number", may, theCloud},
		{"failure", "string", may, "why there is no verdict"},
		{"black_box", "number[]", may, certifiedDraws},
		{"orbit", "number[]", may, certifiedDraws},
		{"tight", "number[]", may, certifiedDraws},
		{"tight_upper", "number[]", may, certifiedDraws},
		{"subsample", "number[]", may, certifiedDraws},
		{"draws", "DrawMarks", may, "which draws these are"},
		{"undrawn", "number[]", may, "as in the result"},
		{"attacked", "Attacked", may, "what an attack has come to"},
		{"ranges", "Range[]", may, "what it withstands"},
		{"points", "PointChanges", may, "what it withstands"},
	}},
	{Name: "Accuracy", Doc: "Shares of all clouds at each value of the grid.", Fields: append(byArgument("number[]"), Field{"attacked", "number[]", may, ""})},
	{Name: "Band", Doc: "How a share differs between draws.", Fields: []Field{
		{"median", "number[]", must, ""},
		{"low", "number[]", must, ""},
		{"high", "number[]", must, ""},
	}},
	{Name: "OverDraws", Doc: "How the shares differ between draws, by argument.", Fields: byArgument("Band")},
	{Name: "Attacks", Doc: "The outcome of the attacks on all clouds.", Fields: []Field{
		{"clouds", "number", must, ""},
		{"found", "number", must, ""},
		{"level", "number", must, ""},
		{"contradictions", "string[]", may, ""},
	}},
	{Name: "FamilyAccuracy", Doc: "Shares of all clouds at each size.", Fields: []Field{
		{"black_box", "number[]", must, ""},
		{"withstood", "number[]", must, ""},
	}},
	{Name: "Family", Doc: "How many clouds withstand a family of transformations.", Fields: []Field{
		{"family", "FamilyName", must, ""},
		{"unit", "Unit", must, ""},
		{"sizes", "number[]", must, ""},
		{"accuracy", "FamilyAccuracy", must, ""},
	}},
	{Name: "Change", Doc: "How many clouds withstand that points come and go.", Fields: []Field{
		{"change", "string", must, ""},
		{"counts", "number[]", must, ""},
		{"accuracy", "number[]", must, ""},
	}},
	{Name: "RunResult", Doc: "The result of a run.", Section: "Result", Document: true, Fields: []Field{
		{"core", "string", must, "the version of the core"},
		{"settings", "WholeSettings", must, "the run’s settings"},
		{"draws_level", "number", must, "the part of α that draws have"},
		{"total", "number", must, howMany},
		{"clouds", "number", must, howMany},
		{"correct", "number", must, howMany},
		{"failed", "number", must, howMany},
		{"missing", "string[]", may, "names without a cloud or votes"},
		{"grid", "number[]", may, "values of the attack"},
		{"accuracy", "Accuracy", may, "at each value, by argument"},
		{"over_draws", "OverDraws", may, "over the draws, by argument: `median`, `low` and `high`"},
		{"attacks", "Attacks", may, "what attacks have come to"},
		{"families", "Family[]", may, "in place of a grid: [every transformation](dataset.md#every-transformation)"},
		{"points", "Change[]", may, "beside the families: [points that come and go](dataset.md#points-that-come-and-go)"},
		{"undrawn", "number", may, "perturbed clouds for which nothing was drawn, because the tight value cannot certify"},
		{"results", "CloudResult[]", must, "[one entry per cloud](#one-cloud)"},
	}},
	{Name: "SeveralResults", Doc: "The results of a run with several σ.", Document: true, Fields: []Field{
		{"sigmas", "RunResult[1..100]", must, "a result for each"},
	}},
	{Name: "Results", Doc: "The result of a run, for one σ or for several.", Is: "RunResult | SeveralResults"},

	// Refusals.
	{Name: "Part", Doc: "A cloud of a file with several.", Fields: []Field{
		{"name", "string", must, "name"},
		{"title", "string", may, "title"},
		{"count", "number", must, "points"},
		{"dimension", "number", must, "coordinates"},
	}},
	{Name: "Remedy", Doc: "A way out of a refusal.", Fields: []Field{
		{"label", "string", must, "what a button says"},
		{"reading", "Partial<FromFile>", may, "fields to set beside `file`"},
		{"preparation", "Preparation", may, "fields to set in `preparation`"},
	}},
	{Name: "Refused", Doc: "One thing that is wrong.", Fields: []Field{
		{"field", "string", may, "the field of a document"},
		{"file", "string", may, "the file"},
		{"line", "integer[1, *]", may, "its line, counted from 1"},
		{"byte", "integer[0, *]", may, "its byte, counted from 0"},
		{"message", "string", must, "what is wrong and what to do"},
		{"parts", "Part[]", may, "the first clouds of a file, to choose from"},
		{"total", "integer[0, *]", may, "how many clouds the file has"},
		{"remedies", "Remedy[]", may, "what may be done"},
	}},
	{Name: "Failure", Doc: "A refusal.", Section: "Failure", Document: true, Extends: []string{"Refused"}, Fields: []Field{
		{"others", "Refused[]", may, "what else is wrong"},
	}},

	// Answers of the core to the page.
	{Name: "Radii", Page: true, Doc: "Lengths in the unit of the coordinates, rounded down.", Fields: []Field{
		{"probability", "Probability", must, ""},
		{"norm", "number", must, ""},
		{"black_box", "number", must, ""},
		{"orbit", "number", must, ""},
		{"sampled", "number", may, ""},
		{"scaling", "number", may, ""},
		{"ball", "any", may, ""},
	}},
	{Name: "Side", Page: true, Doc: "A side of a region.", Fields: []Field{
		{"family", "string", must, ""},
		{"unit", "string", must, ""},
		{"from", "number", must, ""},
		{"to", "number", must, ""},
	}},
	{Name: "Region", Page: true, Doc: "Two transformations at once, `first` done before `second`, over size × size cells: in rows, from the lowest value of `second` up, a mark for each cell: 2 by the black box, 1 by the orbit alone, 3 by votes of samples of some points, 0 not certified.", Fields: []Field{
		{"certified", "boolean", must, ""},
		{"first", "Side", must, ""},
		{"second", "Side", must, ""},
		{"along", "number[]", must, ""},
		{"size", "number", must, ""},
		{"rows", "string[]", must, ""},
		{"core", "string", must, ""},
	}},
	{Name: "Every", Page: true, Doc: "The worst case over all directions: certified up to `radius`; `beyond` it at least one direction is not.", Fields: []Field{
		{"radius", "number", must, ""},
		{"beyond", "number", must, ""},
	}},
	{Name: "Bound", Page: true, Doc: "Bounds on the probabilities of two classes.", Fields: []Field{
		{"lower", "number", must, ""},
		{"upper_runner_up", "number", may, ""},
	}},
	{Name: "Answer", Page: true, Doc: "The bounds at one point of a curve.", Fields: []Field{
		{"distance", "number", must, ""},
		{"aligned", "number", must, ""},
		{"black_box", "Bound", must, ""},
		{"orbit", "Bound", must, ""},
		{"tight", "Bound", may, ""},
	}},
	{Name: "Curve", Page: true, Doc: "A curve: `points` go back to the core as they are.", Fields: []Field{
		{"kind", "string", must, "scale, random or rotate"},
		{"x", "number[]", must, ""},
		{"directions", "number", must, ""},
		{"tight", "string", may, "exact or monte_carlo"},
		{"samples", "number", may, ""},
		{"sigma", "number", must, ""},
		{"points", "string[]", must, ""},
	}},
	{Name: "MapSize", Page: true, Doc: "The extent of a map.", Fields: []Field{
		{"norm", "number", must, ""},
		{"distance", "number", must, ""},
		{"size", "number", must, ""},
	}},
	{Name: "MapPlan", Page: true, Doc: "A map, before it is drawn.", Fields: []Field{
		{"map", "MapSize", must, ""},
		{"blocks", "number", must, ""},
		{"coarse", "number", must, ""},
		{"black_box", "number", must, ""},
		{"rotation", "number[]", may, ""},
	}},
}

// axisRule: the group axis has an axis.
var axisRule = Rule{If: "group", Is: "axis", Then: "axis"}

var requestRules = []Rule{axisRule, {One: []string{"clean", "gram"}}, {If: "perturbed", Then: "clean"}, {If: "pairing", Then: "subsample"}, {If: "pairing", Then: "perturbed"}}

const (
	asRequest      = "as in a request"
	theCloud       = "the cloud, its classes and its votes"
	certifiedDraws = "how many draws are certified at each value of the grid"
	howMany        = "how many clouds there are, were certified, are predicted correctly, and failed"
)

// byArgument has a field for each argument; those after the first two may be missing.
func byArgument(of string) []Field {
	return []Field{
		{"black_box", of, must, ""}, {"orbit", of, must, ""},
		{"tight", of, may, ""}, {"tight_upper", of, may, ""}, {"subsample", of, may, ""},
	}
}

// votesRules: votes come in pairs, with a label.
var votesRules = []Rule{{If: "votes_pred", Then: "votes_cert"}, {If: "votes_cert", Then: "votes_pred"}, {If: "votes_pred", Then: "label"}}

var settingsRules = []Rule{axisRule, {One: []string{"attack", "withstand"}}}
