"""Furniture made by rule: random shapes of the 11 classes of the furniture set, to train on beside the
few real ones. A shape is a list of solids (boxes, tubes, balls); its cloud is drawn from their surfaces,
uniformly by area. z points up. No real shape was measured for it: sizes are guesses at what people use.
The solids of chairs, tables and lamps know the part that they belong to.
"""

import numpy as np


class Box:
    """An upright box by its centre and edge lengths."""

    def __init__(self, centre, edges):
        self.centre, self.edges = np.array(centre, float), np.abs(np.array(edges, float)) + 1e-3
        a, b, c = self.edges
        self.faces = np.array([b * c, a * c, a * b])
        self.area = 2 * self.faces.sum()

    def draw(self, n, rng):
        at = rng.uniform(-0.5, 0.5, (n, 3))
        across = rng.choice(3, n, p=self.faces / self.faces.sum())
        at[np.arange(n), across] = rng.choice((-0.5, 0.5), n)
        return self.centre + at * self.edges


class Tube:
    """The side of a frustum from a to b with radii r and s there; its ends too where it is closed."""

    def __init__(self, a, b, r, s=None, closed=True):
        self.a, self.b, self.r, self.s = np.array(a, float), np.array(b, float), r, r if s is None else s
        side = np.pi * (self.r + self.s) * np.hypot(np.linalg.norm(self.b - self.a), self.r - self.s)
        self.parts = np.array([side, np.pi * self.r**2 * closed, np.pi * self.s**2 * closed]) + 1e-9
        self.area = self.parts.sum()

    def draw(self, n, rng):
        part = rng.choice(3, n, p=self.parts / self.area)
        u = rng.uniform(size=n)
        widest = max(self.r, self.s, 1e-9)
        keep = rng.uniform(size=n) * widest <= self.r + (self.s - self.r) * u
        along = np.where(part == 0, np.where(keep, u, 1 - u), part - 1.0)
        inward = np.where(part == 0, 1, np.sqrt(rng.uniform(size=n)))
        radius = inward * (self.r + (self.s - self.r) * along)
        angle = rng.uniform(0, 2 * np.pi, n)
        across, up = frame(self.b - self.a)
        return self.a + along[:, None] * (self.b - self.a) + radius[:, None] * (np.cos(angle)[:, None] * across + np.sin(angle)[:, None] * up)


class Ball:
    """An ellipsoid by its centre and half axes; its surface is drawn a little denser where it is curved."""

    def __init__(self, centre, half):
        self.centre, self.half = np.array(centre, float), np.broadcast_to(np.array(half, float), 3)
        a, b, c = self.half**1.6
        self.area = 4 * np.pi * ((a * b + a * c + b * c) / 3) ** (1 / 1.6)

    def draw(self, n, rng):
        towards = rng.normal(size=(n, 3))
        return self.centre + self.half * towards / np.linalg.norm(towards, axis=1)[:, None]


def frame(axis):
    """Two unit vectors across an axis and each other."""
    across = np.cross(axis, [1.0, 0, 0] if abs(axis[0]) < 0.9 * np.linalg.norm(axis) else [0, 1.0, 0])
    across /= np.linalg.norm(across) + 1e-12
    up = np.cross(axis, across)
    return across, up / (np.linalg.norm(up) + 1e-12)


def ring(centre, radius, thickness, across=(1, 0, 0), up=(0, 0, 1), turn=(0, 2 * np.pi), pieces=12):
    """A bent tube: part of a circle in the plane of two vectors."""
    angle = np.linspace(*turn, pieces + 1)[:, None]
    at = np.array(centre) + radius * (np.cos(angle) * np.array(across) + np.sin(angle) * np.array(up))
    return [Tube(a, b, thickness, closed=False) for a, b in zip(at, at[1:])]


def turned(profile):
    """A surface of revolution about z: radii and heights."""
    return [Tube((0, 0, z), (0, 0, w), r, s, closed=False) for (r, z), (s, w) in zip(profile, profile[1:])]


def of(part, *solids):
    """The solids, marked as a part."""
    for solid in solids:
        solid.part = part
    return list(solids)


def legs(width, depth, height, thickness, splay=0.0):
    """Four of them under the corners of a rectangle, round or square."""
    corners = [(x * width / 2, y * depth / 2) for x in (-1, 1) for y in (-1, 1)]
    return of("leg", *(Tube((x * (1 + splay), y * (1 + splay), 0), (x, y, height), thickness) for x, y in corners))


def pedestal(height, spread, thickness, rng):
    """One leg on a plate or on a star of feet."""
    pole = of("pole", Tube((0, 0, 0), (0, 0, height), thickness))
    if rng.random() < 0.5:
        return pole + of("foot", Tube((0, 0, 0), (0, 0, 0.03), spread))
    feet = np.linspace(0, 2 * np.pi, rng.integers(3, 6), endpoint=False)
    return pole + of("foot", *(Tube((0, 0, 0.08), (spread * np.cos(a), spread * np.sin(a), 0), thickness * 0.7) for a in feet))


def chair(rng):
    kind = rng.choice(["chair", "arms", "armchair", "stool", "deck"], p=[0.35, 0.15, 0.25, 0.15, 0.1])
    w, d, h = rng.uniform(0.4, 0.6), rng.uniform(0.4, 0.6), rng.uniform(0.4, 0.5)
    if kind == "stool":
        h = rng.uniform(0.4, 0.85)
        seat = Tube((0, 0, h), (0, 0, h + rng.uniform(0.02, 0.1)), w / 2) if rng.random() < 0.6 else Box((0, 0, h), (w, d, 0.06))
        return of("seat", seat) + (legs(w * 0.75, d * 0.75, h, 0.02, rng.uniform(0, 0.4)) if rng.random() < 0.6 else pedestal(h, w / 2, 0.03, rng))
    if kind == "armchair":
        w, d, t = rng.uniform(0.7, 1.0), rng.uniform(0.7, 0.95), rng.uniform(0.1, 0.22)
        back, arm = rng.uniform(0.7, 1.05), rng.uniform(0.5, 0.7)
        solids = of("seat", Box((0, 0, h / 2 + 0.05), (w, d, h * 0.8))) + of("back", Box((0, -d / 2 + t / 2, back / 2 + 0.05), (w, t, back)))
        return solids + of("arm", *(Box((s * (w - t) / 2, 0, arm / 2 + 0.05), (t, d, arm)) for s in (-1, 1))) + legs(w * 0.8, d * 0.8, 0.1, 0.03)
    if kind == "deck":
        long, rise = rng.uniform(0.6, 1.0), rng.uniform(0.4, 0.9)
        at = [(0, long, 0.3), (0, 0, 0.3), (0, -rng.uniform(0.3, 0.7), 0.3 + rise)]
        rests = of("arm", *(Tube((s * w / 2, long / 2, 0.5), (s * w / 2, -0.3, 0.5), 0.02) for s in (-1, 1)))
        return of("seat", *slab(at[0], at[1], w)) + of("back", *slab(at[1], at[2], w)) + legs(w * 0.9, long, 0.3, 0.02) + rests
    tall, lean = rng.uniform(0.35, 0.65), rng.uniform(0, 0.2)
    foot = rng.random()
    solids = of("seat", Box((0, 0, h), (w, d, rng.uniform(0.02, 0.1))))
    solids += legs(w * 0.9, d * 0.9, h, rng.uniform(0.012, 0.03), rng.uniform(0, 0.2)) if foot < 0.75 else pedestal(h, w / 2, 0.03, rng)
    top = (0, -d / 2 - lean, h + tall)
    if rng.random() < 0.5:
        solids += of("back", *slab((0, -d / 2, h + rng.uniform(0, 0.2)), top, w * rng.uniform(0.8, 1)))
    else:
        solids += of("back", *bars((0, -d / 2, h), top, w * 0.9, rng.integers(2, 6), 0.015), Tube((-w / 2, top[1], top[2]), (w / 2, top[1], top[2]), 0.025))
    if kind == "arms":
        for s in (-1, 1):
            solids += of("arm", Tube((s * w / 2, -d / 2, h + 0.22), (s * w / 2, d / 3, h + 0.22), 0.025), Tube((s * w / 2, d / 3, h), (s * w / 2, d / 3, h + 0.22), 0.02))
    return solids


def slab(a, b, width):
    """A board of this width from a to b: ten bars beside each other."""
    return bars(a, b, width, 10, width / 20)


def bars(a, b, width, count, thickness):
    """Bars from a to b, spread over a width in x."""
    return [Tube(np.add(a, (x, 0, 0)), np.add(b, (x, 0, 0)), thickness, closed=False) for x in np.linspace(-width / 2, width / 2, count)]


def table(rng):
    w, d, h, t = rng.uniform(0.7, 2.0), rng.uniform(0.5, 1.0), rng.uniform(0.35, 0.8), rng.uniform(0.02, 0.08)
    foot = rng.choice(["legs", "pedestal", "boards", "desk"], p=[0.5, 0.2, 0.1, 0.2])
    if foot == "pedestal":
        r, h = rng.uniform(0.3, 0.6), rng.uniform(0.45, 1.1)
        return of("top", Tube((0, 0, h), (0, 0, h + t), r)) + pedestal(h, r * rng.uniform(0.4, 0.8), rng.uniform(0.03, 0.08), rng)
    round_top = foot == "legs" and rng.random() < 0.2
    solids = of("top", Tube((0, 0, h), (0, 0, h + t), d * 0.7) if round_top else Box((0, 0, h), (w, d, t)))
    if foot == "boards":
        return solids + of("leg", *(Box((s * w * 0.42, 0, h / 2), (0.05, d * 0.9, h)) for s in (-1, 1)), Box((0, 0, h / 2), (w * 0.8, 0.03, h * 0.4)))
    if foot == "desk":
        sides = (-1, 1) if rng.random() < 0.4 else (1,)
        solids += of("leg", *(Box((s * w * 0.38, 0, h / 2), (w * 0.22, d * 0.9, h * 0.95)) for s in sides))
        return solids + legs(w * 0.95, d * 0.9, h, 0.025) + (of("leg", Box((0, -d / 2, h * 0.6), (w * 0.9, 0.02, h * 0.5))) if rng.random() < 0.5 else [])
    span = d * 0.8 if round_top else w * 0.92
    solids += legs(span, d * (0.8 if round_top else 0.88), h, rng.uniform(0.015, 0.05), rng.uniform(0, 0.15))
    if rng.random() < 0.35:
        solids += of("top", Box((0, 0, h * rng.uniform(0.15, 0.5)), (span, d * 0.8, 0.02)))
    if rng.random() < 0.4:
        solids += of("top", *(Box((0, s * d * 0.42, h - 0.07), (span, 0.02, 0.1)) for s in (-1, 1)))
    return solids


def bed(rng):
    w, d, t = rng.uniform(0.8, 1.8), rng.uniform(1.8, 2.2), rng.uniform(0.15, 0.3)
    h = rng.uniform(0.2, 0.4)
    kind = rng.choice(["bed", "bunk", "cot"], p=[0.65, 0.2, 0.15])
    if kind == "bunk":
        w, up = rng.uniform(0.8, 1.0), rng.uniform(1.2, 1.6)
        decks = [Box((0, 0, z), (w, d, 0.15)) for z in ((0.35, up) if rng.random() < 0.6 else (up,))]
        rails = [Box((s * w / 2, 0, up + 0.2), (0.03, d, 0.1)) for s in (-1, 1)]
        return decks + rails + legs(w, d, up + 0.3, 0.035) + bars((0, d / 2, 0), (0, d / 2, up), 0.4, 2, 0.02)
    if kind == "cot":
        w, d, h = rng.uniform(0.5, 0.8), rng.uniform(0.9, 1.5), rng.uniform(0.3, 0.5)
        side = rng.uniform(0.3, 0.6)
        posts = [Tube((s * w / 2, y, h), (s * w / 2, y, h + side), 0.012) for s in (-1, 1) for y in np.linspace(-d / 2, d / 2, 9)]
        rails = [Tube((s * w / 2, -d / 2, h + side), (s * w / 2, d / 2, h + side), 0.02) for s in (-1, 1)]
        ends = [Box((0, s * d / 2, h + side / 2), (w, 0.03, side)) for s in (-1, 1)]
        return posts + rails + ends + [Box((0, 0, h), (w, d, 0.1))] + legs(w, d, h, 0.025)
    solids = [Box((0, 0, h), (w, d, t)), Box((0, -d / 2, rng.uniform(0.35, 0.6)), (w * 1.03, 0.06, rng.uniform(0.5, 1.1)))]
    if rng.random() < 0.6:
        solids.append(Box((0, d / 2, h), (w * 1.03, 0.06, rng.uniform(0.3, 0.7))))
    solids += [Ball((x * w, -d * 0.4, h + t / 2 + 0.05), (min(w, 1) * 0.22, 0.18, 0.08)) for x in ((-0.25, 0.25) if w > 1.2 else (0,))]
    return solids + (legs(w, d, h, 0.04) if rng.random() < 0.6 else [Box((0, 0, h / 2), (w * 0.95, d * 0.95, h))])


def cabinet(rng):
    w, d, h = rng.uniform(0.4, 1.4), rng.uniform(0.3, 0.6), rng.uniform(0.5, 2.1)
    foot = rng.choice([0, rng.uniform(0.05, 0.2)])
    t = 0.02
    solids = [Box((0, -d / 2, foot + h / 2), (w, t, h)), Box((0, 0, foot), (w, d, t)), Box((0, 0, foot + h), (w, d, t))]
    solids += [Box((s * w / 2, 0, foot + h / 2), (t, d, h)) for s in (-1, 1)]
    filled = rng.random()
    shelves = foot + h * np.linspace(0, 1, rng.integers(2, 7) + 1)[1:-1]
    if filled < 0.55:
        solids.append(Box((0, d / 2, foot + h / 2), (w, t, h)))
        solids += [Ball((rng.uniform(-0.3, 0.3) * w, d / 2 + 0.03, z), 0.025) for z in shelves]
    else:
        solids += [Box((0, 0, z), (w, d, t)) for z in shelves]
        if filled > 0.8:
            solids += [Box((rng.uniform(-0.3, 0.3) * w, 0, z + 0.12), (w * rng.uniform(0.2, 0.5), d * 0.5, 0.22)) for z in shelves]
        if rng.random() < 0.3:
            solids.append(Box((0, 0, foot + h / 2), (t, d, h)))
    return solids + (legs(w * 0.9, d * 0.9, foot, 0.03) if foot else [])


def door(rng):
    w, h, t = rng.uniform(0.6, 1.1), rng.uniform(1.0, 2.2), rng.uniform(0.03, 0.1)
    leaves = rng.choice([1, 2, 3, 4], p=[0.55, 0.3, 0.08, 0.07])
    width = w * (leaves if h > 1.6 or rng.random() < 0.5 else 1)
    depth = t * rng.uniform(1, 2.5)
    solids = [Box((s * width / 2, 0, h / 2), (0.08, depth, h)) for s in (-1, 1)] + [Box((0, 0, z), (width, depth, 0.08)) for z in (0, h)]
    solids += [Box((x, 0, h / 2), (0.06, t, h)) for x in np.linspace(-width / 2, width / 2, leaves + 1)[1:-1]]
    if rng.random() < 0.7:
        solids.append(Box((0, 0, h / 2), (width, t * 0.5, h)))
    if rng.random() < 0.5:
        solids += [Box((0, 0, z), (width, t, 0.04)) for z in np.linspace(0, h, rng.integers(2, 6))[1:-1]]
        solids += [Box((x, 0, h / 2), (0.03, t, h)) for x in np.linspace(-width / 2, width / 2, leaves * 2 + 1)]
    if rng.random() < 0.2:
        solids += ring((0, 0, h), width / 2, 0.04, turn=(0, np.pi))
    if rng.random() < 0.5:
        solids.append(Ball((width * 0.4 / leaves, t, h * 0.48), 0.04))
    return solids


def lamp(rng):
    kind = rng.choice(["table", "floor", "pendant", "desk", "street", "lantern", "chandelier"], p=[0.28, 0.15, 0.12, 0.18, 0.1, 0.09, 0.08])
    r, tall = rng.uniform(0.12, 0.3), rng.uniform(0.15, 0.35)
    shade = lambda x, z: of("shade", Tube((x, 0, z), (x, 0, z + tall), r, r * rng.uniform(0.3, 1), closed=False))
    if kind in ("table", "floor"):
        h = rng.uniform(0.25, 0.6) if kind == "table" else rng.uniform(1.1, 1.7)
        foot = Tube((0, 0, 0), (0, 0, 0.03), r * 0.7) if rng.random() < 0.6 else Ball((0, 0, 0.12), (r * 0.5, r * 0.5, 0.14))
        return of("foot", foot) + of("pole", Tube((0, 0, 0), (0, 0, h), 0.015)) + shade(0, h)
    if kind == "pendant":
        top = rng.uniform(0.3, 1.0)
        cord = of("pole", Tube((0, 0, tall), (0, 0, tall + top), 0.01)) + of("foot", Tube((0, 0, tall + top), (0, 0, tall + top + 0.03), 0.06))
        return cord + (shade(0, 0) if rng.random() < 0.6 else of("shade", Ball((0, 0, tall / 2), r)))
    if kind == "desk":
        knee, end = (rng.uniform(-0.25, 0), 0, rng.uniform(0.25, 0.45)), (rng.uniform(0.1, 0.35), 0, rng.uniform(0.4, 0.65))
        tip = (end[0] + 0.1, 0, end[2] - 0.12)
        pole = of("pole", Tube((0, 0, 0), knee, 0.012), Tube(knee, end, 0.012))
        return of("foot", Tube((0, 0, 0), (0, 0, 0.03), 0.1)) + pole + of("shade", Tube(end, tip, 0.03, rng.uniform(0.07, 0.12), closed=False))
    if kind == "street":
        h = rng.uniform(1.5, 3)
        if rng.random() < 0.4:
            head = of("pole", Tube((0, 0, h), (0.5, 0, h), 0.02)) + of("shade", Ball((0.5, 0, h), (0.2, 0.08, 0.05)))
        else:
            head = of("shade", Tube((0, 0, h), (0, 0, h + 0.35), 0.08, 0.16), Tube((0, 0, h + 0.35), (0, 0, h + 0.5), 0.18, 0.01))
        return of("pole", Tube((0, 0, 0), (0, 0, h), 0.04)) + of("foot", Tube((0, 0, 0), (0, 0, 0.3), 0.1, 0.05)) + head
    if kind == "lantern":
        w = rng.uniform(0.25, 0.5)
        body = of("foot", Box((0, 0, 0.1), (w, w, 0.1))) + of("pole", Box((0, 0, 0.4), (w * 0.5, w * 0.5, 0.5)))
        return body + of("shade", Box((0, 0, 0.8), (w * 0.8, w * 0.8, 0.3)), Tube((0, 0, 0.95), (0, 0, 1.2), w * 0.8, 0.02))
    arms = np.linspace(0, 2 * np.pi, rng.integers(4, 9), endpoint=False)
    solids = of("pole", Tube((0, 0, 0), (0, 0, rng.uniform(0.5, 0.9)), 0.02), Ball((0, 0, 0), 0.07))
    for a in arms:
        x, y = 0.4 * np.cos(a), 0.4 * np.sin(a)
        solids += of("pole", Tube((0, 0, 0), (x, y, 0.05), 0.012)) + of("shade", Tube((x, y, 0.05), (x, y, 0.18), 0.03, 0.06))
    return solids


def limb(at, directions, lengths, r):
    """Tubes one after another from a place: each in its direction, thinner and thinner."""
    solids = []
    for towards, length in zip(directions, lengths):
        end = at + length * np.array(towards) / np.linalg.norm(towards)
        solids.append(Tube(at, end, r, r * 0.75))
        at, r = end, r * 0.75
    return solids


def person(rng):
    if rng.random() < 0.25:
        return animal(rng)
    pose = rng.choice(["stand", "sit", "lie"], p=[0.55, 0.3, 0.15])
    s, hip = rng.uniform(0.14, 0.22), 0.9
    solids = [Tube((0, 0, hip), (0, 0, 1.4), s * 0.85, s), Ball((0, 0, hip), (s, s * 0.7, 0.12)), Ball((0, 0, 1.62), (0.09, 0.11, 0.13)), Tube((0, 0, 1.4), (0, 0, 1.55), 0.05)]
    skirt = rng.random() < 0.2 and pose == "stand"
    if skirt:
        solids.append(Tube((0, 0, 0.5), (0, 0, hip), s * 1.5, s, closed=False))
    for side in (-1, 1):
        out, forth = rng.uniform(0, 0.4) * side, rng.uniform(-0.2, 0.9)
        solids += limb(np.array([side * (s + 0.03), 0, 1.38]), [(out, forth * 0.4, -1), (-out * 0.5, forth, -1 + forth)], (0.3, 0.3), 0.05)
        hips = np.array([side * 0.1, 0, hip])
        if pose == "sit":
            solids += limb(hips, [(0.1 * side, 1, 0), (0, rng.uniform(-0.1, 0.4), -1), (0, 1, 0)], (0.45, 0.45, 0.15), 0.085)
        else:
            step = rng.uniform(-0.25, 0.25)
            solids += limb(hips, [(0.1 * side, step, -1), (0, step - 0.1, -1), (0, 1, 0)], (0.44, 0.42, 0.15), 0.085)
    return solids


def animal(rng):
    long, high, fat = rng.uniform(0.5, 0.9), rng.uniform(0.25, 0.6), rng.uniform(0.12, 0.2)
    solids = [Ball((0, 0, high), (fat, long / 2, fat))]
    for x in (-fat * 0.6, fat * 0.6):
        for y in (-long * 0.33, long * 0.33):
            solids += limb(np.array([x, y, high]), [(0, rng.uniform(-0.15, 0.15), -1)], (high,), 0.05)
    neck = np.array([0, long * 0.42, high])
    head = neck + np.array([0, rng.uniform(0.1, 0.3), rng.uniform(0.1, 0.4)])
    solids += [Tube(neck, head, fat * 0.6, fat * 0.4), Ball(head + np.array([0, 0.08, 0]), (fat * 0.5, fat * 0.9, fat * 0.5))]
    return solids + limb(np.array([0, -long / 2, high]), [(0, -1, rng.uniform(-0.5, 1))], (rng.uniform(0.1, 0.4),), 0.03)


def plant(rng):
    kind = rng.choice(["leaves", "tree", "fir", "palm", "flowers"], p=[0.35, 0.2, 0.12, 0.18, 0.15])
    h, solids = 0.0, []
    if rng.random() < (0.8 if kind in ("leaves", "flowers") else 0.4):
        h = rng.uniform(0.15, 0.35)
        r = rng.uniform(0.1, 0.22)
        solids += [Tube((0, 0, 0), (0, 0, h), r * 0.75, r)] if rng.random() < 0.75 else [Box((0, 0, h / 2), (r * rng.uniform(2, 5), r * 2, h))]
    if kind == "fir":
        top = rng.uniform(0.9, 1.6)
        return solids + [Tube((0, 0, h), (0, 0, h + 0.25), 0.05)] + [Tube((0, 0, h + top * a), (0, 0, h + top * (a + 0.45)), top * 0.4 * (1.1 - a), 0.01, closed=False) for a in (0.15, 0.35, 0.55)]
    stem = rng.uniform(0.3, 1.4) if kind in ("tree", "palm") else 0.0
    lean = rng.uniform(-0.3, 0.3) * stem
    crown = np.array([lean, 0, h + stem])
    if stem:
        solids.append(Tube((0, 0, h), crown, 0.05, 0.03))
    if kind == "tree":
        return solids + [Ball(crown + rng.normal(size=3) * 0.15, rng.uniform(0.12, 0.3, 3)) for _ in range(rng.integers(3, 10))]
    for _ in range(rng.integers(8, 28)):
        towards = np.append(rng.normal(size=2), rng.uniform(0.1, 2.0))
        towards *= rng.uniform(0.3, 0.7) / np.linalg.norm(towards)
        middle = crown + towards
        thick = rng.uniform(0.01, 0.035)
        solids.append(Tube(crown, middle, thick * 0.6, thick, closed=False))
        if kind == "flowers":
            solids.append(Ball(middle, rng.uniform(0.03, 0.07)))
        else:
            solids.append(Tube(middle, middle + np.array([towards[0], towards[1], -rng.uniform(0.05, 0.4)]) * rng.uniform(0.3, 1), thick, 0.005, closed=False))
    return solids


def sofa(rng):
    w, d, h, t = rng.uniform(1.4, 2.4), rng.uniform(0.75, 1.0), rng.uniform(0.35, 0.5), rng.uniform(0.1, 0.25)
    back, arm = rng.uniform(0.65, 0.95), rng.uniform(0.45, 0.7)
    solids = [Box((0, 0, h / 2 + 0.06), (w, d, h * 0.85)), Box((0, -d / 2 + t / 2, back / 2 + 0.06), (w, t, back))]
    if rng.random() < 0.85:
        solids += [Box((s * (w - t) / 2, 0, arm / 2 + 0.06), (t, d, arm)) for s in (-1, 1)]
    seats = rng.integers(2, 4)
    if rng.random() < 0.6:
        across = np.linspace(-w / 2 + t, w / 2 - t, seats * 2 + 1)[1::2]
        solids += [Box((x, 0.05, h + 0.08), ((w - 2 * t) / seats * 0.95, d * 0.75, 0.12)) for x in across]
    if rng.random() < 0.2:
        side = rng.choice((-1, 1))
        solids += [Box((side * (w / 2 - d / 2), d, h / 2 + 0.06), (d, d * rng.uniform(0.8, 1.5), h * 0.85))]
    return solids + legs(w * 0.9, d * 0.8, 0.08, 0.03)


def wheel(x, y, r, width):
    return [Tube((x - width / 2, y, r), (x + width / 2, y, r), r)]


def vehicle(rng):
    kind = rng.choice(["car", "bus", "truck", "cycle", "scooter"], p=[0.25, 0.15, 0.2, 0.25, 0.15])
    if kind in ("cycle", "scooter"):
        r, span = (rng.uniform(0.25, 0.36), rng.uniform(0.9, 1.2)) if kind == "cycle" else (rng.uniform(0.18, 0.26), rng.uniform(1.0, 1.3))
        thick = rng.uniform(0.015, 0.06)
        solids = ring((0, -span / 2, r), r, thick, across=(0, 1, 0)) + ring((0, span / 2, r), r, thick, across=(0, 1, 0))
        seat, bar, crank = (0, -span * 0.2, r * 2.6), (0, span * 0.35, r * 2.9), (0, 0, r)
        solids += [Tube(a, b, thick) for a, b in ((seat, crank), (crank, (0, -span / 2, r)), (seat, (0, -span / 2, r)), (bar, crank), (bar, (0, span / 2, r)), (seat, bar))]
        solids += [Tube((-0.28, *bar[1:]), (0.28, *bar[1:]), 0.02), Ball(seat, (0.08, 0.16, 0.04))]
        if kind == "scooter" or rng.random() < 0.4:
            solids += [Ball((0, -span * 0.2, r * 1.7), (0.13, 0.35, 0.2)), Ball((0, span * 0.2, r * 1.6), (0.13, 0.2, 0.2))]
        return solids
    long, w, h = {"car": (rng.uniform(2.5, 4.5), 1.6, 0.7), "bus": (rng.uniform(6, 11), 2.4, 2.6), "truck": (rng.uniform(5, 8), 2.2, 2.2)}[kind]
    r = rng.uniform(0.28, 0.5)
    solids = [part for x in (-w / 2, w / 2) for y in (-long * 0.33, long * 0.33) for part in wheel(x, y, r, 0.2)]
    if kind == "car":
        top = rng.uniform(0.45, 0.6)
        return solids + [Box((0, 0, r + h / 2), (w, long, h)), Box((0, -long * 0.07, r + h + top / 2), (w * 0.85, long * rng.uniform(0.4, 0.7), top))]
    if kind == "bus":
        return solids + [Box((0, 0, r + h / 2), (w, long, h))]
    front = long * 0.25
    return solids + [Box((0, long / 2 - front / 2, r + h * 0.4), (w, front, h * 0.8)), Box((0, -front / 2, r + h / 2 + 0.1), (w, long - front - 0.1, h))]


def vessel(rng):
    kind = rng.choice(["bowl", "cup", "bottle", "vase"], p=[0.15, 0.3, 0.3, 0.25])
    r = rng.uniform(0.25, 0.5)
    if kind == "bowl":
        fruit = rng.integers(2, 7) if rng.random() < 0.35 else 0
        bowl = turned([(0, 0)] + [(r * (0.4 + 0.6 * a**0.6), 0.6 * r * a) for a in np.linspace(0, 1, 6)])
        return bowl + [Ball((*rng.uniform(-0.5, 0.5, 2) * r, 0.4 * r), r * 0.35) for _ in range(fruit)]
    if kind == "cup":
        h, low = r * rng.uniform(1.3, 3), rng.uniform(0.6, 1)
        if rng.random() < 0.2:
            return turned([(r * 0.7, 0), (0.03, 0.03), (0.03, h * 0.5), (r, h * 0.75), (r * 0.85, h * 1.2)])
        handle = ring((r * 0.95, 0, h * 0.5), h * 0.28, 0.04, turn=(-np.pi / 2, np.pi / 2), pieces=8) if rng.random() < 0.6 else []
        return turned([(0, 0), (r * low, 0), (r, h)]) + handle
    if kind == "bottle":
        h, neck = r * rng.uniform(2.5, 5), rng.uniform(0.2, 0.6)
        shoulder = rng.uniform(0.5, 0.75)
        return turned([(0, 0), (r, 0), (r, h * shoulder), (r * neck, h * (shoulder + 0.12)), (r * neck, h), (0, h)])
    h, knots = r * rng.uniform(2, 4), np.linspace(0, 1, 7)
    radius = r * (0.65 + 0.35 * np.sin(rng.uniform(2, 7) * knots + rng.uniform(0, 6.3)))
    return turned([(0, 0)] + [(a, h * k) for a, k in zip(radius, knots)])


MAKERS = {"bed": bed, "cabinet": cabinet, "chair": chair, "door": door, "lamp": lamp, "person": person, "plant": plant, "sofa": sofa, "table": table, "vehicle": vehicle, "vessel": vessel}


def scattered(solids, n, rng):
    """n points of the surfaces, uniform by area, and how many are of each solid."""
    area = np.array([solid.area for solid in solids])
    counts = rng.multinomial(n, area / area.sum())
    return np.concatenate([solid.draw(k, rng) for solid, k in zip(solids, counts) if k]), counts


def synthetic_shapes(classes, count, points, rng):
    """`count` clouds and their labels, the classes in turn."""
    for name in classes:
        if name not in MAKERS:
            raise ValueError(f"no rule makes shapes of the class {name}")
    labels = np.arange(count) % len(classes)
    return [scattered(MAKERS[classes[k]](rng), points, rng)[0].astype(np.float32) for k in labels], labels
