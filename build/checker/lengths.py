"""Convert lengths of prepared clouds into those of files and back, from angles and sizes with 30 digits."""
import math

from mpmath import mp, mpf

from description import need
from law import LAW

TO = {"unit_sphere": "the unit sphere", "rms": "a root mean square distance of 1"}
NOTED = "lengths are of the prepared clouds, scaled to {}"
BESIDE = ", unless they name the file"
BENT = "; with noise on transformations, no length of the file is known"
SAMPLED = ("nothing follows about the file: preparation.points samples it before the noise, and a file nearby can give other points; "
    "votes with subsample sample inside the vote")
UNNAMED = 'perturbed.changes.moved is of the prepared clouds; add "unit": "file" to give it in the unit of the file'
LEAST = mpf(10) ** -12  # of the norms, that rounding of clouds may take off a length
SURE = LEAST / 10  # of the norms, that it takes off a radius at least

def changes_of(request):
    gram = request.get("gram", {})
    return request.get("perturbed", {}).get("changes", gram.get("points", {}).get("changes") if "points" in gram else None)

def kind_of(request):
    """By what clouds are scaled: "unit_sphere" or "rms" of each, "common" for one size of both, or None."""
    prepared = request.get("prepared", {})
    name = prepared.get("normalise")
    return None if name not in TO else "common" if prepared.get("frame") == "clean" else name

def divides(request):
    return kind_of(request) in TO

def scale_of(request):
    return request.get("prepared", {}).get("scale") if kind_of(request) else None

def check_scale(request):
    """Refuse a scale that cannot be that of the file, and norms of files without it."""
    prepared, kind, say = request.get("prepared", {}), kind_of(request), "request.prepared"
    changes = changes_of(request)
    for name in ("scale", "norm"):
        need(name not in prepared or kind and "points" not in prepared, f"{say}.{name}", "belongs to clouds that are scaled, and not sampled")
    need(("norm" in prepared) == ("scale" in prepared and "clean" not in request), say + ".norm", "stands for a clean cloud that is left out, beside scale")
    if "scale" in prepared and "clean" in request and kind != "common":
        need(is_prepared(request["clean"]["points"], kind), say + ".scale", "is there, but the clean cloud is not scaled about its mean")
    if changes is not None and changes.get("moved", 0) and changes.get("unit") == "file":
        need("clean" in request and "points" not in prepared and (kind is None or "scale" in prepared), "request.perturbed.changes.unit",
            "is that of the file, of which nothing is known")

def is_prepared(points, kind):
    """Tell whether points have their mean at 0 and a size of 1."""
    n, squares = len(points), [math.fsum(v * v for v in u) for u in points]
    size = math.sqrt(max(squares) if kind == "unit_sphere" else math.fsum(squares) / n)
    mean = math.hypot(*(math.fsum(u[i] for u in points) / n for i in range(len(points[0]))))
    return abs(size - 1) <= 1.9e-13 and mean <= 1.9e-13

def length_of(points):
    return mp.sqrt(math.fsum(v * v for u in points for v in u))

def norm_of(request):
    return length_of(request["clean"]["points"]) if "clean" in request else mpf(request["prepared"]["norm"])

def of_file(r, request):
    """The largest distance of files, in their unit, whose prepared clouds are nearer than r: by the angle between them, or by what both sizes change."""
    kind, scale, nu, r = kind_of(request), mpf(scale_of(request)), norm_of(request), mpf(r)
    if kind == "common":
        return r * scale
    if kind == "unit_sphere":
        return scale * (1 - (1 + nu) / (1 + nu + r))
    turn = 2 * mp.asin(min(r / (2 * nu), mpf(1)))
    return scale * nu * mp.sin(min(turn, mp.pi / 2))

def knows_apart(request, points):
    """Tell whether the distance of both files follows: both were prepared, and count by their points alone."""
    other, kind = request.get("perturbed"), kind_of(request)
    plain = isinstance(request["sigma"], (int, float)) and not (set(LAW.values()) - {"subsample"}) & set(request)
    return bool(plain and scale_of(request) and "clean" in request and other and "changes" not in other and (kind == "common" or is_prepared(points(request), kind)))

def apart(d, request, points):
    """The least and greatest distance of two files, in the unit of the clean one, of prepared clouds at a distance d: by one size, or from the ray of the
    other by the area of the triangle of both and 0."""
    d, scale = mpf(d), mpf(scale_of(request))
    if kind_of(request) == "common" or not d:
        return d * scale, d * scale * (1 + LEAST)
    nu, other = norm_of(request), length_of(points(request))
    def ray(off):
        near = mp.sqrt(max(d ** 2 - max(off, 0) ** 2, mpf(0)) * ((nu + other) ** 2 - d ** 2)) / (2 * other)
        return scale * (near if d ** 2 < nu ** 2 + other ** 2 else nu)
    return ray(abs(nu - other)) * (1 - LEAST), ray(abs(nu - other) - LEAST * nu) * (1 + LEAST)

def of_prepared(length, request):
    """The largest distance of prepared clouds of files that are so far apart, and how much more rounding may make it."""
    changes, length = changes_of(request), mpf(length)
    if changes.get("unit") != "file" or not kind_of(request) or not length:
        return length, mpf(0)
    kind, rho, nu = kind_of(request), length / mpf(scale_of(request)), norm_of(request)
    if kind == "unit_sphere":
        most = nu + mp.sqrt(len(request["clean"]["points"]))
        r = min(rho * (1 + nu) / (1 - rho), most) if rho < 1 else most
    else:
        r = rho if kind == "common" else 2 * nu if rho >= nu else 2 * nu * mp.sin(mp.asin(rho / nu) / 2)
    return r, LEAST * (2 * nu + r)

def prepared_again(points, request):
    """A file's points less their mean and over their own size."""
    n = len(points)
    mean = [math.fsum(u[i] for u in points) / n for i in range(len(points[0]))]
    rows = [[v - m for v, m in zip(u, mean)] for u in points]
    squares = [math.fsum(v * v for v in u) for u in rows]
    size = math.sqrt(max(squares) if kind_of(request) == "unit_sphere" else math.fsum(squares) / n)
    return [[v / size for v in u] for u in rows]

def notes_of(request, bent):
    prepared, changes = request.get("prepared", {}), changes_of(request)
    notes = [NOTED.format(TO[prepared["normalise"]]) + (BENT if bent and divides(request) else BESIDE * ("scale" in prepared))] if kind_of(request) else []
    notes += [SAMPLED] if "points" in prepared else []
    return notes + [UNNAMED] * bool(changes is not None and changes.get("moved", 0) and "unit" not in changes and kind_of(request))
