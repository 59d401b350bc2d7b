"""A strict description of certificate documents, and a ledger of what the checks have used of one.

`read` refuses a document that breaks the description: its fields, types, whole numbers, ranges, lengths and versions. A `Ledger` holds a path for
each leaf; a list counts as one leaf. Whatever no check has ticked off in the end was not verified."""
import json, os, re, stat
from law import FIRST

MOST_BYTES, MOST_POINTS, MOST_UNPACKED, MOST_NUMBERS = 128 << 20, 200_000, 64 << 20, 1_000_000


class Refused(ValueError):
    """A document that breaks the description; exit code 2."""


def quoted(text, most=300):
    """Text of others, safe on a terminal: control, format and bidirectional characters and ends of lines become backslash escapes."""
    text = str(text)
    return "".join(c if c.isprintable() and c != "\\" else ascii(c)[1:-1] for c in text[:most]) + "…" * (len(text) > most)


# Types: each is a function of a value and its path, which raises Refused.

def need(good, path, problem):
    if not good:
        raise Refused(f"{path or 'document'}: {problem}")


def number(low=-1e110, high=1e110):
    return lambda v, path: need(type(v) in (int, float) and low <= v <= high, path, f"must be a number from {low:g} to {high:g}")


def whole(low, high):
    return lambda v, path: need(type(v) is int and low <= v <= high, path, f"must be a whole number from {low} to {high}")


def text(pattern=r"[\s\S]{0,200}"):
    return lambda v, path: need(isinstance(v, str) and re.fullmatch(pattern, v), path, f"must be text of the form {pattern}")


def one(*words):
    return lambda v, path: need(any(type(v) is type(w) and v == w for w in words), path, f"must be one of {words}")


def many(item, least=0, most=MOST_POINTS):
    def check(v, path):
        need(isinstance(v, list) and least <= len(v) <= most, path, f"must be a list of {least} to {most}")
        for entry in v:
            item(entry, path + "[]")
    return check


def numbers(least, most, low=-1e110, high=1e110, null=False):
    """A list of numbers, as fast as it goes."""
    def check(v, path):
        need(isinstance(v, list) and least <= len(v) <= most, path, f"must be a list of {least} to {most} numbers")
        good = all((type(x) is float or type(x) is int) and low <= x <= high or null and x is None for x in v)
        need(good, path, f"must have numbers from {low:g} to {high:g}")
    return check


def wholes(low, high, most=MOST_POINTS, least=1, null=False):
    def check(v, path):
        need(isinstance(v, list) and least <= len(v) <= most, path, f"must be a list of {least} to {most} whole numbers")
        need(all(type(x) is int and low <= x <= high or null and x is None for x in v), path, f"must have whole numbers from {low} to {high}")
    return check


def either(*types):
    def check(v, path):
        problems = []
        for kind in types:
            try:
                return kind(v, path)
            except Refused as problem:
                problems.append(problem)
        raise max(problems, key=lambda p: len(str(p).split(":")[0]))  # the one that came farthest
    return check


def table(item, most, name=r"[^\x00-\x1f\x7f-\x9f]{1,64}", least=0):
    def check(v, path):
        need(isinstance(v, dict) and least <= len(v) <= most, path, f"must be an object of {least} to {most} fields")
        for key, entry in v.items():
            need(re.fullmatch(name, key), path, "has a name that is none")
            item(entry, f"{path}.{key}")
    return check


def record(fields, *rules):
    """An object. A name with ? may be missing. Rules are (field, "needs" | "excludes", other) and ("one of", …)."""
    names = {name.rstrip("?"): kind for name, kind in fields.items()}
    def check(v, path):
        need(isinstance(v, dict), path, "must be an object")
        at = path + "." if path else ""
        for key in v:
            need(key in names, at + key, "is not a field that certificates have there")
        for name, kind in fields.items():
            need(name[-1] == "?" or name in v, at + name, "is missing")
            if name.rstrip("?") in v:
                kind(v[name.rstrip("?")], at + name.rstrip("?"))
        for rule in rules:
            if rule[0] == "one of":
                need(sum(name in v for name in rule[1:]) == 1, path, f"must have one of {', '.join(rule[1:])}")
            elif rule[0] in v:
                need((rule[2] in v) == (rule[1] == "needs"), at + rule[0], f"{rule[1]} {rule[2]}")
    check.fields = fields
    return check


POSITIVE = number(5e-324, 1e100)
SHARE, LENGTH, NORM, TRUTH, DIGEST = number(0, 1), number(0, 1e110), number(0, 1e100), one(True, False), text("[0-9a-f]{64}")
NOISE, COORDINATE, SEED, COUNT = number(1e-100, 1e100), number(-1e100, 1e100), whole(0, 2**53), whole(1, 1_000_000)
VOTES, NAME, AXIS = whole(0, 10**9), text(r"[^\x00-\x1f\x7f-\x9f]{1,64}"), numbers(3, 3)
LONG_DIGEST, GROUP = text("sha256:[0-9a-f]{64}"), one("none", "T", "SO", "O", "SE", "E", "axis")
FAMILIES = ("twist", "taper", "scale", "shear")
DEVIATIONS = record({f + "?": either(one(0), NOISE) for f in FAMILIES})
SHIFT = record({"twist?": COORDINATE, "taper?": COORDINATE, "scale?": COORDINATE, "shear?": numbers(2, 2, -1e100, 1e100)})
POINTS = many(either(numbers(2, 2, -1e100, 1e100), numbers(3, 3, -1e100, 1e100)), 1)
CLOUD = record({"points": POINTS, "attributes?": table(numbers(1, MOST_POINTS, -1.8e308, 1.8e308), 64)})
CHANGES = record({"replaced?": whole(0, 10**6), "added?": whole(0, 10**6), "removed?": whole(0, 10**6), "moved?": NORM, "unit?": one("file", "prepared")})
ATTACK = either(record({"attack": one("scale"), "norm": COORDINATE}), record({"attack": one("rotate"), "degrees": number(-1e6, 1e6), "axis?": AXIS,
    "noise?": NORM, "seed?": SEED, "stretch?": number(0.01, 100)}))
GRAM = record({"dimension": one(2, 3), "axial?": LENGTH, "matrix?": many(numbers(4, 6, -1e200, 1e200), 4, 6), "factor?": many(numbers(4, 6), 4, 6),
    "distance?": LENGTH, "black_box_distance?": LENGTH, "error?": LENGTH, "cloud?": record({"points": COUNT, "sha256": DIGEST}),
    "points?": record({"clean": COUNT, "changes?": CHANGES, "perturbed?": COUNT, "kept?": whole(0, 10**6), "distance?": LENGTH,
        "moved?": record({"sigma": NOISE, "mean": LENGTH, "square": LENGTH, "least": LENGTH, "most": LENGTH})}, ("one of", "changes", "perturbed"),
        ("perturbed", "needs", "kept"), ("perturbed", "needs", "distance"), ("moved", "needs", "perturbed"), ("kept", "needs", "perturbed"),
        ("distance", "needs", "perturbed")),
    "parameters?": record({"shift?": SHIFT, "distance": LENGTH, "rise": LENGTH, "radius": LENGTH, "low": number(-1e100), "high": number(-1e100)})},
    ("factor", "needs", "distance"), ("factor", "needs", "error"), ("factor", "excludes", "matrix"), ("distance", "needs", "factor"),
    ("error", "needs", "factor"), ("black_box_distance", "needs", "factor"), *(("parameters", "excludes", n) for n in ("factor", "matrix", "points")),
    *(("cloud", "excludes", n) for n in ("factor", "matrix", "points", "axial")))
CHANNELS = many(either(NAME, record({"name": NAME, "values?": numbers(1, 256, -1.8e308, 1.8e308), "scale?": number()},
    ("values", "excludes", "scale"))), 0, 64)
LABELS = record({"predicted": wholes(0, 10**6), "votes": wholes(0, 10**9), "samples": whole(1, 10**9),
    "truth?": wholes(-10**6, 10**6, null=True), "ignore?": whole(-10**6, 10**6)})
VALUES = numbers(1, MOST_NUMBERS, -1e100, 1e100, null=True)
ONE_VECTOR = numbers(2, 3, -1e100, 1e100)
SAMPLE = either(one(None), ONE_VECTOR, many(either(one(None), ONE_VECTOR), 1))
TURNED = record({"values?": many(SAMPLE, 2, MOST_NUMBERS), "select?": many(SAMPLE, 1, MOST_NUMBERS), "clip?": NOISE, "tolerance?": number(5e-324, 1e100),
    "angle?": number(5e-324, 180)}, ("tolerance", "excludes", "angle"))  # beside evidence, which may have them
VECTORS = record({"values": many(SAMPLE, 2, MOST_NUMBERS), "select?": many(SAMPLE, 1, MOST_NUMBERS), "clip": NOISE, "tolerance?": number(5e-324, 1e100),
    "angle?": number(5e-324, 180)}, ("tolerance", "needs", "select"), ("angle", "needs", "select"), ("tolerance", "excludes", "angle"))
EVIDENCE = record({"format?": one(1), "$schema?": text(),
    "votes?": record({"rule?": one("", "anytime"), "predicted?": whole(0, 65533), "select?": wholes(0, 500_000, 65534, 2),
        "estimate": wholes(0, 500_000, 65534, 2), "none?": whole(0, 500_000), "looks?": whole(1, 64), "look?": whole(1, 64), "samples?": whole(1, 500_000)}),
    "values?": VALUES, "select?": VALUES, "labels?": LABELS, "vectors?": TURNED,
    "model": record({"sha256": DIGEST, "bytes?": whole(1, 2**53), "name?": text(), "layout": one("BND", "BDN", "BND1", "BDN1", "flat BND", "flat BDN", "BPDN"),
        "numbers?": one("", "float32", "float16"), "output?": text(), "batch?": one(1), "returns?": one("classes", "number", "BNC", "BCN", "vector", "BND", "BDN"),
        "number?": whole(0, 65534), "clip?": NOISE, "classes?": many(text(), 2, 65534), "attributes?": CHANNELS}),
    "classifier": record({"group": GROUP, "axis?": AXIS, "translation?": TRUTH, "how": one("made", "declared"), "order?": one("", "rising", "falling"),
        "pose?": one("all", "one"), "turn?": one("random"), "poses": whole(1, 8), "sorted": TRUTH, "grid": number(0)}),
    "sampling": record({"sigma": NOISE, "select": whole(0, 20_000), "estimate": whole(100, 500_000), "block": one(10, 50), "seed": DIGEST, "fresh?": TRUTH,
        "cloud": LONG_DIGEST, "subsample?": COUNT, "parameters?": DEVIATIONS, "axis?": AXIS, "attribute_sigma?": table(NOISE, 64), "scores?": TRUTH, "noise?": LONG_DIGEST}),
    "runtime?": record({"name?": text(), "version?": text(), "wasm?": text()}),
    "tested?": record({"clouds": whole(0, 200), "changed?": one(0), "rate?": SHARE}),
    "sampled?": text(r"[A-Za-z0-9+/]*={0,2}")})
SEEN = {"model?": record({"attributes?": CHANNELS})}
RULE = record({"classes": whole(2, 65534), "planned": whole(1, 10**9)})
MERGED = many(text(r"[\s\S]+"), 1, 1000)
COUNTED = record({"evidence": EVIDENCE, "votes?": VOTES, "samples?": whole(1, 10**9), "looks?": whole(1, 64), "anytime?": RULE, "classes?": MERGED,
    "runner_up?": record({"votes?": VOTES}), "values?": VALUES, "select?": VALUES, "labels?": LABELS, "vectors?": TURNED, "tolerance?": number(5e-324, 1e100), **SEEN},
    ("looks", "excludes", "anytime"))
GIVEN = record({"probability?": number(5e-324, 1 - 2**-53), "votes?": VOTES, "samples?": whole(1, 10**9), "looks?": whole(1, 64), "values?": VALUES,
    "select?": VALUES, "tolerance?": number(5e-324, 1e100), "labels?": LABELS, "vectors?": VECTORS, "classes?": MERGED, "anytime?": RULE,
    "runner_up?": either(record({"votes": VOTES}), record({"probability": SHARE})), **SEEN},
    ("one of", "probability", "votes", "values", "labels", "vectors"), ("votes", "needs", "samples"), ("samples", "needs", "votes"), ("looks", "needs", "votes"),
    ("anytime", "needs", "votes"), ("looks", "excludes", "anytime"), ("tolerance", "needs", "select"), ("select", "needs", "tolerance"),
    ("select", "needs", "values"), *((f, "excludes", answer) for f in ("runner_up", "classes") for answer in ("values", "labels", "vectors")))
PREDICTION = lambda v, path: (COUNTED if isinstance(v, dict) and "evidence" in v else GIVEN)(v, path)
PREPARED = {"drop_missing?": TRUTH, "points?": COUNT, "method?": one("random", "farthest", "surface"), "seed?": SEED,
    "normalise?": one("none", "centre", "unit_sphere", "rms"), "frame?": one("own", "clean")}
SETS = record({"format?": one(1), "$schema?": text(), "returns?": one("number", "labels"), "error?": number(0, 1e101),
    "coverage": number(0.01, 0.9999), "radius": NORM, "per_class?": TRUTH, "clouds": whole(1, 10**7), "needed?": whole(1, 10**13),
    "rank": whole(0, 10**7), "q?": SHARE, "threshold?": SHARE, "eta": number(0, 0.25), "anytime?": RULE,
    "settings": record({"sigma": NOISE, "group": GROUP, "axis?": AXIS, "translation?": TRUTH, "permutation": TRUTH, "subsample?": whole(2, 10**6), "scores?": TRUTH,
        "preparation?": record(PREPARED), "classifier?": DIGEST}),
    "results": many(record({"cloud?": DIGEST, "label?": whole(-10**6, 10**6), "votes": VOTES, "samples": whole(1, 10**9), "error?": number(0, 1e101)}), 1)})
REQUEST = record({"format?": one(1), "prepared?": record({**PREPARED, "scale?": POSITIVE, "norm?": POSITIVE},
        ("method", "needs", "points"), ("seed", "needs", "points"), ("norm", "needs", "scale")),
    "clean?": CLOUD, "perturbed?": either(CLOUD, ATTACK, record({"changes": CHANGES})), "gram?": GRAM,
    "sigma": either(NOISE, numbers(1, MOST_POINTS, 1e-100, 1e100), record({"attribute": NAME, "values": table(NOISE, 256, r"-?[0-9][0-9.eE+-]*", 1)})),
    "attribute_sigma?": table(NOISE, 64), "noise?": DEVIATIONS, "prediction": PREDICTION, "group": GROUP, "axis?": AXIS, "translation?": TRUTH,
    "permutation?": TRUTH, "subsample?": whole(2, 10**6), "scores?": TRUTH, "top?": whole(1, 1000), "alpha?": number(5e-324, 0.5), "samples?": whole(0, 10**7),
    "sets?": SETS, "bound?": one("disagreement", "dual", "quantile"), "stop?": one("full", "decided"), "seed?": either(text(r"[\s\S]{1,200}"), SEED),
    "pairing?": either(one("order", "nearest"), many(wholes(0, 10**6, 2, 2)))},
    ("one of", "clean", "gram"), ("perturbed", "needs", "clean"), ("pairing", "needs", "subsample"), ("pairing", "needs", "perturbed"), ("noise", "needs", "axis"),
    ("noise", "excludes", "subsample"), ("noise", "excludes", "attribute_sigma"))
ALIGNED = record({"matrix": many(numbers(2, 3), 2, 3), "offset": numbers(2, 3), "permutation?": wholes(-1, MOST_POINTS)})


def of_labels(sets):
    """Tell whether a calibration is of labels of points."""
    return sets.get("returns") == "labels"

def ALIGNMENT(v, path):
    """A X + b with a square matrix A."""
    ALIGNED(v, path)
    need({len(v["matrix"]), *map(len, v["matrix"])} == {len(v["offset"])}, path + ".matrix", "must have as many rows and columns as offset has numbers")

ALIGNMENT.fields = ALIGNED.fields
INTERVAL = record({"lower?": number(-1e102, 1e102), "upper?": number(-1e102, 1e102)}, ("lower", "needs", "upper"), ("upper", "needs", "lower"))
STATED = {"interval?": INTERVAL,
    "labels?": record({"certified?": many(TRUTH), "radius?": numbers(1, MOST_POINTS, 0), "file_radius?": numbers(1, MOST_POINTS, 0), "count?": whole(0, 10**6), "share?": SHARE, "changed?": whole(0, 10**6),
        "iou?": SHARE, "true_iou?": SHARE, "accuracy?": SHARE, "mean_iou?": SHARE}, ("count", "needs", "certified"), ("certified", "needs", "share"))}
BOUND = {"lower?": SHARE, "upper_runner_up?": SHARE, "certified": TRUTH, **STATED}
VECTOR_BOUND = record({"lower": numbers(2, 3), "upper": numbers(2, 3), "ball": record({"centre": numbers(2, 3), "radius": LENGTH}), "angle?": number(0, 180)})
CLOSED = {"vectors?": many(VECTOR_BOUND, 1), "distance?": LENGTH, "radius?": LENGTH, "file_radius?": LENGTH, "file_distance?": LENGTH, **BOUND}
EXACT = {"value": SHARE, "error": number(0, 1), "upper_runner_up?": SHARE, "certified": TRUTH, **STATED}
PAIRED = (("lower", "needs", "distance"), ("distance", "needs", "lower"), ("upper_runner_up", "needs", "lower"))
NEAR = PAIRED[::2]  # vectors have a distance and no bound of a probability
CERTIFICATE = record({"$schema?": text(), "format?": one(1), "core": text(r"0\.([5-8]\.(0|[1-9][0-9]{0,3})|9\.0)"), "certified": TRUTH,
    "certified_by": many(one("black_box", "orbit", "tight", "subsample", "parameters"), 0, 5), "notes?": many(text(r"[\s\S]{1,2000}"), 1, 20),
    "sets?": record({"classes?": many(text(), 0, 65534), "interval?": INTERVAL, "only?": many(TRUTH, 1, MOST_POINTS), "coverage": SHARE, "radius": NORM, "per_class?": TRUTH, "threshold?": SHARE}), "scale?": TRUTH, "key?": DIGEST, "signature?": text("[A-Za-z0-9+/]{86}=="), "request": REQUEST,
    "probability?": record({"lower": SHARE, "level": number(0, 0.5), "upper_runner_up?": SHARE}),
    "black_box?": record(CLOSED, *NEAR),
    "orbit?": record({**CLOSED, "alignment?": ALIGNMENT, "distance_lower?": LENGTH, "conclusion?": one("certified", "out_of_reach", "undecided")}, *NEAR,
        ("alignment", "needs", "distance"), ("distance_lower", "needs", "conclusion"), ("conclusion", "needs", "distance_lower")),
    "tight?": record({"exact?": record(EXACT), "axis?": record({**EXACT, "axis": AXIS, "perturbed_axis?": AXIS}),
        "monte_carlo?": record({"bound": one("disagreement", "dual", "quantile"), "lower": SHARE, "estimate": SHARE, "upper": SHARE, "upper_runner_up?": SHARE,
            "samples": COUNT, "level": number(0, 0.5), "seed": text(), "certified": TRUTH})}, ("exact", "excludes", "axis")),
    "subsample?": record({"kept": whole(0, 10**6), "q": SHARE, "q_perturbed": SHARE, "distance": LENGTH, "alignment?": ALIGNMENT, **BOUND}, ("one of", "lower")),
    "parameters?": record({"shift?": SHIFT, "distance?": LENGTH, "alignment?": ALIGNMENT, "axis": record({"through": AXIS, "along": AXIS}),
        "radii": record({f + "?": LENGTH for f in (*FAMILIES, "distance")}), **BOUND}, *PAIRED, ("shift", "needs", "lower"))},
    ("tight", "needs", "orbit"), ("parameters", "excludes", "orbit"))


def leaves(value, path=""):
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from leaves(inner, f"{path}.{key}" if path else key)
    else:
        yield path


def check_versions(document):
    minor = version(document)
    for name, first in FIRST.items():
        place = document
        for part in name.rstrip("[]").split(".") if minor < first else ():
            place = place.get(part) if isinstance(place, dict) else None
        good = minor >= first or place is None or name[-1] == "]" and not isinstance(place, list)
        need(good, name, f"no core before 0.{first} writes it, and the document is of {document['core']}")


def version(document):
    return int(document["core"].split(".")[1])


def read(name):
    """The document in a file, if it is of the size and depth that a certificate may have."""
    need(stat.S_ISREG(os.stat(name).st_mode), "file", "must be a regular file")
    with open(name, "rb") as file:
        data = file.read(MOST_BYTES + 1)
    need(len(data) <= MOST_BYTES, "file", f"has more than {MOST_BYTES} bytes")
    return parsed(data)


def parsed(data):
    try:
        return json.loads(data.decode() if isinstance(data, bytes) else data, object_pairs_hook=unrepeated, parse_float=finite, parse_int=finite,
            parse_constant=lambda word: need(False, "", f"{word} is not a number"))
    except RecursionError:
        raise Refused("document: is nested too deeply") from None


def unrepeated(pairs):
    fields = dict(pairs)
    need(len(fields) == len(pairs), "document", "an object has a field twice")
    return fields


def finite(text):
    """A number as double precision has it, whole ones as int: 1.0 and 1e0 are 1, and -0 is 0."""
    x = float(text)
    need(abs(x) < float("inf"), "document", "has a number that double precision has not")
    return int(x) if x == int(x) and abs(x) <= 2**53 else x


class Ledger:
    """The leaves of a document that no check has used yet, and what the checks found."""

    def __init__(self, document):
        self.left, self.lines = set(leaves(document)), []

    def tick(self, path):
        self.left.discard(path)
        if path not in ("", "request"):
            self.left.difference_update([one for one in self.left if one.startswith(path + ".")])

    def note(self, status, path, text):
        self.tick(path)
        self.lines.append((status, path, text))


class Used(dict):
    """An object whose leaves are ticked off in a ledger as they are read."""

    def __init__(self, value, path, ledger):
        super().__init__({key: Used(inner, f"{path}.{key}", ledger) if isinstance(inner, dict) else inner for key, inner in value.items()})
        self.path, self.ledger = path, ledger

    def __getitem__(self, key):
        value = super().__getitem__(key)
        if not isinstance(value, dict) or not value:
            self.ledger.left.discard(f"{self.path}.{key}")
        return value

    def get(self, key, default=None):
        return self[key] if key in self else default

    def whole(self):
        """All of it, as a plain object."""
        return {key: value.whole() if isinstance(value, Used) else value for key, value in ((key, self[key]) for key in self)}
