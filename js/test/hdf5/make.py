"""Makes the small HDF5 files that the tests read. Needs python3-h5py.

  python3 js/test/hdf5/make.py

Point i of cloud b is (b + i/8, b + i/8 + 1/64, b + i/8 + 2/64).
"""

import zlib
from pathlib import Path

import h5py
import numpy as np

FOLDER = Path(__file__).parent


def clouds(shape, kind="f4"):
    """Clouds of so many points and columns, or one."""
    steps = (1, 1 / 8, 1 / 64)[-len(shape):]
    return sum(np.arange(n).reshape([-1 if a == b else 1 for b in range(len(shape))]) * step for a, (n, step) in enumerate(zip(shape, steps))).astype(kind)


def new(name, **options):
    return h5py.File(FOLDER / name, "w", **options)


DATA = clouds((3, 4, 3))

# As ModelNet40 comes for training.
with new("modelnet.h5") as f:
    f.create_dataset("data", data=DATA, compression="gzip")
    f.create_dataset("faceId", data=np.arange(12, dtype="i4").reshape(3, 4))
    f.create_dataset("label", data=np.array([[5], [6], [7]], "u1"))
    f.create_dataset("normal", data=-DATA, compression="gzip")

# The newest form, in a group that is its own member, with every filter.
with new("nested.h5", libver="latest") as f:
    g = f.create_group("a group")
    g.create_dataset("clouds", data=clouds((2, 4, 2), "f8"), compression="gzip", shuffle=True, fletcher32=True, chunks=(1, 3, 2))
    g["itself"] = g
    f["link"] = h5py.SoftLink("/a group/clouds")
    f["other"] = h5py.ExternalLink("elsewhere.h5", "/clouds")

# One cloud, of numbers the other way round, behind 512 bytes of something else.
with new("single.h5", userblock_size=512) as f:
    f["points"] = clouds((4, 3), ">f8")
with open(FOLDER / "single.h5", "r+b") as f:
    f.write(b"MATLAB 7.3 MAT-file")

with new("several.h5", libver="latest") as f:
    f["coarse"] = clouds((3, 4, 3))
    f["fine"] = clouds((2, 8, 3))
    f["mask"] = np.zeros((3, 4, 3), "i1")

FOUR = np.array([[0.5, -1.25, 2], [1.5, 0.25, -3], [-2, 4, 0.125], [7, 8.5, -9.25]], "f4")

# Two molecules of three and two atoms, filled up with zeros.
with new("padded.h5") as f:
    f["positions"] = np.array([[*FOUR[:3], [0, 0, 0]], [*FOUR[2:], [0, 0, 0], [0, 0, 0]]], "f4")
    f["num_atoms"] = np.array([3, 2])
    f["charges"] = np.array([[6, 8, 1, 0], [7, 1, 0, 0]])

with new("concat.h5") as f:
    f["pos"] = FOUR
    f["batch"] = np.array([0, 0, 0, 1])

with new("quantised.h5") as f:
    f["points"] = np.arange(100, 1300, 100, dtype="u2").reshape(4, 3)
    f["scale"] = np.array([0.001, 0.001, 0.002])
    f["offset"] = np.array([10.0, 20, 30])

with new("whole.h5", libver="latest") as f:
    f.create_dataset("points", data=np.array([[0, 0, 0], [1, -2, 3], [4, 5, -600], [7, 8, 9]], "i2"), scaleoffset=0, chunks=(2, 3))

with new("wide.h5", libver="latest") as f:
    f["data"] = clouds((3, 4, 9))
    f["label"] = np.zeros((3, 4), "u1")

with new("turned.h5", libver="latest") as f:
    f["data"] = clouds((4, 3)).T.copy()

with new("none.h5", libver="latest") as f:
    f["half"] = clouds((4, 3), "f2")
    f["label"] = np.zeros((3, 1), "u1")
    f["name"] = np.array([b"chair"])
    f["records"] = np.zeros(4, [("x", "f4"), ("y", "f4")])
    f["z there"] = h5py.ExternalLink("elsewhere.h5", "/clouds")

with new("empty.h5", libver="latest") as f:
    pass

with new("lzf.h5", libver="latest") as f:
    f.create_dataset("data", data=np.zeros((3, 40, 3), "f4"), compression="lzf")

with new("virtual.h5", libver="latest") as f:
    layout = h5py.VirtualLayout((4, 3), "f4")
    layout[:] = h5py.VirtualSource("elsewhere.h5", "data", (4, 3))
    f.create_virtual_dataset("data", layout)

with new("external.h5", libver="latest") as f:
    f.create_dataset("data", (4, 3), "f4", external=[("elsewhere.raw", 0, 48)])

with new("huge.h5", libver="latest") as f:
    f.create_dataset("data", (100_000, 10_000, 3), "f4", chunks=(1, 10_000, 3))

# 2 GiB of zeros that deflate packs three times: as many bytes come out of a chunk as are in it, not as many as it should have.
packer = zlib.compressobj(9)
zeros = b"".join([packer.compress(bytes(1 << 24)) for _ in range(128)] + [packer.flush()])
with new("bomb.h5", libver="latest") as f:
    filters = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    filters.set_chunk((4, 3))
    for _ in range(3):
        filters.set_filter(h5py.h5z.FILTER_DEFLATE, 0, (9,))
    dataset = h5py.h5d.create(f.id, b"data", h5py.h5t.IEEE_F64LE, h5py.h5s.create_simple((4, 3)), filters)
    dataset.write_direct_chunk((0, 0), zlib.compress(zlib.compress(zeros, 9), 9))
