"""Point clouds to train and test on.

A data set is a Split of training and one of test clouds. Clouds are float32,
N x D, centred and scaled to the unit ball. What makes a cloud from a shape
at random is drawn anew whenever it is asked for.

  digits        MNIST in its IDX files, plane, 6 and 9 are one class
  paper-digits  the same by the recipe of the paper's code
  furniture     348 shapes of 11 classes in an NPZ file, space
  modelnet      ModelNet40, as modelnet40_normal_resampled or modelnet40_ply_hdf5_2048, space
"""

import argparse
import gzip
import json
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


def bent(cloud, rng, strength, wave):
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


class Splits:
    """Describe a data set: for every split its shapes and labels; `points` are drawn of each shape. Training
    clouds are bent, and mirrored where that is asked for."""

    def __init__(self, splits, points):
        self.points, self.bend, self.wave, self.mirror, self._added = points, 0.2, 0.06, False, 0
        self._shapes = {split: shapes for split, (shapes, _) in splits.items()}
        self._labels = {split: labels for split, (_, labels) in splits.items()}

    def labels(self, split):
        return self._labels[split]

    def cloud(self, split, i, rng, train=False):
        cloud = self.drawn(self._shapes[split][i], rng)
        if not train:
            return cloud
        return bent(mirrored(cloud, rng) if self.mirror else cloud, rng, self.bend, self.wave)

    def extend(self, shapes, labels):
        """More shapes to train on, as good as the own ones."""
        self._shapes["train"] = [*self._shapes["train"], *shapes]
        self._labels["train"] = np.concatenate([self._labels["train"], labels])

    def bring(self, split, shapes, labels):
        """A split more."""
        self._shapes[split], self._labels[split] = shapes, labels

    def add(self, shapes, labels):
        """More training clouds between the own ones."""
        self._added = len(shapes)
        self.extend(shapes, labels)

    @property
    def _own(self):
        return len(self._labels["train"]) - self._added

    def length(self, repeat):
        """Clouds of one epoch."""
        return repeat * self._own * (2 if self._added else 1)

    def order(self, repeat, rng):
        """The training clouds of one epoch: each own one `repeat` times, with as many of the added ones between them."""
        passes = []
        for _ in range(repeat):
            added = self._own + rng.integers(self._added, size=self._own) if self._added else []
            passes.append(rng.permutation(np.concatenate([np.arange(self._own), added]).astype(int)))
        return np.concatenate(passes)

    def hold(self, every):
        """Moves every n-th training cloud, from the first on, to the split "held"."""
        held = np.arange(len(self._labels["train"])) % every == 0
        for of in (self._shapes, self._labels):
            kept = of["train"]
            of["held"], of["train"] = [[x for x, h in zip(kept, held) if h == which] for which in (True, False)]
        self._labels = {split: np.array(labels) for split, labels in self._labels.items()}


class Digits(Splits):
    """MNIST as clouds in the plane. `folder` holds the IDX files."""

    dimension, classes = 2, DIGIT_CLASSES
    credit = "MNIST (LeCun, Cortes, Burges); 6 and 9 are one class"

    def __init__(self, folder, points=256):
        def read(stem, kind):
            return read_idx(sorted(Path(folder).glob(f"{stem}{kind}*"))[0])

        stems = {"train": "train*", "test": "t10k*"}
        super().__init__({split: (read(stem, "images"), _DIGIT_CLASS[read(stem, "labels")]) for split, stem in stems.items()}, points)

    def drawn(self, image, rng):
        return inked(image, self.points, rng)


class PaperDigits(Digits):
    """MNIST as the paper's code makes it: pixels of 128 and more, x stretched 2:1, centred, scaled
    to the unit disc, then sub-sampled, or padded with copies of the first pixel. The mean norm
    of the test set is the paper's 10.67; noise pulls the copies apart, which an inked digit is spared."""

    def drawn(self, image, rng):
        y, x = np.nonzero(image >= 128)
        cloud = unit_ball(np.stack([2.0 * x, -y], 1))
        if len(cloud) > self.points:
            cloud = cloud[rng.choice(len(cloud), self.points, replace=False)]
        return np.concatenate([cloud, np.repeat(cloud[:1], self.points - len(cloud), 0)])


class Shapes(Splits):
    """Shapes in space, each more points than are drawn of it."""

    dimension = 3

    def drawn(self, shape, rng):
        return unit_ball(shape.astype(np.float32)[rng.choice(len(shape), self.points, replace=False)])


class Furniture(Shapes):
    """348 shapes of 11 classes, 82 of them for test. `path` is the NPZ file."""

    credit = "Sweet Home 3D furniture: BlendSwap (CC0, CC BY), KatorLegaz, Scopia (CC BY 3.0), Reallusion (CC BY 3.0 US)"

    def __init__(self, path, points=256):
        file = np.load(Path(path), allow_pickle=False)
        self.classes = [str(c) for c in file["classes"]]
        test = file["test"].astype(bool)
        of = {"train": ~test, "test": test}
        super().__init__({split: (file["points"][which], file["label"][which].astype(int)) for split, which in of.items()}, points)


def saved_shapes(path):
    """Points and labels of an NPZ file as library.py writes it."""
    file = np.load(Path(path), allow_pickle=False)
    return file["points"], file["label"].astype(int)


def standing(shapes):
    """Shapes whose y points up, as it does in OBJ files of furniture, with z up."""
    return np.stack([shapes[..., 0], -shapes[..., 2], shapes[..., 1]], -1)


class ModelNet(Shapes):
    """ModelNet40 (Wu et al. 2015) in either form that people have: the folder
    modelnet40_normal_resampled (a text file a shape, x,y,z and a normal a line) or the folder
    modelnet40_ply_hdf5_2048 (HDF5 files of stacked clouds). Its licence allows no passing on."""

    credit = "ModelNet40 (Wu et al. 2015), for academic use; nothing of it is passed on"

    def __init__(self, folder, points=256):
        folder = Path(folder)
        read = hdf5_split if list(folder.glob("*_files.txt")) else resampled_split
        self.classes = (folder / names_file(folder)).read_text().split()
        super().__init__({split: read(folder, split, self.classes) for split in ("train", "test")}, points)


def names_file(folder):
    """The file of the class names, one a line."""
    for name in ("modelnet40_shape_names.txt", "shape_names.txt"):
        if (folder / name).exists():
            return name
    raise ValueError(f"{folder}: neither modelnet40_shape_names.txt nor shape_names.txt is there")


def resampled_split(folder, split, classes):
    """Shapes of modelnet40_normal_resampled: clouds (points x 3, without the normals) and labels."""
    ids = (folder / f"modelnet40_{split}.txt").read_text().split()
    clouds, labels = [], []
    for one in ids:
        kind = one.rsplit("_", 1)[0]
        if kind not in classes:
            raise ValueError(f"modelnet40_{split}.txt: {one} is of no class of the list")
        file = folder / kind / f"{one}.txt"
        rows = np.loadtxt(file, delimiter=",", ndmin=2)
        if rows.shape[1] != 6:
            raise ValueError(f"{file}: {rows.shape[1]} numbers a line, not x,y,z and a normal")
        clouds.append(rows[:, :3].astype(np.float32))
        labels.append(classes.index(kind))
    return clouds, np.array(labels)


def hdf5_split(folder, split, classes):
    """Shapes of modelnet40_ply_hdf5_2048: the data sets `data` (shapes x points x 3) and `label` of each file listed."""
    import h5py

    clouds, labels = [], []
    for line in (folder / f"{split}_files.txt").read_text().split():
        path = folder / Path(line).name
        with h5py.File(path, "r") as file:
            data, label = file["data"][:].astype(np.float32), file["label"][:].reshape(-1).astype(int)
        if data.ndim != 3 or data.shape[2] != 3 or len(label) != len(data) or not all(0 <= k < len(classes) for k in label):
            raise ValueError(f"{path}: data {data.shape} with {len(label)} labels of {len(classes)} classes")
        clouds += list(data)
        labels.append(label)
    return clouds, np.concatenate(labels)


OPENERS = {"digits": Digits, "paper-digits": PaperDigits, "furniture": Furniture, "modelnet": ModelNet}


def open_data(name, place, points):
    """The data set of a name, from a folder or file."""
    return OPENERS[name](place, points)


def batch(data, split, which, rng, train=False):
    """Clouds B x N x D and labels B."""
    clouds = np.stack([data.cloud(split, i, rng, train) for i in which])
    return clouds, data.labels(split)[which]


def listed(data, count, split="test", seed=11):
    """The first `count` clouds of a split as JSON lines of name, label and points to four decimals."""
    rng = np.random.default_rng(seed)
    for i in range(min(count, len(data.labels(split)))):
        points = np.round(data.cloud(split, i, rng).astype(float), 4)
        yield {"name": f"{split} {i:04d}", "label": int(data.labels(split)[i]), "points": points.tolist()}


if __name__ == "__main__":
    p = argparse.ArgumentParser(description="Prints clouds as JSON lines of name, label and points.")
    p.add_argument("data", choices=list(OPENERS))
    p.add_argument("place")
    p.add_argument("--points", type=int, default=256)
    p.add_argument("--count", type=int, default=100)
    p.add_argument("--split", choices=("train", "test"), default="test")
    options = p.parse_args()
    for one in listed(open_data(options.data, options.place, options.points), options.count, options.split):
        print(json.dumps(one))
