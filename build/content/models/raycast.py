"""A scanner made by rule: rays from a sensor 1.7 m above the road, the first surface that each one hits, and the
intensity of its echo by material and angle. Lengths are in metres.

Objects are cars, pedestrians, bushes and traffic signs, made of boxes, ellipsoids and upright cylinders. Sizes and
reflectivities are guesses at what is on a road; no recording was used.
"""

import numpy as np

HEIGHT = 1.7

# Share of the light that a material sends back, lowest and highest.
MATERIALS = {"paint": (0.1, 0.7), "glass": (0.02, 0.08), "rubber": (0.03, 0.08), "plate": (0.9, 1.0), "cloth": (0.1, 0.6),
             "skin": (0.3, 0.45), "leaf": (0.3, 0.55), "metal": (0.2, 0.4)}


def box(middle, edges, material):
    return "box", np.array(middle, float), np.array(edges, float) / 2, material


def ball(middle, half, material):
    return "ball", np.array(middle, float), np.array(half, float), material


def post(middle, radius, height, material):
    """An upright cylinder without ends."""
    return "post", np.array(middle, float), np.array([radius, radius, height / 2]), material


def hit(solid, rays, sensor):
    """The distance of the first hit of each ray, infinity for none, and the cosine of the angle there."""
    kind, middle, half, _ = solid
    o, d = (sensor - middle) / half, rays / half
    with np.errstate(divide="ignore", invalid="ignore"):
        if kind == "box":
            one, two = (-1 - o) / d, (1 - o) / d
            near, far = np.minimum(one, two), np.maximum(one, two)
            t, face = near.max(1), near.argmax(1)
            t = np.where((t <= far.min(1)) & (t > 0), t, np.inf)
            return t, np.abs(rays[np.arange(len(rays)), face])
        free = 2 if kind == "post" else 3
        a, b, c = (d[:, :free] ** 2).sum(1), d[:, :free] @ o[:free], o[:free] @ o[:free] - 1
        t = (-b - np.sqrt(b * b - a * c)) / a
        at = o + t[:, None] * d
        t = np.where((t > 0) & (np.abs(at[:, 2]) <= 1), t, np.inf)
        normal = at / half * (np.arange(3) < free)
        return t, np.abs((normal * rays).sum(1)) / np.linalg.norm(normal, axis=1)


def scan(solids, distance, rng, fine=0.25):
    """Points of the objects that a sensor sees from a distance, and their intensities; `fine` degrees between rays."""
    sensor = np.array([0.0, -distance, HEIGHT])
    across, up = np.radians(np.arange(-20, 20, fine)), np.radians(np.arange(-12, 8, fine))
    a, e = (x.ravel() for x in np.meshgrid(across, up))
    rays = np.stack([np.cos(e) * np.sin(a), np.cos(e) * np.cos(a), np.sin(e)], 1)
    rays = rays[np.abs(distance * np.tan(a)) < 3.5]
    share = np.array([rng.uniform(*MATERIALS[material]) for _, _, _, material in solids])
    found = [hit(solid, rays, sensor) for solid in solids]
    t, cosine = np.stack([one[0] for one in found]), np.stack([one[1] for one in found])
    first, each = t.argmin(0), np.arange(len(rays))
    seen = np.isfinite(t[first, each])
    first, each = first[seen], each[seen]
    slip = rng.normal(0, 0.01, len(each))
    intensity = share[first] * np.clip(cosine[first, each], 0, 1) ** 0.5 * rng.uniform(0.85, 1.15, len(each))
    return sensor + (t[first, each] + slip)[:, None] * rays[each], np.clip(intensity, 0, 1)


def turned(solids, rng):
    """The solids turned by quarters about the vertical: boxes stay boxes."""
    for _ in range(rng.integers(4)):
        solids = [(kind, at[[1, 0, 2]] * [-1, 1, 1], half[[1, 0, 2]], material) for kind, at, half, material in solids]
    return solids


def car(rng):
    long, wide, low, high = rng.uniform(3.6, 4.8), rng.uniform(1.6, 1.9), rng.uniform(0.7, 0.9), rng.uniform(1.3, 1.6)
    cabin = long * rng.uniform(0.45, 0.65)
    wheels = [ball((x * wide * 0.46, y * long * 0.3, 0.32), (0.12, 0.32, 0.32), "rubber") for x in (-1, 1) for y in (-1, 1)]
    plates = [box((0, s * (long / 2 + 0.01), 0.55), (0.52, 0.03, 0.12), "plate") for s in (-1, 1)]
    roof = [box((0, 0, (low + high) / 2), (wide * 0.85, cabin, high - low), "glass"), box((0, 0, high), (wide * 0.8, cabin * 0.9, 0.05), "paint")]
    return [box((0, 0, (0.25 + low) / 2), (wide, long, low - 0.25), "paint"), *roof, *wheels, *plates]


def pedestrian(rng):
    s, step = rng.uniform(0.9, 1.1), rng.uniform(-0.2, 0.2)
    solids = [ball((0, 0, 1.15 * s), (0.22 * s, 0.14 * s, 0.35 * s), "cloth"), ball((0, 0, 1.63 * s), (0.09, 0.1, 0.13), "skin")]
    solids += [ball((x * 0.1 * s, x * step, 0.42 * s), (0.09 * s, 0.1 * s, 0.45 * s), "cloth") for x in (-1, 1)]
    return solids + [ball((x * 0.27 * s, -x * step * 0.7, 1.1 * s), (0.06, 0.07, 0.3 * s), "cloth") for x in (-1, 1)]


def bush(rng):
    high, wide = rng.uniform(1.2, 1.9), rng.uniform(0.25, 0.5)
    at = [(rng.normal(0, wide * 0.4), rng.normal(0, wide * 0.4), rng.uniform(0.15, 0.9) * high) for _ in range(rng.integers(8, 16))]
    return [ball(one, rng.uniform(0.12, 0.3, 3), "leaf") for one in at] + [post((0, 0, high / 2), 0.04, high, "leaf")]


def sign(rng):
    high, size = rng.uniform(1.6, 2.1), rng.uniform(0.4, 0.65)
    plate = ball((0, 0, high), (size / 2, 0.02, size / 2), "plate") if rng.random() < 0.5 else box((0, 0, high), (size, 0.03, size), "plate")
    return [plate, post((0, 0.05, high / 2), rng.uniform(0.03, 0.06), high, "metal")]


ROAD = {"car": car, "pedestrian": pedestrian, "bush": bush, "sign": sign}


def seen(name, points, rng):
    """A cloud of so many points of an object, centred, and their intensities."""
    while True:
        at, intensity = scan(turned(ROAD[name](rng), rng), rng.uniform(7, 16), rng)
        if len(at) >= 12:
            break
    which = rng.choice(len(at), points, replace=len(at) < points)
    return (at[which] - at[which].mean(0)).astype(np.float32), intensity[which].astype(np.float32)
