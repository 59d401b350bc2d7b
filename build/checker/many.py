"""Certificates of all kinds against the second checker: many.py CERTIFICATES FORGERIES. ORBITCERT names the program.

Each certificate must be verified. Each forgery changes one number of a certificate, by a unit of its last printed digit or by ten times the
error that the checker allows for it, whichever is more; both programs must refuse it. It prints how many were, and how long the checker took."""
import cmath, collections, concurrent.futures, copy, json, math, os, pathlib, random, subprocess, sys, tempfile, time

from orbitcheck import least

HERE = pathlib.Path(__file__).parent


def turned(points, r):
    """The points after a random rotation."""
    if len(points[0]) == 2:
        c, s = math.cos(r), math.sin(r)
        return [[c * x - s * y, s * x + c * y] for x, y in points]
    a, b = 2 * r, 3 * r
    out = [[math.cos(a) * x - math.sin(a) * y, math.sin(a) * x + math.cos(a) * y, z] for x, y, z in points]
    return [[x, math.cos(b) * y - math.sin(b) * z, math.sin(b) * y + math.cos(b) * z] for x, y, z in out]


def pair(random, dimension, count, noise, size=1.0, turn=True):
    clean = [[size * random.gauss(0, 1) * (1 + i) for i in range(dimension)] for _ in range(count)]
    near = [[v + noise * random.gauss(0, 1) / math.sqrt(count * dimension) for v in point] for point in clean]
    return {"clean": {"points": clean}, "perturbed": {"points": turned(near, random.uniform(0, 6)) if turn else near}}


def prediction(random, kind):
    if kind == "given":
        return {"probability": random.choice([0.6, 0.9, 0.95, 0.99, 0.9999])}
    samples = random.choice([100, 1000, 10000, 100000])
    votes = samples - random.randint(0, samples // 5)
    if kind == "rival":
        return {"votes": votes, "samples": samples, "runner_up": {"votes": (samples - votes) // 2}}
    return {"votes": votes, "samples": samples}


def flat(random, group, dimension, **more):
    return {**pair(random, dimension, random.randint(3, 20), random.choice([0.05, 0.1, 0.3])), "sigma": random.choice([0.15, 0.25, 0.4]), "group": group, "samples": 0, **more}


def still(random, group, dimension, **more):
    return {**pair(random, dimension, random.randint(1, 40), random.choice([0.05, 0.2, 0.5]), turn=False), "sigma": random.choice([0.1, 0.25, 0.5]), "group": group, **more}


def factored(random):
    """The Gram form of two clouds in the plane, the second turned nearest to the first."""
    both = pair(random, 2, 7, 0.1)
    x, y = ([complex(*p) for p in both[name]["points"]] for name in ("clean", "perturbed"))
    dot = sum(u * v.conjugate() for u, v in zip(x, y))
    delta = [v * dot / abs(dot) - u for u, v in zip(x, y)]
    columns = [[f(u) for u in cloud] for cloud in (x, delta) for f in (lambda u: u.real, lambda u: u.imag)]
    gram, factor = [[math.fsum(u * v for u, v in zip(a, b)) for b in columns] for a in columns], [[0.0] * 4 for _ in range(4)]
    for i in range(4):
        for j in range(i + 1):
            rest = gram[i][j] - math.fsum(factor[i][k] * factor[j][k] for k in range(j))
            factor[i][j] = math.sqrt(rest) if i == j else rest / factor[j][j]
    apart = [math.sqrt(math.fsum(abs(v) ** 2 for v in cloud)) * (1 + 1e-13) for cloud in (delta, [v - u for u, v in zip(x, y)])]
    return {"gram": {"dimension": 2, "factor": factor, "distance": apart[0], "black_box_distance": apart[1], "error": 1e-14}, "sigma": 0.25, "group": "SO", "samples": 0}


def attacked(random):
    return {"clean": {"points": pair(random, 2, 9, 0.1)["clean"]["points"]}, "perturbed": {"attack": "scale", "norm": random.uniform(0, 0.5)}, "sigma": 0.25, "group": "SE", "samples": 0}


def sampled(random, **more):
    k = random.randint(4, 8)
    return {**pair(random, 3, random.randint(20, 40), 0.05, turn=False), "sigma": random.choice([0.25, 0.5]), "group": "SE", "subsample": k, "samples": 0, **more}


def changed(random):
    whole = sampled(random)
    return {**whole, "perturbed": {"changes": {"replaced": random.randint(0, 2), "added": random.randint(0, 2), "removed": random.randint(1, 2), "moved": random.choice([0, 0.1])}}}


def rod(random):
    step = [random.gauss(0, 1) for _ in range(3)]
    clean, factor = [[t * v for v in step] for t in (-1, 0.3, 0.7)], random.uniform(0.8, 1.2)
    return {"clean": {"points": clean}, "perturbed": {"points": [[factor * v for v in point] for point in clean]}, "sigma": 0.5, "group": "SE", "samples": 0}


def reordered(random):
    both = pair(random, 2, 6, 0.05, turn=False)
    random.shuffle(both["perturbed"]["points"])
    return {**both, "sigma": 0.25, "group": "T", "permutation": True, "samples": 0}


def uneven(random):
    request = flat(random, "SE", 2)
    return {**request, "sigma": [random.uniform(0.2, 0.4) for _ in request["clean"]["points"]]}


def by_element(random):
    """Clouds with the same elements and a sigma for each: as they are, in another order, or in samples of points."""
    kind = random.choice(["plain", "order", "samples"])
    request = sampled(random) if kind == "samples" else {**flat(random, "SE", 2), "permutation": kind == "order"}
    elements, values = [random.choice([1, 6, 8]) for _ in request["clean"]["points"]], {"1": 0.2, "6": 0.3, "8": random.uniform(0.2, 0.6)}
    pairs = list(zip(request["perturbed"]["points"], elements))
    if kind == "order":
        random.shuffle(pairs)
    other = {"points": [p for p, _ in pairs], "attributes": {"element": [e for _, e in pairs]}}
    return {**request, "clean": {**request["clean"], "attributes": {"element": elements}}, "perturbed": other, "sigma": {"attribute": "element", "values": values}}


def upright(random, **more):
    both = pair(random, 3, random.randint(4, 15), 0.1, turn=False)
    both["perturbed"]["points"] = [[*p, z] for p, z in zip(turned([p[:2] for p in both["perturbed"]["points"]], random.uniform(0, 6)), [p[2] for p in both["perturbed"]["points"]])]
    return {**both, "sigma": random.choice([0.2, 0.4]), "group": "axis", "axis": [0, 0, 1], "samples": 0, **more}


def bent(random):
    """A cloud that was twisted, tapered or scaled about the axis, moved and turned, and votes with noise on such transformations."""
    families = random.choice([["twist"], ["taper"], ["scale"], ["twist", "scale"], ["twist", "taper", "scale"]])
    noise = {family: random.choice([0.05, 0.1, 0.26]) for family in families}
    t = {family: random.gauss(0, 0.7) * s for family, s in noise.items()}
    clean = [[random.gauss(0, 0.6) for _ in range(3)] for _ in range(random.randint(3, 15))]
    move = lambda x, y, z: complex(x, y) * cmath.exp(t.get("scale", 0) + (t.get("taper", 0) + 1j * t.get("twist", 0)) * z)
    near = [[v + random.choice([0, 0.01]) * random.gauss(0, 1) for v in (move(*p).real, move(*p).imag, p[2])] for p in clean]
    return {"clean": {"points": clean}, "perturbed": {"points": near}, "sigma": 0.05, "noise": noise, "group": "axis", "axis": [0, 0, 1]}


def measured(random):
    """Clouds for a model that returns a number."""
    values = [random.gauss(0, 1) if random.random() < 0.99 else None for _ in range(random.choice([30, 300, 1000]))]
    asked = random.choice([{}, {"select": [random.gauss(0, 1) for _ in range(20)], "tolerance": random.choice([0.5, 2, 3])}])
    return {**random.choice([still, flat])(random, "T", 2), "prediction": {"values": values, **asked}}


def labelled(random):
    """Clouds for a model that labels their points."""
    request, samples = still(random, "T", 3), random.choice([30, 300, 1000])
    votes = [round(samples * random.choice([1, 0.99, 0.95, 0.9, 0.6, random.random()])) for _ in request["clean"]["points"]]
    return {**request, "prediction": {"labels": {"predicted": [0 for _ in votes], "votes": votes, "samples": samples}}}


def counted(random):
    """An example of the page with all its votes."""
    return {**json.loads((HERE.parent.parent / f"site/examples/{random.choice(EXAMPLES)}.json").read_text()), "samples": 0}


# Examples whose votes a model cast.
EXAMPLES = ["digit-2d", "digit-8-2d"]

# A request of each kind, how often it is taken among 100, and its prediction.
KINDS = [
    ("none", 8, lambda r: still(r, "none", 2), "votes"), ("none in space", 8, lambda r: still(r, "none", 3), "given"), ("translations", 8, lambda r: still(r, "T", 3), "votes"),
    ("runner-up", 6, lambda r: still(r, "none", 3), "rival"), ("first k", 4, lambda r: {**still(r, "T", 2), "top": r.randint(2, 5)}, "votes"),
    ("rotations", 6, lambda r: flat(r, "SO", 2), "votes"), ("rigid", 8, lambda r: flat(r, "SE", 2), "given"), ("runner-up under rotations", 3, lambda r: flat(r, "SE", 2), "rival"),
    ("reflections", 4, lambda r: flat(r, "O", 2), "votes"), ("euclidean", 4, lambda r: flat(r, "E", 2), "votes"), ("rigid in space", 6, lambda r: flat(r, "SE", 3), "votes"),
    ("reflections in space", 3, lambda r: flat(r, "O", 3), "given"), ("axis", 6, upright, "votes"), ("axis and translations", 4, lambda r: upright(r, translation=True), "given"),
    ("uneven noise", 4, uneven, "votes"), ("noise by element", 5, by_element, "votes"), ("inner products", 4, factored, "votes"), ("scaled", 3, attacked, "given"), ("radius", 3, lambda r: {k: v for k, v in flat(r, "SE", 3).items() if k != "perturbed"}, "votes"),
    ("samples of points", 3, sampled, "votes"), ("changes", 3, changed, "votes"), ("rods", 3, rod, "given"), ("reordered", 2, reordered, "votes"), ("counted", 2, counted, "votes"), ("transformed", 4, bent, "votes"), ("numbers", 4, measured, "votes"), ("labels", 4, labelled, "votes"), ("drawn", 1, lambda r: {**flat(r, "SE", 3), "samples": 1000}, "votes"),
]


def certify(request):
    out = subprocess.run([os.environ["ORBITCERT"], "certify", "-"], input=json.dumps(request).encode(), capture_output=True)
    if out.returncode:
        raise ValueError(out.stderr.decode())
    return json.loads(out.stdout)


def code_of(document, *command):
    """The exit code of a program for a document, and what it prints."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(document, file)
        file.flush()
        out = subprocess.run([*command, file.name], capture_output=True, text=True)
    return out.returncode, out.stdout + out.stderr


def checked(document):
    return code_of(document, sys.executable, str(HERE / "orbitcheck.py"))


def numbers(value, path=()):
    """The ways to the numbers that a certificate claims and that follow from the request."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        yield path
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        if key not in ("request", "format", "error", "monte_carlo", "distance_lower", "permutation"):
            yield from numbers(inner, (*path, key))


def size_of(request):
    """The norm of the perturbed cloud in units of sigma: rounding grows with it."""
    sigma = float(least(request))
    points = request.get("perturbed", {}).get("points") or request.get("clean", {}).get("points") or request["gram"]["factor"]
    return math.sqrt(sum(v * v for point in points for v in point)) / sigma


def step_of(document, path, old):
    """By how much a forgery changes a number."""
    if isinstance(old, int):
        return 1
    if "offset" in path:
        return 1e-4  # the distance changes by the square
    if "radius" in path[:-1] or path[0] == "parameters" and path[-1] == "lower":
        return 1e-2
    error = {"probability": 1e-6 * max(abs(old), 1e-3), "subsample": 1e-7}.get(path[0], 1e-5 if path[-2] == "axis" else 1e-11 * (1 + size_of(document["request"])))
    return max(math.ulp(old), error)


def forge(document, path, sign):
    forged = copy.deepcopy(document)
    place = forged
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] += sign * step_of(document, path, place[path[-1]])
    return forged


def kinds(count, random):
    """As many requests as wanted, of each kind in its turn."""
    weighted = [kind for kind in KINDS for _ in range(kind[1])]
    for i in range(count):
        name, _, make, told = weighted[i] if i < 0 else KINDS[i] if i < len(KINDS) else random.choice(weighted)
        yield name, {"prediction": prediction(random, told), **make(random)}


def main(certificates, forgeries):
    chance, start = random.Random(1), time.monotonic()
    requests = list(kinds(certificates, chance))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        documents = list(pool.map(lambda one: certify(one[1]), requests))
        answers = list(pool.map(checked, documents))
    bad = [(name, answer) for (name, _), answer in zip(requests, answers) if answer[0] != 0]
    print(f"{len(answers)} certificates: {len(answers) - len(bad)} verified, in {time.monotonic() - start:.0f} s;", dict(collections.Counter(name for name, _ in requests)))
    for name, answer in bad:
        print(name, answer)
    forged = [(name, path, forge(documents[i], path, chance.choice((-1, 1)))) for i, path in picked(documents, forgeries, chance) for name in (requests[i][0],)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        passed = [(name, path) for (name, path, document), (code, _) in zip(forged, pool.map(lambda one: checked(one[2]), forged)) if code not in (2, 3)]
        own = [(name, path) for (name, path, document), (code, _) in zip(forged, pool.map(lambda one: code_of(one[2], os.environ["ORBITCERT"], "verify"), forged)) if code not in (2, 3)]
    print(f"{len(forged)} forgeries: the checker refuses {len(forged) - len(passed)}, orbitcert verify {len(forged) - len(own)}; of", dict(collections.Counter(".".join(p for p in path if isinstance(p, str)) for _, path, _ in forged)))
    print(*passed, *own, sep="\n")
    return 1 if bad or passed or own else 0


def picked(documents, count, chance):
    """Numbers of certificates, each field in its turn."""
    fields = collections.defaultdict(list)
    for i, document in enumerate(documents):
        for path in numbers(document):
            fields[tuple(p for p in path if isinstance(p, str))].append((i, path))
    names = sorted(fields)
    return [chance.choice(fields[names[i % len(names)]]) for i in range(count)]


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
