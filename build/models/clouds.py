"""Point clouds to train and test on.

A data set is a Split of training and one of test clouds. Clouds are float32,
N x D, centred and scaled to the unit ball. What makes a cloud from a shape
at random is drawn anew whenever it is asked for.

  digits     MNIST in its IDX files, plane, 6 and 9 are one class
  furniture  348 shapes of 11 classes in an NPZ file, space
"""

import gzip
import struct
from pathlib import Path

import numpy as np

DIGIT_CLASSES = ["0", "1", "2", "3", "4", "5", "6 or 9", "7", "8"]
_DIGIT_CLASS = np.array([0, 1, 2, 3, 4, 5, 6, 7, 8, 6])


def read_idx(path):
    """The array of an IDX file of bytes, gzipped or not (LeCun et al., MNIST)."""
    data = Path(path).read_bytes()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    zero, kind, rank = struct.unpack(">HBB", data[:4])
    if zero != 0 or kind != 8:
        raise ValueError(f"{path}: not an IDX file of unsigned bytes")
    shape = struct.unpack(f">{rank}I", data[4 : 4 + 4 * rank])
    values = np.frombuffer(data, np.uint8, offset=4 + 4 * rank)
    if values.size != int(np.prod(shape)):
        raise ValueError(f"{path}: {values.size} bytes for the shape {shape}")
    return values.reshape(shape)


def unit_ball(cloud):
    """The cloud centred, its farthest point at distance 1."""
    cloud = cloud - cloud.mean(0)
    return (cloud / np.linalg.norm(cloud, axis=1).max()).astype(np.float32)


def inked(image, n, rng):
    """n points spread over the ink of a digit: pixels in proportion to their
    grey value, uniform within the pixel. Every point is a place of its own, so
    noise does not pull copies of one apart."""
    weight = image.astype(float).ravel()
    pixel = rng.choice(weight.size, n, p=weight / weight.sum())
    y, x = np.divmod(pixel, image.shape[1])
    at = np.stack([x, -y], 1) + rng.uniform(-0.5, 0.5, (n, 2))
    return unit_ball(at)


def bent(cloud, rng, strength=0.2, wave=0.06):
    """The cloud as another hand would have drawn it: under a random linear map
    near the identity and a random smooth displacement (after Simard et al. 2003)."""
    d = cloud.shape[1]
    cloud = cloud @ (np.eye(d) + strength * rng.uniform(-1, 1, (d, d)))
    for _ in range(3):
        towards, along = rng.normal(size=(2, d))
        cloud = cloud + wave * np.sin(3 * cloud @ along + rng.uniform(0, 6.3))[:, None] * towards
    return unit_ball(cloud)


def mirrored(cloud, rng):
    """The cloud or its mirror image: a mirrored chair is a chair."""
    return cloud * np.array([rng.choice((-1, 1)), 1, 1], np.float32)


class Digits:
    """MNIST as clouds in the plane. `folder` holds the IDX files."""

    dimension, classes = 2, DIGIT_CLASSES
    credit = "MNIST (LeCun, Cortes, Burges); 6 and 9 are one class"

    def __init__(self, folder, points=256):
        self.points = points
        self._images, self._labels = {}, {}
        for split, stem in (("train", "train*"), ("test", "t10k*")):
            images = sorted(Path(folder).glob(f"{stem}images*"))[0]
            labels = sorted(Path(folder).glob(f"{stem}labels*"))[0]
            self._images[split] = read_idx(images)
            self._labels[split] = _DIGIT_CLASS[read_idx(labels)]

    def labels(self, split):
        return self._labels[split]

    def cloud(self, split, i, rng, train=False):
        cloud = inked(self._images[split][i], self.points, rng)
        return bent(cloud, rng) if train else cloud


class Furniture:
    """348 shapes of 11 classes, 82 of them for test. `path` is the NPZ file."""

    dimension = 3
    credit = "Sweet Home 3D furniture: BlendSwap (CC0, CC BY), KatorLegaz, Scopia (CC BY 3.0), Reallusion (CC BY 3.0 US)"

    def __init__(self, path, points=256):
        file = np.load(Path(path), allow_pickle=False)
        self.points = points
        self.classes = [str(c) for c in file["classes"]]
        test = file["test"].astype(bool)
        self._points = {"train": file["points"][~test], "test": file["points"][test]}
        self._labels = {"train": file["label"][~test].astype(int), "test": file["label"][test].astype(int)}

    def labels(self, split):
        return self._labels[split]

    def cloud(self, split, i, rng, train=False):
        shape = self._points[split][i].astype(np.float32)
        cloud = unit_ball(shape[rng.choice(len(shape), self.points, replace=False)])
        return bent(mirrored(cloud, rng), rng, strength=0.3) if train else cloud

    def hold(self, every):
        """Moves every n-th training cloud to the split "held"."""
        held = np.arange(len(self._labels["train"])) % every == 0
        for of in (self._points, self._labels):
            of["held"], of["train"] = of["train"][held], of["train"][~held]


OPENERS = {"digits": Digits, "furniture": Furniture}


def open_data(name, place, points):
    """The data set of a name, from a folder or file."""
    return OPENERS[name](place, points)


def batch(data, split, which, rng, train=False):
    """Clouds B x N x D and labels B."""
    clouds = np.stack([data.cloud(split, i, rng, train) for i in which])
    return clouds, data.labels(split)[which]
