"""Triangles (T x 3 x 3) of 3-D models in the formats that the tables of library.py name."""

import struct
import subprocess
import tempfile
import zipfile
from pathlib import Path

import numpy as np

# Run by Blender: the triangles of each object that is asked for, in the world, as an NPZ file.
OBJECTS = """
import bpy, sys, numpy as np
out, *names = sys.argv[sys.argv.index("--") + 1:]
shapes, graph = {}, bpy.context.evaluated_depsgraph_get()
for name in names:
    shapes[name] = faces = []
    for o in (bpy.data.objects[n] for n in name.split("+")):
        mesh = o.evaluated_get(graph).to_mesh()
        mesh.calc_loop_triangles()
        faces += [[list(o.matrix_world @ mesh.vertices[i].co) for i in t.vertices] for t in mesh.loop_triangles]
np.savez(out, **{name: np.array(faces) for name, faces in shapes.items()})
"""


def read(path):
    """The triangles of a model, by its suffix. Behind "!" is a file in a zip."""
    outer, _, inner = str(path).partition("!")
    data = zipfile.ZipFile(outer).read(inner) if inner else Path(outer).read_bytes()
    suffix = Path(inner or outer).suffix
    return READERS[suffix](data) if suffix in READERS else converted(data, suffix)


def obj(data):
    """Of an OBJ file; a face of more corners is a fan."""
    corners, faces = [], []
    for line in data.decode("latin-1").splitlines():
        kind, *rest = line.split() or [""]
        if kind == "v":
            corners.append([float(x) for x in rest[:3]])
        if kind == "f":
            at = [int(word.split("/")[0]) for word in rest]
            at = [i - 1 if i > 0 else len(corners) + i for i in at]
            faces += [(at[0], at[i], at[i + 1]) for i in range(1, len(at) - 1)]
    return np.array(corners)[np.array(faces)]


def stl(data):
    """Of a binary STL file."""
    return np.frombuffer(data[84:], np.dtype([("normal", "<f4", 3), ("faces", "<f4", (3, 3)), ("rest", "<u2")]))["faces"].astype(float)


def pmd(data):
    """Of a mesh of Pyrogenesis (0 A.D.), in its bind pose."""
    version, _, count = struct.unpack_from("<4xIII", data)
    coordinates = struct.unpack_from("<I", data, 16)[0] if version >= 4 else 1
    start, size = (20 if version >= 4 else 16), 24 + 8 * coordinates + 20
    corners = np.ndarray((count, 3), "<f4", data, start, (size, 4))
    at = start + size * count
    faces = np.ndarray((struct.unpack_from("<I", data, at)[0], 3), "<u2", data, at + 4)
    return corners[faces].astype(float)


class Spm:
    """A mesh of SuperTuxKart: sectors of buffers, each of corners and of the numbers of those in its triangles."""

    def __init__(self, data):
        self.data, self.at = data, 28
        self.animated, flags = data[2] & 7 == 1, data[3]
        self.normal, self.colour, self.tangent = (bool(flags & bit) for bit in (1, 2, 4))

    def word(self, code):
        value = struct.unpack_from("<" + code, self.data, self.at)[0]
        self.at += struct.calcsize("<" + code)
        return value

    def named(self):
        """Reports whether a texture has a name, which is skipped."""
        length = self.word("B")
        self.at += length
        return length > 0

    def triangles(self):
        textures = [(self.named(), self.named()) for _ in range(self.word("H"))]
        return np.concatenate([self.buffer(textures) for _ in range(self.word("H")) for _ in range(self.word("H"))])

    def buffer(self, textures):
        count, numbers, of = self.word("I"), self.word("I"), self.word("H")
        corners = np.array([self.corner(*textures[of]) for _ in range(count)])
        code = "<u2" if count > 255 else "u1"
        faces = np.ndarray((numbers // 3, 3), code, self.data, self.at)
        self.at += numbers * np.dtype(code).itemsize
        return corners[faces]

    def corner(self, first, second):
        """The place of a corner. Behind it are its normal, a byte 128 for white or another and its colour, its places in two textures, its bones."""
        place = struct.unpack_from("<3f", self.data, self.at)
        self.at += 16 if self.normal else 12
        if self.colour and self.word("B") != 128:
            self.at += 3
        self.at += 4 * first + 4 * second + 4 * (first and self.tangent) + 16 * self.animated
        return place


READERS = {".obj": obj, ".pmd": pmd, ".spm": lambda data: Spm(data).triangles()}


def converted(data, suffix):
    """Of a file in any format that the command assimp reads, placed as its scene places them."""
    with tempfile.TemporaryDirectory() as folder:
        model, out = Path(folder, f"model{suffix}"), Path(folder, "out.stl")
        model.write_bytes(data)
        subprocess.run(["assimp", "export", model, out, "-fstlb"], check=True, capture_output=True)
        return stl(out.read_bytes())


def blender(path, names):
    """Of each named object of a .blend file, by the command blender; "A+B" is two objects together."""
    with tempfile.TemporaryDirectory() as folder:
        script, out = Path(folder, "objects.py"), Path(folder, "out.npz")
        script.write_text(OBJECTS)
        subprocess.run(["blender", "-b", path, "-P", script, "--", out, *names], check=True, capture_output=True)
        with np.load(out) as file:
            return [file[name] for name in names]
